/** A link: looks like a text link, like a button if it has a variant, and like its content if a class says so. */
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
