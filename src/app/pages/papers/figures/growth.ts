/** Lines over something that grows, each scale logarithmic or linear, each line named at its end. */
import type { Figure, Outcome } from "../../../../reproductions/contract.ts";

export interface GrowthLine {
  readonly title: string;
  readonly look: "plain" | "dashed" | undefined;
  readonly path: string;
  readonly dots: readonly {
    readonly x: number;
    readonly y: number;
    readonly value: number;
    readonly column: string;
    readonly row: string;
    /** From where to where its standard error reaches; null where it is not drawn. */
    readonly error: readonly [number, number] | null;
  }[];
  /** Where its name stands. */
  readonly at: { readonly x: number; readonly y: number };
}

export interface GrowthDrawing {
  readonly height: number;
  readonly ticks: {
    readonly x: readonly { readonly at: number; readonly text: string }[];
    readonly y: readonly { readonly at: number; readonly text: string }[];
  };
  readonly foot: number;
  readonly left: number;
  readonly right: number;
  /** Where 0 is, if values lie on either side of it. */
  readonly zero: number | null;
  /** What the source prints. */
  readonly rings: readonly { readonly x: number; readonly y: number; readonly text: string; readonly anchor: "start" | "end" }[];
  readonly lines: readonly GrowthLine[];
}

/** Of a figure, and of a panel of one. */
const heights = { whole: 290, panel: 220 } as const;
const margin = { left: 52, right: 96, alone: 28, top: 24, bottom: 50 } as const;
/** Least distance of two names, px. */
const lineHeight = 15;

/** Pixels of a character of a tick, about, and between two ticks at least. */
const characterWidth = 6.5;
const leastGap = 8;
/** From one tick of a logarithmic scale to the next at least, px. */
const usualRoom = 44;

/** Gridlines: 1, 2 and 5 of every power of ten. */
const steps: readonly number[] = [-2, -1, 0, 1, 2, 3, 4, 5, 6].flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power));

/** Most steps of a linear scale. */
const mostSteps = 6;

/** Multiples of a step from one to another. */
function fromTo(low: number, high: number, step: number): readonly number[] {
  return Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step);
}

/** Lays the figure out for a width. */
export function placeGrowth(
  { columns, lines, scale, panel, hasErrors, published = [] }: Extract<Figure, { is: "growth" }>,
  { values }: Outcome,
  width: number,
): GrowthDrawing {
  const isLinear = scale !== undefined;
  const isLinearAcross = scale === "linear";
  const found = lines.map(({ title, look, rows }) => ({
    title,
    look,
    points: rows.flatMap((id, i) => {
      const found = values.get(id);
      if (found === undefined || !(isLinear || found.value > 0)) return [];
      const error = hasErrors === true ? (found.spread?.error ?? 0) : 0;
      return [{ ...columns[i], value: found.value, error, row: id }];
    }),
  }));
  const all = found.flatMap(({ points }) => points.flatMap(({ value, error }) => [value - error, value + error]));
  const printed = published.map(({ value }) => value);
  const [least, most] = [Math.min(...all, panel?.least ?? Infinity), Math.max(...all, ...printed, panel?.most ?? 0)];
  const height = panel === undefined ? heights.whole : heights.panel;
  const pace = isLinear ? (steps.find((step) => most - Math.min(0, least) <= mostSteps * step) ?? most / mostSteps) : 0;
  const low = isLinear
    ? Math.floor(Math.min(0, least) / pace) * pace
    : all.length === 0
      ? 1
      : (steps.findLast((step) => step <= least) ?? steps[0]);
  const high = isLinear
    ? Math.max(1, Math.ceil(most / pace)) * pace
    : (steps.find((step) => step >= most && step > low) ?? steps[steps.length - 1]);
  // A single line needs no name at its end: the figure is about it.
  const [foot, right] = [height - margin.bottom, width - (lines.length > 1 ? margin.right : margin.alone)];
  const [first, last] = [columns[0].at, columns[columns.length - 1].at];
  const along = (at: number, from: number, to: number, isEven: boolean) =>
    isEven ? (at - from) / (to - from) : Math.log(at / from) / Math.log(to / from);
  const x = (at: number) => margin.left + along(at, isLinearAcross ? 0 : first, last, isLinearAcross) * (right - margin.left);
  const y = (value: number) => foot - along(value, low, high, isLinear) * (foot - margin.top);
  const drawn = found.map(({ title, look, points }) => {
    const dots = points.map(({ at, value, error, text, row }) => ({
      x: x(at),
      y: y(value),
      value,
      column: text,
      row,
      error: error > 0 ? ([y(value - error), y(value + error)] as const) : null,
    }));
    const end = dots[dots.length - 1] ?? { x: margin.left, y: foot };
    return {
      title,
      look,
      dots,
      path: dots.map((dot, i) => `${i === 0 ? "M" : "L"}${dot.x.toFixed(1)} ${dot.y.toFixed(1)}`).join(""),
      at: { x: end.x + 8, y: end.y + 4 },
    };
  });
  return {
    height,
    foot,
    left: margin.left,
    right,
    zero: low < 0 ? y(0) : null,
    rings: published.map(({ at, value, text }) => ({
      x: x(at),
      y: y(value),
      text,
      // The last stands at the end, where names of lines begin.
      anchor: at === last ? "end" : "start",
    })),
    ticks: {
      x: apart(
        columns.map(({ at, text }) => ({ at: x(at), text })),
        isLinear ? Math.max(0, ...columns.map(({ text }) => text.length)) * characterWidth + leastGap : usualRoom,
      ),
      // Before anything is in, nobody knows how far it goes.
      y: (all.length === 0 ? [] : isLinear ? fromTo(low, high, pace) : steps.filter((step) => step >= low && step <= high)).map(
        (value) => ({
          at: y(value),
          text: (Math.round(value * 1e6) / 1e6).toLocaleString("en-US").replace("-", "−"),
        }),
      ),
    },
    lines: named(drawn, right),
  };
}

/** Those of the ticks that have room, from the last. */
function apart(ticks: readonly { readonly at: number; readonly text: string }[], room: number) {
  let next = Infinity;
  return ticks
    .toReversed()
    .filter(({ at }) => {
      if (at > next - room) return false;
      next = at;
      return true;
    })
    .toReversed();
}

/** Names at the right end, none on another. */
function named(lines: readonly GrowthLine[], right: number): readonly GrowthLine[] {
  let above = -Infinity;
  const places = new Map<string, number>();
  for (const { title, at } of lines.filter((line) => line.at.x > right).toSorted((a, b) => a.at.y - b.at.y)) {
    above = Math.max(at.y, above + lineHeight);
    places.set(title, above);
  }
  return lines.map((line) => ({ ...line, at: { x: line.at.x, y: places.get(line.title) ?? line.at.y } }));
}
