/** Steps in rows and columns of boards, where terminals forward packets. Dimension-order and adaptive routings use them as in a grid. */
import { below } from "../base/random.ts";
import { fromEdge, onBoard } from "../network/line-shapes.ts";
import type { Network } from "../network/network.ts";
import type { GridSteps, RingRules } from "./grid-steps.ts";

/**
 * Computes the steps. In dimension order, the switch of a line is its dateline. Packets use class 0 before the switch, and class 1 after it
 * or if they stay on a board. One class is enough if boards have at most two positions, because packets then do not pass other terminals on
 * the way to an edge. For adaptive packets, the class is the number of switches passed, because a packet that has passed a column switch
 * may still have to pass a row switch.
 *
 * A state has two bits per dimension: whether the packet takes the switch (for classes chosen on entry), and which edge it takes to or from
 * the middle of a board. The bits above count the switches passed. A packet whose path along its own board is not longer than the path via
 * the switch stays on the board.
 */
export function boardSteps(network: Network, { halfWay, hasClassOnEntry, isAdaptive = false }: RingRules): GridSteps {
  const { terminals, axes, firstOut, coordinates } = network;
  const dimensions = axes.length;
  const each = Int32Array.from(axes, (axis) => axis.each!);
  // Lines on which packets take the switch, and whether some packets pass other terminals on their way to an edge.
  const crossed = axes.filter((axis) => axis.size > axis.each! || axis.each! > 2);
  const isLong = crossed.some((axis) => axis.each! > (axis.size > axis.each! ? 2 : 5));
  const classes = isLong ? 1 + (isAdaptive ? crossed.length : 1) : 1;
  // Only a board with an odd number of positions has a middle.
  const odd = each.reduce((count, size) => count + (size & 1), 0);
  const isAtRandom = halfWay === "random" && odd > 0;
  const hasState = odd > 0 || (classes > 1 && hasClassOnEntry);
  const passed = 2 * dimensions;

  const boardOf = (d: number, x: number) => (x / each[d]) | 0;
  /** Whether coordinate x is in the middle of its board. */
  const isMiddle = (d: number, x: number) => 2 * (x % each[d]) === each[d] - 1;
  const edge = (d: number, x: number) => fromEdge(x % each[d], each[d]);
  const isOnBoard = (d: number, x: number, goal: number) => boardOf(d, x) === boardOf(d, goal);
  const along = (x: number, goal: number) => Math.abs(goal - x);
  const over = (d: number, x: number, goal: number) => edge(d, x) + 2 + edge(d, goal);
  const staysOnBoard = (d: number, x: number, goal: number) => isOnBoard(d, x, goal) && along(x, goal) <= over(d, x, goal);
  /** The port, 0 or 1 of a dimension, towards the nearer edge. In the middle of a board, the packet's state decides. */
  const side = (d: number, x: number, state: number) => (isMiddle(d, x) ? (state >> (2 * d + 1)) & 1 : 2 * (x % each[d]) < each[d] ? 0 : 1);
  /** The dimension along which a switch links boards: the one in which it has no coordinate. */
  const dimensionOf = (at: number) => (coordinates[at * dimensions] < 0 ? 0 : 1);
  const distanceIn = (d: number, x: number, goal: number) =>
    isOnBoard(d, x, goal) ? onBoard(x % each[d], goal % each[d], each[d]) : over(d, x, goal);

  function begin(from: number, to: number, draw: number): number {
    let lot = isAtRandom ? below(draw, 1 << odd) : 0;
    let state = 0;
    // The parity uses all coordinates of both ends. Otherwise a board with one position would send all packets over the same one of its two
    // links.
    let sum = 0;
    for (let d = 0; d < dimensions; d++) sum += coordinates[from * dimensions + d] + coordinates[to * dimensions + d];
    const isOdd = (sum & 1) === 1;
    for (let d = 0; d < dimensions; d++) {
      const x = coordinates[from * dimensions + d];
      const goal = coordinates[to * dimensions + d];
      // A switch has no coordinate along its line (x < 0), so packets from it always take the switch.
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

  /** VC class of a step along dimension `d`; `isAfterSwitch` is 1 for steps after the switch of the line. */
  function classOf(d: number, state: number, behind: number): number {
    if (isAdaptive && classes > 1) return (state >> passed) + behind;
    if (classes === 1) return 0;
    return hasClassOnEntry ? 1 - ((state >> (2 * d)) & 1) : behind;
  }
}
