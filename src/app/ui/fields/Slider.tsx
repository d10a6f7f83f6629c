/** A slider for a number. */
import "../control.css";
import "./slider.css";
import type { ComponentProps } from "react";

export interface SliderProps extends Omit<ComponentProps<"input">, "type" | "onChange"> {
  readonly value: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/** The range starts at 0. */
export function Slider({ value, max, onChange, ...input }: SliderProps) {
  return (
    <input
      {...input}
      className="slider"
      type="range"
      min={0}
      max={max}
      value={value}
      style={{ ["--part" as string]: `${(100 * value) / max}%` }}
      onChange={(event) => onChange(event.target.valueAsNumber)}
    />
  );
}
