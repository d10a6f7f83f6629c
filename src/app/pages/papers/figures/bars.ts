/** Bars below each other, from 0 to either side, each with its standard error and its number. */
import type { Exhibit, Figure, Outcome } from "../../../../reproductions/contract.ts";
import { sayWithError } from "../../../../reproductions/outcome.ts";

export interface BarDrawing {
  readonly height: number;
  /** Where 0 is, px. */
  readonly zero: number;
  readonly foot: number;
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
  readonly bars: readonly {
    readonly label: string;
    /** Where the label stands: beside its bar, or above it where there is no room. */
    readonly name: { readonly x: number; readonly y: number };
    readonly x: number;
    readonly y: number;
    readonly width: number;
    /** From where to where its standard error reaches; null where it has none. */
    readonly error: readonly [number, number] | null;
    readonly text: string;
    /** Where its number stands. */
    readonly said: { readonly x: number; readonly anchor: "start" | "end" };
  }[];
}

/** Height of a bar, px. */
export const barHeight = 14;
const margin = { top: 6, bottom: 30, right: 12 } as const;
/** Room for a number on either side of the bars, px. */
const numberRoom = 84;
/** From one bar to the next where labels stand beside them, and above them. */
const pace = { beside: 30, above: 44 } as const;
/** Pixels of a character of a label, about. */
const characterWidth = 6.4;
/** Narrowest that bars may be with labels beside them, px. */
const narrowest = 300;
const steps: readonly number[] = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
const mostSteps = 7;

/** Lays the figure out for a width. */
export function placeBars(figure: Extract<Figure, { is: "bars" }>, { rows }: Exhibit, { values }: Outcome, width: number): BarDrawing {
  const found = figure.rows.flatMap((id) => {
    const [row, value] = [rows.find((each) => each.id === id), values.get(id)];
    return row === undefined || value === undefined ? [] : [{ row, value, error: value.spread?.error ?? 0 }];
  });
  const labelRoom = Math.ceil(Math.max(0, ...found.map(({ row }) => row.label.length)) * characterWidth) + 16;
  const isBeside = width - labelRoom >= narrowest;
  const ends = found.flatMap(({ value, error }) => [value.value - error, value.value + error]);
  const [low, high] = [Math.min(0, ...ends), Math.max(1e-9, ...ends)];
  const left = (isBeside ? labelRoom : 0) + (low < 0 ? numberRoom : 2);
  const right = width - margin.right - numberRoom;
  const x = (value: number) => left + ((value - low) / (high - low)) * (right - left);
  const step = steps.find((each) => (high - low) / each <= mostSteps) ?? high - low;
  const from = Math.ceil(low / step);
  const own = isBeside ? pace.beside : pace.above;
  const foot = margin.top + found.length * own;
  return {
    height: foot + margin.bottom,
    zero: x(0),
    foot,
    // Before anything is in, nobody knows how far it goes.
    ticks:
      found.length === 0
        ? []
        : Array.from({ length: Math.floor(high / step) - from + 1 }, (_, i) => ({
            at: x((from + i) * step),
            text: String(Number(((from + i) * step).toFixed(2))).replace("-", "−"),
          })),
    bars: found.map(({ row, value, error }, i) => {
      const top = margin.top + i * own;
      const y = isBeside ? top + (own - barHeight) / 2 : top + 22;
      const isLeft = value.value < 0;
      const end = x(isLeft ? Math.min(0, value.value - error) : Math.max(0, value.value + error));
      return {
        label: row.label,
        name: { x: 0, y: isBeside ? y + 11 : top + 15 },
        x: Math.min(x(0), x(value.value)),
        y,
        width: Math.abs(x(value.value) - x(0)),
        error: error > 1e-9 ? [x(value.value - error), x(value.value + error)] : null,
        text: sayWithError(row, value),
        said: { x: isLeft ? end - 8 : end + 8, anchor: isLeft ? "end" : "start" },
      };
    }),
  };
}
