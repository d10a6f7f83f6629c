/** Trees report, Figure 3: networks of which a job uses only the central part. */
import { usedPartsOf } from "../../core/network/parts.ts";
import { central } from "../../core/mappings/central.ts";
import { axisOf, type Network } from "../../core/network/network.ts";
import type { DrawnNetwork } from "../contract.ts";
import { levelsIn } from "../documents.ts";
import { checked, exhibit, notesOf, series } from "../exhibit.ts";
import { exactCell, type RowLine, lineByLine } from "../rows.ts";
import { countsOf, networkOf, partsOfTree, tasks, treeDocument } from "./networks.ts";
import { says } from "./printed.ts";

/** The networks drawn, and the number of their nodes in use: the same fraction as of the corresponding network in Table 2b. */
const shown = [
  { name: "4,3-fat-tree", nodes: 34, of: 64, like: "6,5-fat-tree" },
  { name: "4:2,4-thin-tree", nodes: 160, of: 256, like: "9:3,4-thin-tree" },
  { name: "4:2,5-slender-tree", nodes: 80, of: 128, like: "9:3,6-slender-tree" },
] as const;
type Shown = (typeof shown)[number];

const usedCounts = (network: Network, nodes: number) => countsOf(usedPartsOf(network, central.compile({}, nodes, network)));

/** [N + S] 1 for the central nodes and all switches above them. */
function usedNodes(network: Network, nodes: number): Uint8Array {
  const { terminals, switches, head, tail } = network;
  const height = levelsIn(network);
  const isUsed = new Uint8Array(terminals + switches);
  for (const terminal of central.compile({}, nodes, network)) isUsed[terminal] = 1;
  const rising = Array.from(head.keys()).filter((c) => height(head[c]) > height(tail[c]));
  for (const c of rising.sort((a, b) => height(tail[a]) - height(tail[b]))) if (isUsed[tail[c]] === 1) isUsed[head[c]] = 1;
  return isUsed;
}

/** The lowest level from which up all switches are used, and the number of levels. */
function completeFrom(network: Network, nodes: number): { readonly level: number; readonly levels: number } {
  const isUsed = usedNodes(network, nodes);
  const height = levelsIn(network);
  let level = 0;
  for (let n = network.terminals; n < isUsed.length; n++) if (isUsed[n] === 0) level = Math.max(level, height(n) + 1);
  return { level, levels: network.axes[axisOf(network, "level")].size };
}

const counted = (value: (shown: Shown, network: Network) => number) => (shown: Shown) =>
  exactCell("counted on the built network, by the rule of Table 2b", ({ once }) => value(shown, once(networkOf, shown.name)));

const table = lineByLine(
  shown,
  ({ name, nodes, of }): RowLine => ({ label: name, detail: `${nodes} of ${of} nodes`, document: treeDocument(name) }),
  [
    [series("switches", "Switches, used"), counted(({ nodes }, network) => usedCounts(network, nodes).switches)],
    [series("of-switches", "of all"), counted((_, network) => countsOf(partsOfTree(network, "complete")).switches)],
    [series("links", "Links, used", "those to the nodes included"), counted(({ nodes }, network) => usedCounts(network, nodes).links)],
    [series("of-links", "of all"), counted((_, network) => countsOf(partsOfTree(network, "complete")).links)],
  ],
);

const statements = checked(says["Figure 3"], [], {
  "upper-levels-complete": {
    readAs: "in the three drawings, that is: every switch of the two highest levels or more is used",
    check() {
      const completeOf = (networks: readonly { readonly name: string; readonly nodes: number }[]) =>
        networks.map(({ name, nodes }) => ({ name, ...completeFrom(networkOf(name), nodes) }));
      const say = (found: ReturnType<typeof completeOf>) =>
        found.map(({ name, level, levels }) => `${levels - level} of ${levels} levels (${name})`).join(", ");
      const drawn = completeOf(shown);
      const large = completeOf(shown.map(({ like }) => ({ name: like, nodes: tasks })));
      return {
        holds: drawn.every(({ level, levels }) => level < levels - 1),
        because: `Complete are the upper ${say(drawn)}. In the larger networks of Table 2b it is the upper ${say(large)}: there switches are idle up to high levels.`,
      };
    },
  },
});

const drawing = ({ name, nodes, of }: Shown): DrawnNetwork => ({
  title: name,
  document: treeDocument(name),
  say: `${nodes} of its ${of} nodes in use, the rest shaded.`,
  isUsed: (network) => usedNodes(network, nodes),
});

export const treesFigure3 = exhibit("trees", "Figure 3", "Section 3.2", {
  title: "A job in the middle of a larger tree leaves switches idle on both sides",
  lede: ({ of }) =>
    `With 34 of its 64 nodes in use, the 4,3-fat-tree still needs ${of("switches 4,3-fat-tree")} of its ${of("of-switches 4,3-fat-tree")} switches: only the lowest ones are idle. In the large trees of Table 2b, switches of every level but the top one or two do.`,
  ...table,
  statements,
  figures: {
    is: "networks",
    title: "Figure 3, drawn from the networks that are built",
    caption: "shaded: switches and links that the job in the middle does not use; dotted lines bound its nodes",
    networks: shown.map(drawing),
  },
  tolerance: { relative: 0, why: "No number is printed." },
  notes: notesOf({
    "our model: How many nodes":
      "The report does not say how many nodes the drawing has in use, and no one number fits: the smallest thin tree above 64 nodes would not be drawn next to a fat tree of 64. We took the part that Table 2b uses of such a tree: 4,096 of 7,776 nodes of its fat tree are 34 of 64, 4,096 of 6,561 of its thin and slender trees are 160 of 256 and 80 of 128.",
    "our model: What counts as used": "As in Table 2b: a switch when a node in use is below it, a link when both of its ends are.",
  }),
  documents: shown.map(({ name }) => ({ title: name, document: treeDocument(name) })),
});
