/** Trees report, Table 1: its formulas compared with counts on built networks. */
import type { Network } from "../../core/network/network.ts";
import type { Published } from "../contract.ts";
import { levelOfNode } from "../documents.ts";
import { exhibit, notesOf, series } from "../exhibit.ts";
import { printedFormula } from "../numbers.ts";
import { exactCell, lineByLine } from "../rows.ts";
import { treeParamsOf, treeNetworkOf, sameRadix, sameSize, treeDocument } from "./networks.ts";

const names = [...new Set<string>([...sameSize, ...sameRadix])];

/** The number of nodes by the formula of the tree. */
function formulaNodesOf(name: string): Published {
  const { k, kUp, n } = treeParamsOf(name);
  return name.endsWith("slender-tree") ? printedFormula("k′² (k/k′)ⁿ", kUp ** 2 * (k / kUp) ** n) : printedFormula("kⁿ", k ** n);
}

/** The number of switches by the formula of a fat tree, in total or per level; null for other trees. */
function fatTreeSwitches(name: string, formula: "n kⁿ⁻¹" | "kⁿ⁻¹"): Published | null {
  const { k, n } = treeParamsOf(name);
  return name.endsWith("fat-tree") ? printedFormula(formula, (formula === "kⁿ⁻¹" ? 1 : n) * k ** (n - 1)) : null;
}

/** Number of switches on the lowest level, counted. */
function lowestLevelSwitches(network: Network): number {
  const level = levelOfNode(network);
  return Array.from({ length: network.switches }, (_, s) => level(network.terminals + s)).filter((each) => each === 0).length;
}

const table = lineByLine(names, (label) => ({ label, document: treeDocument(label) }), [
  [
    series("nodes", "Nodes", "what the formula gives, and what is counted"),
    (name) => exactCell("terminals of the built network", ({ once }) => once(treeNetworkOf, name).terminals, formulaNodesOf(name)),
  ],
  [
    series("switches", "Switches", "all levels together"),
    (name) => exactCell("switches of the built network", ({ once }) => once(treeNetworkOf, name).switches, fatTreeSwitches(name, "n kⁿ⁻¹")),
  ],
  [
    series("lowest", "Switches of level 0"),
    (name) =>
      exactCell(
        "switches of level 0 of the built network",
        ({ once }) => lowestLevelSwitches(once(treeNetworkOf, name)),
        fatTreeSwitches(name, "kⁿ⁻¹"),
      ),
  ],
]);

export const treesTable1 = exhibit("trees", "Table 1", "Section 2", {
  title: "How many switches and nodes a fat, a thin and a slender tree have",
  lede: ({ judged, differing }) =>
    `The formulas were filled in for the report's ${names.length} networks, and the networks built and counted: ${judged.length - differing.length} of ${judged.length} agree.`,
  ...table,
  notes: notesOf({
    "still open: Formulas we could not read":
      "The sums for thin and slender trees are damaged in the copy we read, so they have no printed number here. With kⁿ⁻¹⁻ⁱ k′ⁱ switches at level i of a thin tree and k′ (k/k′)ⁿ⁻¹⁻ⁱ of a slender tree, Table 2 comes out exactly.",
    "erratum in the source: Where links lead":
      "Of the formulas of Section 2 that say which ports are joined, only that of the slender tree can be followed as printed in our copy. At level 0 of a 4,3-fat-tree the term k⁻¹ ⌊switch / 2⌋ is not a whole number; for the thin tree, level 0 of a 4:2,3-thin-tree would have 4 · 2³ = 32 switches where the figure draws 16. The networks here are those that Figure 1 draws and Table 2 counts.",
  }),
  documents: names.map((name) => ({ title: name, document: treeDocument(name) })),
});
