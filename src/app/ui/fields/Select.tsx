/** The browser's select element. If choices have pictures or reasons why they are disabled, use a `ListBox`. */
import "../control.css";
import "./select.css";
import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";
import { Icon } from "../icons.tsx";

export interface SelectProps extends Omit<ComponentProps<"select">, "onChange"> {
  /** Whether the select has no frame, as in running text or the head of a card. */
  readonly isQuiet?: boolean;
  readonly onChange: (value: string) => void;
}

export function Select({ isQuiet = false, className, onChange, children, ...select }: SelectProps) {
  return (
    <span className={classNames("select", className)} data-quiet={isQuiet || undefined}>
      <select {...select} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
      <Icon is="down" size={12} />
    </span>
  );
}
