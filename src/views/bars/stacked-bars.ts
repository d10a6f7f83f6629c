/**
 * Stacked bars of time in phases, distinguished by tone and pattern. Patterns are ordinary paths, so that saved pictures need no pattern
 * definitions.
 */
import { smallText } from "../plot/vertical-axis.ts";
import type { Theme } from "../contract.ts";
import type { Bar } from "./bars.ts";
import { type Mark, pathMark, toTenths, textMark } from "../marks/marks.ts";
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

/** Area of the stacks, pixels: one bar for each row, from `bottom` to `top`; the full height is `maxCycles` cycles. */
export interface StackBox {
  readonly bars: readonly Pick<Bar, "x" | "width">[];
  readonly top: number;
  readonly bottom: number;
  readonly maxCycles: number;
}

/** Below this width bars have no patterns, because they would not be visible, pixels. */
const minPatternWidth = 3;

/** Height of the first line of group names below the bars, and of each further line, pixels. */
export const groupNamesHeight = 20;
export const groupLineHeight = 14;

/**
 * Marks of stacked bars, one bar for each row of data: a path for all parts of a phase, and one for its pattern. The parts of a bar are
 * stacked from the bottom; `box.maxCycles` is the number of cycles at the top of the box. Narrow bars have no pattern.
 */
export function stackedBarMarks(rows: readonly StackRow[], phases: readonly Phase[], box: StackBox, theme: Theme): readonly Mark[] {
  const { bars, top, bottom, maxCycles } = box;
  const isNarrow = bars.some(({ width }) => width < minPatternWidth);
  const pathsByPhase = new Map(phases.map(({ id }) => [id, { fill: "", pattern: "" }]));
  rows.forEach(({ parts }, rowIndex) => {
    const { x, width } = bars[rowIndex];
    let stackedCycles = 0;
    for (const { phase, cycles } of parts) {
      const phasePaths = pathsByPhase.get(phase);
      const style = phases.find(({ id }) => id === phase);
      if (phasePaths === undefined || style === undefined) throw new Error(`there is no phase "${phase}"`);
      const yOf = (cycleCount: number) => toTenths(bottom - (maxCycles > 0 ? cycleCount / maxCycles : 0) * (bottom - top));
      const [partBottom, partTop] = [yOf(stackedCycles), yOf(stackedCycles + cycles)];
      stackedCycles += cycles;
      if (partBottom - partTop < 0.1) continue;
      phasePaths.fill += `M${x} ${partBottom}V${partTop}h${width}V${partBottom}z`;
      if (!isNarrow) phasePaths.pattern += patternIn(style.pattern, x, width, partTop, partBottom);
    }
  });
  return phases.flatMap(({ id, fill, pattern }) => {
    const phasePaths = pathsByPhase.get(id);
    if (phasePaths === undefined || phasePaths.fill === "") return [];
    const outline = pattern === "outlined" && !isNarrow ? { stroke: theme.edge, "stroke-width": 0.7 } : {};
    const marks = [pathMark(`phase ${id}`, phasePaths.fill, { fill, ...outline })];
    return phasePaths.pattern === "" ? marks : [...marks, pathMark(`pattern ${id}`, phasePaths.pattern, patternStyle(pattern, theme))];
  });
}

/** A small square in the style of a phase, for legends. */
export function phaseSwatch(key: string, { fill, pattern }: Phase, x: number, y: number, side: number, theme: Theme): readonly Mark[] {
  const outline = pattern === "outlined" ? { stroke: theme.edge, "stroke-width": 0.7 } : {};
  const lines = patternIn(pattern, x, side, y, y + side);
  return [
    pathMark(key, `M${toTenths(x)} ${toTenths(y)}h${side}v${side}h${-side}z`, { fill, ...outline }),
    ...(lines === "" ? [] : [pathMark(`${key} pattern`, lines, patternStyle(pattern, theme))]),
  ];
}

/**
 * Brackets with group names below adjacent bars that belong to the same group, in as many lines as the names occupy. Groups whose name does
 * not fit have only a bracket.
 */
export function groupBracketMarks(
  rows: readonly StackRow[],
  { bars, bottom }: StackBox,
  theme: Theme,
  names = placedGroupNames(rows, bars),
): readonly Mark[] {
  const bottomY = toTenths(bottom);
  const lineOf = (group: number) => names.find((name) => name.group === group)?.line ?? 0;
  return [
    ...bracketsOf(rows, bars).flatMap(({ from, to, center: middle }, group) => {
      const line = lineOf(group);
      // A name in the second line is connected to its bracket by a line.
      const connector = line === 0 ? "" : `M${toTenths(middle)} ${bottomY + 7}v${groupLineHeight * line - 2}`;
      return [pathMark(`bracket ${group}`, `M${from + 0.5} ${bottomY + 4}v3H${to - 0.5}v-3${connector}`, { stroke: theme.ink2 })];
    }),
    ...names.map(({ group, text, x, line }) =>
      textMark(`group ${group}`, x, bottom + groupNamesHeight + groupLineHeight * line, text, smallText(theme, "middle")),
    ),
  ];
}

/** Adjacent bars of one group: their edges and their center, pixels. */
interface GroupBracket {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly center: number;
}

/** The brackets of all runs of adjacent bars with equal group. */
function bracketsOf(rows: readonly StackRow[], bars: StackBox["bars"]): readonly GroupBracket[] {
  const brackets: GroupBracket[] = [];
  let first = 0;
  for (let rowIndex = 1; rowIndex <= rows.length; rowIndex++) {
    const { group } = rows[first];
    if (rowIndex < rows.length && rows[rowIndex].group === group) continue;
    const [from, to] = [bars[first].x, bars[rowIndex - 1].x + bars[rowIndex - 1].width];
    if (group !== undefined) brackets.push({ text: group, from, to, center: (from + to) / 2 });
    first = rowIndex;
  }
  return brackets;
}

/** A placed group name, centered at `x`; `line` is the index of its text line. */
export interface GroupName {
  /** Index of the group, from the left. */
  readonly group: number;
  readonly text: string;
  readonly x: number;
  readonly line: number;
}

/** Options for group names where there is little room. */
export interface GroupNameOptions {
  /** Increasingly short forms of a name. */
  readonly shorterForms?: (group: string) => readonly string[];
  readonly lines?: number;
}

/**
 * Places the names of groups below their bars: all in full, or all in the first shorter form in which every name fits. If no form fits for
 * all, each name is in the first form that fits, or not shown at all.
 * @param shorterForms Shorter forms of a name, the longest first; `lines` is the number of lines in which names may be placed.
 */
export function placedGroupNames(
  rows: readonly StackRow[],
  bars: StackBox["bars"],
  { shorterForms = () => [], lines = 1 }: GroupNameOptions = {},
): readonly GroupName[] {
  const brackets = bracketsOf(rows, bars);
  const formsByGroup = brackets.map(({ text }) => [text, ...shorterForms(text)]);
  const right = Math.max(0, ...brackets.map(({ to }) => to));
  const placeNames = (formsOf: (group: number) => readonly string[]) => {
    const placedNames: (GroupName & { readonly half: number })[] = [];
    brackets.forEach((bracket, group) => {
      const fittingName = formsOf(group)
        .flatMap((text) => Array.from({ length: lines }, (_, line) => groupNameAt(bracket, group, text, line, right)))
        .find((name) => isGroupNameFree(name, placedNames, brackets));
      if (fittingName !== undefined) placedNames.push(fittingName);
    });
    return placedNames;
  };
  const maxForms = Math.max(0, ...formsByGroup.map(({ length }) => length));
  // Take the first form in which every name fits.
  for (let form = 0; form < maxForms; form++) {
    const placedNames = placeNames((group) => [formsByGroup[group][Math.min(form, formsByGroup[group].length - 1)]]);
    if (placedNames.length === brackets.length) return placedNames;
  }
  return placeNames((group) => formsByGroup[group]);
}

/** A group name, centered at the bracket of the group but within the edges of the drawing. */
function groupNameAt({ from, to, center }: GroupBracket, group: number, text: string, line: number, right: number) {
  const halfWidth = textWidth(text) / 2;
  // A name that is hardly wider than its bracket may reach beyond the edge.
  const x = 2 * halfWidth <= to - from + 12 ? center : Math.min(Math.max(center, halfWidth), Math.max(halfWidth, right - halfWidth));
  return { group, text, x, line, half: halfWidth };
}

type PlacedName = ReturnType<typeof groupNameAt>;

/** Whether a name overlaps no other name, and no line that connects another name to its bracket. */
function isGroupNameFree(name: PlacedName, placedNames: readonly PlacedName[], braces: readonly GroupBracket[]): boolean {
  const { x, half: halfWidth, line, group } = name;
  const doesCover = (coveringName: PlacedName, position: number) => Math.abs(position - coveringName.x) < coveringName.half + 3;
  return (
    Math.abs(x - braces[group].center) <= halfWidth &&
    x - halfWidth >= -1 &&
    placedNames.every((otherName) => otherName.line !== line || Math.abs(otherName.x - x) >= otherName.half + halfWidth + 3) &&
    placedNames.every((otherName) => otherName.line <= line || !doesCover(name, braces[otherName.group].center)) &&
    placedNames.every((otherName) => otherName.line >= line || !doesCover(otherName, braces[group].center))
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
    for (let lineIndex = Math.ceil((x + top) / 5); lineIndex * 5 < x + width + bottom; lineIndex++) {
      const [fromX, toX] = [Math.max(x, 5 * lineIndex - bottom), Math.min(x + width, 5 * lineIndex - top)];
      if (toX - fromX > 0.3)
        d += `M${toTenths(fromX)} ${toTenths(5 * lineIndex - fromX)}L${toTenths(toX)} ${toTenths(5 * lineIndex - toX)}`;
    }
  } else if (pattern === "dotted") {
    for (let y = Math.ceil(top / 4) * 4; y < bottom - 0.7; y += 4) {
      for (let dotX = Math.ceil((x + 1) / 4) * 4 + ((y / 4) % 2) * 2; dotX < x + width - 0.7; dotX += 4)
        if (y > top + 0.7) d += `M${dotX} ${y}h0`;
    }
  } else if (pattern === "lined") {
    for (let y = Math.ceil(top / 4) * 4; y < bottom; y += 4) if (y > top + 0.7) d += `M${x} ${y}h${width}`;
  }
  return d;
}
