/** The graph that a bisection divides: terminals with their switches, or switches alone. */
import type { Network } from "../../network/network.ts";
import type { Ways } from "../../network/search.ts";
import type { ChannelClocks } from "../../plan/links.ts";

/**
 * A graph whose vertices have weights, which are to be halved. A terminal whose links all lead to one switch belongs to that switch's
 * vertex. If halves would not be equal otherwise, terminals of one switch are detached from it, all but one at most, and their links are
 * cut. A terminal on several switches is a vertex of its own. Links count by their capacity.
 */
export interface Halving extends Ways {
  /** [E] Link class of each edge; a link is two edges, one per direction. */
  readonly linkClass: Uint8Array;
  /** [E] Capacity of each edge, in units; and the rate of a unit, phits per cycle. If channels have equal rates, each capacity is 1. */
  readonly capacity: Int32Array;
  readonly unit: number;
  /** [V] Node of the network. */
  readonly node: Int32Array;
  /** [V] Number of halved items at the vertex. */
  readonly weight: Int32Array;
  /** [V] Terminals of the vertex that may be detached. */
  readonly own: Int32Array;
  /** Smallest and largest link capacity of such a terminal, in units; 0 without such terminals. */
  readonly ownLinks: { readonly least: number; readonly most: number };
  /** Number of items to halve; unconnected terminals are in no vertex and may go to either half. */
  readonly total: number;
}

/**
 * Remaining work of all parts of a bisection, so that its duration is limited for any network. One unit is one visit of an edge, vertex or
 * list. Work is counted, not timed, so that results are reproducible.
 */
export interface Looks {
  left: number;
}

/** The halving of terminals, each with its switch. */
export function halvingOfTerminals(network: Network, clocks?: ChannelClocks): Halving {
  const { terminals, switches, firstOut, head } = network;
  const weight = new Int32Array(terminals + switches);
  const own = new Int32Array(terminals + switches);
  const isVertex = new Uint8Array(terminals + switches);
  const carried = capacitiesOf(network, clocks);
  let [least, most] = [Infinity, 0];
  for (let t = 0; t < terminals; t++) {
    const links = firstOut[t + 1] - firstOut[t];
    if (links === 0) continue;
    const home = head[firstOut[t]];
    if (home >= terminals && head.subarray(firstOut[t], firstOut[t + 1]).every((to) => to === home)) {
      own[home]++;
      weight[home]++;
      const all = carried.capacity.subarray(firstOut[t], firstOut[t + 1]).reduce((sum, each) => sum + each, 0);
      least = Math.min(least, all);
      most = Math.max(most, all);
    } else {
      weight[t] = isVertex[t] = 1;
    }
  }
  for (let n = terminals; n < isVertex.length; n++) isVertex[n] = firstOut[n] < firstOut[n + 1] ? 1 : 0;
  return graphOf(network, carried, isVertex, { weight, own, ownLinks: { least: most === 0 ? 0 : least, most }, total: terminals });
}

/** The halving of switches with links; links of terminals do not count. */
export function halvingOfSwitches(network: Network, clocks?: ChannelClocks): Halving {
  const { terminals, switches, firstOut } = network;
  const isVertex = new Uint8Array(terminals + switches);
  let total = 0;
  for (let n = terminals; n < isVertex.length; n++) if (firstOut[n] < firstOut[n + 1]) total += isVertex[n] = 1;
  const own = new Int32Array(isVertex.length);
  const rest = { weight: Int32Array.from(isVertex), own, ownLinks: { least: 0, most: 0 }, total };
  return graphOf(network, capacitiesOf(network, clocks), isVertex, rest);
}

/** Largest sum of units at a node; rates without a sufficiently large common unit are rounded. */
const mostUnits = 2 ** 28;

/**
 * [C] Capacity of each channel's link in one direction, averaged over both, in the largest unit that makes all of them whole numbers; and
 * that unit, phits per cycle.
 */
function capacitiesOf({ firstOut, head, reverse, tail }: Network, clocks: ChannelClocks | undefined): Pick<Halving, "capacity" | "unit"> {
  if (clocks === undefined) return { capacity: new Int32Array(head.length).fill(1), unit: 1 };
  const { perCycle, perPhit } = clocks;
  const ofBoth = Float64Array.from(head, (_, c) => perCycle[c] / perPhit[c] + perCycle[reverse[c]] / perPhit[reverse[c]]);
  const carried = new Float64Array(firstOut.length - 1);
  ofBoth.forEach((each, c) => (carried[tail[c]] += each));
  const finest = Math.max(1, Math.floor(mostUnits / carried.reduce((a, b) => Math.max(a, b), 1)));
  const parts = [...new Set(perPhit)].reduce((all, each) => Math.min(finest, (all / divisor(all, each)) * each), 1);
  const both = Int32Array.from(ofBoth, (each) => Math.max(1, Math.round(parts * each)));
  const common = both.reduce(divisor, 0);
  return { capacity: both.map((each) => each / common), unit: common / (2 * parts) };
}

/** The graph of the selected nodes; converts data by node into data by vertex. */
function graphOf(
  { firstOut, head, linkClass }: Network,
  carried: Pick<Halving, "capacity" | "unit">,
  isVertex: Uint8Array,
  { weight, own, ...rest }: Pick<Halving, "weight" | "own" | "ownLinks" | "total">,
): Halving {
  const node = Int32Array.from(isVertex.keys()).filter((n) => isVertex[n] === 1);
  const vertexOf = new Int32Array(isVertex.length).fill(-1);
  node.forEach((n, v) => (vertexOf[n] = v));
  const first = new Int32Array(node.length + 1);
  const to: number[] = [];
  const classes: number[] = [];
  const capacity: number[] = [];
  node.forEach((n, v) => {
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
      if (vertexOf[head[c]] < 0) continue;
      to.push(vertexOf[head[c]]);
      classes.push(linkClass[c]);
      capacity.push(carried.capacity[c]);
    }
    first[v + 1] = to.length;
  });
  return {
    firstOut: first,
    head: Int32Array.from(to),
    linkClass: Uint8Array.from(classes),
    capacity: Int32Array.from(capacity),
    unit: carried.unit,
    node,
    weight: weight.filter((_, n) => isVertex[n] === 1),
    own: own.filter((_, n) => isVertex[n] === 1),
    ...rest,
  };
}

/** A division of the weights into two sides. */
export interface Split {
  /** Weight of the heavier side, and of the other. */
  readonly heavy: number;
  readonly light: number;
  /** Terminals to detach from their switch for equal halves. */
  readonly parted: number;
}

/** Terminals that a heavier side of this weight has to give up. */
export const partedOf = ({ total }: Pick<Halving, "total">, heavy: number) => Math.max(0, heavy - Math.ceil(total / 2));

/** Every split that equal halves may have; with uneven weights possibly more than exist. */
export function splitsOf(halving: Halving): readonly Split[] {
  const { weight, own } = halving;
  const held = weight.reduce((sum, each) => sum + each, 0);
  const unit = weight.reduce(divisor, 0);
  const most = own.reduce((a, b) => Math.max(a, b), 1) - 1;
  const splits: Split[] = [];
  for (let heavy = Math.ceil(held / 2); heavy <= held && partedOf(halving, heavy) <= most; heavy++)
    if (unit === 0 || heavy % unit === 0) splits.push({ heavy, light: held - heavy, parted: partedOf(halving, heavy) });
  return splits;
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
