/** An input for several lines of text. */
import "../control.css";
import "./text-input.css";
import type { ComponentProps } from "react";

export interface TextAreaProps extends Omit<ComponentProps<"textarea">, "onChange"> {
  /** Called after every change. */
  readonly onChange: (text: string) => void;
}

export function TextArea({ onChange, ...area }: TextAreaProps) {
  return <textarea {...area} onChange={(event) => onChange(event.target.value)} />;
}
