/** A link: it looks like one in a text, like a button with a variant, and like what it contains where a room gives it a class. */
import "./control.css";
import "./link.css";
import type { ComponentProps } from "react";
import type { ButtonVariant } from "./Button.tsx";
import { classNames } from "./class-names.ts";

export interface LinkProps extends ComponentProps<"a"> {
  readonly href: string;
  readonly variant?: ButtonVariant;
}

export function Link({ variant, className, ...link }: LinkProps) {
  return <a {...link} className={classNames(variant, className)} />;
}
