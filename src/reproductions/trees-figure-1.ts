/** Figure 1 of the trees report, and the sizes that Section 2.3 compares. */
import { besideEachOther } from "./beside.ts";
import { exhibit, printed, type Row } from "./contract.ts";
import { reckoned, series } from "./rows.ts";
import { countsOf, networkOf, partsOfTree, treeDocument } from "./trees-networks.ts";

const shown = [
  ["4,3-fat-tree", "64", "Fig. 1a"],
  ["4:2,3-thin-tree", "64", "Fig. 1b"],
  ["4:2,4-slender-tree", "64", "Fig. 1c"],
  ["4:2,2-thin-tree", "16", "Section 2.3"],
  ["4:2,2-slender-tree", "16", "Section 2.3"],
  ["4:2,3-slender-tree", "32", "Section 2.3"],
] as const;

const counted = (label: string, detail: string, id: "switches" | "links"): Row =>
  reckoned({
    label,
    detail,
    series: id,
    published: null,
    formula: "counted on the built network",
    decimals: 0,
    document: treeDocument(label),
    value: () => countsOf(partsOfTree(label, "complete"))[id],
  });

const rows = shown.flatMap(([label, nodes, detail]) => [
  reckoned({
    label,
    detail,
    series: "nodes",
    published: printed(nodes),
    formula: "terminals of the built network",
    document: treeDocument(label),
    value: () => networkOf(label).terminals,
  }),
  counted(label, detail, "switches"),
  counted(label, detail, "links"),
]);

const opened = shown.map(([name]) => ({ title: name, document: treeDocument(name) }));

export const treesFigure1 = exhibit({
  id: "trees-figure-1",
  paper: "trees",
  label: "Figure 1",
  kind: "figure",
  section: "Section 2",
  title: "The same 64 nodes under a fat, a thin and a slender tree",
  lede({ values }) {
    const of = (id: string) => values.get(id)?.value ?? 0;
    const [fat, thin] = [of("links 4,3-fat-tree"), of("links 4:2,3-thin-tree")];
    return `All three have ${of("nodes 4,3-fat-tree")} nodes; the thin tree needs ${thin} links where the fat tree has ${fat}, and the slender tree, a level taller, ${of("links 4:2,4-slender-tree")}.`;
  },
  series: [
    series("nodes", "Nodes"),
    series("switches", "Switches", "drawn, not printed"),
    series("links", "Links", "those to the nodes included"),
  ],
  rows,
  runs: [],
  tolerance: { relative: 0, why: "Counts are whole numbers: nothing but equality will do." },
  notes: [
    {
      title: "What is printed",
      kind: "in the source",
      text: "The figure draws switches and links and prints neither count; it leaves out the nodes. Printed are the sizes: 64 in the caption, 16, 64 and 32 in Section 2.3.",
    },
  ],
  documents: [
    { title: "All three of 64 nodes beside each other", document: besideEachOther("Three trees of 64 nodes", opened.slice(0, 3)) },
    ...opened,
  ],
});
