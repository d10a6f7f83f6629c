/** Small panels side by side: in each, a line for every network over the columns, on one logarithmic scale for all. */
import type { Figure, Outcome } from "../../../../reproductions/contract.ts";
import { shortQuantity } from "./short.ts";

export interface ProfileLine {
  readonly name: string;
  /** Number of the line, for its stroke. */
  readonly index: number;
  /** Path through the values that are in. */
  readonly path: string;
  readonly dots: readonly { readonly x: number; readonly y: number; readonly value: number; readonly column: string }[];
}

export interface ProfilePanel {
  readonly title: string;
  readonly x: number;
  readonly y: number;
  readonly lines: readonly ProfileLine[];
}

export interface ProfilesDrawing {
  readonly width: number;
  readonly height: number;
  readonly panelWidth: number;
  readonly panelHeight: number;
  readonly panels: readonly ProfilePanel[];
  /** Names that stand below a panel. */
  readonly columns: readonly { readonly x: number; readonly text: string }[];
  /** Heights within a panel. */
  readonly ticks: readonly { readonly y: number; readonly text: string; readonly isUnit: boolean }[];
}

const margin = { left: 34, top: 30, bottom: 26, gap: 16 } as const;
const panelHeight = 150;
/** Pixels of a character of a name at most. */
const characterWidth = 7;
/** Gridlines. */
const steps: readonly number[] = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
/** Panels narrower than this go below each other. */
const narrowest = 148;

/** Lays the figure out for a width. */
export function placeProfiles(figure: Extract<Figure, { is: "profiles" }>, { values }: Outcome, width: number): ProfilesDrawing {
  const { panels, columns, lines, at } = figure;
  const room = Math.max(1, width - margin.left);
  const perRow = Math.max(1, Math.min(4, panels.length, Math.floor((room + margin.gap) / (narrowest + margin.gap))));
  const panelWidth = (room + margin.gap) / perRow - margin.gap;
  const all = panels.flatMap((panel) =>
    columns.flatMap((column) => lines.map((line) => values.get(at(panel, column, line))?.value)).filter((each) => isShown(each)),
  );
  const [least, most] = [Math.min(0.8, ...all), Math.max(2, ...all)];
  // The scale ends at gridlines, so that every value lies between two that are named.
  const low = steps.findLast((step) => step <= least) ?? least;
  const high = steps.find((step) => step >= most) ?? most;
  const y = (value: number) => panelHeight * (1 - Math.log(value / low) / Math.log(high / low));
  const x = (column: number) => 6 + (column / Math.max(1, columns.length - 1)) * (panelWidth - 12);
  return {
    width,
    height: Math.ceil(panels.length / perRow) * (margin.top + panelHeight + margin.bottom),
    panelWidth,
    panelHeight,
    panels: panels.map((title, i) => ({
      title,
      x: margin.left + (i % perRow) * (panelWidth + margin.gap),
      y: Math.floor(i / perRow) * (margin.top + panelHeight + margin.bottom) + margin.top,
      lines: lines.map((name, index) => {
        const dots = columns.flatMap((column, j) => {
          const value = values.get(at(title, column, name))?.value;
          return isShown(value) ? [{ x: x(j), y: y(value), value, column }] : [];
        });
        return { name, index, dots, path: dots.map((dot, j) => `${j === 0 ? "M" : "L"}${dot.x} ${dot.y}`).join("") };
      }),
    })),
    columns: labelled(columns.map((text, j) => ({ x: x(j), text: shortQuantity(text) }))),
    ticks: steps
      .filter((value) => value >= low && value <= high)
      .map((value) => ({ y: y(value), text: String(value), isUnit: value === 1 })),
  };
}

/** Leaves every other column unnamed, the last one named, where all names would run into each other. */
function labelled(columns: ProfilesDrawing["columns"]): ProfilesDrawing["columns"] {
  // The last name ends where its column is, the others stand around theirs.
  const isTight = columns.some(
    ({ x, text }, j) => j > 0 && x - columns[j - 1].x < (text.length + columns[j - 1].text.length / 2) * characterWidth,
  );
  return isTight ? columns.filter((_, j) => (columns.length - 1 - j) % 2 === 0) : columns;
}

const isShown = (value: number | undefined): value is number => value !== undefined && value > 0 && Number.isFinite(value);
