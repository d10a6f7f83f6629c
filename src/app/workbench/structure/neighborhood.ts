/** Neighborhood of a terminal: distances to other terminals, and neighbors in embedded grids. */
import { gridNeighborsAt } from "../../../core/analysis/embedding.ts";
import { switchDistances } from "../../../core/analysis/switch-distance.ts";
import type { Network } from "../../../core/network/network.ts";
import type { Highlight } from "../../../views/contract.ts";
import { countOf, formatCount } from "../../../words/numbers.ts";

/** A fact as text, with its highlight. */
export interface NeighborhoodFact {
  readonly id: string;
  readonly title: string;
  readonly highlight: Highlight;
}

/** Terminals at a greater distance, in switches, are summarized. */
const maxRing = 4;

/**
 * Facts about the neighborhood of a terminal, each with the terminals to highlight: the terminals at each distance in switches, the
 * terminals farther away, the unreachable terminals, and the neighbors in process grids that are placed by coordinates.
 */
export function neighborhoodOf(network: Network, terminal: number): readonly NeighborhoodFact[] {
  const distances = switchDistances(network)(terminal).slice();
  const terminalsWhere = (matches: (switches: number) => boolean) =>
    Array.from(distances.keys()).filter((other) => other !== terminal && matches(distances[other]));
  const rings = Array.from({ length: maxRing }, (_, i) => ({
    switches: i + 1,
    others: terminalsWhere((switchCount) => switchCount === i + 1),
  }));
  const sayCount = (others: readonly number[], placeText: string) =>
    `${formatCount(others.length)} ${others.length === 1 ? "terminal is" : "terminals are"} ${placeText}`;
  const fartherTerminals = terminalsWhere((switchCount) => switchCount > maxRing);
  const unreachable = terminalsWhere((switchCount) => switchCount < 0);
  const facts = [
    ...rings.map(({ switches, others }) => ({
      id: `ring ${switches}`,
      others,
      title: sayCount(others, `${countOf(switches, "switch", "switches")} away`),
    })),
    { id: "beyond", others: fartherTerminals, title: sayCount(fartherTerminals, "farther away") },
    { id: "lost", others: unreachable, title: sayCount(unreachable, "unreachable") },
    ...gridNeighborsAt(network, terminal)
      .filter(({ placed }) => placed === "by coordinates")
      .map(({ id, title, others }) => ({ id, others, title: `${title}: ${sayNeighbors(others, distances)}` })),
  ];
  return facts
    .filter(({ others }) => others.length > 0)
    .map(({ id, title, others }) => ({ id, title, highlight: nearbyHighlight(network, terminal, others) }));
}

function sayNeighbors(others: readonly number[], distance: Int32Array): string {
  const nearby = others.filter((other) => distance[other] === 1).length;
  const all = countOf(others.length, "neighbour", "neighbours");
  return nearby === others.length ? `${all}, one switch away` : `${formatCount(nearby)} of ${all} one switch away`;
}

/** Highlights the given terminals, and the paths to the terminals that are one switch away. */
function nearbyHighlight({ firstOut, head, terminals }: Network, terminal: number, others: readonly number[]): Highlight {
  const remaining = new Set(others);
  const channels = new Set<number>();
  const switches = new Set<number>();
  for (let c = firstOut[terminal]; c < firstOut[terminal + 1]; c++) {
    const adjacentSwitch = head[c];
    if (adjacentSwitch < terminals) continue;
    for (let next = firstOut[adjacentSwitch]; next < firstOut[adjacentSwitch + 1]; next++) {
      if (!remaining.delete(head[next])) continue;
      channels.add(c).add(next);
      switches.add(adjacentSwitch);
    }
  }
  return { channels, switches, terminals: new Set([terminal, ...others]) };
}
