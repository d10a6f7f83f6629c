/** Highlights of the selection: in the accent color with a halo in the background color, so that it is visible on any load. */
import { strongWeight } from "../../plot/text-width.ts";
import type { Canvas, ViewData } from "../../contract.ts";
import type { Network } from "../../../core/network/network.ts";
import { circleMark, type Mark, pathMark, circlePath, toTenths, textMark } from "../../marks/marks.ts";
import { homeSwitches } from "../home-switches.ts";
import { linesOfChannels } from "./channel-lines.ts";
import { type SwitchBox, linePathData, type Scene } from "../scene.ts";

/** Marks of the highlighted channels, except the channel whose numbers the page shows, which is drawn with a casing. */
export function highlightedChannelMarks(scene: Scene, { highlight, selectedChannel }: ViewData, { theme }: Canvas): Mark[] {
  const channels = [...highlight.channels].filter((channel) => channel !== selectedChannel);
  const d = linesOfChannels(scene, channels).map(linePathData).join("");
  if (d === "") return [];
  const width = toTenths(Math.max(1.6, Math.min(3, scene.strandWidth.hot)));
  return [
    pathMark("highlighted halo", d, { stroke: theme.ground, "stroke-width": width + 3, "stroke-linecap": "round" }),
    pathMark("highlighted", d, { stroke: theme.accent, "stroke-width": width, "stroke-linecap": "round" }),
  ];
}

/** Boxes of the highlighted switches. While nothing is selected, also of both ends of the channel whose numbers the page shows. */
export function highlightedBoxes(scene: Scene, { network, highlight, selected, selectedChannel }: ViewData): readonly SwitchBox[] {
  if (network === null) return [];
  const nodes = new Set(highlight.switches);
  if (selected.is === "nothing" && selectedChannel >= 0 && selectedChannel < network.head.length)
    nodes.add(network.tail[selectedChannel]).add(network.head[selectedChannel]);
  return nodes.size === 0 ? [] : scene.boxes.filter((box) => box.switches.some((node) => nodes.has(node)));
}

/** Rings around highlighted terminals; on an axis, a dot below each bar. */
export function highlightedTerminalMarks(scene: Scene, { highlight }: ViewData, { theme }: Canvas): Mark[] {
  if (highlight.terminals.size === 0) return [];
  const { axis } = scene;
  const dots =
    axis === null
      ? scene.dots.filter(({ terminal }) => highlight.terminals.has(terminal))
      : axis.bars.flatMap(({ x, terminals }) => (terminals.some((t) => highlight.terminals.has(t)) ? [{ x, y: axis.y + 3 }] : []));
  if (dots.length === 0) return [];
  const d = dots.map(({ x, y }) => circlePath(x, y, 3)).join("");
  return [pathMark("highlighted terminals", d, { fill: theme.accent, stroke: theme.ground, "stroke-width": 1.5, "paint-order": "stroke" })];
}

/** A disc with a letter for each terminal that has a role in the selection, at the upper left corner of its switch. */
export function roleMarks(
  prefix: string,
  scene: Scene,
  network: Network | null,
  { roles = [] }: ViewData["highlight"],
  { theme }: Canvas,
): Mark[] {
  if (network === null) return [];
  return roles.flatMap(({ terminal, letter }) => {
    const box = scene.boxes.find(({ switches }) => switches.includes(homeSwitches(network)[terminal]));
    if (box === undefined) return [];
    const [x, y] = [Math.max(8, box.x), Math.max(8, box.y)];
    return [
      circleMark(`${prefix}part ${letter}`, x, y, 7.5, { fill: theme.accent, stroke: theme.ground, "stroke-width": 1.5 }),
      textMark(`${prefix}letter ${letter}`, x, y + 3.6, letter, {
        "font-size": 10,
        "font-weight": strongWeight,
        "text-anchor": "middle",
        fill: theme.ground,
      }),
    ];
  });
}
