import { integer } from "../base/params.ts";
import { matrixSideFor } from "./blocks.ts";
import { type MappingNetwork, defineMapping } from "./contract.ts";

export const mirrorPairs = defineMapping({
  id: "mirror-pairs",
  title: "mirror pairs",
  article: "",
  summary:
    "Blocks (i, j) and (j, i) of a square matrix are neighbours in one group of terminals. The pairs are distributed over the groups in turn.",
  source: "Three Quads (matrix transpose), §4.2",
  params: {
    groups: integer({
      title: "Groups",
      word: "# groups|# group",
      help: "Number of groups of neighbouring terminals. Their sizes differ by at most one; a group may be a module of an enterprise switch.",
      unit: "groups",
      min: 1,
      max: 4096,
      default: 4,
    }),
  },
  phrase: "{title} in {groups}",
  examples: [{}, { groups: 1 }, { groups: 3 }],
  readsCoordinates: true,
  places: (_, { terminals }) => terminals,
  check({ groups }, { terminals }) {
    if (groups <= terminals) return [];
    return [
      {
        path: "groups",
        message: `${groups} groups are more than the ${terminals} terminals of the network.`,
        remedy: `Use ${terminals} or less.`,
        nearest: terminals,
      },
    ];
  },
  /**
   * Places the ranks of a distributed matrix transpose, and returns the terminal of each. Rank i × side + j holds block (i, j) of a square
   * matrix, and exchanges it with the rank of block (j, i). The terminals are divided into groups; both ranks of such a pair are placed in
   * one group, round-robin over the groups.
   */
  compile({ groups }, ranks, network) {
    const orderedTerminals = terminalsByPosition(network);
    const groupStart = (group: number) => Math.floor((group * network.terminals) / groups);
    const nextInGroup = Array.from({ length: groups }, (_, group) => groupStart(group));
    const terminalOf = new Int32Array(ranks);
    const unpairedBlocks: number[] = [];
    let nextGroup = 0;
    // Two blocks that are exchanged, or a single one.
    for (const blocks of blockPairs(ranks)) {
      const group = blocks.length === 2 ? groupWithTwoFree() : -1;
      if (group < 0) unpairedBlocks.push(...blocks);
      else for (const block of blocks) terminalOf[block] = orderedTerminals[nextInGroup[group]++];
    }
    // Blocks on the diagonal are not exchanged. They take the remaining terminals, as do pairs for which no group has two free terminals.
    let group = 0;
    for (const block of unpairedBlocks) {
      while (nextInGroup[group] === groupStart(group + 1)) group++;
      terminalOf[block] = orderedTerminals[nextInGroup[group]++];
    }
    return terminalOf;

    /** The next group, in round-robin order, with two free terminals; −1 if there is none. */
    function groupWithTwoFree(): number {
      for (let tried = 0; tried < groups; tried++) {
        const group = nextGroup++ % groups;
        if (nextInGroup[group] + 2 <= groupStart(group + 1)) return group;
      }
      return -1;
    }
  },
});

/**
 * The ranks of blocks above the diagonal, row by row, each with the rank of its mirror image. A block without a mirror image is listed as a
 * single rank.
 */
function* blockPairs(ranks: number): Generator<readonly number[]> {
  const side = matrixSideFor(ranks);
  for (let rank = 0; rank < ranks; rank++) {
    const [i, j] = [Math.floor(rank / side), rank % side];
    const mirrorRank = j * side + i;
    if (i === j || mirrorRank >= ranks) yield [rank];
    else if (i < j) yield [rank, mirrorRank];
  }
}

/** Terminals in the order of their position, if the network has this axis; otherwise by number. */
function terminalsByPosition({ terminals, axes, coordinates }: MappingNetwork): Int32Array {
  const inOrder = Int32Array.from({ length: terminals }, (_, t) => t);
  const position = axes.findIndex(({ kind }) => kind === "position");
  return position < 0 ? inOrder : inOrder.sort((a, b) => coordinates[a * axes.length + position] - coordinates[b * axes.length + position]);
}
