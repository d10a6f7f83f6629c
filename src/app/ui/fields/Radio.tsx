/** A radio button. Radios of one name belong in a fieldset whose legend says what is chosen. */
import "../control.css";
import "./choice.css";
import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";

export interface RadioProps extends Omit<ComponentProps<"input">, "type" | "checked" | "onChange"> {
  /** Name of the group, the same for all its radio buttons. */
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

export function Radio({ isChosen, onChoose, className, children, ...input }: RadioProps) {
  return (
    <label className={classNames("choice-field", className)}>
      <input {...input} type="radio" checked={isChosen} onChange={onChoose} />
      {children}
    </label>
  );
}
