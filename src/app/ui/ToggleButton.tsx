/** Buttons side by side that stay pressed: one of several, or each independently. */
import "./toggle-button.css";
import type { ComponentProps } from "react";
import { Button, type ButtonProps } from "./Button.tsx";
import { classNames } from "./class-names.ts";

export interface ToggleGroupProps extends ComponentProps<"div"> {
  /** Accessible name of the group. */
  readonly label: string;
}

export function ToggleGroup({ label, className, ...group }: ToggleGroupProps) {
  return <div {...group} className={classNames("toggles wrap", className)} role="group" aria-label={label} />;
}

export interface ToggleButtonProps extends Omit<ButtonProps, "variant"> {
  readonly isPressed: boolean;
}

export function ToggleButton({ isPressed, className, ...button }: ToggleButtonProps) {
  return <Button {...button} className={classNames("toggle", className)} aria-pressed={isPressed} />;
}
