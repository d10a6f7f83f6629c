/** Weights of the programs and sizes of a mix: a slider each, and presets. */
import "./mix.css";
import { useId } from "react";
import type { MixAxis, Weights } from "../../../core/measures/mix.ts";
import { Button } from "../../ui/Button.tsx";
import { isPreset, type Preset } from "./presets.ts";
import { Slider } from "../../ui/fields/Slider.tsx";

export interface WeightsProps {
  readonly rows: MixAxis;
  readonly columns: MixAxis;
  /** Whether the weights are locked on this page. */
  readonly isHeld?: boolean;
  readonly onChange: (weights: Weights) => void;
}

export interface WeightPresetsProps extends WeightsProps {
  readonly presets: readonly Preset[];
}

export interface WeightSlidersProps extends WeightsProps {
  /** A drag of a slider begins and ends. */
  readonly onBegin?: () => void;
  readonly onEnd?: () => void;
}

/** Minimum range of a slider, and its step. */
const usualMost = 4;
const step = 0.25;

/** Buttons that set all weights together. */
export function WeightPresets({ rows, columns, presets, isHeld = false, onChange }: WeightPresetsProps) {
  const weights: Weights = { rows: rows.weights, columns: columns.weights };
  return (
    <div className="weights-presets wrap" role="group" aria-label="Weights that are set in one go">
      {presets.map((preset) => (
        <Button
          key={preset.id}
          variant="underlined"
          aria-description={preset.help}
          disabled={isHeld}
          aria-pressed={isPreset(preset, weights)}
          onClick={() => onChange(preset.weights)}
        >
          {preset.title}
        </Button>
      ))}
    </div>
  );
}

/** A slider for each weight. */
export function WeightSliders({ rows, columns, isHeld = false, onChange, onBegin, onEnd }: WeightSlidersProps) {
  const weights: Weights = { rows: rows.weights, columns: columns.weights };
  const put = (side: keyof Weights, at: number, value: number) =>
    onChange({ ...weights, [side]: weights[side].map((each, i) => (i === at ? value : each)) });
  const sides = [
    { side: "rows" as const, axis: rows },
    { side: "columns" as const, axis: columns },
  ].filter(({ axis }) => axis.labels.length > 1 || axis.labels[0] !== "");
  return (
    <section className="weights" aria-label="Weights">
      <div className="weights-sides">
        {sides.map(({ side, axis }) => (
          <fieldset key={side}>
            <legend>Weight of each {axis.title.toLowerCase()}</legend>
            {axis.labels.map((label, i) => (
              <Weight
                key={label}
                label={label}
                value={axis.weights[i]}
                isHeld={isHeld}
                onChange={(value) => put(side, i, value)}
                onBegin={onBegin}
                onEnd={onEnd}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </section>
  );
}

interface WeightProps {
  readonly label: string;
  readonly value: number;
  readonly isHeld: boolean;
  readonly onChange: (value: number) => void;
  readonly onBegin: (() => void) | undefined;
  readonly onEnd: (() => void) | undefined;
}

/** Keys that move a slider. */
const moving = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"];

/** One weight. A drag is one undo step, and so is a held key. */
function Weight({ label, value, isHeld, onChange, onBegin, onEnd }: WeightProps) {
  const id = useId();
  const most = Math.max(usualMost, value);
  return (
    <div className="weight" data-silent={value === 0 || undefined}>
      <label htmlFor={id}>{label}</label>
      <Slider
        id={id}
        max={most}
        // Weights from a link need not be multiples of the step.
        step={Number.isInteger(value / step) ? step : "any"}
        value={value}
        disabled={isHeld}
        onChange={onChange}
        onPointerDown={onBegin}
        onPointerUp={onEnd}
        onPointerCancel={onEnd}
        onKeyDown={(event) => moving.includes(event.key) && !event.repeat && onBegin?.()}
        onKeyUp={onEnd}
        onBlur={onEnd}
      />
      <output htmlFor={id}>{Number(value.toFixed(2))}</output>
    </div>
  );
}
