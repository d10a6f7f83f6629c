/** A button that shows a sign instead of words; its name appears beside it under a pointer and with the focus. */
import { Button, type ButtonProps } from "./Button.tsx";
import { classNames } from "./class-names.ts";

export interface IconButtonProps extends Omit<ButtonProps, "variant" | "aria-label"> {
  /** Its name. */
  readonly label: string;
}

export function IconButton({ label, className, ...button }: IconButtonProps) {
  return <Button {...button} className={classNames("icon", className)} aria-label={label} />;
}
