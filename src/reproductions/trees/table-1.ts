/** Trees report, Table 1: its formulas compared with counts on built networks. */
import type { Network } from "../../core/network/network.ts";
import type { Published } from "../contract.ts";
import { levelOfNode } from "../documents.ts";
import { exhibit, notesOf, series } from "../exhibit.ts";
import { printedFormula } from "../numbers.ts";
import { exactNumber, rowsBySubject } from "../rows.ts";
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

const table = rowsBySubject(names, (label) => ({ label, document: treeDocument(label) }), [
  [
    series("nodes", "Nodes", "by formula, and counted"),
    (name) =>
      exactNumber("terminals of the built network", ({ memoized }) => memoized(treeNetworkOf, name).terminals, formulaNodesOf(name)),
  ],
  [
    series("switches", "Switches", "all levels together"),
    (name) =>
      exactNumber(
        "switches of the built network",
        ({ memoized }) => memoized(treeNetworkOf, name).switches,
        fatTreeSwitches(name, "n kⁿ⁻¹"),
      ),
  ],
  [
    series("lowest", "Switches of level 0"),
    (name) =>
      exactNumber(
        "switches of level 0 of the built network",
        ({ memoized }) => lowestLevelSwitches(memoized(treeNetworkOf, name)),
        fatTreeSwitches(name, "kⁿ⁻¹"),
      ),
  ],
]);

export const treesTable1 = exhibit("trees", "Table 1", "Section 2", {
  title: "Numbers of switches and nodes of fat, thin and slender trees",
  lede: ({ judgedLabels, differingLabels }) =>
    `We evaluated the formulas for the report's ${names.length} networks, and counted the built networks: ${judgedLabels.length - differingLabels.length} of ${judgedLabels.length} numbers agree.`,
  ...table,
  notes: notesOf({
    "still open: Illegible formulas":
      "The sums for thin and slender trees are illegible in our copy, so there is no printed number to compare with. With kⁿ⁻¹⁻ⁱ k′ⁱ switches at level i of a thin tree and k′ (k/k′)ⁿ⁻¹⁻ⁱ of a slender tree, Table 2 is reproduced exactly.",
    "erratum in the source: Connections of links":
      "Section 2 has formulas for the ports that each link connects. As printed in our copy, only the formula of the slender tree is usable. At level 0 of a 4,3-fat-tree the term k⁻¹ ⌊switch / 2⌋ is not an integer; for the thin tree, level 0 of a 4:2,3-thin-tree would have 4 · 2³ = 32 switches, but the figure draws 16. Our networks are those of Figure 1 and Table 2.",
  }),
  documents: names.map((name) => ({ title: name, document: treeDocument(name) })),
});
