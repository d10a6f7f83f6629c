/** Bisection of a network, as a number of channels or as their rate: the smallest cut found, and a proved lower bound. */
import type { Network } from "../../network/network.ts";
import { distancesFrom } from "../../network/search.ts";
import type { ChannelClocks } from "../../plan/links.ts";
import { type CutBound, boundByEigenvalues, boundByFlows } from "./cut-bounds.ts";
import { type Halving, type WorkBudget, halvingOfSwitches, halvingOfTerminals } from "./halving.ts";
import { createRefiner, searchHalves } from "./search-halves.ts";

export interface Bisection {
  readonly halved: "terminals" | "switches";
  /**
   * Channels of the smallest cut found, in one direction, which is the number of links. If channels have different rates, the sum of their
   * rates, phits per cycle.
   */
  readonly channels: number;
  /** Lower bound for any cut into equal halves; null if the network is too large. */
  readonly least: CutBound | null;
  /**
   * The cut divided by the size of the smaller half: if terminals are halved, 1 means that all terminals of a half can send to the other
   * half at full load.
   */
  readonly each: number;
  /** The halves of the smallest cut, as a phrase that says how they were found: `by number`, `along X`, `by distance`, `by search`. */
  readonly halves: string;
}

/** Largest number of channels for which cuts are searched. */
const maxChannels = 600_000;
/** Default work budget: two or three seconds. */
const defaultWorkBudget = 8e8;

/**
 * The smallest cut found between equal halves of the terminals, or of the switches, in the unit of the links: their number, or phits per
 * cycle if rates are given. A terminal stays with its switch, unless equal halves require that terminals of one switch are detached from
 * it, which cuts their links.
 *
 * First several orders of the vertices are cut in the middle and refined: by number, along each axis, and by distance from a farthest node.
 * Then other halves are searched for. Finding the minimum is NP-hard (Garey, Johnson, Stockmeyer, 1976), so a lower bound is returned, too.
 * Null with fewer than two items to halve, for networks with more than 600,000 channels, and for switches that are joined only by
 * terminals. (Dally, Towles, 2004, §3.1)
 * @param halved The items of which each half gets equally many.
 * @param budget Remaining work, in visits of edges and vertices; when it is used up, the best cut and bound found until then are returned.
 * @param clocks Rates of the channels; links then count by their rate in one direction.
 */
export function findBisection(
  network: Network,
  halved: Bisection["halved"] = "terminals",
  seed = 1,
  budget: WorkBudget = { remaining: defaultWorkBudget },
  clocks?: ChannelClocks,
): Bisection | null {
  if (network.head.length > maxChannels || (halved === "switches" && network.forwards)) return null;
  const halving = (halved === "terminals" ? halvingOfTerminals : halvingOfSwitches)(network, clocks);
  if (halving.total < 2) return null;
  const refine = createRefiner(halving, budget);
  const reservedForBounds = budget.remaining / 2;
  let [cutUnits, halvesName] = [Infinity, ""];
  // Refine the initial orders, as long as half of the budget remains for the bounds.
  for (const order of initialOrdersOf(network, halving)) {
    if (cutUnits < Infinity && budget.remaining < reservedForBounds) break;
    const cut = refine(order.vertices);
    if (cut < cutUnits) [cutUnits, halvesName] = [cut, order.halves];
  }
  // Bound by flows, then search further if the cut may not be minimal, then bound by eigenvalues.
  let bound = boundByFlows(halving, cutUnits, budget);
  if (cutUnits > (bound?.links ?? 0)) {
    const cut = searchHalves(halving, refine, bound?.links ?? 0, seed, budget);
    if (cut < cutUnits) [cutUnits, halvesName] = [cut, "by search"];
  }
  if (cutUnits > (bound?.links ?? 0)) {
    const otherBound = boundByEigenvalues(halving, cutUnits, budget);
    if (otherBound !== null && otherBound.links > (bound?.links ?? -1)) bound = otherBound;
  }
  const { unitRate, total } = halving;
  const boundInRates = bound === null ? null : { ...bound, links: bound.links * unitRate };
  return {
    halved,
    channels: cutUnits * unitRate,
    least: boundInRates,
    each: (cutUnits * unitRate) / Math.floor(total / 2),
    halves: halvesName,
  };
}

/** Initial orders of the vertices: by number, along each axis, and by distance. */
function initialOrdersOf(network: Network, { nodeOf }: Halving): readonly { readonly halves: string; readonly vertices: Int32Array }[] {
  const { axes, coordinates } = network;
  const sortedBy = (halves: string, keyOf: (node: number) => number) => {
    const keys = Float64Array.from(nodeOf, keyOf);
    return { halves, vertices: Int32Array.from(nodeOf.keys()).sort((a, b) => keys[a] - keys[b] || a - b) };
  };
  const distances = distancesFromCorner(network, nodeOf[0] ?? 0);
  return [
    sortedBy("by number", () => 0),
    ...axes.map(({ name }, axis) => sortedBy(`along ${name}`, (node) => coordinates[node * axes.length + axis])),
    sortedBy("by distance", (node) => distances[node]),
  ];
}

/** [N] Channels to each node from a node that is farthest from `node`; unreachable nodes get the largest value. */
function distancesFromCorner(network: Network, node: number): Int32Array {
  const distancesOf = (start: number) => distancesFrom(network, start).map((distance) => (distance < 0 ? network.head.length : distance));
  const first = distancesFrom(network, node);
  return distancesOf(first.indexOf(first.reduce((a, b) => Math.max(a, b))));
}
