/**
 * Ranges of a contest (a sweep that compares alternatives such as algorithms, the contenders) in which one contender is the best: a heavy
 * line along the best values, and a band below that names the best contenders.
 */
import { truncateText } from "../plot/text-fit.ts";
import { type SizeWinner, intersectionOf, type WinningRange, winningRangesOf } from "../../core/measures/contest.ts";
import type { SweepAxis } from "../../core/measures/sweep.ts";
import { smallText } from "../plot/vertical-axis.ts";
import { textWidth, type TextStyle, strongWeight } from "../plot/text-width.ts";
import type { Canvas, Theme } from "../contract.ts";
import { categoryColor, textColorOn, parseColor } from "../marks/color.ts";
import { circleMark, textHalo, type Mark, pathMark, rectMark, toTenths, textMark } from "../marks/marks.ts";

/** Height of the band, and the space it needs below the lines, pixels. */
const bandHeight = 20;
export const bandSpace = bandHeight + 10;

/** Geometry of the contenders' lines. */
export interface ContenderGeometry {
  readonly names: readonly string[];
  /** Index of a contender among those drawn, which selects its color. */
  readonly indexOf: (contender: number) => number;
  /** x of a size, by its index on the axis. */
  readonly xOf: (at: number) => number;
  /** y of a contender's line at a size. */
  readonly yOf: (contender: number, at: number) => number;
  /** y of the horizontal axis. */
  readonly axisY: number;
}

/** A range in which one contender leads, with its ends in pixels. */
interface BestRange extends WinningRange {
  readonly left: number;
  readonly right: number;
  readonly crossingY: number;
}

/**
 * A heavy line follows the fastest contender, a band below the axis names it, and a dotted line leads down from each point where another
 * one becomes faster.
 */
export function bestRangeMarks(
  sizeWinners: readonly SizeWinner[],
  axis: SweepAxis,
  geometry: ContenderGeometry,
  { theme }: Canvas,
): readonly Mark[] {
  const { xOf, axisY } = geometry;
  const marks: Mark[] = [];
  // The ranges of consecutive sizes with one winner. A range ends where the line of the next winner crosses.
  const winningRanges = winningRangesOf(sizeWinners);
  const ranges: BestRange[] = [];
  for (const [i, winningRange] of winningRanges.entries()) {
    const next = winningRanges[i + 1];
    const left = ranges.at(-1)?.right ?? xOf(winningRange.from);
    if (next === undefined) ranges.push({ ...winningRange, left, right: xOf(winningRange.until), crossingY: NaN });
    else ranges.push({ ...winningRange, left, ...leadChange(winningRange, next, geometry) });
  }
  // The heavy line of each range leads from crossing to crossing through the times of its winner.
  const heavyLines = ranges.map(({ contender, from: firstSize, until: lastSize, left, right, crossingY }, i) => {
    const previous = ranges[i - 1];
    const winnersInRange = sizeWinners.filter(
      (winner) => winner.contender === contender && isInRange(xOf(winner.size), xOf(firstSize), xOf(lastSize)),
    );
    const points = [
      ...(previous === undefined ? [] : [[left, previous.crossingY] as const]),
      ...winnersInRange.map((winner) => [xOf(winner.size), geometry.yOf(contender, winner.size)] as const),
      ...(Number.isNaN(crossingY) ? [] : [[right, crossingY] as const]),
    ];
    return { d: `M${points.map(([x, y]) => `${toTenths(x)} ${toTenths(y)}`).join("L")}`, contender };
  });
  const roundStroke = { "stroke-linejoin": "round", "stroke-linecap": "round" };
  marks.push(
    ...heavyLines.map(({ d }, i) => pathMark(`halo ${i}`, d, { stroke: theme.surface, "stroke-width": 7, ...roundStroke })),
    ...heavyLines.map(({ d, contender }, i) =>
      pathMark(`best ${i}`, d, { stroke: categoryColor(geometry.indexOf(contender), theme), "stroke-width": 4, ...roundStroke }),
    ),
  );
  const crossingLabels = crossingLabelMarks(ranges, axis, theme, axisY);
  // The band below the axis, and the dotted lines down to it.
  const top = axisY + 7;
  for (const [i, range] of ranges.entries()) {
    const { contender, left, right, crossingY } = range;
    const [x, width] = [i === 0 ? left - 4 : left, right - left + (i === 0 ? 4 : 0) + (i === ranges.length - 1 ? 4 : 0)];
    const color = categoryColor(geometry.indexOf(contender), theme);
    marks.push(rectMark(`reign ${i}`, x, top, width - (i === ranges.length - 1 ? 0 : 1.5), bandHeight, { fill: color, rx: 2 }));
    const name = fitName(geometry.names[contender], width - 8);
    if (name !== "")
      marks.push(
        textMark(`reign name ${i}`, x + width / 2, top + 14, name, {
          "font-size": 11,
          "font-weight": strongWeight,
          "text-anchor": "middle",
          fill: textColorOn(parseColor(color)),
        }),
      );
    if (Number.isNaN(crossingY)) continue;
    marks.push(
      pathMark(`overtaken ${i}`, `M${toTenths(right)} ${toTenths(crossingY)}V${toTenths(top)}`, {
        stroke: theme.ink2,
        "stroke-dasharray": "1.2 3.4",
        "stroke-linecap": "round",
      }),
      circleMark(`crossing ${i}`, right, crossingY, 4, { fill: theme.surface, stroke: theme.ink, "stroke-width": 1.5 }),
    );
  }
  return [...marks, ...crossingLabels];
}

const isInRange = (x: number, from: number, until: number) => x >= from - 0.1 && x <= until + 0.1;

/** Intersection of the lines of two contenders, the second of which is the best after the first. */
function leadChange(reign: WinningRange, next: WinningRange, { xOf, yOf }: ContenderGeometry): Pick<BestRange, "right" | "crossingY"> {
  const ends = [reign.until, next.from] as const;
  const heightsOf = (contender: number) => ends.map((size) => yOf(contender, size)) as unknown as readonly [number, number];
  const [leaderY, nextY] = [heightsOf(reign.contender), heightsOf(next.contender)];
  const fraction = intersectionOf(leaderY, nextY);
  const [from, to] = ends.map(xOf);
  return { right: from + fraction * (to - from), crossingY: leaderY[0] + fraction * (leaderY[1] - leaderY[0]) };
}

/** `16 KiB to 64 KiB` beside each dotted line, where it fits. */
function crossingLabelMarks(ranges: readonly BestRange[], { labels }: SweepAxis, theme: Theme, axisY: number): readonly Mark[] {
  const usedRows: { readonly from: number; readonly to: number; readonly row: number }[] = [];
  return ranges.slice(0, -1).flatMap(({ right, until }, i) => {
    const text = `${labels[until]} to ${labels[ranges[i + 1].from]}`;
    const [from, to] = [right + 5, right + 10 + textWidth(text)];
    const row = [0, 1, 2].find((each) => usedRows.every((other) => other.row !== each || other.to < from || other.from > to));
    if (row === undefined) return [];
    usedRows.push({ from, to, row });
    return [textMark(`overtaken at ${i}`, from, axisY - 6 - 14 * row, text, { ...smallText(theme), ...textHalo(theme.surface) })];
  });
}

/**
 * A name shortened to a width in pixels: in full, by its initials, `RD`, or truncated if it is a single word. Empty if nothing useful fits.
 */
export function fitName(name: string, maxWidth: number): string {
  if (boldWidth(name) <= maxWidth) return name;
  const nameWords = name.split(" ");
  if (nameWords.length > 1) {
    const initials = nameWords.map((word) => (/^\d/.test(word) ? word : word[0].toUpperCase())).join("");
    return boldWidth(initials) <= maxWidth ? initials : "";
  }
  const cut = truncateText(name, maxWidth, boldStyle);
  return cut.length < 4 ? "" : cut;
}

/** Text style of bold words. */
export const boldStyle: TextStyle = { weight: strongWeight };

/** Width of a bold word, pixels. */
export const boldWidth = (text: string) => textWidth(text, boldStyle);
