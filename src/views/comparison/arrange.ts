/** Placement of two networks: mirrored about one row of terminals if both are trees over the same terminals, otherwise side by side. */
import { isTree, type Network } from "../../core/network/network.ts";
import { levels, rowsOf } from "../stage/layouts/levels.ts";
import { withFaults } from "../stage/paint/faults.ts";
import type { Scene, TerminalAxis } from "../stage/scene.ts";
import { terminalAxis } from "../stage/layouts/terminal-axis.ts";
import { moved } from "./moved.ts";
import { placeIn } from "./placing.ts";

/** Position of text: the start or the end of the first baseline. */
export interface WordPlace {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "end";
}

/** Two placed networks with everything around them. */
export interface Arrangement {
  readonly isMirrored: boolean;
  readonly a: Scene;
  readonly b: Scene;
  /** Axes of the terminal bars: above and below one shared row of numbers, or the axis of each network if it has one. */
  readonly bars: { readonly a: TerminalAxis | null; readonly b: TerminalAxis | null };
  /** The axes whose numbers are printed. */
  readonly numbered: readonly TerminalAxis[];
  /** Positions of the names, and whether the first has a second line for its counts. */
  readonly names: { readonly a: WordPlace; readonly b: WordPlace; readonly lines: 1 | 2 };
  /** Baseline of the line of text at the bottom. */
  readonly foot: number;
}

/** Height of a line of text above or below the networks, and gap between two networks, pixels. */
const lineRoom = 26;
const gap = 36;
/** Drawings narrower than this, as on a phone, are stacked instead of placed side by side, pixels. */
export const leastWide = 640;
/** Share of the height for the first network: it stands upright and is read first. */
const upper = 0.58;
/** Distance from the axis to the middle of the terminal numbers; and the space that the stage leaves above its bars, pixels. */
const numbersRoom = 12;
const labelRoom = 14;
/** Minimum height at which two networks side by side get a shared row of terminals below them, pixels. */
const leastWithRow = 400;
/** Width that a name with its counts needs beside the top row, pixels. */
const nameRoom = 210;
/** Minimum distance from the top row to the next one; in a smaller gap the second line of a name would overlap the links, pixels. */
const namePitch = 44;

/** True if both networks are trees and have their terminals in the same order. */
export function canMirror(a: Network, b: Network): boolean {
  if (a.terminals !== b.terminals || !isTree(a.axes) || !isTree(b.axes)) return false;
  const order = rowsOf(b).terminals;
  return rowsOf(a).terminals.every((t, i) => t === order[i]);
}

/** Places both networks in one area; null if one of them has no layout or the area is too small. */
export function arrange(a: Network, b: Network, width: number, height: number): Arrangement | null {
  if (width < 120 || height < 160) return null;
  return canMirror(a, b) ? mirrored(a, b, width, height) : beside(a, b, width, height);
}

/**
 * The first tree upright and the second upside down below it, with their terminals between them. The name of the first is beside its top
 * row if it fits there, otherwise in a header line.
 */
function mirrored(a: Network, b: Network, width: number, height: number): Arrangement {
  const aside = besideTop(a, width);
  const footer = width < leastWide ? 2 * lineRoom - 6 : lineRoom;
  const bars = Math.max(30, Math.min(72, height * 0.115));
  const free = height - footer - 2 * (bars + numbersRoom);
  // Decide whether the name fits beside the top row; otherwise reserve a header line.
  const topIn = (room: number) => treeWith(a, width, room * upper, bars);
  const hasRoom = aside >= nameRoom && rowPitch(topIn(free)) >= namePitch;
  const header = hasRoom ? 0 : lineRoom;
  // Place both trees in the remaining height, and center them vertically.
  const room = free - header;
  const top = topIn(room);
  const below = treeWith(b, width, room * (1 - upper), bars);
  // Both axes have the same numbers.
  const [above, under] = [top.axis?.numbersAt ?? 0, below.axis?.numbersAt ?? 0];
  const y = header + Math.max(0, height - footer - header - above - under) / 2;
  const first = Math.min(...top.boxes.map((box) => box.y)) + y + 13;
  const foot = height - 6;
  const upright = moved(top, { x: 0, y, hangs: false });
  const hanging = moved(below, { x: 0, y: y + above + under - below.height, hangs: true });
  return {
    isMirrored: true,
    a: upright,
    b: hanging,
    bars: { a: upright.axis, b: hanging.axis },
    numbered: upright.axis === null ? [] : [upright.axis],
    names: {
      a: hasRoom ? { x: aside - 16, y: first, anchor: "end" } : { x: 0, y: 14, anchor: "start" },
      b: { x: 0, y: height - footer + 20, anchor: "start" },
      lines: hasRoom ? 2 : 1,
    },
    foot,
  };
}

/** Places a tree without labels. Its bars have about the given height, and as much space is left for them. */
function treeWith(network: Network, width: number, height: number, bars: number): Scene {
  // The stage's own bars take 11 % of the height of a tree, and a line of numbers.
  const scene = { ...withFaults(levels.place(network, width, Math.floor((height + 28) / 0.89)), network), words: [] };
  if (scene.axis === null) return scene;
  const barTop = scene.axis.y - scene.axis.barHeight - labelRoom;
  return { ...scene, axis: axisAcross(rowsOf(network).terminals, width, barTop, bars) };
}

/** Places a network without terminal bars. The levels of a tree use the space of the bars. */
export function placeAlone(network: Network, width: number, height: number, others: readonly Network[]): Scene | null {
  return !isTree(network.axes) ? placeIn(network, width, height, others) : treeWith(network, width, height - labelRoom, labelRoom);
}

/** Distance from the first to the second row of switches of a tree; to the bottom if there is only one row. */
function rowPitch({ boxes, height }: Scene): number {
  const [first, second = height] = [...new Set(boxes.map(({ y }) => y))].sort((p, q) => p - q);
  return second - first;
}

/** Axis of the terminals over a whole width. */
function axisAcross(order: readonly number[], width: number, top: number, room: number): TerminalAxis {
  return terminalAxis(order, { left: 0, pitch: width / order.length, roomWidth: width }, top, room);
}

/** Space on each side of the top row of a tree, whose switches are spaced like those of the leaves. */
function besideTop(network: Network, width: number): number {
  const { switches, down } = rowsOf(network);
  const widest = switches[0].reduce((most, n) => Math.max(most, down[n].length), 1);
  const row =
    switches[switches.length - 1].length * Math.min(width / switches[switches.length - 1].length, (widest * width) / network.terminals);
  return (width - row) / 2;
}

/** Side by side, or stacked where the area is narrow; with one shared row of terminals below if both networks have the same number. */
function beside(a: Network, b: Network, width: number, height: number): Arrangement | null {
  const isStacked = width < leastWide || width < height;
  const bars = Math.max(24, Math.min(48, height * 0.08));
  const hasRow = a.terminals === b.terminals && height >= leastWithRow * (isStacked ? 1.5 : 1);
  const row = hasRow ? 2 * (bars + numbersRoom) + 12 : 0;
  const free = height - lineRoom - row;
  const [w, h] = isStacked ? [width, free / 2 - lineRoom] : [(width - gap) / 2, free - lineRoom];
  const place = (network: Network) =>
    hasRow && isTree(network.axes) ? placeAlone(network, w, h - 2 * numbersRoom, [a, b]) : placeIn(network, w, Math.floor(h), [a, b]);
  const [first, second] = [place(a), place(b)];
  if (first === null || second === null) return null;
  const [x, y] = isStacked ? [0, h + lineRoom] : [w + gap, 0];
  const upright = moved(first, { x: 0, y: lineRoom, hangs: false });
  const other = moved(second, { x, y: y + lineRoom, hangs: false });
  const own = [upright.axis, other.axis].filter((axis) => axis !== null);
  const name = (left: number, top: number): WordPlace => ({ x: left, y: top + 14, anchor: "start" });
  const words = { names: { a: name(0, 0), b: name(x, y), lines: 1 }, foot: height - 6 } as const;
  const both = { isMirrored: false, a: upright, b: other, ...words };
  if (!hasRow) return { ...both, bars: { a: upright.axis, b: other.axis }, numbered: own };
  const ranks = Array.from({ length: a.terminals }, (_, t) => t);
  const above = axisAcross(ranks, width, free + 12 - labelRoom, bars + labelRoom);
  return { ...both, bars: { a: above, b: { ...above, y: above.numbersAt + numbersRoom } }, numbered: [...own, above] };
}
