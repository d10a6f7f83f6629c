/** Steps in rows and columns of boards, where terminals pass packets on: dimension order and adaptive routings as in a grid, by arithmetic. */
import { below } from "../base/random.ts";
import { fromEdge, onBoard } from "../network/line-shapes.ts";
import type { Network } from "../network/network.ts";
import type { GridSteps, RingRules } from "./grid-steps.ts";

/**
 * Works out the steps. In dimension order the switch of a line is its dateline: class 0 up to it, class 1 behind it and for packets that
 * stay on a board. One class does where boards have at most two places: nobody passes by anybody on the way to an edge. Where packets
 * are adaptive, the class is the number of switches passed, since one that has come over a column may have its row still to go.
 *
 * A state has two bits for each dimension: whether a packet goes over the switch, for classes that are chosen on entry, and which edge
 * it takes from or to the middle of a board; above them the switches passed. Who comes to a place of its own board as fast along the
 * board stays there.
 */
export function boardSteps(network: Network, { halfWay, hasClassOnEntry, isAdaptive = false }: RingRules): GridSteps {
  const { terminals, axes, firstOut, coordinates } = network;
  const dimensions = axes.length;
  const each = Int32Array.from(axes, (axis) => axis.each!);
  // Lines on which packets go over the switch; and whether some pass by others there on their way to an edge.
  const crossed = axes.filter((axis) => axis.size > axis.each! || axis.each! > 2);
  const isLong = crossed.some((axis) => axis.each! > (axis.size > axis.each! ? 2 : 5));
  const classes = isLong ? 1 + (isAdaptive ? crossed.length : 1) : 1;
  // Only a board with an odd number of places has a middle.
  const odd = each.reduce((count, size) => count + (size & 1), 0);
  const isAtRandom = halfWay === "random" && odd > 0;
  const hasState = odd > 0 || (classes > 1 && hasClassOnEntry);
  const passed = 2 * dimensions;

  const boardOf = (d: number, x: number) => (x / each[d]) | 0;
  /** Whether a board's place of coordinate x is in its middle. */
  const isMiddle = (d: number, x: number) => 2 * (x % each[d]) === each[d] - 1;
  const edge = (d: number, x: number) => fromEdge(x % each[d], each[d]);
  const isOnBoard = (d: number, x: number, goal: number) => boardOf(d, x) === boardOf(d, goal);
  const along = (x: number, goal: number) => Math.abs(goal - x);
  const over = (d: number, x: number, goal: number) => edge(d, x) + 2 + edge(d, goal);
  const staysOnBoard = (d: number, x: number, goal: number) => isOnBoard(d, x, goal) && along(x, goal) <= over(d, x, goal);
  /** The port, of the two of a dimension, on the side of a place's nearer edge; by a packet's state in the middle. */
  const side = (d: number, x: number, state: number) => (isMiddle(d, x) ? (state >> (2 * d + 1)) & 1 : 2 * (x % each[d]) < each[d] ? 0 : 1);
  /** The dimension in which a switch joins boards: it stands nowhere along it. */
  const dimensionOf = (at: number) => (coordinates[at * dimensions] < 0 ? 0 : 1);
  const distanceIn = (d: number, x: number, goal: number) =>
    isOnBoard(d, x, goal) ? onBoard(x % each[d], goal % each[d], each[d]) : over(d, x, goal);

  function begin(from: number, to: number, draw: number): number {
    let lot = isAtRandom ? below(draw, 1 << odd) : 0;
    let state = 0;
    // By all coordinates of both ends, not by one: else a board of one place would send everything over the same one of its two links.
    let sum = 0;
    for (let d = 0; d < dimensions; d++) sum += coordinates[from * dimensions + d] + coordinates[to * dimensions + d];
    const isOdd = (sum & 1) === 1;
    for (let d = 0; d < dimensions; d++) {
      const x = coordinates[from * dimensions + d];
      const goal = coordinates[to * dimensions + d];
      // A switch, which stands nowhere along its line, is gone over.
      if (hasClassOnEntry && x !== goal && (x < 0 || !staysOnBoard(d, x, goal))) state |= 1 << (2 * d);
      if ((each[d] & 1) === 0) continue;
      if (isAtRandom ? (lot & 1) === 1 : halfWay === "up" || isOdd) state |= 2 << (2 * d);
      lot >>= 1;
    }
    return state;
  }

  return {
    outside: 0,
    places: terminals,
    placeOf: (to) => to,
    classes,
    draws: isAtRandom ? 1 << odd : 1,
    stateBits: hasState ? 2 * dimensions : 0,
    ...(hasState ? { begin } : {}),
    ...(isAdaptive && classes > 1 ? { turn: (at, _to, state) => (at < terminals ? state : state + (1 << passed)) } : {}),
    mostProductive: 2 * dimensions,
    mostLinks: 1,
    enter: () => 0,
    leave: () => 0,
    step(at, to, state) {
      const here = at * dimensions;
      const there = to * dimensions;
      if (at >= terminals) {
        const d = dimensionOf(at);
        const goal = coordinates[there + d];
        return classes * (firstOut[at] + 2 * boardOf(d, goal) + side(d, goal, state)) + classOf(d, state, 1);
      }
      for (let d = 0; d < dimensions; d++) {
        const x = coordinates[here + d];
        const goal = coordinates[there + d];
        if (x === goal) continue;
        const first = firstOut[at] + 2 * d;
        if (staysOnBoard(d, x, goal)) return classes * (first + (goal > x ? 1 : 0)) + classOf(d, state, isAdaptive ? 0 : 1);
        return classes * (first + side(d, x, state)) + classOf(d, state, 0);
      }
      return -1;
    },
    distance(at, to) {
      const across = at < terminals ? -1 : dimensionOf(at);
      let sum = 0;
      for (let d = 0; d < dimensions; d++) {
        const goal = coordinates[to * dimensions + d];
        sum += d === across ? 1 + edge(d, goal) : distanceIn(d, coordinates[at * dimensions + d], goal);
      }
      return sum;
    },
    productive(at, to, out) {
      let count = 0;
      if (at >= terminals) {
        const d = dimensionOf(at);
        const goal = coordinates[to * dimensions + d];
        const first = firstOut[at] + 2 * boardOf(d, goal);
        if (!isMiddle(d, goal)) out[count++] = first + side(d, goal, 0);
        else for (let port = 0; port < 2; port++) out[count++] = first + port;
        return count;
      }
      for (let d = 0; d < dimensions; d++) {
        const x = coordinates[at * dimensions + d];
        const goal = coordinates[to * dimensions + d];
        if (x === goal) continue;
        const first = firstOut[at] + 2 * d;
        const isNear = staysOnBoard(d, x, goal);
        if (isNear) out[count++] = first + (goal > x ? 1 : 0);
        if (isNear && along(x, goal) < over(d, x, goal)) continue;
        if (!isMiddle(d, x)) out[count++] = first + side(d, x, 0);
        else for (let port = 0; port < 2; port++) out[count++] = first + port;
      }
      return count;
    },
    rings: () => new Int32Array(network.head.length).fill(-1),
  };

  /** The class of a step along dimension `d`, which is `behind` the switch of the line or not. */
  function classOf(d: number, state: number, behind: number): number {
    if (isAdaptive && classes > 1) return (state >> passed) + behind;
    if (classes === 1) return 0;
    return hasClassOnEntry ? 1 - ((state >> (2 * d)) & 1) : behind;
  }
}
