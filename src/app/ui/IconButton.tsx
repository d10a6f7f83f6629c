/** A button with an icon. Its name appears as a tooltip on hover and focus. */
import { Button, type ButtonProps } from "./Button.tsx";
import { classNames } from "./class-names.ts";

export interface IconButtonProps extends Omit<ButtonProps, "variant" | "aria-label"> {
  /** The accessible name of the button. */
  readonly label: string;
}

export function IconButton({ label, className, ...button }: IconButtonProps) {
  return <Button {...button} className={classNames("icon", className)} aria-label={label} />;
}
