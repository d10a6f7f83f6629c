/** The strands of a scene in tones of any scale: those of one tone and one breadth share a path. */
import { type Attributes, type Mark, pathMark, tenth } from "../../marks/marks.ts";
import { courseOf, type Scene, type Strand } from "../scene.ts";

/** How a scale is drawn. */
export interface Scale {
  /** A whole number, 0 for nothing; the further from 0, the later it is painted. */
  readonly toneOf: (strand: Strand) => number;
  readonly colourOf: (tone: number) => string;
  /** Part of the hottest width that a tone adds to the cold one, 0 … 1. */
  readonly widthOf: (tone: number) => number;
  /** Colour of what carries nothing. */
  readonly wire: string;
}

/** Kinds of strands in the order of painting: fine ones, usual ones, and those of closed units, which are wider. */
const ranks = { light: 0, strands: 1, bundles: 2 } as const;
/** What is narrowed stays so wide, pixels, unless it was narrower before. */
const narrowest = 0.7;

/** Width of a strand, pixels; `part` of what the hottest has more than one that carries nothing, 0 … 1. */
export function strandWidth(
  { strandWidth: { cold, hot } }: Pick<Scene, "strandWidth">,
  { light, bold, breadth = 1 }: Strand,
  part: number,
): number {
  const plain = bold === true ? 0.6 + 2.9 * part : (cold + hot * part) * (light ? 0.6 : 1);
  return Math.max(plain * breadth, Math.min(plain, narrowest));
}

/** Width of the wire of a link that carries nothing, pixels. */
export function wireWidth({ strandWidth: { cold, hot } }: Pick<Scene, "strandWidth">, breadth = 1): number {
  const plain = Math.min(1, cold * 2);
  return breadth < 1 ? plain * breadth : plain + hot * (breadth - 1) * 0.7;
}

/** Marks of all strands, from the wires up; keys begin with `prefix`. */
export function strandMarks(prefix: string, scene: Scene, { toneOf, colourOf, widthOf, wire }: Scale): readonly Mark[] {
  const paths = new Map<string, { readonly strand: Strand; readonly tone: number; readonly kind: keyof typeof ranks; d: string }>();
  for (const strand of scene.strands) {
    const tone = toneOf(strand);
    const kind = strand.light ? "light" : strand.bold === true ? "bundles" : "strands";
    // What carries nothing is a wire, of whatever kind.
    const key = `${tone === 0 ? "" : `${kind} ${tone}`}${sayBreadth(strand.breadth)}`;
    const known = paths.get(key);
    if (known === undefined) paths.set(key, { strand, tone, kind, d: courseOf(strand) });
    else known.d += courseOf(strand);
  }
  const busy = [...paths].filter(([, { tone }]) => tone !== 0);
  busy.sort(([, p], [, q]) => ranks[p.kind] - ranks[q.kind] || Math.abs(p.tone) - Math.abs(q.tone));
  const wireMark = (d: string, width: number, breadth?: number) =>
    pathMark(`${prefix}wires${sayBreadth(breadth)}`, d, { stroke: wire, "stroke-width": hundredth(width) });
  const wires =
    scene.wires === ""
      ? [...paths.values()]
          .filter(({ tone }) => tone === 0)
          .map(({ strand: { breadth = 1 }, d }) => wireMark(d, scene.strandWidth.cold * breadth, breadth))
      : [
          wireMark(scene.wires, wireWidth(scene)),
          ...(scene.unlikeWires ?? []).map(([breadth, d]) => wireMark(d, wireWidth(scene, breadth), breadth)),
        ];
  return [
    ...wires,
    ...busy.map(([key, { strand, tone, kind, d }]) => {
      const width = strandWidth(scene, strand, widthOf(tone));
      return pathMark(prefix + key, d, {
        stroke: colourOf(tone),
        "stroke-width": kind === "bundles" ? tenth(width) : hundredth(width),
        ...(kind === "light" ? { "stroke-opacity": 0.75 } : round),
      });
    }),
  ];
}

const round: Attributes = { "stroke-linecap": "round", class: "strands" };
const hundredth = (width: number) => Math.round(width * 100) / 100;
const sayBreadth = (breadth = 1) => (breadth === 1 ? "" : ` × ${breadth}`);
