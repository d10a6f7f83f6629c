/** Steps in rows and columns of boards, where terminals forward packets. Dimension-order and adaptive routings use them as in a grid. */
import { uniformBelow } from "../base/random.ts";
import { distanceToEdge, distanceOnBoard } from "../network/line-shapes.ts";
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
  const boardSizes = Int32Array.from(axes, (axis) => axis.each!);
  // Lines on which packets take the switch, and whether some packets pass other terminals on their way to an edge.
  const switchedAxes = axes.filter((axis) => axis.size > axis.each! || axis.each! > 2);
  const needsClasses = switchedAxes.some((axis) => axis.each! > (axis.size > axis.each! ? 2 : 5));
  const vcClasses = needsClasses ? 1 + (isAdaptive ? switchedAxes.length : 1) : 1;
  // Only a board with an odd number of positions has a middle.
  const oddBoards = boardSizes.reduce((count, size) => count + (size & 1), 0);
  const drawsEdges = halfWay === "random" && oddBoards > 0;
  const hasState = oddBoards > 0 || (vcClasses > 1 && hasClassOnEntry);
  const passedShift = 2 * dimensions;

  const boardOf = (d: number, x: number) => (x / boardSizes[d]) | 0;
  /** Whether coordinate x is in the middle of its board. */
  const isMiddle = (d: number, x: number) => 2 * (x % boardSizes[d]) === boardSizes[d] - 1;
  const hopsToEdge = (d: number, x: number) => distanceToEdge(x % boardSizes[d], boardSizes[d]);
  const isOnBoard = (d: number, x: number, goalCoordinate: number) => boardOf(d, x) === boardOf(d, goalCoordinate);
  const hopsAlong = (x: number, goalCoordinate: number) => Math.abs(goalCoordinate - x);
  const hopsViaSwitch = (d: number, x: number, goalCoordinate: number) => hopsToEdge(d, x) + 2 + hopsToEdge(d, goalCoordinate);
  const staysOnBoard = (d: number, x: number, goalCoordinate: number) =>
    isOnBoard(d, x, goalCoordinate) && hopsAlong(x, goalCoordinate) <= hopsViaSwitch(d, x, goalCoordinate);
  /** The port, 0 or 1 of a dimension, towards the nearer edge. In the middle of a board, the packet's state decides. */
  const portToEdge = (d: number, x: number, state: number) =>
    isMiddle(d, x) ? (state >> (2 * d + 1)) & 1 : 2 * (x % boardSizes[d]) < boardSizes[d] ? 0 : 1;
  /** The dimension along which a switch links boards: the one in which it has no coordinate. */
  const dimensionOf = (node: number) => (coordinates[node * dimensions] < 0 ? 0 : 1);
  const distanceIn = (d: number, x: number, goalCoordinate: number) =>
    isOnBoard(d, x, goalCoordinate)
      ? distanceOnBoard(x % boardSizes[d], goalCoordinate % boardSizes[d], boardSizes[d])
      : hopsViaSwitch(d, x, goalCoordinate);

  /**
   * State of a new packet, with two bits per dimension: bit 2 d for a packet that will take the switch of its line in dimension d (only
   * with classes on entry), bit 2 d + 1 for the second edge of the board if the packet is in the middle of a board, where both edges are
   * equally near.
   * @param draw 32 random bits.
   */
  function initialState(source: number, destination: number, draw: number): number {
    let randomBits = drawsEdges ? uniformBelow(draw, 1 << oddBoards) : 0;
    let state = 0;
    // The parity uses all coordinates of both ends. Otherwise a board with one position would send all packets over the same one of its two
    // links.
    let sum = 0;
    for (let d = 0; d < dimensions; d++) sum += coordinates[source * dimensions + d] + coordinates[destination * dimensions + d];
    const isOdd = (sum & 1) === 1;
    for (let d = 0; d < dimensions; d++) {
      const x = coordinates[source * dimensions + d];
      const goalCoordinate = coordinates[destination * dimensions + d];
      // A switch has no coordinate along its line (x < 0), so packets from it always take the switch.
      if (hasClassOnEntry && x !== goalCoordinate && (x < 0 || !staysOnBoard(d, x, goalCoordinate))) state |= 1 << (2 * d);
      if ((boardSizes[d] & 1) === 0) continue;
      if (drawsEdges ? (randomBits & 1) === 1 : halfWay === "up" || isOdd) state |= 2 << (2 * d);
      randomBits >>= 1;
    }
    return state;
  }

  return {
    firstPosition: 0,
    positionCount: terminals,
    positionOf: (destination) => destination,
    vcClasses,
    equalDraws: drawsEdges ? 1 << oddBoards : 1,
    stateBits: hasState ? 2 * dimensions : 0,
    ...(hasState ? { initialState } : {}),
    ...(isAdaptive && vcClasses > 1
      ? { stateAfterChannel: (node, _to, state) => (node < terminals ? state : state + (1 << passedShift)) }
      : {}),
    maxProductive: 2 * dimensions,
    maxLinksPerTerminal: 1,
    channelsIntoTerminal: () => 0,
    channelsFromTerminal: () => 0,
    /**
     * The next step of a packet in dimension order, as channel × vcClasses + class; −1 at the destination. A line of terminals along a
     * dimension crosses several boards, whose edges a switch joins. A terminal forwards along its board, or towards an edge if the path via
     * the switch is shorter; a switch forwards to the board of the destination.
     */
    dimensionOrderStep(node, destination, state) {
      const nodeOffset = node * dimensions;
      const toOffset = destination * dimensions;
      if (node >= terminals) {
        const d = dimensionOf(node);
        const goalCoordinate = coordinates[toOffset + d];
        // A switch has two ports for each board, one for each edge.
        const channel = firstOut[node] + 2 * boardOf(d, goalCoordinate) + portToEdge(d, goalCoordinate, state);
        return vcClasses * channel + vcClassOf(d, state, 1);
      }
      for (let d = 0; d < dimensions; d++) {
        const x = coordinates[nodeOffset + d];
        const goalCoordinate = coordinates[toOffset + d];
        if (x === goalCoordinate) continue;
        // The two ports of the dimension: towards lower coordinates, and towards higher coordinates.
        const first = firstOut[node] + 2 * d;
        if (staysOnBoard(d, x, goalCoordinate))
          return vcClasses * (first + (goalCoordinate > x ? 1 : 0)) + vcClassOf(d, state, isAdaptive ? 0 : 1);
        return vcClasses * (first + portToEdge(d, x, state)) + vcClassOf(d, state, 0);
      }
      return -1;
    },
    distance(node, destination) {
      const switchDimension = node < terminals ? -1 : dimensionOf(node);
      let sum = 0;
      for (let d = 0; d < dimensions; d++) {
        const goalCoordinate = coordinates[destination * dimensions + d];
        sum +=
          d === switchDimension ? 1 + hopsToEdge(d, goalCoordinate) : distanceIn(d, coordinates[node * dimensions + d], goalCoordinate);
      }
      return sum;
    },
    /**
     * Writes to `channels` every channel from a node that leads closer to the destination, and returns their number. In each dimension, a
     * terminal may have one along its board and one or two towards the edges of the board; a switch leads to one or both edges of the
     * destination's board. Both edges are equally near only from the middle of a board.
     */
    productiveChannels(node, destination, channels) {
      let count = 0;
      if (node >= terminals) {
        const d = dimensionOf(node);
        const goalCoordinate = coordinates[destination * dimensions + d];
        const first = firstOut[node] + 2 * boardOf(d, goalCoordinate);
        if (!isMiddle(d, goalCoordinate)) channels[count++] = first + portToEdge(d, goalCoordinate, 0);
        else for (let port = 0; port < 2; port++) channels[count++] = first + port;
        return count;
      }
      for (let d = 0; d < dimensions; d++) {
        const x = coordinates[node * dimensions + d];
        const goalCoordinate = coordinates[destination * dimensions + d];
        if (x === goalCoordinate) continue;
        const first = firstOut[node] + 2 * d;
        // Along the board, and via the switch if that is not longer or the only way.
        const canStay = staysOnBoard(d, x, goalCoordinate);
        if (canStay) channels[count++] = first + (goalCoordinate > x ? 1 : 0);
        if (canStay && hopsAlong(x, goalCoordinate) < hopsViaSwitch(d, x, goalCoordinate)) continue;
        if (!isMiddle(d, x)) channels[count++] = first + portToEdge(d, x, 0);
        else for (let port = 0; port < 2; port++) channels[count++] = first + port;
      }
      return count;
    },
    ringsOfChannels: () => new Int32Array(network.head.length).fill(-1),
  };

  /** VC class of a step along dimension `d`; `isAfterSwitch` is 1 for steps after the switch of the line. */
  function vcClassOf(d: number, state: number, isAfterSwitch: number): number {
    if (isAdaptive && vcClasses > 1) return (state >> passedShift) + isAfterSwitch;
    if (vcClasses === 1) return 0;
    return hasClassOnEntry ? 1 - ((state >> (2 * d)) & 1) : isAfterSwitch;
  }
}
