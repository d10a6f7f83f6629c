/** Bisection of a network, as a number of channels or as their rate: the smallest cut found, and a proved lower bound. */
import type { Network } from "../../network/network.ts";
import { distancesFrom } from "../../network/search.ts";
import type { ChannelClocks } from "../../plan/links.ts";
import { type LeastCut, leastByEigenvalues, leastByFlows } from "./cut-bounds.ts";
import { type Halving, type Looks, halvingOfSwitches, halvingOfTerminals } from "./halving.ts";
import { refiner, searchHalves } from "./search-halves.ts";

export interface Bisection {
  readonly halved: "terminals" | "switches";
  /**
   * Channels of the smallest cut found, in one direction, which is the number of links. If channels have different rates, the sum of their
   * rates, phits per cycle.
   */
  readonly channels: number;
  /** Lower bound for any cut into equal halves; null if the network is too large. */
  readonly least: LeastCut | null;
  /**
   * The cut divided by the size of the smaller half: with halved terminals, 1 means that all of them can send to the other half at full
   * load.
   */
  readonly each: number;
  /** The halves of that cut, as a phrase: `by number`, `along X`, `by distance`, `by search`. */
  readonly halves: string;
}

/** Largest number of channels for which cuts are searched. */
const mostChannels = 600_000;
/** Default work budget: two or three seconds. */
const mostLooks = 8e8;

/**
 * The smallest cut found between equal halves of the terminals, or of the switches. A terminal stays with its switch, unless equal halves
 * require that terminals of one switch are detached from it, which cuts their links. Halves by number, along each axis and by distance from
 * a farthest node are refined, and others are searched for. Finding the minimum is NP-hard (Garey, Johnson, Stockmeyer, 1976), so a lower
 * bound is returned, too. Null with fewer than two vertices to halve, for networks with more than 600,000 channels, and for switches that
 * are joined only by terminals. (Dally, Towles, 2004, §3.1)
 * @param budget Remaining work; when it is used up, the best cut and bound so far are returned.
 * @param clocks Rates of the channels; links then count by their rate in one direction.
 */
export function bisection(
  network: Network,
  halved: Bisection["halved"] = "terminals",
  seed = 1,
  looks: Looks = { left: mostLooks },
  clocks?: ChannelClocks,
): Bisection | null {
  if (network.head.length > mostChannels || (halved === "switches" && network.forwards)) return null;
  const halving = (halved === "terminals" ? halvingOfTerminals : halvingOfSwitches)(network, clocks);
  if (halving.total < 2) return null;
  const refine = refiner(halving, looks);
  const forProof = looks.left / 2;
  let [channels, halves] = [Infinity, ""];
  // Refine the initial orders, as long as half of the budget remains for the bounds.
  for (const order of ordersOf(network, halving)) {
    if (channels < Infinity && looks.left < forProof) break;
    const links = refine(order.vertices);
    if (links < channels) [channels, halves] = [links, order.halves];
  }
  // Bound by flows, then search further if the cut may not be minimal, then bound by eigenvalues.
  let least = leastByFlows(halving, channels, looks);
  if (channels > (least?.links ?? 0)) {
    const links = searchHalves(halving, refine, least?.links ?? 0, seed, looks);
    if (links < channels) [channels, halves] = [links, "by search"];
  }
  if (channels > (least?.links ?? 0)) {
    const other = leastByEigenvalues(halving, channels, looks);
    if (other !== null && other.links > (least?.links ?? -1)) least = other;
  }
  const { unit, total } = halving;
  const proved = least === null ? null : { ...least, links: least.links * unit };
  return { halved, channels: channels * unit, least: proved, each: (channels * unit) / Math.floor(total / 2), halves };
}

/** Initial orders of the vertices: by number, along each axis, and by distance. */
function ordersOf(network: Network, { node }: Halving): readonly { readonly halves: string; readonly vertices: Int32Array }[] {
  const { axes, coordinates } = network;
  const by = (halves: string, placeOf: (n: number) => number) => {
    const places = Float64Array.from(node, placeOf);
    return { halves, vertices: Int32Array.from(node.keys()).sort((a, b) => places[a] - places[b] || a - b) };
  };
  const distances = distancesFromCorner(network, node[0] ?? 0);
  return [
    by("by number", () => 0),
    ...axes.map(({ name }, axis) => by(`along ${name}`, (n) => coordinates[n * axes.length + axis])),
    by("by distance", (n) => distances[n]),
  ];
}

/** [N] Channels to each node from a node that is farthest from `node`; unreachable nodes get the largest value. */
function distancesFromCorner(network: Network, node: number): Int32Array {
  const from = (n: number) => distancesFrom(network, n).map((distance) => (distance < 0 ? network.head.length : distance));
  const first = distancesFrom(network, node);
  return from(first.indexOf(first.reduce((a, b) => Math.max(a, b))));
}
