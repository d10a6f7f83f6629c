/** Trees report, Figure 1, and the sizes that Section 2.3 compares. */
import { levelsIn, sideBySide } from "../documents.ts";
import type { Network } from "../../core/network/network.ts";
import type { DrawnNetwork } from "../contract.ts";
import { printed } from "../numbers.ts";
import { exhibit, notesOf, series } from "../exhibit.ts";
import { exactCell, lineByLine } from "../rows.ts";
import { nodes } from "./printed.ts";
import { countsOf, networkOf, partsOfTree, treeDocument } from "./networks.ts";

const shown = Object.entries(nodes).map(([name, [printedNodes, where]]) => [name, printedNodes, where] as const);

const counted = (name: string, id: "switches" | "links") =>
  exactCell("counted on the built network", ({ once }) => countsOf(partsOfTree(once(networkOf, name), "complete"))[id]);

const table = lineByLine(shown, ([label, , detail]) => ({ label, detail, document: treeDocument(label) }), [
  [
    series("nodes", "Nodes"),
    ([name, nodes]) => exactCell("terminals of the built network", ({ once }) => once(networkOf, name).terminals, printed(nodes)),
  ],
  [series("switches", "Switches", "drawn, not printed"), ([name]) => counted(name, "switches")],
  [series("links", "Links", "those to the nodes included"), ([name]) => counted(name, "links")],
]);

const opened = shown.map(([name]) => ({ title: name, document: treeDocument(name) }));

/**
 * [N + S] Marks the part of a fat tree that a thin tree of the same k has: the lowest switches, and above them the switches reached by the
 * first k′ upward ports.
 */
export function thinned(kUp: number): (network: Network) => Uint8Array {
  return (network) => {
    const { terminals, switches, firstOut, head } = network;
    const height = levelsIn(network);
    const isLeft = new Uint8Array(terminals + switches).map((_, n) => (height(n) <= 0 ? 1 : 0));
    const byHeight = Array.from({ length: switches }, (_, s) => terminals + s).sort((a, b) => height(a) - height(b));
    for (const n of byHeight.filter((each) => height(each) >= 0)) {
      if (isLeft[n] === 0) continue;
      const up = Array.from(head.subarray(firstOut[n], firstOut[n + 1])).filter((above) => height(above) > height(n));
      for (const above of up.slice(0, kUp)) isLeft[above] = 1;
    }
    return isLeft;
  };
}

const drawing = (title: string, letter: string, say: string): DrawnNetwork => ({
  title: `${letter}) ${title}`,
  document: treeDocument(title),
  say,
});

export const treesFigure1 = exhibit("trees", "Figure 1", "Section 2", {
  title: "The same 64 nodes under a fat, a thin and a slender tree",
  lede: ({ of }) =>
    `All three have ${of("nodes 4,3-fat-tree")} nodes; the thin tree needs ${of("links 4:2,3-thin-tree")} links where the fat tree has ${of("links 4,3-fat-tree")}, and the slender tree, a level taller, ${of("links 4:2,4-slender-tree")}.`,
  ...table,
  figures: {
    is: "networks",
    title: "Figure 1, drawn from the networks that are built",
    caption: "switches as boxes, the top level above; the nodes below, which the report leaves out",
    networks: [
      drawing("4,3-fat-tree", "a", "as many links up as down at every switch."),
      drawing("4:2,3-thin-tree", "b", "two up for four down, so each level has half the links of the one below."),
      drawing("4:2,4-slender-tree", "c", "a level taller, and with a choice of ways down as well as up."),
      {
        title: "d) The thin tree in the fat tree",
        document: treeDocument("4,3-fat-tree"),
        say: "the switches and links that the thin tree leaves out, shaded.",
        isUsed: thinned(2),
      },
    ],
  },
  notes: notesOf({
    "in the source: What is printed":
      "The figure draws switches and links and prints neither count; it leaves out the nodes. Printed are the sizes: 64 in the caption, 16, 64 and 32 in Section 2.3.",
  }),
  documents: [
    { title: "All three of 64 nodes side by side", document: sideBySide("Three trees of 64 nodes", opened.slice(0, 3)) },
    ...opened,
  ],
});
