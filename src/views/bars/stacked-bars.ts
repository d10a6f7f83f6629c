/**
 * Stacked bars of time in phases, distinguished by tone and pattern. Patterns are ordinary paths, so that saved pictures need no pattern
 * definitions.
 */
import { small } from "../plot/axes.ts";
import type { Theme } from "../contract.ts";
import type { Bar } from "./bars.ts";
import { type Mark, pathMark, tenth, textMark } from "../marks/marks.ts";
import { textWidth } from "../plot/text-width.ts";

/** Style of a phase. Fills are colors or custom properties of the page. */
export interface Phase {
  readonly id: string;
  readonly title: string;
  readonly fill: string;
  readonly pattern: "solid" | "hatched" | "dotted" | "outlined" | "lined";
}

/** One bar: its label, its phases from the bottom up, and the name of its group, if any. */
export interface StackRow {
  readonly label: string;
  readonly parts: readonly { readonly phase: string; readonly cycles: number }[];
  readonly group?: string;
}

/** Area of the stacks, pixels: one bar for each row, from `bottom` to `top`; the full height is `most` cycles. */
export interface StackBox {
  readonly bars: readonly Pick<Bar, "x" | "width">[];
  readonly top: number;
  readonly bottom: number;
  readonly most: number;
}

/** Below this width bars have no patterns, because they would not be visible, pixels. */
const narrow = 3;

/** Height of the first line of group names below the bars, and of each further line, pixels. */
export const groupRoom = 20;
export const groupLine = 14;

/** The rows as stacked bars: a path for each phase, and one for its pattern. */
export function stackedBars(rows: readonly StackRow[], phases: readonly Phase[], box: StackBox, theme: Theme): readonly Mark[] {
  const { bars, top, bottom, most } = box;
  const isNarrow = bars.some(({ width }) => width < narrow);
  const shapes = new Map(phases.map(({ id }) => [id, { fill: "", pattern: "" }]));
  rows.forEach(({ parts }, r) => {
    const { x, width } = bars[r];
    let height = 0;
    for (const { phase, cycles } of parts) {
      const shape = shapes.get(phase);
      const style = phases.find(({ id }) => id === phase);
      if (shape === undefined || style === undefined) throw new Error(`there is no phase "${phase}"`);
      const y = (at: number) => tenth(bottom - (most > 0 ? at / most : 0) * (bottom - top));
      const [low, high] = [y(height), y(height + cycles)];
      height += cycles;
      if (low - high < 0.1) continue;
      shape.fill += `M${x} ${low}V${high}h${width}V${low}z`;
      if (!isNarrow) shape.pattern += patternIn(style.pattern, x, width, high, low);
    }
  });
  return phases.flatMap(({ id, fill, pattern }) => {
    const shape = shapes.get(id);
    if (shape === undefined || shape.fill === "") return [];
    const outline = pattern === "outlined" && !isNarrow ? { stroke: theme.edge, "stroke-width": 0.7 } : {};
    const marks = [pathMark(`phase ${id}`, shape.fill, { fill, ...outline })];
    return shape.pattern === "" ? marks : [...marks, pathMark(`pattern ${id}`, shape.pattern, patternStyle(pattern, theme))];
  });
}

/** A small square in the style of a phase, for legends. */
export function phaseSwatch(key: string, { fill, pattern }: Phase, x: number, y: number, side: number, theme: Theme): readonly Mark[] {
  const outline = pattern === "outlined" ? { stroke: theme.edge, "stroke-width": 0.7 } : {};
  const lines = patternIn(pattern, x, side, y, y + side);
  return [
    pathMark(key, `M${tenth(x)} ${tenth(y)}h${side}v${side}h${-side}z`, { fill, ...outline }),
    ...(lines === "" ? [] : [pathMark(`${key} pattern`, lines, patternStyle(pattern, theme))]),
  ];
}

/**
 * Brackets with group names below adjacent bars, in as many lines as the names occupy. Groups whose name does not fit have only a bracket.
 */
export function groupMarks(
  rows: readonly StackRow[],
  { bars, bottom }: StackBox,
  theme: Theme,
  names = groupNames(rows, bars),
): readonly Mark[] {
  const foot = tenth(bottom);
  const lineOf = (group: number) => names.find((name) => name.group === group)?.line ?? 0;
  return [
    ...bracesOf(rows, bars).flatMap(({ from, to, middle }, group) => {
      const line = lineOf(group);
      // A name in the second line is connected to its bracket by a line.
      const tie = line === 0 ? "" : `M${tenth(middle)} ${foot + 7}v${groupLine * line - 2}`;
      return [pathMark(`bracket ${group}`, `M${from + 0.5} ${foot + 4}v3H${to - 0.5}v-3${tie}`, { stroke: theme.ink2 })];
    }),
    ...names.map(({ group, text, x, line }) =>
      textMark(`group ${group}`, x, bottom + groupRoom + groupLine * line, text, small(theme, "middle")),
    ),
  ];
}

/** Adjacent bars of one group: their edges and their center, pixels. */
interface Brace {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly middle: number;
}

/** The brackets of all runs of adjacent bars with equal group. */
function bracesOf(rows: readonly StackRow[], bars: StackBox["bars"]): readonly Brace[] {
  const braces: Brace[] = [];
  let first = 0;
  for (let r = 1; r <= rows.length; r++) {
    const { group } = rows[first];
    if (r < rows.length && rows[r].group === group) continue;
    const [from, to] = [bars[first].x, bars[r - 1].x + bars[r - 1].width];
    if (group !== undefined) braces.push({ text: group, from, to, middle: (from + to) / 2 });
    first = r;
  }
  return braces;
}

/** A placed group name, centered at `x`, in a line from 0. */
export interface GroupName {
  /** Index of the group, from the left. */
  readonly group: number;
  readonly text: string;
  readonly x: number;
  readonly line: number;
}

/** Options for group names where there is little room. */
export interface GroupWriting {
  /** Increasingly short forms of a name. */
  readonly shorter?: (group: string) => readonly string[];
  readonly lines?: number;
}

/**
 * Places the names of groups: all in full, or all in the first shorter form in which every name fits. If none does, each name in the first
 * form that fits, or not at all.
 */
export function groupNames(
  rows: readonly StackRow[],
  bars: StackBox["bars"],
  { shorter = () => [], lines = 1 }: GroupWriting = {},
): readonly GroupName[] {
  const braces = bracesOf(rows, bars);
  const forms = braces.map(({ text }) => [text, ...shorter(text)]);
  const right = Math.max(0, ...braces.map(({ to }) => to));
  const place = (formsOf: (group: number) => readonly string[]) => {
    const placed: (GroupName & { readonly half: number })[] = [];
    braces.forEach((brace, group) => {
      const found = formsOf(group)
        .flatMap((text) => Array.from({ length: lines }, (_, line) => nameAt(brace, group, text, line, right)))
        .find((name) => isFree(name, placed, braces));
      if (found !== undefined) placed.push(found);
    });
    return placed;
  };
  const most = Math.max(0, ...forms.map(({ length }) => length));
  for (let form = 0; form < most; form++) {
    const placed = place((group) => [forms[group][Math.min(form, forms[group].length - 1)]]);
    if (placed.length === braces.length) return placed;
  }
  return place((group) => forms[group]);
}

/** Centered at its bracket, but within the edges of the drawing. */
function nameAt({ from, to, middle }: Brace, group: number, text: string, line: number, right: number) {
  const half = textWidth(text) / 2;
  // A name that is hardly wider than its bracket may reach beyond the edge.
  const x = 2 * half <= to - from + 12 ? middle : Math.min(Math.max(middle, half), Math.max(half, right - half));
  return { group, text, x, line, half };
}

type PlacedName = ReturnType<typeof nameAt>;

/** Whether a name overlaps no other name, and no line that connects another name to its bracket. */
function isFree(name: PlacedName, placed: readonly PlacedName[], braces: readonly Brace[]): boolean {
  const { x, half, line, group } = name;
  const covers = (own: PlacedName, at: number) => Math.abs(at - own.x) < own.half + 3;
  return (
    Math.abs(x - braces[group].middle) <= half &&
    x - half >= -1 &&
    placed.every((other) => other.line !== line || Math.abs(other.x - x) >= other.half + half + 3) &&
    placed.every((other) => other.line <= line || !covers(name, braces[other.group].middle)) &&
    placed.every((other) => other.line >= line || !covers(other, braces[group].middle))
  );
}

/** SVG attributes of the lines or dots of a pattern. */
export function patternStyle(pattern: Phase["pattern"], theme: Theme): Readonly<Record<string, string | number>> {
  if (pattern === "dotted") return { stroke: theme.ink, "stroke-width": 1.4, "stroke-linecap": "round" };
  return { stroke: theme.surface, "stroke-width": 1.1, "stroke-opacity": 0.55 };
}

/**
 * Path data of the lines or dots of a pattern within a rectangle. They are aligned across bars, so that a phase looks the same in all bars.
 */
export function patternIn(pattern: Phase["pattern"], x: number, width: number, top: number, bottom: number): string {
  let d = "";
  if (pattern === "hatched") {
    // Lines x + y = 5 k, clipped to the rectangle.
    for (let k = Math.ceil((x + top) / 5); k * 5 < x + width + bottom; k++) {
      const [fromX, toX] = [Math.max(x, 5 * k - bottom), Math.min(x + width, 5 * k - top)];
      if (toX - fromX > 0.3) d += `M${tenth(fromX)} ${tenth(5 * k - fromX)}L${tenth(toX)} ${tenth(5 * k - toX)}`;
    }
  } else if (pattern === "dotted") {
    for (let y = Math.ceil(top / 4) * 4; y < bottom - 0.7; y += 4) {
      for (let at = Math.ceil((x + 1) / 4) * 4 + ((y / 4) % 2) * 2; at < x + width - 0.7; at += 4) if (y > top + 0.7) d += `M${at} ${y}h0`;
    }
  } else if (pattern === "lined") {
    for (let y = Math.ceil(top / 4) * 4; y < bottom; y += 4) if (y > top + 0.7) d += `M${x} ${y}h${width}`;
  }
  return d;
}
