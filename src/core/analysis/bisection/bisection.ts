/** How many channels join two halves of a network, or what these carry: found, and proved. */
import type { Network } from "../../network/network.ts";
import { distancesFrom } from "../../network/search.ts";
import type { ChannelClocks } from "../../plan/links.ts";
import { type LeastCut, leastByEigenvalues, leastByFlows } from "./cut-bounds.ts";
import { type Halving, type Looks, halvingOfSwitches, halvingOfTerminals } from "./halving.ts";
import { refiner, searchHalves } from "./search-halves.ts";

export interface Bisection {
  readonly halved: "terminals" | "switches";
  /**
   * Channels from one half to the other, in one direction, of the smallest cut found; links, that is. Where channels are not all
   * alike, phits per cycle that these carry.
   */
  readonly channels: number;
  /** What no cut is below, whatever the halves; null where the network is too large to tell. */
  readonly least: LeastCut | null;
  /** The same for each of the smaller half: where terminals are halved, 1 lets all of it send to the other at full load. */
  readonly each: number;
  /** The halves of that cut, as a phrase: `by number`, `along X`, `by distance`, `by search`. */
  readonly halves: string;
}

/** Largest number of channels for which cuts are searched. */
const mostChannels = 600_000;
/** Looks at a network of any size: two or three seconds. Whoever has less time gives fewer. */
const mostLooks = 8e8;

/**
 * The smallest cut found between equal halves of the terminals, or of the switches. A terminal stays with its switch; only
 * where halves would not be equal otherwise, terminals of one switch are parted from it and count by their links. Halves by
 * number, along each axis and by distance from a farthest node are made better, and others searched for. To find the
 * smallest of all is NP-hard (Garey, Johnson, Stockmeyer, 1976); so what no cut is below is told beside it. Null with fewer than
 * two to halve, for networks of more than 600,000 channels, and for switches that only terminals join. (Dally, Towles, 2004, §3.1)
 * @param looks what may be looked at for it; where no more is left, the smallest cut so far and what is proved so far are told
 * @param clocks what its channels are like; links then count by what they carry one way
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
  for (const order of ordersOf(network, halving)) {
    if (channels < Infinity && looks.left < forProof) break;
    const links = refine(order.vertices);
    if (links < channels) [channels, halves] = [links, order.halves];
  }
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

/** The vertices by number, along each axis, and by distance. */
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

/** [N] Channels to each node from one that is farthest from a node; what is out of reach comes last. */
function distancesFromCorner(network: Network, node: number): Int32Array {
  const from = (n: number) => distancesFrom(network, n).map((distance) => (distance < 0 ? network.head.length : distance));
  const first = distancesFrom(network, node);
  return from(first.indexOf(first.reduce((a, b) => Math.max(a, b))));
}
