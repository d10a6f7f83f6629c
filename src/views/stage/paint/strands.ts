/** Draws the lines of channels in tones that show a value, such as the load. Lines of one tone and width share a path. */
import { type Attributes, type Mark, pathMark, toTenths } from "../../marks/marks.ts";
import { linePathData, type Scene, type Strand } from "../scene.ts";

/** How the value of a line maps to a tone, color and width. */
export interface StrandScale {
  /** An integer, 0 for no load. Tones further from 0 are painted later. */
  readonly toneOf: (strand: Strand) => number;
  readonly colorOf: (tone: number) => string;
  /** Part of the maximum additional width that a tone has, 0 to 1. */
  readonly widthOf: (tone: number) => number;
  /** Color of lines without load. */
  readonly wire: string;
}

/** Kinds of lines in the order of painting: thin, normal, and the wide lines of collapsed groups. */
const strandKinds = ["light", "strands", "bundles"] as const;

/** In scenes whose line widths show rates: part of the additional width that a line has even without load. */
const minWidthPart = 0.85;

/** Width of a line, pixels; `loadPart`, 0 to 1, is the part of the additional width for load. */
export function strandWidth(
  { strandWidth: { cold, hot }, wiresOfOtherWidths }: Pick<Scene, "strandWidth" | "wiresOfOtherWidths">,
  { isThin, isWide, relativeWidth = 1 }: Strand,
  loadPart: number,
): number {
  // Where the width shows the rate of a link, load changes it only slightly; the color shows the load.
  const widthPart = wiresOfOtherWidths === undefined ? loadPart : minWidthPart + (1 - minWidthPart) * loadPart;
  return (isWide === true ? 0.6 + 2.9 * widthPart : (cold + hot * widthPart) * (isThin ? 0.6 : 1)) * relativeWidth;
}

/** Links without load: path and width in pixels for each relative width. Empty where lines without load are drawn separately. */
export function wirePaths({
  wires,
  wiresOfOtherWidths = [],
  strandWidth: { cold },
}: Scene): readonly (readonly [relativeWidth: number, path: string, width: number])[] {
  const width = Math.min(1, cold * 2);
  return wires === ""
    ? []
    : ([[1, wires], ...wiresOfOtherWidths] as const).map(([relativeWidth, d]) => [relativeWidth, d, width * relativeWidth]);
}

/**
 * Marks of all lines of channels: first the lines without load, called wires, then thin, normal and wide lines in increasing tones. Lines
 * of equal kind, tone and width share one path.
 * @param prefix Beginning of the keys of the marks.
 */
export function strandMarks(prefix: string, scene: Scene, { toneOf, colorOf, widthOf, wire }: StrandScale): readonly Mark[] {
  const paths = new Map<string, { readonly strand: Strand; readonly tone: number; readonly rank: number; d: string }>();
  const widthSuffix = (relativeWidth = 1) => (relativeWidth === 1 ? "" : ` × ${relativeWidth}`);
  for (const strand of scene.strands) {
    const tone = toneOf(strand);
    if (tone === 0 && scene.wires !== "") continue;
    // An index of `strandKinds`.
    const kind = strand.isThin ? 0 : strand.isWide === true ? 2 : 1;
    // Lines without load are wires, whatever their kind.
    const key = `${tone === 0 ? "wires" : `${strandKinds[kind]} ${tone}`}${widthSuffix(strand.relativeWidth)}`;
    const strandPath = paths.get(key);
    if (strandPath === undefined) paths.set(key, { strand, tone, rank: tone === 0 ? -1 : kind, d: linePathData(strand) });
    else strandPath.d += linePathData(strand);
  }
  const wireMark = (key: string, path: string, width: number) => pathMark(prefix + key, path, { stroke: wire, "stroke-width": width });
  return [
    ...wirePaths(scene).map(([relativeWidth, path, width]) => wireMark(`wires${widthSuffix(relativeWidth)}`, path, width)),
    ...[...paths]
      .sort(([, p], [, q]) => p.rank - q.rank || Math.abs(p.tone) - Math.abs(q.tone))
      .map(([key, { strand, tone, rank, d }]) => {
        if (tone === 0) return wireMark(key, d, scene.strandWidth.cold * (strand.relativeWidth ?? 1));
        const width = strandWidth(scene, strand, widthOf(tone));
        return pathMark(prefix + key, d, {
          stroke: colorOf(tone),
          "stroke-width": rank === 2 ? toTenths(width) : hundredth(width),
          ...(rank === 0 ? { "stroke-opacity": 0.75 } : roundedEnds),
        });
      }),
  ];
}

const roundedEnds: Attributes = { "stroke-linecap": "round", class: "strands" };
const hundredth = (width: number) => Math.round(width * 100) / 100;
