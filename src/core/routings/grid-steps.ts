/**
 * Steps in a network whose dimensions are lines, rings or fully connected, or which consists of boards (small meshes, as in HammingMesh).
 * Dimension-order and adaptive routings share them. */
import { uniformBelow } from "../base/random.ts";
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
export const statelessRules: RingRules = { halfWay: "parity", hasClassOnEntry: false };

/**
 * The steps of a grid. A packet's state, if it needs one, has a bit per dimension: whether the packet crosses the dateline of that ring,
 * which determines its class on entry and the direction that was drawn.
 */
export interface GridSteps {
  /**
   * First node number of the grid positions. Lower nodes are terminals outside the grid; 0 if the terminals are the positions themselves.
   */
  readonly firstPosition: number;
  /**
   * Number of positions, which may be intermediates: nodes {@link firstPosition} … {@link firstPosition} + positionCount − 1; and the
   * position of a terminal.
   */
  readonly positionCount: number;
  positionOf(destination: number): number;
  /** VC classes that prevent cycles; more than 1 if any dimension needs them, such as a ring. */
  readonly vcClasses: number;
  /** Maximum number of links of a terminal. */
  readonly maxLinksPerTerminal: number;
  /** Maximum number of productive channels, which bring a packet closer to its destination. */
  readonly maxProductive: number;
  /** Writes the channels into terminal `destination` as virtual channels of class 0 of `classes`. Returns their number. */
  channelsIntoTerminal(destination: number, classes: number, channels: Int32Array): number;
  /** Writes the channels that leave terminal `node` as virtual channels of the first `used` of `classes` classes. Returns their number. */
  channelsFromTerminal(node: number, classes: number, used: number, channels: Int32Array): number;
  /**
   * The dimension-order step from switch `node` to the switch of node `destination`: channel × {@link vcClasses} + dateline class; −1 if
   * both are the same switch. Class 0 if the packet still has to cross the dateline of the ring. With classes on entry, class 0 on the
   * whole ring for a packet that crosses it.
   */
  dimensionOrderStep(node: number, destination: number, state: number): number;
  /** Channels from position `node` to the position of node `destination`. */
  distance(node: number, destination: number): number;
  /** State of a packet from node `source` to node `destination`, for a new 32-bit draw. Absent: 0. */
  readonly initialState?: (source: number, destination: number, draw: number) => number;
  /** Number of different outcomes of a draw in {@link initialState}, and bits of a state. */
  readonly equalDraws: number;
  readonly stateBits: number;
  /** State of a packet at switch `node` after it leaves by a channel. Absent: unchanged. */
  readonly stateAfterChannel?: (node: number, destination: number, state: number, channel: number) => number;
  /** Writes every channel from switch `node` that leads closer to node `destination`, dimension by dimension. Returns their number. */
  productiveChannels(node: number, destination: number, channels: Int32Array): number;
  /** [C] The ring of each channel, numbered by dimension, direction and row; −1 for channels outside rings. */
  ringsOfChannels(): Int32Array;
}

/** Computes the steps. The axes have to be lines, rings and full dimensions, or boards, and the network has to be complete. */
export function gridSteps(network: Network, rules: RingRules = statelessRules): GridSteps {
  return network.axes[0].kind === "board" ? boardSteps(network, rules) : stepsBetweenSwitches(network, rules);
}

/**
 * The steps between switches of lines, rings and full dimensions. Tables of exits are filled once; each step is then computed from
 * coordinates.
 */
function stepsBetweenSwitches(network: Network, { halfWay, hasClassOnEntry }: RingRules): GridSteps {
  const { terminals, switches, axes, firstOut, head, reverse, coordinates } = network;
  const dimensions = axes.length;
  const sizes = Int32Array.from(axes, (axis) => axis.size);
  const isRing = Uint8Array.from(axes, (axis) => (axis.kind === "ring" ? 1 : 0));
  const isFull = Uint8Array.from(axes, (axis) => (axis.kind === "full" ? 1 : 0));
  // [switch][exit] Output channels: a line or ring has one exit up and one down, a full axis one per coordinate.
  const firstExit = new Int32Array(dimensions + 1);
  for (let d = 0; d < dimensions; d++) firstExit[d + 1] = firstExit[d] + (isFull[d] === 1 ? sizes[d] : 2);
  const stride = firstExit[dimensions];
  const exitChannels = new Int32Array(switches * stride).fill(-1);
  for (let n = terminals; n < terminals + switches; n++) {
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
      if (head[c] < terminals) continue;
      let d = 0;
      while (coordinates[n * dimensions + d] === coordinates[head[c] * dimensions + d]) d++;
      const x = coordinates[n * dimensions + d];
      const next = coordinates[head[c] * dimensions + d];
      const isStepDown = next === x - 1 || (isRing[d] === 1 && next === x + sizes[d] - 1);
      exitChannels[(n - terminals) * stride + firstExit[d] + (isFull[d] === 1 ? next : isStepDown ? 1 : 0)] = c;
    }
  }
  let maxLinksPerTerminal = 1;
  for (let t = 0; t < terminals; t++) maxLinksPerTerminal = Math.max(maxLinksPerTerminal, firstOut[t + 1] - firstOut[t]);

  const hasRings = isRing.includes(1);
  const vcClasses = hasRings ? 2 : 1;
  const [usesParity, drawsTies] = [halfWay === "parity", halfWay === "random"];
  const ringsWithTies = isRing.reduce((count, ring, d) => count + (ring === 1 && sizes[d] % 2 === 0 ? 1 : 0), 0);
  const hasState = hasRings && (hasClassOnEntry || (drawsTies && ringsWithTies > 0));

  /** Whether two coordinates are exactly half-way around ring `d`. */
  const isHalfWay = (d: number, x: number, goalCoordinate: number) => isRing[d] === 1 && 2 * Math.abs(goalCoordinate - x) === sizes[d];

  /** Whether a packet with this state goes up to a goal that is half-way around the ring. */
  const isTieGoingUp = (x: number, goalCoordinate: number, state: number) => !drawsTies || ((state & 1) === 1) === goalCoordinate < x;

  /**
   * State of a new packet, with one bit per dimension: 1 if the packet will cross the dateline of that ring (the link between the last and
   * the first position). This determines the direction of a packet that goes exactly half-way around, which may be drawn at random, and the
   * class of a packet that chooses it on entry.
   * @param draw 32 random bits.
   */
  function initialState(source: number, destination: number, draw: number): number {
    // Draw one bit for each tie, that is each dimension with a goal exactly half-way around.
    let ties = 0;
    for (let d = 0; d < dimensions; d++)
      if (isHalfWay(d, coordinates[source * dimensions + d], coordinates[destination * dimensions + d])) ties++;
    let randomBits = drawsTies ? uniformBelow(draw, 1 << ties) : 0;
    let state = 0;
    for (let d = 0; d < dimensions; d++) {
      const x = coordinates[source * dimensions + d];
      const goalCoordinate = coordinates[destination * dimensions + d];
      if (isRing[d] === 0 || x === goalCoordinate) continue;
      const isTie = isHalfWay(d, x, goalCoordinate);
      if (!isTie && !hasClassOnEntry) continue;
      // The shorter way around: up if the goal is higher and not more than half of the ring away, or lower and farther away.
      let isUp = goalCoordinate > x === 2 * Math.abs(goalCoordinate - x) < sizes[d];
      if (isTie) {
        isUp = drawsTies ? (randomBits & 1) === 1 : !usesParity || (x & 1) === 0;
        randomBits >>= 1;
      }
      // Only a way around the end of the coordinates crosses the dateline.
      if (isUp ? goalCoordinate < x : goalCoordinate > x) state |= 1 << d;
    }
    return state;
  }

  return {
    firstPosition: terminals,
    positionCount: switches,
    positionOf: (destination) => head[firstOut[destination]],
    vcClasses,
    equalDraws: drawsTies ? 1 << ringsWithTies : 1,
    stateBits: hasState ? dimensions : 0,
    ...(hasState ? { initialState } : {}),
    ...(hasState && hasClassOnEntry ? { stateAfterChannel } : {}),
    maxProductive: axes.reduce((sum, axis) => sum + (axis.kind === "ring" ? 2 : 1), 0),
    maxLinksPerTerminal,
    channelsIntoTerminal(destination, vcClasses, channels) {
      const first = firstOut[destination];
      const links = firstOut[destination + 1] - first;
      for (let i = 0; i < links; i++) channels[i] = reverse[first + i] * vcClasses;
      return links;
    },
    channelsFromTerminal(node, vcClasses, used, channels) {
      let count = 0;
      for (let c = firstOut[node]; c < firstOut[node + 1]; c++) for (let k = 0; k < used; k++) channels[count++] = c * vcClasses + k;
      return count;
    },
    /**
     * The next step of a packet in dimension order, as channel × vcClasses + class; −1 at the switch of the destination. Exits are the
     * output channels of a switch: for a line or ring one up and one down, for a fully connected dimension one per coordinate. On a ring,
     * class 0 is used before the dateline and class 1 after it.
     */
    dimensionOrderStep(node, destination, state) {
      const nodeOffset = node * dimensions;
      const toOffset = destination * dimensions;
      for (let d = 0; d < dimensions; d++) {
        const x = coordinates[nodeOffset + d];
        const goalCoordinate = coordinates[toOffset + d];
        if (x === goalCoordinate) continue;
        const exit = (node - terminals) * stride + firstExit[d];
        if (isFull[d] === 1) return vcClasses * exitChannels[exit + goalCoordinate] + vcClasses - 1;
        let isUp = goalCoordinate > x;
        if (isRing[d] === 0) return vcClasses * exitChannels[isUp ? exit : exit + 1] + vcClasses - 1;
        const hopsUp = isUp ? goalCoordinate - x : goalCoordinate - x + sizes[d];
        // Exactly half-way around, packets by default go up at even positions and down at odd positions.
        isUp = 2 * hopsUp === sizes[d] ? (usesParity ? (x & 1) === 0 : isTieGoingUp(x, goalCoordinate, state >> d)) : 2 * hopsUp < sizes[d];
        const isClass0 = hasClassOnEntry ? ((state >> d) & 1) === 1 : isUp ? goalCoordinate < x : goalCoordinate > x;
        return 2 * exitChannels[isUp ? exit : exit + 1] + (isClass0 ? 0 : 1);
      }
      return -1;
    },
    distance(node, destination) {
      let sum = 0;
      for (let d = 0; d < dimensions; d++) {
        const difference = Math.abs(coordinates[destination * dimensions + d] - coordinates[node * dimensions + d]);
        if (isFull[d] === 1) sum += difference === 0 ? 0 : 1;
        else sum += isRing[d] === 1 && 2 * difference > sizes[d] ? sizes[d] - difference : difference;
      }
      return sum;
    },
    /**
     * Writes to `channels` every channel from a switch that leads closer to the destination, dimension by dimension, and returns their
     * number. On a ring, both directions are written if they are equally long.
     */
    productiveChannels(node, destination, channels) {
      const nodeOffset = node * dimensions;
      const toOffset = destination * dimensions;
      let count = 0;
      for (let d = 0; d < dimensions; d++) {
        const x = coordinates[nodeOffset + d];
        const goalCoordinate = coordinates[toOffset + d];
        if (x === goalCoordinate) continue;
        const exit = (node - terminals) * stride + firstExit[d];
        if (isFull[d] === 1) channels[count++] = exitChannels[exit + goalCoordinate];
        else if (isRing[d] === 0) channels[count++] = exitChannels[goalCoordinate > x ? exit : exit + 1];
        else {
          const hopsUp = goalCoordinate > x ? goalCoordinate - x : goalCoordinate - x + sizes[d];
          if (2 * hopsUp <= sizes[d]) channels[count++] = exitChannels[exit];
          if (2 * hopsUp >= sizes[d]) channels[count++] = exitChannels[exit + 1];
        }
      }
      return count;
    },
    ringsOfChannels() {
      const ring = new Int32Array(head.length).fill(-1);
      let ringCount = 0;
      for (let s = 0; s < switches; s++) {
        for (let d = 0; d < dimensions; d++) {
          if (isRing[d] === 0 || coordinates[(terminals + s) * dimensions + d] !== 0) continue;
          for (let direction = 0; direction < 2; direction++, ringCount++) {
            for (let node = s, i = 0; i < sizes[d]; i++) {
              const c = exitChannels[node * stride + firstExit[d] + direction];
              ring[c] = ringCount;
              node = head[c] - terminals;
            }
          }
        }
      }
      return ring;
    },
  };

  /** Sets the dateline bit of a packet that could take either direction of a ring, now that the direction is known. */
  function stateAfterChannel(node: number, destination: number, state: number, channel: number): number {
    for (let d = 0; d < dimensions; d++) {
      const x = coordinates[node * dimensions + d];
      const next = coordinates[head[channel] * dimensions + d];
      if (next === x) continue;
      const goalCoordinate = coordinates[destination * dimensions + d];
      if (!isHalfWay(d, x, goalCoordinate)) return state;
      const isUp = next === (x + 1) % sizes[d];
      return (isUp ? goalCoordinate < x : goalCoordinate > x) ? state | (1 << d) : state & ~(1 << d);
    }
    return state;
  }
}
