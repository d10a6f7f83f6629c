/** Marks of the selection, in the accent color, on a network of a comparison. */
import type { Canvas, Highlight } from "../contract.ts";
import { linesOf } from "../stage/paint/lines-of.ts";
import { partMarks } from "../stage/paint/paint-highlight.ts";
import { homesOf } from "../stage/homes.ts";
import { type Mark, pathMark, ring, roundedRectangle, tenth } from "../marks/marks.ts";
import type { Network } from "../../core/network/network.ts";
import { courseOf, type Line, type Scene } from "../stage/scene.ts";

/** Up to this many channels are highlighted with a casing, more as a thin trail. */
const mostCased = 2;

/** Highlighted channels: with a casing if they are few, otherwise as a thin trail. */
export function highlightedChannelMarks(
  prefix: string,
  scene: Scene,
  highlight: Highlight,
  colourOf: (line: Line) => string,
  { theme }: Canvas,
): readonly Mark[] {
  const lines = linesOf(scene, highlight.channels);
  if (lines.length === 0) return [];
  const d = lines.map(courseOf).join("");
  const round = { "stroke-linecap": "round", class: "selected" };
  if (highlight.channels.size > mostCased)
    return [
      pathMark(`${prefix}highlighted halo`, d, { ...round, stroke: theme.ground, "stroke-width": 4.4 }),
      pathMark(`${prefix}highlighted trail`, d, { ...round, stroke: theme.accent, "stroke-width": 1.4 }),
    ];
  const width = scene.strandWidth.hot + scene.casing;
  return [
    pathMark(`${prefix}highlighted halo`, d, { ...round, stroke: theme.ground, "stroke-width": tenth(width + 3.5) }),
    pathMark(`${prefix}highlighted casing`, d, { ...round, stroke: theme.accent, "stroke-width": tenth(width) }),
    ...lines.map((line, i) =>
      pathMark(`${prefix}highlighted core ${i}`, courseOf(line), {
        ...round,
        stroke: colourOf(line),
        "stroke-width": tenth(scene.strandWidth.hot + 1),
      }),
    ),
  ];
}

/**
 * Frames around the highlighted switches and around the switches of highlighted terminals. Highlighted terminals that are drawn as dots are
 * filled.
 */
export function highlightedNodeMarks(
  prefix: string,
  scene: Scene,
  network: Network,
  highlight: Highlight,
  canvas: Canvas,
): readonly Mark[] {
  const { theme } = canvas;
  if (highlight.terminals.size + highlight.switches.size === 0) return [];
  const homes = homesOf(network);
  const wanted = new Set([...highlight.switches, ...[...highlight.terminals].map((t) => homes[t])]);
  const boxes = scene.boxes.filter(({ switches }) => switches.some((n) => wanted.has(n)));
  const dots = scene.dots.filter(({ terminal }) => highlight.terminals.has(terminal));
  const d = boxes.map(({ x, y, width, height }) => roundedRectangle(x, y, width, height, scene.boxRadius)).join("");
  return [
    ...(d === ""
      ? []
      : [
          pathMark(`${prefix}highlighted switches halo`, d, { stroke: theme.ground, "stroke-width": 5 }),
          pathMark(`${prefix}highlighted switches`, d, { stroke: theme.accent, "stroke-width": 2 }),
        ]),
    ...(dots.length === 0
      ? []
      : [pathMark(`${prefix}highlighted terminals`, dots.map(({ x, y }) => ring(x, y, 3)).join(""), { fill: theme.accent })]),
    ...partMarks(prefix, scene, network, highlight, canvas),
  ];
}
