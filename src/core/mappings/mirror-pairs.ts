import { integer } from "../base/params.ts";
import { blocksAlong } from "./blocks.ts";
import { type Ground, mapping } from "./contract.ts";

export const mirrorPairs = mapping({
  id: "mirror-pairs",
  title: "mirror pairs",
  article: "",
  summary: "Blocks (i, j) and (j, i) of a square matrix sit next to each other in one group of terminals. Pairs go to the groups in turn.",
  source: "Three Quads (matrix transpose), §4.2",
  params: {
    groups: integer({
      title: "Groups",
      word: "# groups|# group",
      help: "Groups of neighbouring terminals, equal in size to within one; a group may be a module of an enterprise switch.",
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
        message: `${groups} groups are more than the ${terminals} terminals there are.`,
        remedy: `Use ${terminals} or less.`,
        nearest: terminals,
      },
    ];
  },
  compile({ groups }, ranks, ground) {
    const inPlace = fromLeftToRight(ground);
    const bound = (group: number) => Math.floor((group * ground.terminals) / groups);
    const next = Array.from({ length: groups }, (_, group) => bound(group));
    const terminalOf = new Int32Array(ranks);
    const alone: number[] = [];
    let turn = 0;
    for (const blocks of mirrored(ranks)) {
      const group = blocks.length === 2 ? groupWithRoom() : -1;
      if (group < 0) alone.push(...blocks);
      else for (const block of blocks) terminalOf[block] = inPlace[next[group]++];
    }
    // Blocks on the diagonal are not exchanged. They take the remaining terminals, as do pairs for which no group has two free terminals.
    let group = 0;
    for (const block of alone) {
      while (next[group] === bound(group + 1)) group++;
      terminalOf[block] = inPlace[next[group]++];
    }
    return terminalOf;

    /** The next group, in round-robin order, with two free terminals; −1 if there is none. */
    function groupWithRoom(): number {
      for (let tried = 0; tried < groups; tried++) {
        const group = turn++ % groups;
        if (next[group] + 2 <= bound(group + 1)) return group;
      }
      return -1;
    }
  },
});

/** The ranks of blocks above the diagonal, row by row, each with the rank of its mirror image. Blocks without a mirror image come alone. */
function* mirrored(ranks: number): Generator<readonly number[]> {
  const side = blocksAlong(ranks);
  for (let rank = 0; rank < ranks; rank++) {
    const [i, j] = [Math.floor(rank / side), rank % side];
    const image = j * side + i;
    if (i === j || image >= ranks) yield [rank];
    else if (i < j) yield [rank, image];
  }
}

/** Terminals in the order of their position, if the network has this axis; otherwise by number. */
function fromLeftToRight({ terminals, axes, coordinates }: Ground): Int32Array {
  const inOrder = Int32Array.from({ length: terminals }, (_, t) => t);
  const position = axes.findIndex(({ kind }) => kind === "position");
  return position < 0 ? inOrder : inOrder.sort((a, b) => coordinates[a * axes.length + position] - coordinates[b * axes.length + position]);
}
