/** The graph that a bisection divides: terminals with their switches, or only switches. */
import type { Network } from "../../network/network.ts";
import type { Adjacency } from "../../network/search.ts";
import type { ChannelClocks } from "../../plan/links.ts";

/**
 * A graph whose vertices have weights, which are to be halved. A terminal whose links all lead to one switch belongs to that switch's
 * vertex. If halves would not be equal otherwise, terminals of one switch are detached from it, all but one at most, and their links are
 * cut. A terminal on several switches is a separate vertex. Links count by their capacity.
 */
export interface Halving extends Adjacency {
  /** [E] Link class of each edge; a link is two edges, one per direction. */
  readonly linkClass: Uint8Array;
  /** [E] Capacity of each edge, in units; and the rate of a unit, phits per cycle. If channels have equal rates, each capacity is 1. */
  readonly capacity: Int32Array;
  readonly unitRate: number;
  /** [V] Node of the network. */
  readonly nodeOf: Int32Array;
  /** [V] Number of halved items at the vertex. */
  readonly weight: Int32Array;
  /** [V] Terminals of the vertex that may be detached. */
  readonly detachable: Int32Array;
  /** Smallest and largest link capacity of a detachable terminal, in units; 0 if no terminal is detachable. */
  readonly detachableLinks: { readonly least: number; readonly most: number };
  /** Number of items to halve; unconnected terminals are in no vertex and may go to either half. */
  readonly total: number;
}

/**
 * Remaining work of all parts of a bisection, so that its duration is limited for any network. One unit is one visit of an edge, vertex or
 * list. Work is counted, not timed, so that results are reproducible.
 */
export interface WorkBudget {
  remaining: number;
}

/**
 * The graph in which a cut between equal halves of the terminals is searched. A terminal whose links all lead to one switch is part of that
 * switch's vertex: it adds 1 to its weight, and may be detached at the cost of its links. Other terminals are vertices.
 */
export function halvingOfTerminals(network: Network, clocks?: ChannelClocks): Halving {
  const { terminals, switches, firstOut, head } = network;
  const weight = new Int32Array(terminals + switches);
  const detachable = new Int32Array(terminals + switches);
  const isVertex = new Uint8Array(terminals + switches);
  const capacities = capacitiesOf(network, clocks);
  let [leastCapacity, largestCapacity] = [Infinity, 0];
  for (let terminal = 0; terminal < terminals; terminal++) {
    const links = firstOut[terminal + 1] - firstOut[terminal];
    if (links === 0) continue;
    const attachedSwitch = head[firstOut[terminal]];
    if (
      attachedSwitch >= terminals &&
      head.subarray(firstOut[terminal], firstOut[terminal + 1]).every((neighbor) => neighbor === attachedSwitch)
    ) {
      detachable[attachedSwitch]++;
      weight[attachedSwitch]++;
      const linkCapacity = capacities.capacity.subarray(firstOut[terminal], firstOut[terminal + 1]).reduce((sum, each) => sum + each, 0);
      leastCapacity = Math.min(leastCapacity, linkCapacity);
      largestCapacity = Math.max(largestCapacity, linkCapacity);
    } else {
      weight[terminal] = isVertex[terminal] = 1;
    }
  }
  for (let node = terminals; node < isVertex.length; node++) isVertex[node] = firstOut[node] < firstOut[node + 1] ? 1 : 0;
  return halvingGraphOf(network, capacities, isVertex, {
    weight,
    detachable,
    detachableLinks: { least: largestCapacity === 0 ? 0 : leastCapacity, most: largestCapacity },
    total: terminals,
  });
}

/** The halving of switches with links; links of terminals do not count. */
export function halvingOfSwitches(network: Network, clocks?: ChannelClocks): Halving {
  const { terminals, switches, firstOut } = network;
  const isVertex = new Uint8Array(terminals + switches);
  let total = 0;
  for (let node = terminals; node < isVertex.length; node++) if (firstOut[node] < firstOut[node + 1]) total += isVertex[node] = 1;
  const detachable = new Int32Array(isVertex.length);
  const rest = { weight: Int32Array.from(isVertex), detachable, detachableLinks: { least: 0, most: 0 }, total };
  return halvingGraphOf(network, capacitiesOf(network, clocks), isVertex, rest);
}

/** Largest sum of units at a node; rates without a sufficiently large common unit are rounded. */
const maxUnits = 2 ** 28;

/**
 * [C] Capacity of each channel for the bisection: the rate of its link, averaged over both directions, as a whole number of units; and
 * `unitRate`, the rate of one unit in phits per cycle. The unit is as large as possible. Without rates every capacity is 1. Rates that
 * would need too small a unit are rounded.
 */
function capacitiesOf(
  { firstOut, head, reverse, tail }: Network,
  clocks: ChannelClocks | undefined,
): Pick<Halving, "capacity" | "unitRate"> {
  if (clocks === undefined) return { capacity: new Int32Array(head.length).fill(1), unitRate: 1 };
  const { perCycle, perPhit } = clocks;
  const rateOfBothWays = Float64Array.from(
    head,
    (_, channel) => perCycle[channel] / perPhit[channel] + perCycle[reverse[channel]] / perPhit[reverse[channel]],
  );
  const rateOfNode = new Float64Array(firstOut.length - 1);
  rateOfBothWays.forEach((each, channel) => (rateOfNode[tail[channel]] += each));
  // Units per phit/cycle: the common multiple of the denominators `perPhit`, so that all rates are whole numbers, unless the sum of a node
  // would exceed `maxUnits`.
  const maxUnitsPerRate = Math.max(1, Math.floor(maxUnits / rateOfNode.reduce((a, b) => Math.max(a, b), 1)));
  const unitsPerRate = [...new Set(perPhit)].reduce(
    (units, denominator) => Math.min(maxUnitsPerRate, (units / greatestCommonDivisor(units, denominator)) * denominator),
    1,
  );
  const unitsOfBothWays = Int32Array.from(rateOfBothWays, (each) => Math.max(1, Math.round(unitsPerRate * each)));
  // The largest unit that divides all rates. Both directions were added, hence the factor 2 below.
  const commonDivisor = unitsOfBothWays.reduce(greatestCommonDivisor, 0);
  return { capacity: unitsOfBothWays.map((each) => each / commonDivisor), unitRate: commonDivisor / (2 * unitsPerRate) };
}

/**
 * Builds the graph of the nodes that are selected as vertices, and converts weights by node into weights by vertex. Edges to nodes that are
 * not selected are left out.
 * @param isVertex [N] 1 for selected nodes.
 */
function halvingGraphOf(
  { firstOut, head, linkClass }: Network,
  capacities: Pick<Halving, "capacity" | "unitRate">,
  isVertex: Uint8Array,
  { weight, detachable, ...rest }: Pick<Halving, "weight" | "detachable" | "detachableLinks" | "total">,
): Halving {
  const nodeOf = Int32Array.from(isVertex.keys()).filter((node) => isVertex[node] === 1);
  const vertexOf = new Int32Array(isVertex.length).fill(-1);
  nodeOf.forEach((node, vertex) => (vertexOf[node] = vertex));
  const firstEdge = new Int32Array(nodeOf.length + 1);
  const heads: number[] = [];
  const classes: number[] = [];
  const capacity: number[] = [];
  nodeOf.forEach((node, vertex) => {
    for (let channel = firstOut[node]; channel < firstOut[node + 1]; channel++) {
      if (vertexOf[head[channel]] < 0) continue;
      heads.push(vertexOf[head[channel]]);
      classes.push(linkClass[channel]);
      capacity.push(capacities.capacity[channel]);
    }
    firstEdge[vertex + 1] = heads.length;
  });
  return {
    firstOut: firstEdge,
    head: Int32Array.from(heads),
    linkClass: Uint8Array.from(classes),
    capacity: Int32Array.from(capacity),
    unitRate: capacities.unitRate,
    nodeOf,
    weight: weight.filter((_, node) => isVertex[node] === 1),
    detachable: detachable.filter((_, node) => isVertex[node] === 1),
    ...rest,
  };
}

/** A division of the weights into two sides. */
export interface Split {
  /** Weight of the heavier side, and of the lighter side. */
  readonly heavy: number;
  readonly light: number;
  /** Terminals to detach from their switch for equal halves. */
  readonly detached: number;
}

/** Number of terminals to detach from a heavier side of this weight for equal halves. */
export const detachedOf = ({ total }: Pick<Halving, "total">, heavy: number) => Math.max(0, heavy - Math.ceil(total / 2));

/** Every split that equal halves may have. With uneven weights, some of these splits may not exist. */
export function splitsOf(halving: Halving): readonly Split[] {
  const { weight, detachable } = halving;
  const totalWeight = weight.reduce((sum, each) => sum + each, 0);
  const unit = weight.reduce(greatestCommonDivisor, 0);
  const maxDetached = detachable.reduce((a, b) => Math.max(a, b), 1) - 1;
  const splits: Split[] = [];
  for (let heavy = Math.ceil(totalWeight / 2); heavy <= totalWeight && detachedOf(halving, heavy) <= maxDetached; heavy++)
    if (unit === 0 || heavy % unit === 0) splits.push({ heavy, light: totalWeight - heavy, detached: detachedOf(halving, heavy) });
  return splits;
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));
