/** The strands of a scene in the tones of any scale. Strands of one tone and width share a path. */
import { type Attributes, type Mark, pathMark, tenth } from "../../marks/marks.ts";
import { courseOf, type Scene, type Strand } from "../scene.ts";

/** How values map to tones, colors and widths. */
export interface Scale {
  /** An integer, 0 for no load. Tones further from 0 are painted later. */
  readonly toneOf: (strand: Strand) => number;
  readonly colourOf: (tone: number) => string;
  /** Part of the maximum additional width that a tone has, 0 to 1. */
  readonly widthOf: (tone: number) => number;
  /** Color of strands without load. */
  readonly wire: string;
}

/** Kinds of strands in the order of painting: thin ones, normal ones, and the wide ones of collapsed groups. */
const kinds = ["light", "strands", "bundles"] as const;

/** Where widths show rates: part of its width that a strand has without load. */
const mostly = 0.85;

/** Width of a strand, pixels; `loadPart`, 0 to 1, is the part of the additional width for load. */
export function strandWidth(
  { strandWidth: { cold, hot }, unlikeWires }: Pick<Scene, "strandWidth" | "unlikeWires">,
  { light, bold, breadth = 1 }: Strand,
  part: number,
): number {
  // Where the width shows the rate of a link, load changes it only slightly; the color shows the load.
  const filled = unlikeWires === undefined ? part : mostly + (1 - mostly) * part;
  return (bold === true ? 0.6 + 2.9 * filled : (cold + hot * filled) * (light ? 0.6 : 1)) * breadth;
}

/** Links without load: path and width in pixels for each relative width. Empty where strands without load are drawn separately. */
export function wiresOf({
  wires,
  unlikeWires = [],
  strandWidth: { cold },
}: Scene): readonly (readonly [breadth: number, path: string, width: number])[] {
  const width = Math.min(1, cold * 2);
  return wires === "" ? [] : ([[1, wires], ...unlikeWires] as const).map(([breadth, d]) => [breadth, d, width * breadth]);
}

/** Marks of all strands, wires first. Keys begin with `prefix`. */
export function strandMarks(prefix: string, scene: Scene, { toneOf, colourOf, widthOf, wire }: Scale): readonly Mark[] {
  const paths = new Map<string, { readonly strand: Strand; readonly tone: number; readonly rank: number; d: string }>();
  const rest = (breadth = 1) => (breadth === 1 ? "" : ` × ${breadth}`);
  for (const strand of scene.strands) {
    const tone = toneOf(strand);
    if (tone === 0 && scene.wires !== "") continue;
    const rank = strand.light ? 0 : strand.bold === true ? 2 : 1;
    // Strands without load are wires, whatever their kind.
    const key = `${tone === 0 ? "wires" : `${kinds[rank]} ${tone}`}${rest(strand.breadth)}`;
    const known = paths.get(key);
    if (known === undefined) paths.set(key, { strand, tone, rank: tone === 0 ? -1 : rank, d: courseOf(strand) });
    else known.d += courseOf(strand);
  }
  const wireMark = (key: string, d: string, width: number) => pathMark(prefix + key, d, { stroke: wire, "stroke-width": width });
  return [
    ...wiresOf(scene).map(([breadth, d, width]) => wireMark(`wires${rest(breadth)}`, d, width)),
    ...[...paths]
      .sort(([, p], [, q]) => p.rank - q.rank || Math.abs(p.tone) - Math.abs(q.tone))
      .map(([key, { strand, tone, rank, d }]) => {
        if (tone === 0) return wireMark(key, d, scene.strandWidth.cold * (strand.breadth ?? 1));
        const width = strandWidth(scene, strand, widthOf(tone));
        return pathMark(prefix + key, d, {
          stroke: colourOf(tone),
          "stroke-width": rank === 2 ? tenth(width) : hundredth(width),
          ...(rank === 0 ? { "stroke-opacity": 0.75 } : round),
        });
      }),
  ];
}

const round: Attributes = { "stroke-linecap": "round", class: "strands" };
const hundredth = (width: number) => Math.round(width * 100) / 100;
