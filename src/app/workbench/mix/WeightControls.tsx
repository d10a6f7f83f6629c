/** Weights of the programs and sizes of a mix: a slider each, and presets. */
import "./mix.css";
import { useId } from "react";
import type { MixAxis, MixTableWeights } from "../../../core/measures/mix.ts";
import { Button } from "../../ui/Button.tsx";
import { isPreset, type Preset } from "./presets.ts";
import { Slider } from "../../ui/fields/Slider.tsx";

export interface WeightsProps {
  readonly rows: MixAxis;
  readonly columns: MixAxis;
  /** Whether the weights are locked on this page. */
  readonly isLocked?: boolean;
  readonly onChange: (weights: MixTableWeights) => void;
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
const minRange = 4;
const weightStep = 0.25;

/**
 * Buttons that set all weights of a mix together, such as equal weights. A mix averages results over rows (programs) and columns (message
 * sizes), each row and each column with a weight. The button of the preset in use is pressed.
 */
export function WeightPresets({ rows, columns, presets, isLocked = false, onChange }: WeightPresetsProps) {
  const weights: MixTableWeights = { rows: rows.weights, columns: columns.weights };
  return (
    <div className="weights-presets wrap" role="group" aria-label="Weight presets">
      {presets.map((preset) => (
        <Button
          key={preset.id}
          variant="underlined"
          aria-description={preset.help}
          disabled={isLocked}
          aria-pressed={isPreset(preset, weights)}
          onClick={() => onChange(preset.weights)}
        >
          {preset.title}
        </Button>
      ))}
    </div>
  );
}

/**
 * A slider for the weight of each row (program) and each column (message size) of a mix, an average of results with these weights.
 * `onBegin` and `onEnd` enclose a drag, which is one undo step. An axis with a single unnamed entry has no sliders.
 */
export function WeightSliders({ rows, columns, isLocked = false, onChange, onBegin, onEnd }: WeightSlidersProps) {
  const weights: MixTableWeights = { rows: rows.weights, columns: columns.weights };
  const setWeight = (axisName: keyof MixTableWeights, index: number, value: number) =>
    onChange({ ...weights, [axisName]: weights[axisName].map((each, i) => (i === index ? value : each)) });
  const weightAxes = [
    { side: "rows" as const, axis: rows },
    { side: "columns" as const, axis: columns },
  ].filter(({ axis }) => axis.labels.length > 1 || axis.labels[0] !== "");
  return (
    <section className="weights" aria-label="Weights">
      <div className="weights-sides">
        {weightAxes.map(({ side: axisName, axis }) => (
          <fieldset key={axisName}>
            <legend>Weight of each {axis.title.toLowerCase()}</legend>
            {axis.labels.map((label, i) => (
              <WeightSlider
                key={label}
                label={label}
                value={axis.weights[i]}
                isLocked={isLocked}
                onChange={(value) => setWeight(axisName, i, value)}
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
  readonly isLocked: boolean;
  readonly onChange: (value: number) => void;
  readonly onBegin: (() => void) | undefined;
  readonly onEnd: (() => void) | undefined;
}

/** Keys that move a slider. */
const sliderKeys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"];

/**
 * A slider with its label and the value of one weight. A drag is one undo step, and so is a key that is held down. The slider ends at
 * `minRange`, or at the weight if that is larger.
 */
function WeightSlider({ label, value, isLocked, onChange, onBegin, onEnd }: WeightProps) {
  const id = useId();
  const sliderMax = Math.max(minRange, value);
  return (
    <div className="weight" data-silent={value === 0 || undefined}>
      <label htmlFor={id}>{label}</label>
      <Slider
        id={id}
        max={sliderMax}
        // Weights from a link need not be multiples of the step.
        step={Number.isInteger(value / weightStep) ? weightStep : "any"}
        value={value}
        disabled={isLocked}
        onChange={onChange}
        onPointerDown={onBegin}
        onPointerUp={onEnd}
        onPointerCancel={onEnd}
        onKeyDown={(event) => sliderKeys.includes(event.key) && !event.repeat && onBegin?.()}
        onKeyUp={onEnd}
        onBlur={onEnd}
      />
      <output htmlFor={id}>{Number(value.toFixed(2))}</output>
    </div>
  );
}
