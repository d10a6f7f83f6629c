/** Hit test on the drawing of one or several networks: value, name and selection of the object under the pointer. */
import { nameOfChannel, nameOfNode, type Network } from "../../core/network/network.ts";
import type { Canvas } from "../contract.ts";
import { countOf } from "../../words/numbers.ts";
import { type MarksDrawing, pathMark, circlePath, roundedRectanglePath, toTenths } from "../marks/marks.ts";
import type { HoverTarget } from "../marks/hover-target.ts";
import { linesOfChannels } from "../stage/paint/channel-lines.ts";
import { boxAt, nearestStrand } from "../stage/hit-test.ts";
import { linePathData, type Line, pointOnCurve, type Scene, type TerminalAxis } from "../stage/scene.ts";
import { terminalOrder } from "./pair-axis.ts";

/** A network in the drawing, with the texts of its hover targets. */
export interface HoverScene {
  readonly scene: Scene;
  /** Axes of the network's terminals, in addition to the dots of its scene. */
  readonly axes: readonly TerminalAxis[];
  readonly network: Network;
  /** Index among the networks on the page. */
  readonly variantIndex: number;
  /** Value of a channel and of a switch as text, with its unit. */
  readonly sayChannel: (channel: number) => string;
  readonly saySwitch: (node: number) => string;
  /** Rank of a channel: of several channels drawn as one line, the channel with the highest rank is the target. */
  readonly rankOf: (channel: number) => number;
}

/** A drawing of networks with hit tests. */
export interface NetworksDrawing extends MarksDrawing {
  readonly scenes: readonly HoverScene[];
  /** Values of a terminal in all networks, with units. */
  readonly sayTerminal: (terminal: number) => string;
}

/** The empty drawing. */
export const emptyNetworksDrawing: NetworksDrawing = { marks: [], scenes: [], sayTerminal: () => "" };

/** Finds a terminal at a point, otherwise a switch, otherwise the nearest channel within `tolerance` pixels. */
export function hitTestNetworks(
  { scenes, sayTerminal }: NetworksDrawing,
  x: number,
  y: number,
  tolerance: number,
  { theme }: Canvas,
): HoverTarget | null {
  const outline = { stroke: theme.ink, "stroke-width": 1.5 };
  for (const hoverScene of scenes) {
    const terminalHit = terminalHitTest(hoverScene, x, y, tolerance);
    if (terminalHit === null) continue;
    const { terminal } = terminalHit;
    // A terminal is outlined in all networks.
    const d = scenes.map((each) => terminalOutline(each, terminal)).join("");
    return {
      ...terminalHit,
      value: sayTerminal(terminal),
      name: nameOfNode(hoverScene.network, terminal),
      outline: [pathMark("hover", d, outline)],
      clickSelection: { is: "terminal", terminal },
      networkIndex: hoverScene.variantIndex,
    };
  }
  for (const { scene, network, variantIndex, saySwitch } of scenes) {
    const box = boxAt(scene, x, y);
    if (box === null) continue;
    const node = box.switches[0];
    const d = roundedRectanglePath(box.x - 1, box.y - 1, box.width + 2, box.height + 2, scene.boxRadius);
    return {
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      value: saySwitch(node),
      name: box.switches.length === 1 ? nameOfNode(network, node) : (box.groupName ?? countOf(box.switches.length, "switch", "switches")),
      outline: [pathMark("hover", d, outline)],
      clickSelection: { is: "switch", node },
      networkIndex: variantIndex,
    };
  }
  for (const hoverScene of scenes) {
    // A strand is the drawn line of one or more channels.
    const strand = nearestStrand(hoverScene.scene, x, y, tolerance);
    if (strand !== null) return channelTarget(hoverScene, strand, theme);
  }
  return null;
}

/** Hover target of a drawn line of one or more channels: it describes and selects the channel with the highest rank. */
function channelTarget(hoverScene: HoverScene, { channels, curve }: Line, theme: Canvas["theme"]): HoverTarget {
  const { scene, network, variantIndex, rankOf } = hoverScene;
  const channel = channels.reduce((best, each) => (rankOf(each) > rankOf(best) ? each : best));
  const [x, y] = pointOnCurve(curve, 0.5);
  const d = linesOfChannels(scene, [channel]).map(linePathData).join("");
  const style = { "stroke-linecap": "round" };
  return {
    x,
    y,
    value: hoverScene.sayChannel(channel),
    name: nameOfChannel(network, channel),
    outline: [
      pathMark("hover", d, { ...style, stroke: theme.ink, "stroke-width": toTenths(scene.strandWidth.hot + 3) }),
      pathMark("hover core", d, { ...style, stroke: theme.ground, "stroke-width": toTenths(scene.strandWidth.hot) }),
    ],
    clickSelection: { is: "channel", channel },
    networkIndex: variantIndex,
  };
}

/** The terminal whose column or dot is at a point. */
function terminalHitTest({ axes, scene: { dots } }: HoverScene, x: number, y: number, tolerance: number) {
  for (const axis of axes) {
    const { top, bottom } = columnExtent(axis);
    const i = Math.floor((x - axis.left) / axis.pitch);
    const terminal = terminalOrder(axis)[i];
    if (y >= top && y <= bottom && terminal !== undefined) return { terminal, x: axis.left + (i + 0.5) * axis.pitch, y: axis.y };
  }
  const nearbyDots = dots
    .map((dot) => ({ dot, distance: Math.hypot(dot.x - x, dot.y - y) }))
    .filter(({ distance }) => distance <= tolerance / 2 + 1);
  return nearbyDots.length === 0 ? null : nearbyDots.reduce((best, each) => (each.distance < best.distance ? each : best)).dot;
}

/** Vertical extent of a terminal's column: from the end of the bars to the middle of the numbers. */
function columnExtent({ y, barHeight, labelY }: TerminalAxis): { readonly top: number; readonly bottom: number } {
  return labelY > y ? { top: y - barHeight, bottom: labelY } : { top: labelY, bottom: y + barHeight };
}

function terminalOutline({ axes, scene: { dots } }: HoverScene, terminal: number): string {
  const rings = dots.filter((dot) => dot.terminal === terminal).map(({ x, y }) => circlePath(x, y, 4.5));
  const columns = axes.map((axis) => {
    const i = terminalOrder(axis).indexOf(terminal);
    const { top, bottom } = columnExtent(axis);
    const width = Math.max(axis.barWidth, axis.pitch) + 1;
    return i < 0 ? "" : roundedRectanglePath(axis.left + (i + 0.5) * axis.pitch - width / 2, top, width, bottom - top, 2);
  });
  return [...rings, ...columns].join("");
}
