/** The tag with the letter of a network: a filled disc for the first network, a dashed ring for others. */
import { strongWeight } from "../plot/text-width.ts";
import type { Theme, Variant } from "../contract.ts";
import { circleMark, type Mark, textMark } from "./marks.ts";

/** Radius of a tag, pixels. */
const radius = 8;

/**
 * Marks of a tag: a disc, centered at x, y, with the letter of a network in a comparison. The first network has a filled disc, all others a
 * dashed ring.
 * @param key Prefix of the keys of the marks.
 * @param ground Background color below the tag.
 */
export function letterTag(
  key: string,
  x: number,
  y: number,
  { letter, index }: Pick<Variant, "letter" | "index">,
  theme: Theme,
  ground: string,
): readonly Mark[] {
  const isFirst = index === 0;
  const style = isFirst ? { fill: theme.ink } : { fill: ground, stroke: theme.ink, "stroke-width": 1.3, "stroke-dasharray": "2.6 1.8" };
  return [
    circleMark(`${key}tag`, x, y, radius, style),
    textMark(`${key}letter`, x, y + 3.9, letter, {
      "font-size": 11,
      "font-weight": strongWeight,
      "text-anchor": "middle",
      fill: isFirst ? ground : theme.ink,
    }),
  ];
}
