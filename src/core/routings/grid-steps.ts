/** Steps in a network of lines, rings, fully joined dimensions or boards: what dimension-order and adaptive routings share. */
import { below } from "../base/random.ts";
import type { Network } from "../network/network.ts";
import { boardSteps } from "./board-steps.ts";

/** How packets go round rings. */
export interface RingRules {
  /** Which way where both are as long: up from even positions, drawn for each packet, or always up. */
  readonly halfWay: "parity" | "random" | "up";
  /** Whether a packet has one dateline class all the way round, chosen where it enters the ring. */
  readonly hasClassOnEntry: boolean;
  /** Whether packets take steps in any order of the dimensions, and those told here only where nothing else is free; not when absent. */
  readonly isAdaptive?: boolean;
}

/** Rules under which the place of a packet tells all: it needs no state. */
export const byPlace: RingRules = { halfWay: "parity", hasClassOnEntry: false };

/**
 * A packet's state, where it needs one, has a bit for each dimension: whether it passes the end of that ring, in which its class
 * is chosen on entry, or which way to go is drawn.
 */
export interface GridSteps {
  /** Nodes below this one hang beside the grid: the terminals, or none where they stand in it. */
  readonly outside: number;
  /** How many stand in it and can be gone round by: nodes {@link outside} … {@link outside} + places − 1; and the one of them that a terminal is at. */
  readonly places: number;
  placeOf(to: number): number;
  /** Classes of virtual channels that steps tell, so that no circle can close: more than 1 where any dimension has one, as a ring. */
  readonly classes: number;
  /** Most links of a terminal. */
  readonly mostLinks: number;
  /** Most channels that bring a packet closer. */
  readonly mostProductive: number;
  /** Writes the channels into terminal `to`, as virtual channels of class 0 of so many; returns how many. */
  enter(to: number, classes: number, out: Int32Array): number;
  /** Writes the channels that leave terminal `at`, as virtual channels, of the first `used` of so many classes; returns how many. */
  leave(at: number, classes: number, used: number, out: Int32Array): number;
  /**
   * The step of dimension order from switch `at` towards the switch of node `to`: channel × {@link classes} + dateline class, or −1
   * where that is the same switch. Class 0 while the packet has still to pass the end of the ring; where it is chosen on
   * entry, all the way of a packet that passes it.
   */
  step(at: number, to: number, state: number): number;
  /** Channels from place `at` to the place of node `to`. */
  distance(at: number, to: number): number;
  /** State of a packet at node `from` towards node `to`, by a fresh 32-bit random number. Absent: 0. */
  readonly begin?: (from: number, to: number, draw: number) => number;
  /** Numbers that such a draw tells apart, and bits of a state. */
  readonly draws: number;
  readonly stateBits: number;
  /** State of a packet at switch `at` that leaves by a channel, by whichever way it goes. Absent: unchanged. */
  readonly turn?: (at: number, to: number, state: number, channel: number) => number;
  /** Writes every channel that leads from switch `at` closer to node `to`, dimension by dimension; returns how many. */
  productive(at: number, to: number, out: Int32Array): number;
  /** [C] The ring each channel is part of, by dimension, direction and row; −1 for channels of no ring. */
  rings(): Int32Array;
}

/** Works out the steps. The axes are lines, rings and full ones, or those of boards, and the network is complete. */
export function gridSteps(network: Network, rules: RingRules = byPlace): GridSteps {
  return network.axes[0].kind === "board" ? boardSteps(network, rules) : stepsOfSwitches(network, rules);
}

function stepsOfSwitches(network: Network, { halfWay, hasClassOnEntry }: RingRules): GridSteps {
  const { terminals, switches, axes, firstOut, head, reverse, coordinates } = network;
  const dimensions = axes.length;
  const sizes = Int32Array.from(axes, (axis) => axis.size);
  const isRing = Uint8Array.from(axes, (axis) => (axis.kind === "ring" ? 1 : 0));
  const isFull = Uint8Array.from(axes, (axis) => (axis.kind === "full" ? 1 : 0));
  // Each switch has a row of exits: for a line or ring one up and one down, for a full axis one per coordinate.
  const firstExit = new Int32Array(dimensions + 1);
  for (let d = 0; d < dimensions; d++) firstExit[d + 1] = firstExit[d] + (isFull[d] === 1 ? sizes[d] : 2);
  const stride = firstExit[dimensions];
  const exits = new Int32Array(switches * stride).fill(-1);
  for (let n = terminals; n < terminals + switches; n++) {
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
      if (head[c] < terminals) continue;
      let d = 0;
      while (coordinates[n * dimensions + d] === coordinates[head[c] * dimensions + d]) d++;
      const x = coordinates[n * dimensions + d];
      const next = coordinates[head[c] * dimensions + d];
      const isDown = next === x - 1 || (isRing[d] === 1 && next === x + sizes[d] - 1);
      exits[(n - terminals) * stride + firstExit[d] + (isFull[d] === 1 ? next : isDown ? 1 : 0)] = c;
    }
  }
  let mostLinks = 1;
  for (let t = 0; t < terminals; t++) mostLinks = Math.max(mostLinks, firstOut[t + 1] - firstOut[t]);

  const hasRings = isRing.includes(1);
  const classes = hasRings ? 2 : 1;
  const [isByParity, isAtRandom] = [halfWay === "parity", halfWay === "random"];
  const canTie = isRing.reduce((count, ring, d) => count + (ring === 1 && sizes[d] % 2 === 0 ? 1 : 0), 0);
  const hasState = hasRings && (hasClassOnEntry || (isAtRandom && canTie > 0));

  /** Whether two coordinates lie exactly half-way round ring `d` from each other. */
  const isHalfWay = (d: number, x: number, goal: number) => isRing[d] === 1 && 2 * Math.abs(goal - x) === sizes[d];

  /** Whether a packet goes up to what is half-way round a ring, by its state there. */
  const goesUp = (x: number, goal: number, state: number) => !isAtRandom || ((state & 1) === 1) === goal < x;

  function begin(from: number, to: number, draw: number): number {
    let ties = 0;
    for (let d = 0; d < dimensions; d++) if (isHalfWay(d, coordinates[from * dimensions + d], coordinates[to * dimensions + d])) ties++;
    let lot = isAtRandom ? below(draw, 1 << ties) : 0;
    let state = 0;
    for (let d = 0; d < dimensions; d++) {
      const x = coordinates[from * dimensions + d];
      const goal = coordinates[to * dimensions + d];
      if (isRing[d] === 0 || x === goal) continue;
      const isTie = isHalfWay(d, x, goal);
      if (!isTie && !hasClassOnEntry) continue;
      let up = goal > x === 2 * Math.abs(goal - x) < sizes[d];
      if (isTie) {
        up = isAtRandom ? (lot & 1) === 1 : !isByParity || (x & 1) === 0;
        lot >>= 1;
      }
      if (up ? goal < x : goal > x) state |= 1 << d;
    }
    return state;
  }

  return {
    outside: terminals,
    places: switches,
    placeOf: (to) => head[firstOut[to]],
    classes,
    draws: isAtRandom ? 1 << canTie : 1,
    stateBits: hasState ? dimensions : 0,
    ...(hasState ? { begin } : {}),
    ...(hasState && hasClassOnEntry ? { turn } : {}),
    mostProductive: axes.reduce((sum, axis) => sum + (axis.kind === "ring" ? 2 : 1), 0),
    mostLinks,
    enter(to, classes, out) {
      const first = firstOut[to];
      const links = firstOut[to + 1] - first;
      for (let i = 0; i < links; i++) out[i] = reverse[first + i] * classes;
      return links;
    },
    leave(at, classes, used, out) {
      let count = 0;
      for (let c = firstOut[at]; c < firstOut[at + 1]; c++) for (let k = 0; k < used; k++) out[count++] = c * classes + k;
      return count;
    },
    step(at, to, state) {
      const here = at * dimensions;
      const there = to * dimensions;
      for (let d = 0; d < dimensions; d++) {
        const x = coordinates[here + d];
        const goal = coordinates[there + d];
        if (x === goal) continue;
        const exit = (at - terminals) * stride + firstExit[d];
        if (isFull[d] === 1) return classes * exits[exit + goal] + classes - 1;
        let up = goal > x;
        if (isRing[d] === 0) return classes * exits[up ? exit : exit + 1] + classes - 1;
        const ahead = up ? goal - x : goal - x + sizes[d];
        // Exactly half way round, even positions go up and odd ones down by default.
        up = 2 * ahead === sizes[d] ? (isByParity ? (x & 1) === 0 : goesUp(x, goal, state >> d)) : 2 * ahead < sizes[d];
        const isZero = hasClassOnEntry ? ((state >> d) & 1) === 1 : up ? goal < x : goal > x;
        return 2 * exits[up ? exit : exit + 1] + (isZero ? 0 : 1);
      }
      return -1;
    },
    distance(at, to) {
      let sum = 0;
      for (let d = 0; d < dimensions; d++) {
        const between = Math.abs(coordinates[to * dimensions + d] - coordinates[at * dimensions + d]);
        if (isFull[d] === 1) sum += between === 0 ? 0 : 1;
        else sum += isRing[d] === 1 && 2 * between > sizes[d] ? sizes[d] - between : between;
      }
      return sum;
    },
    productive(at, to, out) {
      const here = at * dimensions;
      const there = to * dimensions;
      let count = 0;
      for (let d = 0; d < dimensions; d++) {
        const x = coordinates[here + d];
        const goal = coordinates[there + d];
        if (x === goal) continue;
        const exit = (at - terminals) * stride + firstExit[d];
        if (isFull[d] === 1) out[count++] = exits[exit + goal];
        else if (isRing[d] === 0) out[count++] = exits[goal > x ? exit : exit + 1];
        else {
          const ahead = goal > x ? goal - x : goal - x + sizes[d];
          if (2 * ahead <= sizes[d]) out[count++] = exits[exit];
          if (2 * ahead >= sizes[d]) out[count++] = exits[exit + 1];
        }
      }
      return count;
    },
    rings() {
      const ring = new Int32Array(head.length).fill(-1);
      let rings = 0;
      for (let s = 0; s < switches; s++) {
        for (let d = 0; d < dimensions; d++) {
          if (isRing[d] === 0 || coordinates[(terminals + s) * dimensions + d] !== 0) continue;
          for (let direction = 0; direction < 2; direction++, rings++) {
            for (let at = s, i = 0; i < sizes[d]; i++) {
              const c = exits[at * stride + firstExit[d] + direction];
              ring[c] = rings;
              at = head[c] - terminals;
            }
          }
        }
      }
      return ring;
    },
  };

  /** A packet that may take either way round knows only now whether it passes the end of the ring. */
  function turn(at: number, to: number, state: number, channel: number): number {
    for (let d = 0; d < dimensions; d++) {
      const x = coordinates[at * dimensions + d];
      const next = coordinates[head[channel] * dimensions + d];
      if (next === x) continue;
      const goal = coordinates[to * dimensions + d];
      if (!isHalfWay(d, x, goal)) return state;
      const up = next === (x + 1) % sizes[d];
      return (up ? goal < x : goal > x) ? state | (1 << d) : state & ~(1 << d);
    }
    return state;
  }
}
