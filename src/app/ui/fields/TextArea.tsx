/** Several lines of text that are typed. */
import "../control.css";
import "./text-input.css";
import type { ComponentProps } from "react";

export interface TextAreaProps extends Omit<ComponentProps<"textarea">, "onChange"> {
  /** Takes the text at every letter. */
  readonly onChange: (text: string) => void;
}

export function TextArea({ onChange, ...area }: TextAreaProps) {
  return <textarea {...area} onChange={(event) => onChange(event.target.value)} />;
}
