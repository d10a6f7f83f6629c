/** Intervals as bars, with one path for each kind and sort of work. Intervals narrower than a pixel are merged with their neighbors. */
import type { Theme } from "../contract.ts";
import { type Attributes, type Mark, pathMark, tenth, textMark } from "../marks/marks.ts";
import { type SpanKind, timeAt } from "../time-axis/span-rows.ts";
import { patternIn, patternStyle } from "../bars/stacked-bars.ts";
import type { RankRows } from "./arrows.ts";
import { kindStyles, styleOf } from "./styles.ts";
import { kinds, kindOf, lengthOf, pieceOf, ranksIn, sortsOf, stretchAfter, type Told } from "./told.ts";

/**
 * Minimum width and height of bars with a pattern, minimum width of bars with an outline, pixels; and maximum number of bars with patterns.
 */
const patterned = { width: 3, height: 4, outlined: 7, bars: 2500 };
/** Minimum width of a bar, pixels, so that short intervals are visible. */
const thinnest = 0.4;
/** Minimum height of bars with names, maximum width of a character, and margin, pixels. */
const named = { height: 12, character: 6, margin: 4 };

/** A bar of one style in a row: an interval, or several that share a pixel. */
interface Bar {
  /** Index of the style, see {@link styleIndexOf}. */
  readonly style: number;
  readonly x: number;
  readonly width: number;
  /** The interval of the bar; −1 for several. */
  readonly stretch: number;
}

/** The bars of a rank from left to right. Of several intervals within a pixel, the style with the longest total time is drawn. */
export function barsOf({ timeline }: Told, rank: number, { box }: RankRows): readonly Bar[] {
  const bars: Bar[] = [];
  const last = timeline.first[rank + 1];
  const sums = new Float64Array(kinds.length + Math.max(0, sortsOf(timeline).length - 1));
  for (let s = stretchAfter(timeline, rank, box.from); s < last && timeline.from[s] < box.to;) {
    const x = Math.max(box.left, timeAt(box, timeline.from[s]));
    const right = Math.min(box.right, timeAt(box, timeline.to[s]));
    if (right - x >= 1 || s + 1 >= last) {
      if (right > x)
        bars.push({ style: styleOf(timeline, s), x, width: Math.max(Math.min(thinnest, box.right - x), right - x), stretch: s });
      s++;
      continue;
    }
    // Collect the intervals that begin within this pixel and do not reach beyond the next one.
    sums.fill(0);
    const begun = s;
    let [end, count] = [right, 0];
    for (; s < last && timeline.from[s] < box.to; s++, count++) {
      const until = timeAt(box, timeline.to[s]);
      if (count > 0 && (end - x >= 1 || until - end >= 1)) break;
      sums[styleOf(timeline, s)] += lengthOf(timeline, s);
      end = Math.min(box.right, until);
    }
    const style = sums.indexOf(Math.max(...sums));
    const width = Math.max(end - x, Math.min(thinnest, box.right - x));
    if (sums[style] > 0) bars.push({ style, x, width, stretch: count === 1 ? begun : -1 });
  }
  return bars;
}

/**
 * All bars as marks, and the names of tasks in bars that have room. All bars are pale if a search has found intervals, which are drawn on
 * top at full strength.
 */
export function barMarks(told: Told, rows: RankRows, theme: Theme, found: readonly number[] | null): readonly Mark[] {
  const { box, tops, height } = rows;
  const as = JSON.stringify([box, tops[0], height, theme]);
  const kept = last.get(told);
  if (kept?.as === as && kept.found === found) return kept.marks;
  const marks = madeMarks(told, rows, theme, found);
  last.set(told, { as, found, marks });
  return marks;
}

/** The last marks of each run. During playback the bars do not change. */
const last = new WeakMap<Told, { readonly as: string; readonly found: readonly number[] | null; readonly marks: readonly Mark[] }>();

/** Creates the marks of all bars, without the cache. */
function madeMarks(told: Told, rows: RankRows, theme: Theme, found: readonly number[] | null): readonly Mark[] {
  const { timeline } = told;
  const isPale = found !== null;
  const placed = Array.from({ length: ranksIn(timeline) }, (_, rank) => barsOf(told, rank, rows).map((bar) => ({ ...bar, rank }))).flat();
  const names =
    rows.height < named.height
      ? []
      : placed.flatMap(({ rank, x, width, stretch }) => {
          if (stretch < 0 || kindOf(timeline, stretch) !== "compute") return [];
          const name = nameIn(pieceOf(timeline, stretch), width);
          if (name === "") return [];
          return [textMark(`name ${stretch}`, x + width / 2, rows.tops[rank] + rows.height / 2 + 3.7, name, nameStyle(theme, isPale))];
        });
  return [
    ...shapeMarks("", placed, rows, kindStyles(theme, sortsOf(timeline)), theme, isPale ? { opacity: 0.3 } : {}),
    ...(found === null ? [] : foundMarks(told, found, rows, theme)),
    ...names,
  ];
}

/** The intervals found by a search at full strength, with a line below each. */
function foundMarks({ timeline }: Told, found: readonly number[], rows: RankRows, theme: Theme): readonly Mark[] {
  const { box, tops, height } = rows;
  const bars: (Bar & { readonly rank: number })[] = [];
  let [lines, rank] = ["", 0];
  for (const stretch of found) {
    while (stretch >= timeline.first[rank + 1]) rank++;
    if (timeline.to[stretch] < box.from || timeline.from[stretch] > box.to) continue;
    const x = Math.max(box.left, timeAt(box, timeline.from[stretch]));
    const width = Math.max(1, Math.min(box.right, timeAt(box, timeline.to[stretch])) - x);
    bars.push({ style: styleOf(timeline, stretch), x, width, stretch, rank });
    lines += `M${tenth(x)} ${tenth(tops[rank] + height + 2)}h${tenth(width)}`;
  }
  return [
    ...shapeMarks("found ", bars, rows, kindStyles(theme, sortsOf(timeline)), theme, {}),
    ...(lines === "" ? [] : [pathMark("found", lines, { stroke: theme.accent, "stroke-width": 2.5 })]),
  ];
}

/** Bars as one path for each style, another for its pattern, and one for all outlines. */
function shapeMarks(
  prefix: string,
  bars: readonly (Bar & { readonly rank: number })[],
  { tops, height }: RankRows,
  styles: readonly SpanKind[],
  theme: Theme,
  attributes: Attributes,
): readonly Mark[] {
  const [fills, lines] = [styles.map(() => ""), styles.map(() => "")];
  let outlines = "";
  const hasPatterns = height >= patterned.height && bars.length <= patterned.bars;
  for (const { style, x, width, rank } of bars) {
    const y = tops[rank];
    fills[style] += barPath(x, y, width, height);
    if (width < patterned.width || !hasPatterns) continue;
    const { pattern } = styles[style];
    if (pattern === "outlined") {
      if (width >= patterned.outlined) outlines += barPath(x, y, width, height);
    } else lines[style] += patternIn(pattern, tenth(x), tenth(width), tenth(y), tenth(y + height));
  }
  return [
    ...styles.flatMap(({ id, fill, pattern }, k) =>
      fills[k] === ""
        ? []
        : [
            pathMark(`${prefix}bars ${id}`, fills[k], { fill, ...attributes }),
            ...(lines[k] === "" ? [] : [pathMark(`${prefix}lines ${id}`, lines[k], { ...patternStyle(pattern, theme), ...attributes })]),
          ],
    ),
    ...(outlines === "" ? [] : [pathMark(`${prefix}outlines`, outlines, { stroke: theme.edge, "stroke-width": 0.6, ...attributes })]),
  ];
}

function barPath(x: number, y: number, width: number, height: number): string {
  return `M${tenth(x)} ${tenth(y)}h${tenth(width)}v${tenth(height)}h${-tenth(width)}z`;
}

/** A task's name as it fits into a bar: complete, without spaces, only the part in parentheses, or empty. */
function nameIn(name: string, width: number): string {
  const room = (width - named.margin) / named.character;
  const tight = name.replaceAll(" ", "");
  return [name, tight, /\((.+)\)/.exec(tight)?.[1] ?? tight].find(({ length }) => length <= room) ?? "";
}

const nameStyle = (theme: Theme, isPale: boolean): Attributes => ({
  "font-size": 11,
  "text-anchor": "middle",
  fill: isPale ? theme.ink2 : theme.ink,
});
