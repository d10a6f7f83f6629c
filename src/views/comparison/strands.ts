/** The strands of a scene in tones of any scale: those of one tone share a path. */
import { type Mark, pathMark } from "../marks/marks.ts";
import { courseOf, type Scene, type Strand } from "../stage/scene.ts";

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

/** Marks of all strands, from the wires up; keys begin with `prefix`. */
export function strandMarks(prefix: string, scene: Scene, { toneOf, colourOf, widthOf, wire }: Scale): readonly Mark[] {
  const { cold, hot } = scene.strandWidth;
  const byTone = new Map<string, { tone: number; kind: keyof typeof ranks; d: string }>();
  for (const strand of scene.strands) {
    const tone = toneOf(strand);
    const kind = strand.light ? "light" : strand.bold === true ? "bundles" : "strands";
    const key = `${kind} ${tone}`;
    const known = byTone.get(key);
    if (known === undefined) byTone.set(key, { tone, kind, d: courseOf(strand) });
    else known.d += courseOf(strand);
  }
  const idle = [...byTone.values()].filter(({ tone }) => tone === 0).map(({ d }) => d);
  const busy = [...byTone].filter(([, { tone }]) => tone !== 0);
  busy.sort(([, p], [, q]) => ranks[p.kind] - ranks[q.kind] || Math.abs(p.tone) - Math.abs(q.tone));
  const wires = scene.wires === "" ? idle.join("") : scene.wires;
  return [
    pathMark(`${prefix}wires`, wires, { stroke: wire, "stroke-width": scene.wires === "" ? cold : Math.min(1, cold * 2) }),
    ...busy.map(([key, { tone, kind, d }]) =>
      pathMark(`${prefix}${key}`, d, {
        stroke: colourOf(tone),
        "stroke-width":
          Math.round((kind === "bundles" ? 0.6 + 2.9 * widthOf(tone) : (cold + hot * widthOf(tone)) * (kind === "light" ? 0.6 : 1)) * 100) /
          100,
        "stroke-linecap": "round",
        ...(kind === "light" ? { "stroke-opacity": 0.75 } : {}),
      }),
    ),
  ];
}
