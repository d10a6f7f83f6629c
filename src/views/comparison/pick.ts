/** Hit test on the drawing of one or several networks: value, name and selection of the object under the pointer. */
import { nameOfChannel, nameOfNode, type Network } from "../../core/network/network.ts";
import type { Canvas } from "../contract.ts";
import { countOf } from "../../words/numbers.ts";
import { type Drawing, pathMark, ring, roundedRectangle, tenth } from "../marks/marks.ts";
import type { Spot } from "../marks/pointing.ts";
import { linesOf } from "../stage/paint/lines-of.ts";
import { boxAt, nearestStrand } from "../stage/pick.ts";
import { courseOf, type Line, pointAt, type Scene, type TerminalAxis } from "../stage/scene.ts";
import { orderOf } from "./pair-axis.ts";

/** A network in the drawing, with the texts of its hover targets. */
export interface Part {
  readonly scene: Scene;
  /** Axes of its terminals, in addition to the dots of its scene. */
  readonly axes: readonly TerminalAxis[];
  readonly network: Network;
  /** Index among the networks on the page. */
  readonly of: number;
  /** Value of a channel and of a switch as text, with its unit. */
  readonly sayChannel: (channel: number) => string;
  readonly saySwitch: (node: number) => string;
  /** Rank of a channel: of several channels drawn as one strand, the highest is the target. */
  readonly rankOf: (channel: number) => number;
}

/** A drawing of networks with hit tests. */
export interface PairDrawing extends Drawing {
  readonly parts: readonly Part[];
  /** Values of a terminal in all networks, with units. */
  readonly sayTerminal: (terminal: number) => string;
}

/** The empty drawing. */
export const nothingDrawn: PairDrawing = { marks: [], parts: [], sayTerminal: () => "" };

/** Hit test: a terminal, otherwise a switch, otherwise the nearest channel within `tolerance` pixels; null if there is none. */
export function spotOf({ parts, sayTerminal }: PairDrawing, x: number, y: number, within: number, { theme }: Canvas): Spot | null {
  const outline = { stroke: theme.ink, "stroke-width": 1.5 };
  for (const part of parts) {
    const stop = terminalAt(part, x, y, within);
    if (stop === null) continue;
    const { terminal } = stop;
    // A terminal is outlined in all networks.
    const d = parts.map((each) => terminalOutline(each, terminal)).join("");
    return {
      ...stop,
      value: sayTerminal(terminal),
      name: nameOfNode(part.network, terminal),
      outline: [pathMark("hover", d, outline)],
      picks: { is: "terminal", terminal },
      of: part.of,
    };
  }
  for (const { scene, network, of, saySwitch } of parts) {
    const box = boxAt(scene, x, y);
    if (box === null) continue;
    const node = box.switches[0];
    const d = roundedRectangle(box.x - 1, box.y - 1, box.width + 2, box.height + 2, scene.boxRadius);
    return {
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      value: saySwitch(node),
      name: box.switches.length === 1 ? nameOfNode(network, node) : (box.unit ?? countOf(box.switches.length, "switch", "switches")),
      outline: [pathMark("hover", d, outline)],
      picks: { is: "switch", node },
      of,
    };
  }
  for (const part of parts) {
    const strand = nearestStrand(part.scene, x, y, within);
    if (strand !== null) return channelSpot(part, strand, theme);
  }
  return null;
}

/** Hover target of the channel with the highest rank in a strand. */
function channelSpot(part: Part, { channels, curve }: Line, theme: Canvas["theme"]): Spot {
  const { scene, network, of, rankOf } = part;
  const channel = channels.reduce((best, each) => (rankOf(each) > rankOf(best) ? each : best));
  const [x, y] = pointAt(curve, 0.5);
  const d = linesOf(scene, [channel]).map(courseOf).join("");
  const style = { "stroke-linecap": "round" };
  return {
    x,
    y,
    value: part.sayChannel(channel),
    name: nameOfChannel(network, channel),
    outline: [
      pathMark("hover", d, { ...style, stroke: theme.ink, "stroke-width": tenth(scene.strandWidth.hot + 3) }),
      pathMark("hover core", d, { ...style, stroke: theme.ground, "stroke-width": tenth(scene.strandWidth.hot) }),
    ],
    picks: { is: "channel", channel },
    of,
  };
}

/** The terminal whose column or dot is at a point. */
function terminalAt({ axes, scene: { dots } }: Part, x: number, y: number, within: number) {
  for (const axis of axes) {
    const { top, bottom } = columnOf(axis);
    const i = Math.floor((x - axis.left) / axis.pitch);
    const terminal = orderOf(axis)[i];
    if (y >= top && y <= bottom && terminal !== undefined) return { terminal, x: axis.left + (i + 0.5) * axis.pitch, y: axis.y };
  }
  const near = dots.map((dot) => ({ dot, away: Math.hypot(dot.x - x, dot.y - y) })).filter(({ away }) => away <= within / 2 + 1);
  return near.length === 0 ? null : near.reduce((best, each) => (each.away < best.away ? each : best)).dot;
}

/** Vertical extent of a terminal's column: from the end of the bars to the middle of the numbers. */
function columnOf({ y, barHeight, numbersAt }: TerminalAxis): { readonly top: number; readonly bottom: number } {
  return numbersAt > y ? { top: y - barHeight, bottom: numbersAt } : { top: numbersAt, bottom: y + barHeight };
}

function terminalOutline({ axes, scene: { dots } }: Part, terminal: number): string {
  const rings = dots.filter((dot) => dot.terminal === terminal).map(({ x, y }) => ring(x, y, 4.5));
  const columns = axes.map((axis) => {
    const i = orderOf(axis).indexOf(terminal);
    const { top, bottom } = columnOf(axis);
    const width = Math.max(axis.barWidth, axis.pitch) + 1;
    return i < 0 ? "" : roundedRectangle(axis.left + (i + 0.5) * axis.pitch - width / 2, top, width, bottom - top, 2);
  });
  return [...rings, ...columns].join("");
}
