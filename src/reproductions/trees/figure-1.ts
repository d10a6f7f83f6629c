/** Trees report, Figure 1, and the sizes that Section 2.3 compares. */
import { levelOfNode, comparisonDocument } from "../documents.ts";
import type { Network } from "../../core/network/network.ts";
import type { DrawnNetwork } from "../contract.ts";
import { printed, printedIn } from "../numbers.ts";
import { exhibit, notesOf, series } from "../exhibit.ts";
import { exactNumber, rowsBySubject } from "../rows.ts";
import { printedTreeNodes } from "./printed.ts";
import { treeCountsOf, treeNetworkOf, treePartsOf, treeDocument } from "./networks.ts";

const drawnTrees = Object.entries(printedTreeNodes).map(([name, [printedNodes, where]]) => [name, printedNodes, where] as const);

const countCell = (name: string, id: "switches" | "links") =>
  exactNumber("counted on the built network", ({ memoized }) => treeCountsOf(treePartsOf(memoized(treeNetworkOf, name), "complete"))[id]);

const table = rowsBySubject(drawnTrees, ([label, , detail]) => ({ label, detail, document: treeDocument(label) }), [
  [
    series("nodes", "Nodes"),
    ([name, nodes, where]) =>
      exactNumber(
        "terminals of the built network",
        ({ memoized }) => memoized(treeNetworkOf, name).terminals,
        printedIn(where.startsWith("Fig") ? "figure" : "text", printed(nodes)),
      ),
  ],
  [series("switches", "Switches", "read from the drawing"), ([name]) => countCell(name, "switches")],
  [series("links", "Links", "including links to the nodes"), ([name]) => countCell(name, "links")],
]);

const openDocuments = drawnTrees.map(([name]) => ({ title: name, document: treeDocument(name) }));

/**
 * [N + S] Marks the part of a fat tree that a thin tree of the same k has: the lowest switches, and above them the switches reached by the
 * first k′ upward ports.
 */
export function markThinTree(kUp: number): (network: Network) => Uint8Array {
  return (network) => {
    const { terminals, switches, firstOut, head } = network;
    const levelOf = levelOfNode(network);
    const isMarked = new Uint8Array(terminals + switches).map((_, n) => (levelOf(n) <= 0 ? 1 : 0));
    const switchesByLevel = Array.from({ length: switches }, (_, s) => terminals + s).sort((a, b) => levelOf(a) - levelOf(b));
    for (const n of switchesByLevel.filter((each) => levelOf(each) >= 0)) {
      if (isMarked[n] === 0) continue;
      const up = Array.from(head.subarray(firstOut[n], firstOut[n + 1])).filter((upper) => levelOf(upper) > levelOf(n));
      for (const upper of up.slice(0, kUp)) isMarked[upper] = 1;
    }
    return isMarked;
  };
}

const drawnTree = (title: string, letter: string, sentence: string): DrawnNetwork => ({
  title: `${letter}) ${title}`,
  document: treeDocument(title),
  say: sentence,
});

export const treesFigure1 = exhibit("trees", "Figure 1", "Section 2", {
  title: "The same 64 nodes under a fat, a thin and a slender tree",
  lede: ({ numberOf }) =>
    `All three have ${numberOf("nodes 4,3-fat-tree")} nodes; the fat tree has ${numberOf("links 4,3-fat-tree")} links, the thin tree ${numberOf("links 4:2,3-thin-tree")}, and the slender tree, with one more level, ${numberOf("links 4:2,4-slender-tree")}.`,
  ...table,
  figures: {
    is: "networks",
    title: "Figure 1, drawn from the built networks",
    caption: "boxes: switches, with the top level above; below: the nodes, which the report does not draw",
    networks: [
      drawnTree("4,3-fat-tree", "a", "every switch has the same number of uplinks and downlinks."),
      drawnTree("4:2,3-thin-tree", "b", "two uplinks for four downlinks, so each level has half the links of the level below."),
      drawnTree("4:2,4-slender-tree", "c", "one more level, with a choice of downward as well as upward paths."),
      {
        title: "d) The thin tree in the fat tree",
        document: treeDocument("4,3-fat-tree"),
        say: "shaded: the switches and links that the thin tree omits.",
        isUsed: markThinTree(2),
      },
    ],
  },
  notes: notesOf({
    "in the source: Printed numbers":
      "The figure draws switches and links without printing their counts, and does not draw the nodes. Only the sizes are printed: 64 in the caption, and 16, 64 and 32 in Section 2.3.",
  }),
  documents: [
    { title: "All three of 64 nodes side by side", document: comparisonDocument("Three trees of 64 nodes", openDocuments.slice(0, 3)) },
    ...openDocuments,
  ],
});
