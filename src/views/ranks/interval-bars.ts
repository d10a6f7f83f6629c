/** Intervals as bars, with one path for each kind and sort of work. Intervals narrower than a pixel are merged with their neighbors. */
import type { Theme } from "../contract.ts";
import { type Attributes, type Mark, pathMark, toTenths, textMark } from "../marks/marks.ts";
import { type SpanKind, timeAt } from "../time-axis/span-rows.ts";
import { patternIn, patternStyle } from "../bars/stacked-bars.ts";
import type { RankRows } from "./arrows.ts";
import { kindStyles, styleIndexOf } from "./styles.ts";
import {
  intervalKinds,
  intervalKind,
  intervalLength,
  namedTaskOf,
  rankCount,
  workSortsOf,
  intervalAfter,
  type RankTimeline,
} from "./rank-timeline.ts";

/**
 * Minimum width and height of bars with a pattern, minimum width of bars with an outline, pixels; and maximum number of bars with patterns.
 */
const patternLimits = { width: 3, height: 4, outlined: 7, bars: 2500 };
/** Minimum width of a bar, pixels, so that short intervals are visible. */
const minBarWidth = 0.4;
/** Minimum height of bars with names, maximum width of a character, and margin, pixels. */
const nameLimits = { height: 12, character: 6, margin: 4 };

/** A bar of one style in a row: an interval, or several that share a pixel. */
interface IntervalBar {
  /** Index of the style, see {@link styleIndexOf}. */
  readonly style: number;
  readonly x: number;
  readonly width: number;
  /** The interval of the bar; −1 for several. */
  readonly interval: number;
}

/**
 * The bars of a rank from left to right, positions in pixels: one for each visible interval (an activity such as computing or waiting).
 * Several intervals within a pixel share one bar, in the style that has the longest total time. In a bar, `style` is an index into the
 * styles of interval kinds, `interval` the index of the interval, −1 for a shared bar.
 */
export function intervalBarsOf({ timeline }: RankTimeline, rank: number, { timeBox }: RankRows): readonly IntervalBar[] {
  const bars: IntervalBar[] = [];
  const endInterval = timeline.first[rank + 1];
  const lengthByStyle = new Float64Array(intervalKinds.length + Math.max(0, workSortsOf(timeline).length - 1));
  for (
    let intervalIndex = intervalAfter(timeline, rank, timeBox.from);
    intervalIndex < endInterval && timeline.from[intervalIndex] < timeBox.to;
  ) {
    const x = Math.max(timeBox.left, timeAt(timeBox, timeline.from[intervalIndex]));
    const right = Math.min(timeBox.right, timeAt(timeBox, timeline.to[intervalIndex]));
    // An interval of at least a pixel has its own bar, and so has the last one.
    if (right - x >= 1 || intervalIndex + 1 >= endInterval) {
      if (right > x)
        bars.push({
          style: styleIndexOf(timeline, intervalIndex),
          x,
          width: Math.max(Math.min(minBarWidth, timeBox.right - x), right - x),
          interval: intervalIndex,
        });
      intervalIndex++;
      continue;
    }
    // Collect the intervals that begin within this pixel and do not reach beyond the next one.
    lengthByStyle.fill(0);
    const firstInterval = intervalIndex;
    let [mergedRight, count] = [right, 0];
    for (; intervalIndex < endInterval && timeline.from[intervalIndex] < timeBox.to; intervalIndex++, count++) {
      const intervalRight = timeAt(timeBox, timeline.to[intervalIndex]);
      if (count > 0 && (mergedRight - x >= 1 || intervalRight - mergedRight >= 1)) break;
      lengthByStyle[styleIndexOf(timeline, intervalIndex)] += intervalLength(timeline, intervalIndex);
      mergedRight = Math.min(timeBox.right, intervalRight);
    }
    const style = lengthByStyle.indexOf(Math.max(...lengthByStyle));
    const width = Math.max(mergedRight - x, Math.min(minBarWidth, timeBox.right - x));
    if (lengthByStyle[style] > 0) bars.push({ style, x, width, interval: count === 1 ? firstInterval : -1 });
  }
  return bars;
}

/**
 * All bars as marks, and the names of tasks in bars that have room. All bars are pale if a search has found intervals, which are drawn on
 * top at full strength.
 */
export function intervalBarMarks(
  rankTimeline: RankTimeline,
  rows: RankRows,
  theme: Theme,
  foundIntervals: readonly number[] | null,
): readonly Mark[] {
  const { timeBox, tops, barHeight } = rows;
  const cacheKey = JSON.stringify([timeBox, tops[0], barHeight, theme]);
  const cached = cachedMarks.get(rankTimeline);
  if (cached?.as === cacheKey && cached.found === foundIntervals) return cached.marks;
  const marks = createBarMarks(rankTimeline, rows, theme, foundIntervals);
  cachedMarks.set(rankTimeline, { as: cacheKey, found: foundIntervals, marks });
  return marks;
}

/** The last marks of each run. During playback the bars do not change. */
const cachedMarks = new WeakMap<
  RankTimeline,
  { readonly as: string; readonly found: readonly number[] | null; readonly marks: readonly Mark[] }
>();

/**
 * Creates the marks of the bars of all ranks, with the names of their tasks where they fit. Its caller caches the result.
 * @param foundIntervals Intervals that a search has found, drawn strongly while all others are pale; null without a search.
 */
function createBarMarks(
  rankTimeline: RankTimeline,
  rows: RankRows,
  theme: Theme,
  foundIntervals: readonly number[] | null,
): readonly Mark[] {
  const { timeline } = rankTimeline;
  const isPale = foundIntervals !== null;
  const bars = Array.from({ length: rankCount(timeline) }, (_, rank) =>
    intervalBarsOf(rankTimeline, rank, rows).map((bar) => ({ ...bar, rank })),
  ).flat();
  const nameMarks =
    rows.barHeight < nameLimits.height
      ? []
      : bars.flatMap(({ rank, x, width, interval }) => {
          if (interval < 0 || intervalKind(timeline, interval) !== "compute") return [];
          const name = fittingName(namedTaskOf(timeline, interval), width);
          if (name === "") return [];
          return [textMark(`name ${interval}`, x + width / 2, rows.tops[rank] + rows.barHeight / 2 + 3.7, name, nameStyle(theme, isPale))];
        });
  return [
    ...barShapeMarks("", bars, rows, kindStyles(theme, workSortsOf(timeline)), theme, isPale ? { opacity: 0.3 } : {}),
    ...(foundIntervals === null ? [] : foundIntervalMarks(rankTimeline, foundIntervals, rows, theme)),
    ...nameMarks,
  ];
}

/** The intervals found by a search at full strength, with a line below each. */
function foundIntervalMarks({ timeline }: RankTimeline, foundIntervals: readonly number[], rows: RankRows, theme: Theme): readonly Mark[] {
  const { timeBox, tops, barHeight } = rows;
  const bars: (IntervalBar & { readonly rank: number })[] = [];
  let [underlines, rank] = ["", 0];
  for (const interval of foundIntervals) {
    while (interval >= timeline.first[rank + 1]) rank++;
    if (timeline.to[interval] < timeBox.from || timeline.from[interval] > timeBox.to) continue;
    const x = Math.max(timeBox.left, timeAt(timeBox, timeline.from[interval]));
    const width = Math.max(1, Math.min(timeBox.right, timeAt(timeBox, timeline.to[interval])) - x);
    bars.push({ style: styleIndexOf(timeline, interval), x, width, interval, rank });
    underlines += `M${toTenths(x)} ${toTenths(tops[rank] + barHeight + 2)}h${toTenths(width)}`;
  }
  return [
    ...barShapeMarks("found ", bars, rows, kindStyles(theme, workSortsOf(timeline)), theme, {}),
    ...(underlines === "" ? [] : [pathMark("found", underlines, { stroke: theme.accent, "stroke-width": 2.5 })]),
  ];
}

/**
 * Marks of bars: for each style one path of all its bars and another for its pattern, and one path for the outlines of bars that are drawn
 * as outlines. Narrow or very many bars have no pattern. Keys begin with `prefix`.
 */
function barShapeMarks(
  prefix: string,
  bars: readonly (IntervalBar & { readonly rank: number })[],
  { tops, barHeight }: RankRows,
  styles: readonly SpanKind[],
  theme: Theme,
  attributes: Attributes,
): readonly Mark[] {
  // Paths of the bars and of their patterns, by style.
  const [fillPaths, patternPaths] = [styles.map(() => ""), styles.map(() => "")];
  let outlines = "";
  const hasPatterns = barHeight >= patternLimits.height && bars.length <= patternLimits.bars;
  for (const { style, x, width, rank } of bars) {
    const y = tops[rank];
    fillPaths[style] += barPath(x, y, width, barHeight);
    if (width < patternLimits.width || !hasPatterns) continue;
    const { pattern } = styles[style];
    if (pattern === "outlined") {
      if (width >= patternLimits.outlined) outlines += barPath(x, y, width, barHeight);
    } else patternPaths[style] += patternIn(pattern, toTenths(x), toTenths(width), toTenths(y), toTenths(y + barHeight));
  }
  return [
    ...styles.flatMap(({ id, fill, pattern }, styleIndex) =>
      fillPaths[styleIndex] === ""
        ? []
        : [
            pathMark(`${prefix}bars ${id}`, fillPaths[styleIndex], { fill, ...attributes }),
            ...(patternPaths[styleIndex] === ""
              ? []
              : [pathMark(`${prefix}lines ${id}`, patternPaths[styleIndex], { ...patternStyle(pattern, theme), ...attributes })]),
          ],
    ),
    ...(outlines === "" ? [] : [pathMark(`${prefix}outlines`, outlines, { stroke: theme.edge, "stroke-width": 0.6, ...attributes })]),
  ];
}

function barPath(x: number, y: number, width: number, height: number): string {
  return `M${toTenths(x)} ${toTenths(y)}h${toTenths(width)}v${toTenths(height)}h${-toTenths(width)}z`;
}

/** A task's name as it fits into a bar: complete, without spaces, only the part in parentheses, or empty. */
function fittingName(name: string, width: number): string {
  const maxCharacters = (width - nameLimits.margin) / nameLimits.character;
  const withoutSpaces = name.replaceAll(" ", "");
  return [name, withoutSpaces, /\((.+)\)/.exec(withoutSpaces)?.[1] ?? withoutSpaces].find(({ length }) => length <= maxCharacters) ?? "";
}

const nameStyle = (theme: Theme, isPale: boolean): Attributes => ({
  "font-size": 11,
  "text-anchor": "middle",
  fill: isPale ? theme.ink2 : theme.ink,
});
