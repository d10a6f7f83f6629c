/** Steps in a network of lines, rings, fully connected dimensions or boards. Dimension-order and adaptive routings share them. */
import { below } from "../base/random.ts";
import type { Network } from "../network/network.ts";
import { boardSteps } from "./board-steps.ts";

/** Rules for packets on rings. */
export interface RingRules {
  /** Direction if both are equally long: up from even positions, drawn for each packet, or always up. */
  readonly halfWay: "parity" | "random" | "up";
  /** Whether a packet chooses its dateline class when it enters a ring and keeps it around the ring. */
  readonly hasClassOnEntry: boolean;
  /** Whether packets take steps in any order of the dimensions and use dimension-order steps only as an escape. Default: no. */
  readonly isAdaptive?: boolean;
}

/** Rules for which a packet needs no state. */
export const byPlace: RingRules = { halfWay: "parity", hasClassOnEntry: false };

/**
 * The steps of a grid. A packet's state, if it needs one, has a bit per dimension: whether the packet crosses the dateline of that ring,
 * which determines its class on entry and the direction that was drawn.
 */
export interface GridSteps {
  /**
   * First node number of the grid positions. Lower nodes are terminals outside the grid; 0 if the terminals are the positions themselves.
   */
  readonly outside: number;
  /**
   * Number of positions, which may be intermediates: nodes {@link firstPosition} … {@link firstPosition} + positionCount − 1; and the
   * position of a terminal.
   */
  readonly places: number;
  placeOf(to: number): number;
  /** VC classes that prevent cycles; more than 1 if any dimension needs them, such as a ring. */
  readonly classes: number;
  /** Maximum number of links of a terminal. */
  readonly mostLinks: number;
  /** Maximum number of productive channels, which bring a packet closer to its destination. */
  readonly mostProductive: number;
  /** Writes the channels into terminal `to` as virtual channels of class 0 of `classes`. Returns their number. */
  enter(to: number, classes: number, out: Int32Array): number;
  /** Writes the channels that leave terminal `node` as virtual channels of the first `used` of `classes` classes. Returns their number. */
  leave(at: number, classes: number, used: number, out: Int32Array): number;
  /**
   * The dimension-order step from switch `node` to the switch of node `to`: channel × {@link vcClasses} + dateline class; −1 if both are
   * the same switch. Class 0 if the packet still has to cross the dateline of the ring. With classes on entry, class 0 on the whole ring
   * for a packet that crosses it.
   */
  step(at: number, to: number, state: number): number;
  /** Channels from position `node` to the position of node `to`. */
  distance(at: number, to: number): number;
  /** State of a packet from node `from` to node `to`, for a new 32-bit draw. Absent: 0. */
  readonly begin?: (from: number, to: number, draw: number) => number;
  /** Number of different outcomes of such a draw, and bits of a state. */
  readonly draws: number;
  readonly stateBits: number;
  /** State of a packet at switch `node` after it leaves by a channel. Absent: unchanged. */
  readonly turn?: (at: number, to: number, state: number, channel: number) => number;
  /** Writes every channel from switch `node` that leads closer to node `to`, dimension by dimension. Returns their number. */
  productive(at: number, to: number, out: Int32Array): number;
  /** [C] The ring of each channel, numbered by dimension, direction and row; −1 for channels outside rings. */
  rings(): Int32Array;
}

/** Computes the steps. The axes have to be lines, rings and full dimensions, or boards, and the network has to be complete. */
export function gridSteps(network: Network, rules: RingRules = byPlace): GridSteps {
  return network.axes[0].kind === "board" ? boardSteps(network, rules) : stepsOfSwitches(network, rules);
}

/**
 * The steps between switches of lines, rings and full dimensions. Tables of exits are filled once; each step is then computed from
 * coordinates.
 */
function stepsOfSwitches(network: Network, { halfWay, hasClassOnEntry }: RingRules): GridSteps {
  const { terminals, switches, axes, firstOut, head, reverse, coordinates } = network;
  const dimensions = axes.length;
  const sizes = Int32Array.from(axes, (axis) => axis.size);
  const isRing = Uint8Array.from(axes, (axis) => (axis.kind === "ring" ? 1 : 0));
  const isFull = Uint8Array.from(axes, (axis) => (axis.kind === "full" ? 1 : 0));
  // [switch][exit] Output channels: a line or ring has one exit up and one down, a full axis one per coordinate.
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

  /** Whether two coordinates are exactly half-way around ring `d`. */
  const isHalfWay = (d: number, x: number, goal: number) => isRing[d] === 1 && 2 * Math.abs(goal - x) === sizes[d];

  /** Whether the packet's state directs it up to a position half-way around the ring. */
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
        // Exactly half-way around, by default even positions go up and odd ones down.
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

  /** Sets the dateline bit of a packet that could take either direction of a ring, now that the direction is known. */
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
