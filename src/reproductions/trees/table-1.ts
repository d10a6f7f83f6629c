/** Table 1 of the trees report: its formulas against networks that are built and counted. */
import { axisOf, coordinate, type Network } from "../../core/network/network.ts";
import { filledIn } from "../numbers.ts";
import { erratum, exhibit, judgedOf, type RowSpec, series, stillOpen } from "../exhibit.ts";
import { networkOf, sameRadix, sameSize, treeDocument } from "./networks.ts";

const names = [...new Set<string>([...sameSize, ...sameRadix])];

/** k, k′ and n of a name; k′ = k in a fat tree. */
function lettersOf(name: string) {
  const [k, kUp, n] = (/^(\d+)(?::(\d+))?,(\d+)/.exec(name) as RegExpExecArray).slice(1).map(Number);
  return { k, kUp: Number.isNaN(kUp) ? k : kUp, n };
}

/** Switches of the lowest level, counted. */
function lowest(network: Network): number {
  const level = axisOf(network, "level");
  return Array.from({ length: network.switches }, (_, s) => network.terminals + s).filter((s) => coordinate(network, s, level) === 0)
    .length;
}

const rows: RowSpec[] = names.flatMap((label) => {
  const { k, kUp, n } = lettersOf(label);
  const document = treeDocument(label);
  const isSlender = label.endsWith("slender-tree");
  const isFat = label.endsWith("fat-tree");
  return [
    {
      label,
      series: "nodes",
      published: isSlender ? filledIn("k′² (k/k′)ⁿ", kUp ** 2 * (k / kUp) ** n) : filledIn("kⁿ", k ** n),
      formula: "terminals of the built network",
      document,
      value: ({ once }) => once(networkOf, label).terminals,
    },
    {
      label,
      series: "switches",
      published: isFat ? filledIn("n kⁿ⁻¹", n * k ** (n - 1)) : null,
      formula: "switches of the built network",
      decimals: 0,
      document,
      value: ({ once }) => once(networkOf, label).switches,
    },
    {
      label,
      series: "lowest",
      published: isFat ? filledIn("kⁿ⁻¹", k ** (n - 1)) : null,
      formula: "switches of level 0 of the built network",
      decimals: 0,
      document,
      value: ({ once }) => lowest(once(networkOf, label)),
    },
  ];
});

export const treesTable1 = exhibit("trees", "Table 1", "Section 2", {
  title: "How many switches and nodes a fat, a thin and a slender tree have",
  lede(outcome) {
    const { judged, off } = judgedOf(rows, outcome);
    return `The formulas were filled in for the report's ${names.length} networks, and the networks built and counted: ${judged.length - off.length} of ${judged.length} agree.`;
  },
  series: [
    series("nodes", "Nodes", "what the formula gives, and what is counted"),
    series("switches", "Switches", "all levels together"),
    series("lowest", "Switches of level 0"),
  ],
  rows,
  tolerance: { relative: 0, why: "Counts are whole numbers: nothing but equality will do." },
  notes: [
    ...stillOpen({
      "Formulas we could not read":
        "The sums for thin and slender trees are damaged in the copy we read, so they have no printed number here. With kⁿ⁻¹⁻ⁱ k′ⁱ switches at level i of a thin tree and k′ (k/k′)ⁿ⁻¹⁻ⁱ of a slender tree, Table 2 comes out exactly.",
    }),
    ...erratum({
      "Where links lead":
        "Of the formulas of Section 2 that say which ports are joined, only that of the slender tree can be followed as printed in our copy. At level 0 of a 4,3-fat-tree the term k⁻¹ ⌊switch / 2⌋ is not a whole number; for the thin tree, level 0 of a 4:2,3-thin-tree would have 4 · 2³ = 32 switches where the figure draws 16. The networks here are those that Figure 1 draws and Table 2 counts.",
    }),
  ],
  documents: names.map((name) => ({ title: name, document: treeDocument(name) })),
});
