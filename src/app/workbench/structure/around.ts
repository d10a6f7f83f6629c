/** Neighborhood of a terminal: distances to other terminals, and neighbors in embedded grids. */
import { neighboursAt } from "../../../core/analysis/embedding.ts";
import { switchDistances } from "../../../core/analysis/switch-distance.ts";
import type { Network } from "../../../core/network/network.ts";
import type { Highlight } from "../../../views/contract.ts";
import { countOf, formatCount } from "../../../words/numbers.ts";

/** A fact as text, with its highlight. */
export interface Around {
  readonly id: string;
  readonly title: string;
  readonly highlight: Highlight;
}

/** Terminals at a greater distance, in switches, are summarized. */
const farthest = 4;

/** The facts of a terminal, the nearest terminals first. */
export function aroundOf(network: Network, terminal: number): readonly Around[] {
  const distance = switchDistances(network)(terminal).slice();
  const at = (isMeant: (switches: number) => boolean) =>
    Array.from(distance.keys()).filter((other) => other !== terminal && isMeant(distance[other]));
  const rings = Array.from({ length: farthest }, (_, i) => ({ switches: i + 1, others: at((d) => d === i + 1) }));
  const said = (others: readonly number[], where: string) =>
    `${formatCount(others.length)} ${others.length === 1 ? "other is" : "others are"} ${where}`;
  const beyond = at((d) => d > farthest);
  const lost = at((d) => d < 0);
  const found = [
    ...rings.map(({ switches, others }) => ({
      id: `ring ${switches}`,
      others,
      title: said(others, `${countOf(switches, "switch", "switches")} away`),
    })),
    { id: "beyond", others: beyond, title: said(beyond, "farther away") },
    { id: "lost", others: lost, title: said(lost, "out of reach") },
    ...neighboursAt(network, terminal)
      .filter(({ placed }) => placed === "by coordinates")
      .map(({ id, title, others }) => ({ id, others, title: `${title}: ${sayNeighbours(others, distance)}` })),
  ];
  return found
    .filter(({ others }) => others.length > 0)
    .map(({ id, title, others }) => ({ id, title, highlight: highlightedTo(network, terminal, others) }));
}

function sayNeighbours(others: readonly number[], distance: Int32Array): string {
  const near = others.filter((other) => distance[other] === 1).length;
  const all = countOf(others.length, "neighbour", "neighbours");
  return near === others.length ? `${all}, one switch away` : `${formatCount(near)} of ${all} one switch away`;
}

/** The terminals, and the paths to those that are one switch away. */
function highlightedTo({ firstOut, head, terminals }: Network, terminal: number, others: readonly number[]): Highlight {
  const meant = new Set(others);
  const channels = new Set<number>();
  const switches = new Set<number>();
  for (let c = firstOut[terminal]; c < firstOut[terminal + 1]; c++) {
    const near = head[c];
    if (near < terminals) continue;
    for (let next = firstOut[near]; next < firstOut[near + 1]; next++) {
      if (!meant.delete(head[next])) continue;
      channels.add(c).add(next);
      switches.add(near);
    }
  }
  return { channels, switches, terminals: new Set([terminal, ...others]) };
}
