/** A checkbox before its label. */
import "../control.css";
import "./choice.css";
import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";

export interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "checked" | "onChange"> {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

export function Checkbox({ isChecked, onChange, className, children, ...input }: CheckboxProps) {
  return (
    <label className={classNames("choice-field", className)}>
      <input {...input} type="checkbox" checked={isChecked} onChange={(event) => onChange(event.target.checked)} />
      {children}
    </label>
  );
}
