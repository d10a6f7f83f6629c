/**
 * Divisions of a network for lower bounds: into the components that remain without the links of some classes; before and after a coordinate
 * of an axis; near a node and far from it. The structure of a network thus determines its candidate bottlenecks: subtrees, groups, hosts,
 * boards, rails, rows and halves are all included. Every division gives a valid bound; a better division gives a tighter one.
 */
import { joinWithAnd } from "../../base/words.ts";
import { DisjointSets } from "../../network/disjoint-sets.ts";
import { distancesFrom } from "../../network/search.ts";
import { coordinate, nameOfNode, type Network } from "../../network/network.ts";

export interface Division {
  /** Phrase for what sets the bound: `the global links`. */
  readonly phrase: string;
  /** [N] Part of each node, from 0. */
  readonly partOf: Int32Array;
  readonly parts: number;
}

/** Largest number of divisions per axis, and by distance. */
const maxDivisions = 64;
/**
 * Up to this number of link classes, all subsets are removed; otherwise each single class, and each class with all classes before or after
 * it.
 */
const maxClassesForSubsets = 4;

/**
 * The divisions of a network, those with the simplest names first.
 * @param terminalOf [R] Terminal of each rank.
 */
export function* divisionsOf(network: Network, terminalOf: Int32Array): Iterable<Division> {
  yield singleNodes(network);
  yield* byLinkClasses(network);
  yield* byCoordinate(network);
  yield* byDistance(network, terminalOf);
}

/** Every terminal and every switch is a separate part. */
function singleNodes({ terminals, switches }: Network): Division {
  const parts = terminals + switches;
  return { phrase: "the channels of the ranks", partOf: Int32Array.from({ length: parts }, (_, node) => node), parts };
}

/**
 * Divisions of the network into the connected components that remain without some link classes (such as the global links): for every subset
 * of the classes if there are few, otherwise for each single class, and for each class with all classes before or after it.
 */
function* byLinkClasses(network: Network): Iterable<Division> {
  const { linkClasses } = network;
  const count = linkClasses.length;
  const sets =
    count <= maxClassesForSubsets
      ? Array.from({ length: 2 ** count - 1 }, (_, set) =>
          linkClasses.flatMap((_, classIndex) => (((set + 1) >> classIndex) & 1 ? [classIndex] : [])),
        )
      : linkClasses.flatMap((_, classIndex) => [
          [classIndex],
          Array.from({ length: classIndex + 1 }, (_, i) => i),
          Array.from({ length: count - classIndex }, (_, i) => classIndex + i),
        ]);
  for (const set of sets) {
    const isRemoved = linkClasses.map((_, classIndex) => set.includes(classIndex));
    const names = set.map((classIndex) => linkClasses[classIndex]);
    yield { phrase: `the ${joinWithAnd(names)} links`, ...componentsOf(network, (channel) => !isRemoved[network.linkClass[channel]]) };
  }
}

/** Components of the selected channels. */
function componentsOf(
  { terminals, switches, head, tail }: Network,
  isKept: (channel: number) => boolean,
): Pick<Division, "partOf" | "parts"> {
  const nodes = terminals + switches;
  const components = new DisjointSets(nodes);
  for (let channel = 0; channel < head.length; channel++) if (isKept(channel)) components.union(tail[channel], head[channel]);
  const partOf = new Int32Array(nodes);
  let parts = 0;
  for (let node = 0; node < nodes; node++) partOf[node] = components.find(node) === node ? parts++ : -1;
  for (let node = 0; node < nodes; node++) if (partOf[node] < 0) partOf[node] = partOf[components.find(node)];
  return { partOf, parts };
}

/**
 * Divisions of the network along each axis: into one part for each coordinate, into parts of `each` coordinates (such as a board), and into
 * the nodes before and after a coordinate.
 */
function* byCoordinate(network: Network): Iterable<Division> {
  const { axes, terminals, switches } = network;
  const nodes = terminals + switches;
  for (const [axis, { name, size, each = 1 }] of axes.entries()) {
    const coordinateOf = Int32Array.from({ length: nodes }, (_, node) => coordinate(network, node, axis));
    // Nodes without a coordinate (−1) are part 0.
    for (const partWidth of new Set([1, each]))
      yield {
        phrase: `the links along ${name}`,
        partOf: coordinateOf.map((x) => Math.floor((x + partWidth) / partWidth)),
        parts: size + 1,
      };
    const step = Math.max(1, Math.ceil(size / maxDivisions));
    for (let x = step; x < size; x += step)
      yield {
        phrase: `the links between ${name} ${x - 1} and ${name} ${x}`,
        partOf: coordinateOf.map((position) => (position < x ? 0 : 1)),
        parts: 2,
      };
  }
}

/**
 * Divisions of the network into the nodes within a distance of a rank and all other nodes, for a few evenly spaced ranks and growing
 * distances. A terminal with links to only one switch stays with that switch.
 * @param terminalOf [R] Terminal of each rank.
 */
function* byDistance(network: Network, terminalOf: Int32Array): Iterable<Division> {
  const { terminals, switches, firstOut, head } = network;
  const nodes = terminals + switches;
  // [N] The switch of a terminal that has links to only this switch; for other nodes, the node.
  const attachmentOf = Int32Array.from({ length: nodes }, (_, node) => {
    const attachedSwitches = node < terminals ? new Set(head.subarray(firstOut[node], firstOut[node + 1])) : new Set<number>();
    const [attachedSwitch] = attachedSwitches;
    return attachedSwitches.size === 1 && attachedSwitch >= terminals ? attachedSwitch : node;
  });
  for (const rank of new Set([0, Math.floor(terminalOf.length / 2), terminalOf.length - 1])) {
    const center = attachmentOf[terminalOf[rank]];
    const distances = distancesFrom(network, center);
    const farthest = attachmentOf.reduce((maxDistance, attachment) => Math.max(maxDistance, distances[attachment]), 0);
    const phrase = `the links around ${nameOfNode(network, center)}`;
    const step = Math.max(1, Math.ceil(farthest / maxDivisions));
    const isNear = (node: number, maxDistance: number) =>
      distances[attachmentOf[node]] >= 0 && distances[attachmentOf[node]] <= maxDistance;
    for (let radius = 0; radius < farthest; radius += step)
      yield { phrase, partOf: Int32Array.from({ length: nodes }, (_, node) => (isNear(node, radius) ? 0 : 1)), parts: 2 };
  }
}
