/** A line of text that is typed; a `Field` gives it a label, help and faults. */
import "../control.css";
import "./text-input.css";
import type { ComponentProps } from "react";

export interface TextInputProps extends Omit<ComponentProps<"input">, "type" | "onChange"> {
  readonly type?: "text" | "search" | "url" | "number";
  /** Takes the text at every letter. */
  readonly onChange?: (text: string) => void;
  /** Takes the text, where it differs from `defaultValue` (empty when absent), once the field is left or Enter is pressed. Esc brings the former text back. */
  readonly onCommit?: (text: string) => void;
}

export function TextInput({ type = "text", onChange, onCommit, ...input }: TextInputProps) {
  const former = String(input.defaultValue ?? "");
  return (
    <input
      type={type}
      {...input}
      {...(onChange && { onChange: (event) => onChange(event.target.value) })}
      {...(onCommit && {
        onBlur: ({ target }) => target.value !== former && onCommit(target.value),
        onKeyDown: ({ key, currentTarget }) => {
          if (key === "Escape") currentTarget.value = former;
          // Without the focus in a field, keys by themselves act on the page again.
          if (key === "Enter" || key === "Escape") currentTarget.blur();
        },
      })}
    />
  );
}
