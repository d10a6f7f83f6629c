/** Where networks stand by cost and performance, published and ours. */
import type { Exhibit, Figure, Outcome } from "../../../../reproductions/contract.ts";
import { shownValue } from "../../../../reproductions/outcome.ts";

/** A point of the drawing, px. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface WorthMark {
  readonly label: string;
  readonly published: Place | null;
  readonly ours: Place | null;
  /** Ours: performance over cost, as it is shown. */
  readonly ratio: string | null;
  /** Where the label begins, or ends. */
  readonly at: Place & { readonly anchor: "start" | "end" };
}

export interface WorthDrawing {
  readonly width: number;
  readonly height: number;
  readonly ticks: { readonly x: readonly Tick[]; readonly y: readonly Tick[] };
  /** Lines of equal performance per cost, from the origin to where they leave the drawing. */
  readonly rays: readonly { readonly ratio: number; readonly to: Place }[];
  readonly origin: Place;
  readonly marks: readonly WorthMark[];
}

interface Tick {
  readonly at: number;
  readonly text: string;
}

const margin = { left: 34, right: 18, top: 26, bottom: 34 } as const;
const height = 270;
/** Least distance of two labels, px. */
const lineHeight = 15;
/** Pixels of a character of a label, about. */
const characterWidth = 6.2;

/** Lays the figure out for a width. */
export function placeWorth(
  { cost, worth }: Extract<Figure, { is: "worth" }>,
  { rows }: Exhibit,
  { values }: Outcome,
  width: number,
): WorthDrawing {
  const labels = rows.filter((row) => row.series === worth).map(({ label }) => label);
  const of = (series: string, label: string) => {
    const row = rows.find((each) => each.series === series && each.label === label);
    return {
      word: row?.word ?? ({ is: "exact" } as const),
      published: row?.published?.high ?? null,
      ours: row === undefined ? null : (values.get(row.id)?.value ?? null),
    };
  };
  const numbers = labels.map((label) => ({ label, cost: of(cost, label), worth: of(worth, label) }));
  const top = Math.max(1, ...numbers.flatMap(({ worth: { published, ours } }) => [published ?? 0, ours ?? 0])) * 1.06;
  const right = Math.max(1, ...numbers.flatMap(({ cost: { published, ours } }) => [published ?? 0, ours ?? 0])) * 1.06;
  const step = right > 2.2 ? Math.ceil(right / 4) : right > 1.3 ? 0.5 : 0.25;
  const x = (value: number) => margin.left + (value / right) * (width - margin.left - margin.right);
  const y = (value: number) => height - margin.bottom - (value / top) * (height - margin.top - margin.bottom);
  const place = (a: number | null, b: number | null) => (a === null || b === null ? null : { x: x(a), y: y(b) });
  const marks = numbers.map(({ label, cost: c, worth: w }): Omit<WorthMark, "at"> => ({
    label,
    published: place(c.published, w.published),
    ours: place(c.ours, w.ours),
    ratio:
      c.ours === null || w.ours === null ? null : shownValue({ published: null, word: c.word, decimals: 2 }, { value: w.ours / c.ours }),
  }));
  const ray = (ratio: number) => ({
    ratio,
    to: ratio * right <= top ? { x: x(right), y: y(ratio * right) } : { x: x(top / ratio), y: y(top) },
  });
  return {
    width,
    height,
    ticks: {
      x: Array.from({ length: Math.floor(right / step) + 1 }, (_, i) => ({ at: x(i * step), text: String(i * step) })),
      y: [0, 0.5, 1].map((value) => ({ at: y(value), text: String(value) })),
    },
    rays: [1, 2, 3, 4].map(ray),
    origin: { x: x(0), y: y(0) },
    marks: labelled(marks, width),
  };
}

/** Labels to the right of their marks, or to the left where there is no room, none on another. */
function labelled(marks: readonly Omit<WorthMark, "at">[], width: number): readonly WorthMark[] {
  const taken: number[] = [];
  return marks
    .map((mark, i) => ({ mark, i, at: mark.ours ?? mark.published ?? { x: 0, y: 0 } }))
    .toSorted((a, b) => a.at.y - b.at.y)
    .map(({ mark, i, at }) => {
      const room = (mark.label.length + 6) * characterWidth;
      const isLate = at.x > width * 0.62 || (at.x + 12 + room > width && at.x - 12 > room);
      const y = Math.max(at.y + 4, isLate ? 0 : Math.max(0, ...taken) + lineHeight);
      if (!isLate) taken.push(y);
      return { i, mark: { ...mark, at: { x: isLate ? at.x - 12 : at.x + 12, y, anchor: isLate ? ("end" as const) : ("start" as const) } } };
    })
    .toSorted((a, b) => a.i - b.i)
    .map(({ mark }) => mark);
}
