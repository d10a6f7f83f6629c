/** What the reader has picked, in the accent, on a network of a comparison. */
import type { Canvas, Lit } from "../contract.ts";
import { linesOf } from "../stage/lines-of.ts";
import { partMarks } from "../stage/paint-lit.ts";
import { homesOf } from "../stage/homes.ts";
import { type Mark, pathMark, ring, roundedRectangle, tenth } from "../shared/marks.ts";
import type { Network } from "../../core/network/network.ts";
import { courseOf, type Line, type Scene } from "../stage/scene.ts";

/** More channels than this are lit as a thin trail. */
const mostCased = 2;

/** The channels that are lit: in a casing where they are few, as a thin trail where they are many. */
export function litChannelMarks(
  prefix: string,
  scene: Scene,
  lit: Lit,
  colourOf: (line: Line) => string,
  { theme }: Canvas,
): readonly Mark[] {
  const lines = linesOf(scene, lit.channels);
  if (lines.length === 0) return [];
  const d = lines.map(courseOf).join("");
  const round = { "stroke-linecap": "round", class: "selected" };
  if (lit.channels.size > mostCased)
    return [
      pathMark(`${prefix}lit halo`, d, { ...round, stroke: theme.ground, "stroke-width": 4.4 }),
      pathMark(`${prefix}lit trail`, d, { ...round, stroke: theme.accent, "stroke-width": 1.4 }),
    ];
  const width = scene.strandWidth.hot + scene.casing;
  return [
    pathMark(`${prefix}lit halo`, d, { ...round, stroke: theme.ground, "stroke-width": tenth(width + 3.5) }),
    pathMark(`${prefix}lit casing`, d, { ...round, stroke: theme.accent, "stroke-width": tenth(width) }),
    ...lines.map((line, i) =>
      pathMark(`${prefix}lit core ${i}`, courseOf(line), {
        ...round,
        stroke: colourOf(line),
        "stroke-width": tenth(scene.strandWidth.hot + 1),
      }),
    ),
  ];
}

/** Frames around the switches that are lit, and around those of lit terminals; lit terminals themselves where they are dots. */
export function litNodeMarks(prefix: string, scene: Scene, network: Network, lit: Lit, canvas: Canvas): readonly Mark[] {
  const { theme } = canvas;
  if (lit.terminals.size + lit.switches.size === 0) return [];
  const homes = homesOf(network);
  const wanted = new Set([...lit.switches, ...[...lit.terminals].map((t) => homes[t])]);
  const boxes = scene.boxes.filter(({ switches }) => switches.some((n) => wanted.has(n)));
  const dots = scene.dots.filter(({ terminal }) => lit.terminals.has(terminal));
  const d = boxes.map(({ x, y, width, height }) => roundedRectangle(x, y, width, height, scene.boxRadius)).join("");
  return [
    ...(d === ""
      ? []
      : [
          pathMark(`${prefix}lit switches halo`, d, { stroke: theme.ground, "stroke-width": 5 }),
          pathMark(`${prefix}lit switches`, d, { stroke: theme.accent, "stroke-width": 2 }),
        ]),
    ...(dots.length === 0
      ? []
      : [pathMark(`${prefix}lit terminals`, dots.map(({ x, y }) => ring(x, y, 3)).join(""), { fill: theme.accent })]),
    ...partMarks(prefix, scene, network, lit, canvas),
  ];
}
