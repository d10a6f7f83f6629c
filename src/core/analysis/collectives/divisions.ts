/**
 * How a network is divided for a bound: into what is left together without the links of some classes, without those above a level, before
 * and after a place of an axis, and near a node and far from it. A network's own structure thus names its narrow places: subtrees, groups, hosts,
 * boards, rails, rows and halves are all among them. Any division gives a bound that holds; a better one gives a better bound.
 */
import { anded } from "../../base/words.ts";
import { Pieces } from "../../network/pieces.ts";
import { distancesFrom } from "../../network/search.ts";
import { coordinate, nameOfNode, type Network } from "../../network/network.ts";

export interface Division {
  /** What sets a bound that it gives, as a phrase: `the global links`. */
  readonly by: string;
  /** [N] The part of each node, from 0. */
  readonly partOf: Int32Array;
  readonly parts: number;
}

/** Divisions by place and by distance that are looked at, most of each. */
const mostPlaces = 64;
/** Classes of links of which all sets are taken out; of more, each alone, and each with all that come before. */
const fewClasses = 4;

/**
 * The divisions of a network, those first that are named most simply.
 * @param terminalOf [R] the terminal of each rank
 */
export function* divisionsOf(network: Network, terminalOf: Int32Array): Iterable<Division> {
  yield singly(network);
  yield* withoutClasses(network);
  yield* byPlace(network);
  yield* byDistance(network, terminalOf);
}

/** Every terminal by itself, and each switch. */
function singly({ terminals, switches }: Network): Division {
  const parts = terminals + switches;
  return { by: "the channels of the ranks", partOf: Int32Array.from({ length: parts }, (_, n) => n), parts };
}

/** What is left together without the links of some classes. */
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

/** What some channels join. */
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

/** Along each axis, what stands at each place; and what stands before a place, and the rest. */
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

/** Around some terminals of ranks, evenly spaced, what is near and what is farther: as many nodes near as a power of two, or all but these. */
function* byDistance(network: Network, terminalOf: Int32Array): Iterable<Division> {
  const nodes = network.terminals + network.switches;
  for (const rank of new Set([0, Math.floor(terminalOf.length / 2), terminalOf.length - 1])) {
    const from = terminalOf[rank];
    const distances = distancesFrom(network, from);
    const farthest = distances.reduce((a, b) => Math.max(a, b), 0);
    const by = `the links around ${nameOfNode(network, from)}`;
    const step = Math.max(1, Math.ceil(farthest / mostPlaces));
    for (let d = step; d < farthest; d += step)
      yield { by, partOf: Int32Array.from({ length: nodes }, (_, n) => (distances[n] >= 0 && distances[n] <= d ? 0 : 1)), parts: 2 };
  }
}
