/** A button. The browser provides focus, keys and the disabled state; the kit provides the look. */
import "./control.css";
import "./button.css";
import type { ComponentProps, MouseEvent } from "react";
import { classNames } from "./class-names.ts";

/**
 * The role of a button: `primary` is the step that the page proposes, `outlined` an action beside fields, `quiet` a small action beside a
 * text, `underlined` one of several actions in a row, `inline` a remedy within a sentence.
 */
export type ButtonVariant = "primary" | "outlined" | "quiet" | "underlined" | "inline";

export interface ButtonProps extends ComponentProps<"button"> {
  /** Without a variant, a button looks like its content: a row, a card, a word. */
  readonly variant?: ButtonVariant | undefined;
  /** Why the button cannot be pressed now. It remains focusable, so that the reason can be read. */
  readonly disabledReason?: string | null | undefined;
  /** Whether the action that the button started is still running. Until the action ends, the button ignores clicks. */
  readonly isBusy?: boolean;
}

export function Button({ variant, className, disabledReason = null, isBusy = false, ...button }: ButtonProps) {
  return (
    <button
      type="button"
      {...button}
      {...(disabledReason !== null && { "aria-description": disabledReason, title: disabledReason })}
      {...((isBusy || disabledReason !== null) && { "aria-disabled": true, "aria-busy": isBusy, onClick: preventClick })}
      className={classNames(variant, className)}
    />
  );
}

/** Prevents the click, including the submission of a form. */
function preventClick(event: MouseEvent): void {
  event.preventDefault();
}
