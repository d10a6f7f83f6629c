/** The stretches as bars: a path for each kind and sort of work; what is narrower than a pixel is drawn together with its neighbours. */
import type { Theme } from "../contract.ts";
import { type Attributes, type Mark, pathMark, tenth, textMark } from "../marks/marks.ts";
import { type SpanKind, timeAt } from "../time-axis/span-rows.ts";
import { patternIn, patternStyle } from "../bars/stacked-bars.ts";
import type { RankRows } from "./arrows.ts";
import { kindStyles, styleOf } from "./styles.ts";
import { kinds, kindOf, lengthOf, pieceOf, ranksIn, sortsOf, stretchAfter, type Told } from "./told.ts";

/** Narrower and lower bars have no pattern, narrower ones than the last no outline either, pixels; and no bar has where they are so many. */
const patterned = { width: 3, height: 4, outlined: 7, bars: 2500 };
/** What takes time is seen, however short it is, pixels. */
const thinnest = 0.4;
/** Bars as high as this have names; a character of them is so wide at most, pixels. */
const named = { height: 12, character: 6, margin: 4 };

/** A bar of one style in a row: a stretch, or several that share a pixel. */
interface Bar {
  /** See {@link styleOf}. */
  readonly style: number;
  readonly x: number;
  readonly width: number;
  /** The stretch that it is; −1 for several. */
  readonly stretch: number;
}

/** The bars of a rank from left to right, as long as they are. Of several within a pixel what lasts longest is drawn. */
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
    // All that begins within this pixel and does not reach beyond the next.
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
 * All bars as marks, and the names of pieces of work in those that have room; all of it pale where stretches have been found, which
 * stand out from among them.
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

/** The last drawing of each run: while it is played, its bars stay as they are. */
const last = new WeakMap<Told, { readonly as: string; readonly found: readonly number[] | null; readonly marks: readonly Mark[] }>();

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

/** Chosen stretches at full strength, with a line below each. */
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

/** Bars as a path for each kind, one for its pattern, and one for the outlines of those that have any. */
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

/** A task's name as it fits into a bar: whole, without its spaces, what is in its brackets, or not at all. */
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
