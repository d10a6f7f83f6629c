/**
 * Divisions of a network for lower bounds: into the components that remain without the links of some classes; before and after a coordinate
 * of an axis; near a node and far from it. The structure of a network thus determines its candidate bottlenecks: subtrees, groups, hosts,
 * boards, rails, rows and halves are all included. Every division gives a valid bound; a better division gives a tighter one.
 */
import { anded } from "../../base/words.ts";
import { Pieces } from "../../network/pieces.ts";
import { distancesFrom } from "../../network/search.ts";
import { coordinate, nameOfNode, type Network } from "../../network/network.ts";

export interface Division {
  /** Phrase for what sets the bound: `the global links`. */
  readonly by: string;
  /** [N] Part of each node, from 0. */
  readonly partOf: Int32Array;
  readonly parts: number;
}

/** Largest number of divisions per axis, and by distance. */
const mostPlaces = 64;
/** Up to this number of link classes, all subsets are removed; otherwise each alone, and each with all classes before or after it. */
const fewClasses = 4;

/**
 * The divisions of a network, those with the simplest names first.
 * @param terminalOf [R] Terminal of each rank.
 */
export function* divisionsOf(network: Network, terminalOf: Int32Array): Iterable<Division> {
  yield singly(network);
  yield* withoutClasses(network);
  yield* byPlace(network);
  yield* byDistance(network, terminalOf);
}

/** Every terminal and every switch is a part of its own. */
function singly({ terminals, switches }: Network): Division {
  const parts = terminals + switches;
  return { by: "the channels of the ranks", partOf: Int32Array.from({ length: parts }, (_, n) => n), parts };
}

/** Components without the links of some classes. */
function* withoutClasses(network: Network): Iterable<Division> {
  const { linkClasses } = network;
  const count = linkClasses.length;
  const sets =
    count <= fewClasses
      ? Array.from({ length: 2 ** count - 1 }, (_, set) => linkClasses.flatMap((_, k) => (((set + 1) >> k) & 1 ? [k] : [])))
      : linkClasses.flatMap((_, k) => [
          [k],
          Array.from({ length: k + 1 }, (_, i) => i),
          Array.from({ length: count - k }, (_, i) => k + i),
        ]);
  for (const set of sets) {
    const isOut = linkClasses.map((_, k) => set.includes(k));
    const names = set.map((k) => linkClasses[k]);
    yield { by: `the ${anded(names)} links`, ...joinedBy(network, (c) => !isOut[network.linkClass[c]]) };
  }
}

/** Components of the selected channels. */
function joinedBy({ terminals, switches, head, tail }: Network, isKept: (c: number) => boolean): Pick<Division, "partOf" | "parts"> {
  const nodes = terminals + switches;
  const pieces = new Pieces(nodes);
  for (let c = 0; c < head.length; c++) if (isKept(c)) pieces.join(tail[c], head[c]);
  const partOf = new Int32Array(nodes);
  let parts = 0;
  for (let n = 0; n < nodes; n++) partOf[n] = pieces.of(n) === n ? parts++ : -1;
  for (let n = 0; n < nodes; n++) if (partOf[n] < 0) partOf[n] = partOf[pieces.of(n)];
  return { partOf, parts };
}

/** For each axis: one part per coordinate; and the parts before and after a coordinate. */
function* byPlace(network: Network): Iterable<Division> {
  const { axes, terminals, switches } = network;
  const nodes = terminals + switches;
  for (const [axis, { name, size, each = 1 }] of axes.entries()) {
    const at = Int32Array.from({ length: nodes }, (_, n) => coordinate(network, n, axis));
    for (const span of new Set([1, each]))
      yield { by: `the links between places of ${name}`, partOf: at.map((x) => Math.floor((x + span) / span)), parts: size + 1 };
    const step = Math.max(1, Math.ceil(size / mostPlaces));
    for (let x = step; x < size; x += step)
      yield { by: `the links between ${name} ${x - 1} and ${name} ${x}`, partOf: at.map((own) => (own < x ? 0 : 1)), parts: 2 };
  }
}

/** For a few evenly spaced ranks: the nodes within a distance and the rest. A terminal on one switch stays with it. */
function* byDistance(network: Network, terminalOf: Int32Array): Iterable<Division> {
  const { terminals, switches, firstOut, head } = network;
  const nodes = terminals + switches;
  /** Location of a node: the switch of a terminal on one switch, otherwise the node. */
  const placeOf = Int32Array.from({ length: nodes }, (_, n) => {
    const homes = n < terminals ? new Set(head.subarray(firstOut[n], firstOut[n + 1])) : new Set<number>();
    const [home] = homes;
    return homes.size === 1 && home >= terminals ? home : n;
  });
  for (const rank of new Set([0, Math.floor(terminalOf.length / 2), terminalOf.length - 1])) {
    const from = placeOf[terminalOf[rank]];
    const distances = distancesFrom(network, from);
    const farthest = placeOf.reduce((most, place) => Math.max(most, distances[place]), 0);
    const by = `the links around ${nameOfNode(network, from)}`;
    const step = Math.max(1, Math.ceil(farthest / mostPlaces));
    const isNear = (n: number, most: number) => distances[placeOf[n]] >= 0 && distances[placeOf[n]] <= most;
    for (let d = 0; d < farthest; d += step)
      yield { by, partOf: Int32Array.from({ length: nodes }, (_, n) => (isNear(n, d) ? 0 : 1)), parts: 2 };
  }
}
