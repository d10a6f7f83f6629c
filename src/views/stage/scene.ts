/** The scene: positions of all elements of a network on the stage, independent of loads. */
import { memoize } from "../../core/base/memoize.ts";
import type { Axis, Network } from "../../core/network/network.ts";
import type { Variant } from "../contract.ts";
import type { Units as LoadUnits } from "../../words/units.ts";
import { toTenths } from "../marks/marks.ts";
import type { ViewportLimits, Viewport } from "./viewport.ts";
import type { SwitchGroups } from "./switch-groups.ts";

/** A way to lay out networks. The first layout of the list whose `fits` accepts the axes of a network is used. */
export interface StageLayout {
  fits(axes: readonly Axis[]): boolean;
  /** Switch groups, each drawn as one box until it is expanded; none when absent or null. */
  groups?(network: Network): SwitchGroups | null;
  /**
   * Lays out the part of a network that a viewport shows, by default all of it. Sizes follow the room that this part has.
   * @param marginAxes Axes from which the grid layout computes its margins; the network's own by default.
   */
  place(network: Network, width: number, height: number, viewport?: Viewport, marginAxes?: readonly Axis[]): Scene;
}

/** The network as drawn: lines, boxes, terminals and labels, positions in pixels of the drawing. */
export interface Scene {
  readonly width: number;
  readonly height: number;
  /** Lines of every channel: one line, or two stubs for a channel that leaves at one edge and comes back at another. */
  readonly lines: readonly Line[];
  /** The lines as drawn, called strands: each represents one channel, or for several where there is no room for a line each. */
  readonly strands: readonly Strand[];
  /** Every link once, as one path: the appearance of links without load. */
  readonly wires: string;
  /** Paths of links without load whose relative width is not 1, by width; none when absent. */
  readonly wiresOfOtherWidths?: readonly (readonly [relativeWidth: number, path: string])[];
  /** Width of a line without load, and additional width at load 1, pixels. */
  readonly strandWidth: { readonly cold: number; readonly hot: number };
  /** Additional width of the casing of a selected line, pixels. */
  readonly casing: number;
  readonly boxes: readonly SwitchBox[];
  readonly boxRadius: number;
  /** Terminals without links, as one path of small rings; none when absent. */
  readonly isolatedTerminals?: string;
  /** Outlines of failed or unconnected switches, as one path. */
  readonly failedOutlines: string;
  /** Boxes of failed or unconnected switches; none when absent. */
  readonly failedBoxes?: readonly SwitchBox[];
  /** The terminals on an axis with room for bars; null where they are dots beside their switches. */
  readonly axis: TerminalAxis | null;
  /** Terminals drawn as dots. */
  readonly dots: readonly { readonly x: number; readonly y: number; readonly terminal: number }[];
  /** Radius of the dots, pixels; 0 where they are too close to be visible. Default: 2. */
  readonly dotRadius?: number;
  /** Size of the tallest bar beside a dot, and position of the bars' legend, pixels. No bars, or no legend, where absent. */
  readonly terminalBars?: { readonly width: number; readonly height: number; readonly legendPosition?: readonly [x: number, y: number] };
  /** Paths of packets where several channels share a line; when absent, packets move along the lines themselves. */
  readonly packetPaths?: readonly PacketPath[];
  /** Motion of packets on channels that differ in rate or delay; absent where all channels are alike. */
  readonly packetMotion?: PacketMotion;
  readonly labels: readonly SceneLabel[];
  /** Position of the legend of moving dots. Default: the lower left corner, or above the bars. */
  readonly packetLegendPosition?: Pick<SceneLabel, "x" | "y"> & Partial<Pick<SceneLabel, "anchor">>;
  /** Limits of pan and zoom; absent where the scene cannot be zoomed. */
  readonly viewportLimits?: ViewportLimits;
}

/** A cubic Bézier curve: x and y of its four points, from the tail of a channel to its head. */
export type CubicCurve = readonly [number, number, number, number, number, number, number, number];

/** The curve of one or several channels. */
export interface Line {
  readonly channels: readonly number[];
  readonly curve: CubicCurve;
  /** True for links between planes, drawn thinner so that the planes stay in front. */
  readonly isThin: boolean;
  /** True for links of collapsed groups, drawn wider. */
  readonly isWide?: boolean;
  /** Relative width; 1 when absent. */
  readonly relativeWidth?: number;
}

/** The path of a channel's packets from tail to head: a polyline. */
export interface PacketPath {
  readonly channel: number;
  readonly corners: readonly (readonly [number, number])[];
}

/** Scale of moving dots. */
export interface DotScale {
  /**
   * Highest effective rate of a channel, phits per cycle: phits of a packet over the time from the departure of its first phit to the
   * arrival of its last.
   */
  readonly fastestRate: number;
  /** Packets per dot, chosen such that the longest channel does not have too many dots. */
  readonly packetsPerDot: number;
}

/** Motion of packets on channels that differ in rate or delay. */
export interface PacketMotion {
  /** The scale of dots for packets of a size. */
  dotScaleOf(packetPhits: number): DotScale;
  /** Present positions of the dots of a channel, 0 to 1. `first` is the progress of the newest dot towards the start of the next one. */
  dotPositionsOf(data: Pick<Variant, "frame" | "links" | "cycle" | "packetPhits">): (channel: number, first: number) => readonly number[];
  /** Load of a channel relative to its rate, and its name with its length: `0.80 of 4 phits/cycle`, `3 → 7, 100 cycles long`. */
  describeChannel(channel: number, load: number, units: LoadUnits): readonly [load: string, name: string];
}

/** A line as drawn, which may represent several channels. */
export type Strand = Line;

/** SVG path data of a line; memoized, because lines do not move. */
export const linePathData = memoize(({ curve }: Line): string => curvePathData(curve));

/** One switch, several neighbors that are too small to be distinguished, or a collapsed switch group. */
export interface SwitchBox {
  readonly switches: readonly number[];
  /** Name of the collapsed group; absent for other boxes. */
  readonly groupName?: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The terminals of a tree on a horizontal axis, positions in pixels. */
export interface TerminalAxis {
  /** Baseline of the bars, and height of the tallest bar, pixels. */
  readonly y: number;
  readonly barHeight: number;
  readonly barWidth: number;
  /** Vertical center of dots and numbers, pixels. */
  readonly labelY: number;
  readonly left: number;
  readonly pitch: number;
  /** Bars from left to right. Several terminals share a bar where there is no room for one each. */
  readonly bars: readonly { readonly x: number; readonly terminals: readonly number[] }[];
  readonly labels: readonly { readonly x: number; readonly text: string }[];
  /** Dots of the terminals without a number, as one path; empty where the pitch is too small. */
  readonly unlabeledDots: string;
}

export interface SceneLabel {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly anchor: "start" | "middle" | "end";
  readonly bold: boolean;
  readonly size: number;
  /** True where lines may run behind the label. */
  readonly hasHalo?: true;
}

/** Up to this number every line is drawn separately. */
export const maxStrands = 6000;

/** A vertical S-curve between two points, for links of trees. */
export function verticalCurve(x1: number, y1: number, x2: number, y2: number): CubicCurve {
  const middle = (y1 + y2) / 2;
  return [x1, y1, x1, middle, x2, middle, x2, y2];
}

/** A straight line with equally spaced control points. */
export function straightCurve(x1: number, y1: number, x2: number, y2: number): CubicCurve {
  const interpolate = (a: number, b: number, t: number) => a + (b - a) * t;
  return [x1, y1, interpolate(x1, x2, 1 / 3), interpolate(y1, y2, 1 / 3), interpolate(x1, x2, 2 / 3), interpolate(y1, y2, 2 / 3), x2, y2];
}

/** The curve shifted sideways: to the left of its direction on screen when `distance` is positive, pixels. */
export function offsetCurve(curve: CubicCurve, distance: number): CubicCurve {
  const dx = curve[6] - curve[0];
  const dy = curve[7] - curve[1];
  const length = Math.hypot(dx, dy) || 1;
  const x = (dy / length) * distance;
  const y = (-dx / length) * distance;
  return curve.map((value, i) => value + (i % 2 === 0 ? x : y)) as unknown as CubicCurve;
}

/** The curve in the opposite direction. */
export function reversedCurve(curve: CubicCurve): CubicCurve {
  const [a, b, c, d, e, f, g, h] = curve;
  return [g, h, e, f, c, d, a, b];
}

/** SVG path data of a curve. */
export function curvePathData(curve: CubicCurve): string {
  const [x1, y1, x2, y2, x3, y3, x4, y4] = curve.map(toTenths);
  const isStraight = Math.abs((curve[2] - curve[0]) * (curve[7] - curve[1]) - (curve[3] - curve[1]) * (curve[6] - curve[0])) < 0.01;
  return isStraight ? `M${x1} ${y1}L${x4} ${y4}` : `M${x1} ${y1}C${x2} ${y2} ${x3} ${y3} ${x4} ${y4}`;
}

/** The point of a curve at parameter t, 0 to 1. */
export function pointOnCurve(curve: CubicCurve, t: number): readonly [number, number] {
  const s = 1 - t;
  const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  return [a * curve[0] + b * curve[2] + c * curve[4] + d * curve[6], a * curve[1] + b * curve[3] + c * curve[5] + d * curve[7]];
}

/** A function from a part of a polyline's length, 0 to 1, to the point there. The lengths are computed once. */
export function pointOnPolyline(corners: PacketPath["corners"]): (t: number) => readonly [number, number] {
  const lengths = corners.slice(1).map(([x, y], i) => Math.hypot(x - corners[i][0], y - corners[i][1]));
  const totalLength = lengths.reduce((sum, length) => sum + length, 0);
  return (t) => {
    let remaining = t * totalLength;
    let i = 0;
    while (i < lengths.length - 1 && remaining > lengths[i]) remaining -= lengths[i++];
    const partOfSegment = lengths[i] > 0 ? remaining / lengths[i] : 0;
    const [ax, ay] = corners[i];
    const [bx, by] = corners[i + 1];
    return [ax + (bx - ax) * partOfSegment, ay + (by - ay) * partOfSegment];
  };
}

/** The line of one channel. */
export function channelLine(channel: number, curve: CubicCurve, light = false): Line {
  return { channels: [channel], curve, isThin: light };
}

/** Maximum number of lines and boxes that are drawn as SVG; with more of them SVG would be slow. */
export const maxSvgElements = 2500;

/** Whether scenes drawn together have too many elements for SVG. */
export function isTooLargeForSvg(...scenes: readonly Scene[]): boolean {
  return scenes.reduce((sum, { strands, boxes }) => sum + strands.length + boxes.length, 0) > maxSvgElements;
}
