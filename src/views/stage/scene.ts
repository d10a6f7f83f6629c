/** The network placed on the stage: where everything stands, before anything is known of loads. */
import { once } from "../../core/base/once.ts";
import type { Axis, Network } from "../../core/network/network.ts";
import type { Variant } from "../contract.ts";
import type { Units as LoadUnits } from "../../words/units.ts";
import { tenth } from "../marks/marks.ts";
import type { Ground, Viewport } from "./viewport.ts";
import type { Units } from "./units.ts";

/** One way of placing networks. The first of the list that fits a network's axes places it. */
export interface StageLayout {
  fits(axes: readonly Axis[]): boolean;
  /** What is drawn as one box each while the network is large; none when absent or null. */
  units?(network: Network): Units | null;
  /**
   * Places the part of a network that a viewport shows, by default all of it; sizes follow the room that this part has.
   * @param marginAxes Axes that margins are computed for; the network's own by default. Only the layout of grids uses them.
   */
  place(network: Network, width: number, height: number, viewport?: Viewport, marginAxes?: readonly Axis[]): Scene;
}

export interface Scene {
  readonly width: number;
  readonly height: number;
  /** Every channel by itself: one line, or two where it leaves at one edge and comes back at another. */
  readonly lines: readonly Line[];
  /** The lines as they are drawn: several share one where there is no room. */
  readonly strands: readonly Strand[];
  /** Every link once, as one path: what is seen of a link that carries nothing. */
  readonly wires: string;
  /** Those that are wider or narrower than these, by their breadth; none when absent. */
  readonly unlikeWires?: readonly (readonly [breadth: number, path: string])[];
  /** Width of a strand that carries nothing, and what load 1 adds to it. */
  readonly strandWidth: { readonly cold: number; readonly hot: number };
  /** What the casing of a selected strand adds to its width. */
  readonly casing: number;
  readonly boxes: readonly Box[];
  readonly boxRadius: number;
  /** Unplugged ports, and terminals that nothing leads to, as one path of small rings. */
  readonly unplugged: string;
  /** Outlines of dead switches, as one path. */
  readonly missing: string;
  /** Where dead switches stood; none when absent. */
  readonly dead?: readonly Box[];
  /** The terminals on an axis with room for bars, or null when they are dots beside their switches. */
  readonly axis: TerminalAxis | null;
  /** Terminals that are dots. */
  readonly dots: readonly { readonly x: number; readonly y: number; readonly terminal: number }[];
  /** Radius of those dots, pixels; 0 where they are too close to be seen. Default: 2. */
  readonly dotRadius?: number;
  /** Size of the tallest bar beside each of those dots, and where the key of bars begins, pixels; no bars, and no key, where absent. */
  readonly posts?: { readonly width: number; readonly height: number; readonly key?: readonly [x: number, y: number] };
  /** The ways of packets where channels share strands; the strands themselves where absent. */
  readonly tracks?: readonly Track[];
  /** How packets move over channels that are not all alike; absent where they are. */
  readonly traffic?: Traffic;
  readonly words: readonly Word[];
  /** Where the words on what a moving dot means are put; in the lower left corner, or above the bars, where absent. */
  readonly packetsAt?: Pick<Word, "x" | "y"> & Partial<Pick<Word, "anchor">>;
  /** How it may be looked at; absent where it may not. */
  readonly ground?: Ground;
}

/** A cubic curve: four points, from the tail of a channel to its head. */
export type Curve = readonly [number, number, number, number, number, number, number, number];

/** Where a channel runs. */
export interface Line {
  readonly channels: readonly number[];
  readonly curve: Curve;
  /** True for links between planes: drawn thinner, so that the planes stay in front. */
  readonly light: boolean;
  /** True for what joins closed units: drawn wider. */
  readonly bold?: boolean;
  /** So many times as wide as most; 1 when absent. */
  readonly breadth?: number;
}

/** The way of a channel's packets, from its tail to its head: a line with corners. */
export interface Track {
  readonly channel: number;
  readonly corners: readonly (readonly [number, number])[];
}

/** How packets are seen to move. */
export interface DotPace {
  /** Phits per cycle of the quickest channel: those of a packet over the time from its first to its last at the other end. */
  readonly quickest: number;
  /** Packets that a dot stands for, so that the longest channel is not crowded. */
  readonly packets: number;
}

/** Packets on channels that are not all alike. */
export interface Traffic {
  /** The pace of packets of so many phits. */
  paceOf(packetPhits: number): DotPace;
  /** Where the dots of a channel are at this moment, 0 … 1, when the last that began has come so far of the way to the next. */
  placesOf(data: Pick<Variant, "frame" | "links" | "cycle" | "packetPhits">): (channel: number, first: number) => readonly number[];
  /** The load of a channel as a part of its rate, and its name with its length: `0.80 of 4 phits/cycle`, `3 → 7, 100 cycles long`. */
  say(channel: number, load: number, units: LoadUnits): readonly [load: string, name: string];
}

/** A line as it is drawn; it is as hot as the hottest of its channels. */
export type Strand = Line;

/** The line as a part of a path; it does not move, so it is written once. */
export const courseOf = once(({ curve }: Line): string => pathOf(curve));

/** One switch, or several neighbours that are too small to be told apart, or a unit that is closed. */
export interface Box {
  readonly switches: readonly number[];
  /** Name of the unit that is closed in it. */
  readonly unit?: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface TerminalAxis {
  /** Baseline of the bars, and the height of the tallest. */
  readonly y: number;
  readonly barHeight: number;
  readonly barWidth: number;
  /** Middle line of dots and numbers. */
  readonly numbersAt: number;
  readonly left: number;
  readonly pitch: number;
  /** Terminals from left to right; as many as fit share a bar. */
  readonly bars: readonly { readonly x: number; readonly terminals: readonly number[] }[];
  readonly labels: readonly { readonly x: number; readonly text: string }[];
  /** Dots of the terminals without a number, as one path; empty where the pitch is too small. */
  readonly dotted: string;
}

export interface Word {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly anchor: "start" | "middle" | "end";
  readonly bold: boolean;
  readonly size: number;
  /** True where lines may run behind it. */
  readonly hasHalo?: true;
}

/** Up to so many lines each is drawn by itself. */
export const mostStrands = 6000;

/** A vertical S-curve between two points, as links of trees are drawn. */
export function vertical(x1: number, y1: number, x2: number, y2: number): Curve {
  const middle = (y1 + y2) / 2;
  return [x1, y1, x1, middle, x2, middle, x2, y2];
}

/** A straight line. */
export function straight(x1: number, y1: number, x2: number, y2: number): Curve {
  const at = (a: number, b: number, t: number) => a + (b - a) * t;
  return [x1, y1, at(x1, x2, 1 / 3), at(y1, y2, 1 / 3), at(x1, x2, 2 / 3), at(y1, y2, 2 / 3), x2, y2];
}

/** The curve moved sideways, to the left of its direction on screen when `by` is positive. */
export function aside(curve: Curve, by: number): Curve {
  const dx = curve[6] - curve[0];
  const dy = curve[7] - curve[1];
  const length = Math.hypot(dx, dy) || 1;
  const x = (dy / length) * by;
  const y = (-dx / length) * by;
  return curve.map((value, i) => value + (i % 2 === 0 ? x : y)) as unknown as Curve;
}

/** The curve from its end to its beginning. */
export function backwards(curve: Curve): Curve {
  const [a, b, c, d, e, f, g, h] = curve;
  return [g, h, e, f, c, d, a, b];
}

/** The curve as a part of a path. */
export function pathOf(curve: Curve): string {
  const [x1, y1, x2, y2, x3, y3, x4, y4] = curve.map(tenth);
  const isStraight = Math.abs((curve[2] - curve[0]) * (curve[7] - curve[1]) - (curve[3] - curve[1]) * (curve[6] - curve[0])) < 0.01;
  return isStraight ? `M${x1} ${y1}L${x4} ${y4}` : `M${x1} ${y1}C${x2} ${y2} ${x3} ${y3} ${x4} ${y4}`;
}

/** Point of a curve at t of 0 … 1. */
export function pointAt(curve: Curve, t: number): readonly [number, number] {
  const s = 1 - t;
  const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  return [a * curve[0] + b * curve[2] + c * curve[4] + d * curve[6], a * curve[1] + b * curve[3] + c * curve[5] + d * curve[7]];
}

/** The points of a line with corners, at t of 0 … 1 of its length; it is measured once. */
export function alongWay(corners: Track["corners"]): (t: number) => readonly [number, number] {
  const lengths = corners.slice(1).map(([x, y], i) => Math.hypot(x - corners[i][0], y - corners[i][1]));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  return (t) => {
    let left = t * whole;
    let i = 0;
    while (i < lengths.length - 1 && left > lengths[i]) left -= lengths[i++];
    const part = lengths[i] > 0 ? left / lengths[i] : 0;
    const [ax, ay] = corners[i];
    const [bx, by] = corners[i + 1];
    return [ax + (bx - ax) * part, ay + (by - ay) * part];
  };
}

/** The line of one channel. */
export function line(channel: number, curve: Curve, light = false): Line {
  return { channels: [channel], curve, light };
}

/** From so many elements on a drawing is crowded: SVG would be slow. */
export const crowd = 2500;

/** Whether scenes that are drawn together have too many elements for SVG. */
export function isCrowded(...scenes: readonly Scene[]): boolean {
  return scenes.reduce((sum, { strands, boxes }) => sum + strands.length + boxes.length, 0) > crowd;
}
