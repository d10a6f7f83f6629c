/** Words beside curves: names and newest values at their heads, kept apart from each other. */
import type { Canvas, Variant } from "../contract.ts";
import { spreadApart } from "../plot/end-names.ts";
import { type Mark, textMark } from "../marks/marks.ts";
import { latencyLabel, type Panels } from "./scales.ts";
import { timed } from "./series.ts";

/** Least distance of two lines of words, pixels. */
export const leading = 14;
/** Width of a letter, pixels. */
const letterWidth = 7.3;

/** Whether two lines of words would touch. */
export function areClose(a: Mark, b: Mark): boolean {
  const [one, other] = [a, b].map(({ text = "", attributes }) => {
    const [x, width] = [Number(attributes["x"]), letterWidth * text.length];
    const left = attributes["text-anchor"] === "end" ? x - width : x;
    return { left, right: left + width, y: Number(attributes["y"]) };
  });
  return Math.abs(one.y - other.y) < leading && one.left < other.right && other.left < one.right;
}

/** What stands at each curve's head: `0.28` alone; `A thin tree 0.28` among others, `A 0.28` where names have no room. */
export function headsOf(variants: readonly Variant[], width: number): readonly string[] {
  if (variants.length === 1) return [""];
  const letters = variants.map(({ letter }) => letter);
  const heads = variants.map(({ letter, title }) => `${letter} ${title}`);
  return width < 240 || wanted(heads) > most * width ? letters : heads;
}

/** Part of the width that words may have at the right. */
const most = 0.45;

/** Room that heads and the values behind them take, pixels. */
const wanted = (heads: readonly string[]) => 14 + letterWidth * (5 + heads.reduce((longest, { length }) => Math.max(longest, length), 0));

/** Room that the words want at the right, pixels. */
export function roomForHeads(heads: readonly string[], width: number): number {
  if (heads.length === 1) return 46;
  return Math.min(width * most, wanted(heads));
}

/** The newest values beside their heads, legible over whatever they lie on. */
export function headMarks(
  variants: readonly Variant[],
  names: readonly string[],
  { x, accepted, latency }: Panels,
  { units, theme }: Canvas,
): readonly Mark[] {
  const bold = {
    "font-size": 12,
    "font-weight": 600,
    fill: theme.ink,
    stroke: theme.surface,
    "stroke-width": 3,
    "stroke-opacity": 0.85,
    "paint-order": "stroke",
  };
  const words = (
    panel: string,
    heads: readonly string[],
    floor: number,
    of: (variant: Variant) => { readonly load: number; readonly y: number; readonly text: string } | null,
  ) => {
    const found = variants.flatMap((variant, i) => {
      const at = of(variant);
      return at === null ? [] : [{ ...at, key: variant.letter === "" ? panel : `${panel} ${variant.letter}`, head: heads[i] }];
    });
    const ys = spreadApart(
      found.map(({ y }) => y),
      leading,
      floor,
    );
    return found.map(({ key, load, text, head }, i) => textMark(key, x(load) + 8, ys[i] + 4, head === "" ? text : `${head} ${text}`, bold));
  };
  return [
    ...words("accepted value", names, accepted.foot, ({ curve: { points } }) => {
      const last = points[points.length - 1];
      return last === undefined ? null : { load: last.load, y: accepted.scale(last.accepted), text: units.formatLoad(last.accepted) };
    }),
    ...words(
      "latency value",
      variants.map(({ letter }) => letter),
      latency.foot,
      ({ curve }) => {
        const late = timed(curve.points);
        const end = late[late.length - 1];
        return end === undefined
          ? null
          : { load: end.load, y: latency.scale(end.latency), text: latencyLabel(units, end.latency, latency.scale.domain[1]) };
      },
    ),
  ];
}
