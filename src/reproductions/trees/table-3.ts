/** Trees report, Table 3: the costs of its ten networks. */
import type { Provenance } from "../contract.ts";
import { withThousands, printed } from "../numbers.ts";
import { exhibit, type ExhibitSpec, notesOf, type RowSpec, series } from "../exhibit.ts";
import { type PrintedColumns, printedTables } from "./printed.ts";
import { treeBillOf, treeNetworkOf, type NetworkPart, sameRadix, sameSize, treeDocument } from "./networks.ts";

const formula = "150 × links + 5625/256 × ports² × switches, US dollars";
const usedRuleProvenance: Provenance = {
  is: "chosen",
  what: "The report does not say how the used part is counted; the rule was derived from Table 2b.",
};

/** Rows of two columns, total cost and cost per node, for the complete networks or for their used parts. */
function costRows(names: readonly string[], columns: PrintedColumns, part: NetworkPart): readonly RowSpec[] {
  const suffix = part === "complete" ? "" : "-used";
  return names.flatMap((label, i) => {
    const row = (id: string, rowFormula: string, billField: "total" | "perTerminal"): RowSpec => ({
      label,
      series: id + suffix,
      published: printed(columns[id + suffix][i]),
      formula: rowFormula,
      provenance: part === "complete" ? { is: "exact" } : usedRuleProvenance,
      document: treeDocument(label, part),
      card: { id: "cost" },
      value: ({ memoized }) => treeBillOf(memoized(treeNetworkOf, label), part)[billField],
    });
    return [row("total", formula, "total"), row("node", `(${formula}) / nodes`, "perTerminal")];
  });
}

const notes = notesOf({
  "erratum in the source: Links to the adapters":
    "Section 5.1 says that these links are not counted. The totals include them: 150 × 16,384 + 5,625 × 2,048 = 13,977,600 dollars, exactly as printed.",
  "erratum in the source: Price of a switch":
    "The report’s text gives 3,167 dollars for 12 ports and 2,199 for 10, which is 21.99 × ports², not its own 21.97. The tables use 5625/256 × ports², 3,164.06 and 2,197.27. Only these prices give the printed totals to the dollar, so we use them.",
});
const exactTolerance = { relative: 0, why: "A closed form, so only totals equal to the dollar agree." };
const documentsOf = (names: readonly string[], part: NetworkPart) =>
  names.map((name) => ({ title: name, document: treeDocument(name, part), card: { id: "cost" } }));

/** The lede: cost of the 2:1 thin tree compared with the fat tree of the same table. */
const savingLede =
  (fat: string, id: string): ExhibitSpec["lede"] =>
  ({ numberOf }) => {
    const [thinCost, fatCost] = [numberOf(`${id} 8:4,4-thin-tree`), numberOf(`${id} ${fat}`)];
    return `The 8:4,4-thin-tree costs ${withThousands(thinCost)} dollars per node, which is ${((thinCost / fatCost) * 100).toFixed(0)} % of the ${withThousands(fatCost)} dollars of the ${fat}.`;
  };

export const treesTable3a = exhibit("trees", "Table 3a", "Section 5.1", {
  title: "2:1 over-subscription reduces the cost of 4,096 nodes to less than a third",
  lede: savingLede("8,4-fat-tree", "node"),
  series: [series("total", "Total cost", "links and switches", "US$"), series("node", "Cost per node", "", "US$")],
  rows: costRows(sameSize, printedTables["Table 3a"], "complete"),
  tolerance: exactTolerance,
  notes,
  documents: documentsOf(sameSize, "complete"),
});

export const treesTable3b = exhibit("trees", "Table 3b", "Section 5.1", {
  title: "With twelve-port switches: the whole network, and the part in use",
  lede: savingLede("6,5-fat-tree", "node-used"),
  series: [
    series("total", "Total cost, complete network", "CN in the report", "US$"),
    series("node", "Per node, complete", "", "US$"),
    series("total-used", "Total, used", "", "US$"),
    series("node-used", "Per node, used", "", "US$"),
  ],
  rows: [...costRows(sameRadix, printedTables["Table 3b"], "complete"), ...costRows(sameRadix, printedTables["Table 3b"], "used")],
  tolerance: exactTolerance,
  notes: [
    ...notes,
    ...notesOf({
      "in the source: Used nodes cost more":
        "In a network of more than 4,096 nodes, the cost per used node exceeds that per node of the complete network: the job uses a larger fraction of the higher levels, all of the top level, and fewer nodes share their cost.",
    }),
  ],
  documents: documentsOf(sameRadix, "used"),
});
