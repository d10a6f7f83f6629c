/** An input for one line of text. `FormField` adds label, help and errors. */
import "../control.css";
import "./text-input.css";
import type { ComponentProps } from "react";

export interface TextInputProps extends Omit<ComponentProps<"input">, "type" | "onChange"> {
  readonly type?: "text" | "search" | "url" | "number";
  /** Called after every change. */
  readonly onChange?: (text: string) => void;
  /**
   * Called on Enter or when the field loses the focus, if the text differs from `defaultValue` (empty by default). Escape restores the
   * previous text.
   */
  readonly onCommit?: (text: string) => void;
}

/**
 * A text field. `onChange` gets every change; `onCommit` gets the text when the field is left, by Enter or otherwise, if it has changed.
 * Escape restores the initial text and leaves the field.
 */
export function TextInput({ type = "text", onChange, onCommit, ...input }: TextInputProps) {
  const previousText = String(input.defaultValue ?? "");
  return (
    <input
      type={type}
      {...input}
      {...(onChange && { onChange: (event) => onChange(event.target.value) })}
      {...(onCommit && {
        onBlur: ({ target }) => target.value !== previousText && onCommit(target.value),
        onKeyDown: ({ key, currentTarget }) => {
          if (key === "Escape") currentTarget.value = previousText;
          // Leaving the field activates single-key shortcuts of the page again.
          if (key === "Enter" || key === "Escape") currentTarget.blur();
        },
      })}
    />
  );
}
