/** Where two networks stand: mirrored about one row of terminals where they are trees over the same ones, else beside each other. */
import { axisOf, type Network } from "../../core/network/network.ts";
import { levels, rowsOf } from "../stage/levels.ts";
import { withFaults } from "../stage/placed.ts";
import type { Scene } from "../stage/scene.ts";
import { moved } from "./moved.ts";
import { placeIn } from "./placing.ts";

/** A place for words: the end or the start of a first line's baseline. */
export interface WordPlace {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "end";
}

export interface Arrangement {
  readonly isMirrored: boolean;
  readonly a: Scene;
  readonly b: Scene;
  /** Where the names of both stand, and whether each has a second line for its counts. */
  readonly names: { readonly a: WordPlace; readonly b: WordPlace; readonly lines: 1 | 2 };
  /** Where it is said how switches are read; null for no room. */
  readonly reading: WordPlace | null;
  /** Baseline of the line at the foot, and where that line is free, pixels. */
  readonly foot: { readonly y: number; readonly from: number };
}

/** Room for a line of words above or below, and between networks, pixels. */
const lineRoom = 22;
const gap = 36;
/** Part of the height that the network in front gets: it stands upright, so it is read first. */
const upper = 0.54;
/** Terminals' numbers stand so far above the foot of a placed tree when it fills its room. */
const numbersRoom = 14;

/** True where both are trees, and their terminals stand in the same order. */
export function canMirror(a: Network, b: Network): boolean {
  if (a.terminals !== b.terminals || axisOf(a, "level") < 0 || axisOf(b, "level") < 0) return false;
  const order = rowsOf(b).terminals;
  return rowsOf(a).terminals.every((t, i) => t === order[i]);
}

/** Both networks placed in one room; null where one of them has no drawing. */
export function arrange(a: Network, b: Network, width: number, height: number): Arrangement | null {
  if (width < 120 || height < 160) return null;
  return canMirror(a, b) ? mirrored(a, b, width, height) : beside(a, b, width, height);
}

function mirrored(a: Network, b: Network, width: number, height: number): Arrangement {
  const place = (header: number) => {
    const room = height - header - lineRoom + 2 * numbersRoom;
    const [top, below] = [placeTree(a, width, room * upper), placeTree(b, width, room * (1 - upper))];
    // Both axes have numbers; they are the same ones.
    const [upTo, downTo] = [top.axis?.numbersAt ?? 0, below.axis?.numbersAt ?? 0];
    const spare = Math.max(0, height - lineRoom - header - upTo - downTo) / 2;
    const axisAt = header + spare + upTo;
    return {
      a: moved(top, { x: 0, y: header + spare, hangs: false }),
      b: moved(below, { x: 0, y: axisAt - (below.height - downTo), hangs: true }),
    };
  };
  const topRow = (scene: Scene) => scene.boxes.filter((box) => box.y < Math.min(...scene.boxes.map(({ y }) => y)) + 1);
  const asideOf = (scene: Scene) => Math.min(...topRow(scene).map((box) => box.x));
  const roomy = place(0);
  const free = asideOf(roomy.a);
  const foot = { y: height - 6, from: width >= 640 ? 330 : 0 };
  const b1 = { x: 0, y: height - 6, anchor: "start" } as const;
  if (free < 210) {
    const placed = place(lineRoom);
    return {
      isMirrored: true,
      ...placed,
      names: { a: { x: 0, y: 14, anchor: "start" }, b: b1, lines: 1 },
      reading: width >= 640 ? { x: width, y: 14, anchor: "end" } : null,
      foot,
    };
  }
  const y = Math.min(...roomy.a.boxes.map((box) => box.y)) + 13;
  return {
    isMirrored: true,
    ...roomy,
    names: { a: { x: free - 16, y, anchor: "end" }, b: b1, lines: 2 },
    reading: { x: Math.max(...topRow(roomy.a).map((box) => box.x + box.width)) + 16, y, anchor: "start" },
    foot,
  };
}

function placeTree(network: Network, width: number, height: number): Scene {
  return withFaults(levels.place(network, width, Math.floor(height)), network);
}

function beside(a: Network, b: Network, width: number, height: number): Arrangement | null {
  const isStacked = width < 640 || width < height;
  const [w, h] = isStacked ? [width, (height - 3 * lineRoom) / 2] : [(width - gap) / 2, height - 2 * lineRoom];
  const [first, second] = [placeIn(a, Math.floor(w), Math.floor(h)), placeIn(b, Math.floor(w), Math.floor(h))];
  if (first === null || second === null) return null;
  const [x, y] = isStacked ? [0, h + lineRoom] : [w + gap, 0];
  const name = (left: number, top: number): WordPlace => ({ x: left, y: top + 14, anchor: "start" });
  return {
    isMirrored: false,
    a: moved(first, { x: 0, y: lineRoom, hangs: false }),
    b: moved(second, { x, y: y + lineRoom, hangs: false }),
    names: { a: name(0, 0), b: name(x, y), lines: 1 },
    reading: null,
    foot: { y: height - 6, from: 0 },
  };
}
