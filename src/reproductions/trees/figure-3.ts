/** Trees report, Figure 3: networks of which a job uses only the central part. */
import { usedBillOfMaterials } from "../../core/network/bill-of-materials.ts";
import { central } from "../../core/mappings/central.ts";
import { axisOf, type Network } from "../../core/network/network.ts";
import type { DrawnNetwork } from "../contract.ts";
import { levelOfNode } from "../documents.ts";
import { checkedStatements, exhibit, notesOf, series } from "../exhibit.ts";
import { exactNumber, type SubjectProperties, rowsBySubject } from "../rows.ts";
import { treeCountsOf, treeNetworkOf, treePartsOf, taskCount, treeDocument } from "./networks.ts";
import { treesSentences } from "./printed.ts";

/** The networks drawn, and the number of their nodes in use: the same fraction as of the corresponding network in Table 2b. */
const drawnTrees = [
  { name: "4,3-fat-tree", nodes: 34, of: 64, like: "6,5-fat-tree" },
  { name: "4:2,4-thin-tree", nodes: 160, of: 256, like: "9:3,4-thin-tree" },
  { name: "4:2,5-slender-tree", nodes: 80, of: 128, like: "9:3,6-slender-tree" },
] as const;
type DrawnTree = (typeof drawnTrees)[number];

const usedCountsOf = (network: Network, nodes: number) => treeCountsOf(usedBillOfMaterials(network, central.compile({}, nodes, network)));

/** [N + S] 1 for the central nodes and all switches above them. */
function usedNodesOf(network: Network, nodes: number): Uint8Array {
  const { terminals, switches, head, tail } = network;
  const levelOf = levelOfNode(network);
  const isUsed = new Uint8Array(terminals + switches);
  for (const terminal of central.compile({}, nodes, network)) isUsed[terminal] = 1;
  const upwardChannels = Array.from(head.keys()).filter((c) => levelOf(head[c]) > levelOf(tail[c]));
  for (const c of upwardChannels.sort((a, b) => levelOf(tail[a]) - levelOf(tail[b]))) if (isUsed[tail[c]] === 1) isUsed[head[c]] = 1;
  return isUsed;
}

/** The lowest level such that all switches on it and above it are used, and the number of levels. */
function lowestCompleteLevel(network: Network, nodes: number): { readonly level: number; readonly levels: number } {
  const isUsed = usedNodesOf(network, nodes);
  const levelOf = levelOfNode(network);
  let level = 0;
  for (let n = network.terminals; n < isUsed.length; n++) if (isUsed[n] === 0) level = Math.max(level, levelOf(n) + 1);
  return { level, levels: network.axes[axisOf(network, "level")].size };
}

const countCell = (value: (tree: DrawnTree, network: Network) => number) => (tree: DrawnTree) =>
  exactNumber("counted on the built network, by the rule of Table 2b", ({ memoized }) => value(tree, memoized(treeNetworkOf, tree.name)));

const table = rowsBySubject(
  drawnTrees,
  ({ name, nodes, of }): SubjectProperties => ({ label: name, detail: `${nodes} of ${of} nodes`, document: treeDocument(name) }),
  [
    [series("switches", "Switches, used"), countCell(({ nodes }, network) => usedCountsOf(network, nodes).switches)],
    [series("of-switches", "of all"), countCell((_, network) => treeCountsOf(treePartsOf(network, "complete")).switches)],
    [series("links", "Links, used", "including links to the nodes"), countCell(({ nodes }, network) => usedCountsOf(network, nodes).links)],
    [series("of-links", "of all"), countCell((_, network) => treeCountsOf(treePartsOf(network, "complete")).links)],
  ],
);

const statements = checkedStatements(treesSentences["Figure 3"], [], {
  "upper-levels-complete": {
    interpretation: "in the three drawings, every switch of at least the two highest levels is used",
    check() {
      const completeOf = (networks: readonly { readonly name: string; readonly nodes: number }[]) =>
        networks.map(({ name, nodes }) => ({ name, ...lowestCompleteLevel(treeNetworkOf(name), nodes) }));
      const sayLevels = (levelCounts: ReturnType<typeof completeOf>) =>
        levelCounts.map(({ name, level, levels }) => `${levels - level} of ${levels} levels (${name})`).join(", ");
      const drawnLevels = completeOf(drawnTrees);
      const largeTreeLevels = completeOf(drawnTrees.map(({ like }) => ({ name: like, nodes: taskCount })));
      return {
        holds: drawnLevels.every(({ level, levels }) => level < levels - 1),
        because: `The upper ${sayLevels(drawnLevels)} are complete. In the larger networks of Table 2b, only the upper ${sayLevels(largeTreeLevels)} are complete: most levels have idle switches.`,
      };
    },
  },
});

const drawingOf = ({ name, nodes, of }: DrawnTree): DrawnNetwork => ({
  title: name,
  document: treeDocument(name),
  say: `${nodes} of its ${of} nodes in use, the rest shaded.`,
  isUsed: (network) => usedNodesOf(network, nodes),
});

export const treesFigure3 = exhibit("trees", "Figure 3", "Section 3.2", {
  title: "A job in the center of a larger tree leaves switches on both sides idle",
  lede: ({ numberOf }) =>
    `With 34 of its 64 nodes in use, the 4,3-fat-tree still needs ${numberOf("switches 4,3-fat-tree")} of its ${numberOf("of-switches 4,3-fat-tree")} switches: idle switches are at the lowest level only. In the large trees of Table 2b, all levels except the top one or two have idle switches.`,
  ...table,
  statements,
  figures: {
    is: "networks",
    title: "Figure 3, drawn from the built networks",
    caption: "shaded: switches and links that the job in the center does not use; dotted lines: boundaries of its nodes",
    networks: drawnTrees.map(drawingOf),
  },
  tolerance: { relative: 0, why: "The figure prints no number." },
  notes: notesOf({
    "our model: Number of nodes":
      "The report does not say how many nodes are in use in the drawing, and no single number fits all three trees. We use the fractions of Table 2b: 4,096 of 7,776 nodes of its fat tree correspond to 34 of 64; 4,096 of 6,561 nodes of its thin and slender trees correspond to 160 of 256 and 80 of 128.",
    "our model: Used switches and links":
      "As in Table 2b: a switch is used if a node below it is in use, a link if both of its ends are used.",
  }),
  documents: drawnTrees.map(({ name }) => ({ title: name, document: treeDocument(name) })),
});
