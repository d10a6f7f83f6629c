/** The strands of a scene in tones of any scale: those of one tone share a path. */
import { type Mark, pathMark } from "../shared/marks.ts";
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

/** Marks of all strands, from the wires up; keys begin with `prefix`. */
export function strandMarks(prefix: string, scene: Scene, { toneOf, colourOf, widthOf, wire }: Scale): readonly Mark[] {
  const { cold, hot } = scene.strandWidth;
  const byTone = new Map<string, { tone: number; light: boolean; d: string }>();
  for (const strand of scene.strands) {
    const tone = toneOf(strand);
    const key = `${strand.light ? "light" : "strands"} ${tone}`;
    const known = byTone.get(key);
    if (known === undefined) byTone.set(key, { tone, light: strand.light, d: courseOf(strand) });
    else known.d += courseOf(strand);
  }
  const idle = [...byTone.values()].filter(({ tone }) => tone === 0).map(({ d }) => d);
  const busy = [...byTone].filter(([, { tone }]) => tone !== 0);
  busy.sort(([, p], [, q]) => Number(q.light) - Number(p.light) || Math.abs(p.tone) - Math.abs(q.tone));
  const wires = scene.wires === "" ? idle.join("") : scene.wires;
  return [
    pathMark(`${prefix}wires`, wires, { stroke: wire, "stroke-width": scene.wires === "" ? cold : Math.min(1, cold * 2) }),
    ...busy.map(([key, { tone, light, d }]) =>
      pathMark(`${prefix}${key}`, d, {
        stroke: colourOf(tone),
        "stroke-width": Math.round((cold + hot * widthOf(tone)) * (light ? 0.6 : 1) * 100) / 100,
        "stroke-linecap": "round",
        ...(light ? { "stroke-opacity": 0.75 } : {}),
      }),
    ),
  ];
}
