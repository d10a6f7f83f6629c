/** Marks of the selection, in the accent color, on a network of a comparison. */
import type { Canvas, Highlight } from "../contract.ts";
import { linesOfChannels } from "../stage/paint/channel-lines.ts";
import { roleMarks } from "../stage/paint/paint-highlight.ts";
import { homeSwitches } from "../stage/home-switches.ts";
import { type Mark, pathMark, circlePath, roundedRectanglePath, toTenths } from "../marks/marks.ts";
import type { Network } from "../../core/network/network.ts";
import { linePathData, type Line, type Scene } from "../stage/scene.ts";

/** Up to this many highlighted channels get a casing (a wider line below); more become thin lines. */
const maxCased = 2;

/**
 * Emphasizes the drawn lines of highlighted channels. Up to `maxCased` channels keep their color and get a casing (a wider line below in
 * the accent color); more become thin lines in the accent color.
 */
export function channelHighlightMarks(
  prefix: string,
  scene: Scene,
  highlight: Highlight,
  colorOf: (line: Line) => string,
  { theme }: Canvas,
): readonly Mark[] {
  const lines = linesOfChannels(scene, highlight.channels);
  if (lines.length === 0) return [];
  const d = lines.map(linePathData).join("");
  const roundCap = { "stroke-linecap": "round", class: "selected" };
  if (highlight.channels.size > maxCased)
    return [
      pathMark(`${prefix}highlighted halo`, d, { ...roundCap, stroke: theme.ground, "stroke-width": 4.4 }),
      pathMark(`${prefix}highlighted trail`, d, { ...roundCap, stroke: theme.accent, "stroke-width": 1.4 }),
    ];
  const width = scene.strandWidth.hot + scene.casing;
  return [
    pathMark(`${prefix}highlighted halo`, d, { ...roundCap, stroke: theme.ground, "stroke-width": toTenths(width + 3.5) }),
    pathMark(`${prefix}highlighted casing`, d, { ...roundCap, stroke: theme.accent, "stroke-width": toTenths(width) }),
    ...lines.map((line, i) =>
      pathMark(`${prefix}highlighted core ${i}`, linePathData(line), {
        ...roundCap,
        stroke: colorOf(line),
        "stroke-width": toTenths(scene.strandWidth.hot + 1),
      }),
    ),
  ];
}

/**
 * Marks that emphasize nodes of a network: an outline around each highlighted switch and around the switch of each highlighted terminal,
 * and a filled dot for each highlighted terminal that is drawn as a dot. The last marks are the letters of senders, relays and receivers.
 */
export function nodeHighlightMarks(prefix: string, scene: Scene, network: Network, highlight: Highlight, canvas: Canvas): readonly Mark[] {
  const { theme } = canvas;
  if (highlight.terminals.size + highlight.switches.size === 0) return [];
  const switchOfTerminal = homeSwitches(network);
  const highlightedSwitches = new Set([...highlight.switches, ...[...highlight.terminals].map((t) => switchOfTerminal[t])]);
  const boxes = scene.boxes.filter(({ switches }) => switches.some((n) => highlightedSwitches.has(n)));
  const dots = scene.dots.filter(({ terminal }) => highlight.terminals.has(terminal));
  const d = boxes.map(({ x, y, width, height }) => roundedRectanglePath(x, y, width, height, scene.boxRadius)).join("");
  return [
    ...(d === ""
      ? []
      : [
          pathMark(`${prefix}highlighted switches halo`, d, { stroke: theme.ground, "stroke-width": 5 }),
          pathMark(`${prefix}highlighted switches`, d, { stroke: theme.accent, "stroke-width": 2 }),
        ]),
    ...(dots.length === 0
      ? []
      : [pathMark(`${prefix}highlighted terminals`, dots.map(({ x, y }) => circlePath(x, y, 3)).join(""), { fill: theme.accent })]),
    ...roleMarks(prefix, scene, network, highlight, canvas),
  ];
}
