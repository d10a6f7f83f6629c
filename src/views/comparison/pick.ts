/** Pointing at two networks at once: what is under the pointer, its value beside it, a click to choose it. */
import { pointer, select } from "d3-selection";
import { nameOfChannel, nameOfNode, type Network } from "../../core/network/network.ts";
import type { Actions, Canvas, Selected } from "../contract.ts";
import { orderOf } from "./pair-axis.ts";
import { drawMarks, type Mark, pathMark, rectMark, ring, roundedRectangle, tenth, textMark } from "../shared/marks.ts";
import { nearestStrand } from "../stage/pick.ts";
import { type Line, pathOf, pointAt, type Scene, type TerminalAxis } from "../stage/scene.ts";

/** Reach of a mouse and of a finger, pixels. */
const reach = { fine: 8, coarse: 18 } as const;

/** One of the networks drawn. */
export interface Part {
  readonly scene: Scene;
  /** Axes on which its terminals stand, beside the dots of its scene. */
  readonly axes: readonly TerminalAxis[];
  readonly network: Network;
  /** True where its numbers are those of the network in front: its channels and switches can be chosen. */
  readonly isFront: boolean;
  /** What a channel's value is, in words, with its unit. */
  readonly sayChannel: (channel: number) => string;
  /** Of several channels drawn as one strand, the one with the highest is meant. */
  readonly rankOf: (channel: number) => number;
}

/** What a pointer needs to know of the latest drawing. */
export interface PairTarget {
  readonly canvas: Canvas;
  readonly parts: readonly Part[];
  /** What a terminal gets in all parts, with its unit. */
  readonly sayTerminal: (terminal: number) => string;
}

/** Something under the pointer: what it is in its own network, where it is, and what is said of it. */
export interface Found {
  readonly part: Part;
  readonly is: "channel" | "switch" | "terminal";
  readonly number: number;
  readonly at: readonly [number, number];
}

/** What lies at a point: a terminal, a switch, else the nearest channel within reach; null for nothing. */
export function findAt({ parts }: PairTarget, x: number, y: number, within: number): Found | null {
  for (const part of parts) {
    const terminal = terminalAt(part, x, y, within);
    if (terminal !== null) return { part, is: "terminal", ...terminal };
  }
  for (const part of parts) {
    const box = part.scene.boxes.find((b) => x >= b.x && x <= b.x + b.width && y >= b.y && y <= b.y + b.height);
    if (box !== undefined) return { part, is: "switch", number: box.switches[0], at: [box.x + box.width / 2, box.y + box.height / 2] };
  }
  for (const part of parts) {
    const strand = nearestStrand(part.scene, x, y, within);
    if (strand !== null) return { part, is: "channel", number: channelOf(strand, part), at: pointAt(strand.curve, 0.5) };
  }
  return null;
}

/** What is picked with something found: null where the page has no name for it, in the network behind. */
export function selectedBy({ part: { network, isFront }, is, number }: Found): Selected | null {
  if (is === "terminal") return { is, terminal: number };
  if (isFront) return is === "switch" ? { is, node: number } : { is, channel: number };
  const end = is === "switch" ? undefined : [network.tail[number], network.head[number]].find((n) => n < network.terminals);
  return end === undefined ? null : { is: "terminal", terminal: end };
}

/** Lets a pointer find and choose what is drawn; returns the group that the marks go into, below what catches the pointer. */
export function letPick(target: PairTarget | null, into: SVGGElement, { pick }: Pick<Actions, "pick">): SVGGElement {
  const group = (name: string) => select(into).selectChildren<SVGGElement, null>(`g.${name}`).data([null]).join("g").attr("class", name);
  const marks = group("marks").node() as SVGGElement;
  const catcher = select(into).selectChildren<SVGRectElement, null>("rect.catcher").data([null]).join("rect").attr("class", "catcher");
  const tip = group("tip").attr("pointer-events", "none").node() as SVGGElement;
  const { width = 0, height = 0 } = target?.canvas ?? {};
  catcher.attr("width", width).attr("height", height).attr("fill", "transparent");
  const found = (event: PointerEvent) =>
    target === null ? null : findAt(target, ...pointer(event, into), event.pointerType === "touch" ? reach.coarse : reach.fine);
  catcher
    .on("pointermove", function (this: SVGRectElement, event: PointerEvent) {
      if (event.pointerType === "touch" || target === null) return;
      const under = found(event);
      this.setAttribute("class", under === null || selectedBy(under) === null ? "catcher" : "catcher over");
      drawMarks(under === null ? [] : hoverMarks(under, target), tip);
    })
    .on("pointerleave", () => drawMarks([], tip))
    .on("click", (event: PointerEvent) => {
      const under = found(event);
      const selected = under === null ? null : selectedBy(under);
      if (selected !== null) pick(selected);
    });
  return marks;
}

function channelOf({ channels }: Line, { rankOf }: Part): number {
  return channels.reduce((best, channel) => (rankOf(channel) > rankOf(best) ? channel : best));
}

/** The terminal whose column or dot is at a point. */
function terminalAt({ axes, scene: { dots } }: Part, x: number, y: number, within: number): Pick<Found, "number" | "at"> | null {
  for (const axis of axes) {
    const { top, bottom } = columnOf(axis);
    const i = Math.floor((x - axis.left) / axis.pitch);
    const terminal = orderOf(axis)[i];
    if (y >= top && y <= bottom && terminal !== undefined) return { number: terminal, at: [axis.left + (i + 0.5) * axis.pitch, axis.y] };
  }
  const near = dots.map((dot) => ({ dot, away: Math.hypot(dot.x - x, dot.y - y) })).filter(({ away }) => away <= within / 2 + 1);
  if (near.length === 0) return null;
  const { dot } = near.reduce((best, each) => (each.away < best.away ? each : best));
  return { number: dot.terminal, at: [dot.x, dot.y] };
}

/** From the end of the bars to the middle of the numbers. */
function columnOf({ y, barHeight, numbersAt }: TerminalAxis): { readonly top: number; readonly bottom: number } {
  return numbersAt > y ? { top: y - barHeight, bottom: numbersAt } : { top: numbersAt, bottom: y + barHeight };
}

/** An outline of what is under the pointer, in both networks where it is a terminal, and its value beside it. */
export function hoverMarks(found: Found, target: PairTarget): readonly Mark[] {
  const { part, is, number, at } = found;
  const { theme } = target.canvas;
  const outline = { stroke: theme.ink, "stroke-width": 1.5 };
  if (is === "terminal")
    return [
      pathMark("hover", target.parts.map((each) => terminalOutline(each, number)).join(""), outline),
      ...tip(at, target.sayTerminal(number), `terminal ${number}`, target.canvas),
    ];
  const { scene, network } = part;
  if (is === "switch") {
    const box = scene.boxes.find(({ switches }) => switches.includes(number));
    const d = box === undefined ? "" : roundedRectangle(box.x - 1, box.y - 1, box.width + 2, box.height + 2, scene.boxRadius);
    return [
      pathMark("hover", d, outline),
      ...tip(at, nameOfNode(network, number), `${network.firstOut[number + 1] - network.firstOut[number]} ports`, target.canvas),
    ];
  }
  const lines = scene.lines.filter(({ channels }) => channels.includes(number));
  const d = lines.map(({ curve }) => pathOf(curve)).join("");
  const round = { "stroke-linecap": "round" };
  return [
    pathMark("hover", d, { ...round, stroke: theme.ink, "stroke-width": tenth(scene.strandWidth.hot + 3) }),
    pathMark("hover core", d, { ...round, stroke: theme.ground, "stroke-width": tenth(scene.strandWidth.hot) }),
    ...tip(at, part.sayChannel(number), nameOfChannel(network, number), target.canvas),
  ];
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

function tip([x, y]: readonly [number, number], value: string, name: string, { width, height, theme }: Canvas): readonly Mark[] {
  const own = 16 + 6.4 * Math.max(value.length, name.length);
  const left = Math.max(0, Math.min(width - own, x + 14 + own > width ? x - 14 - own : x + 14));
  const top = Math.max(0, Math.min(height - 42, y - 21));
  return [
    rectMark("tip", left, top, own, 42, { rx: 6, fill: theme.ink }),
    textMark("tip value", left + 8, top + 17, value, { "font-size": 12, "font-weight": 650, fill: theme.ground }),
    textMark("tip name", left + 8, top + 33, name, { "font-size": 11, fill: theme.ground }),
  ];
}
