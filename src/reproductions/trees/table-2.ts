/** Trees report, Table 2: switches, links and nodes of its ten networks. */
import type { Exhibit, ExhibitSeries, Provenance } from "../contract.ts";
import { printed } from "../numbers.ts";
import { exhibit, type ExhibitSpec, notesOf, type RowSpec, series } from "../exhibit.ts";
import { type PrintedColumns, printedTables } from "./printed.ts";
import {
  type TreeCounts,
  treeCountsOf,
  treeNetworkOf,
  type NetworkPart,
  treePartsOf,
  sameRadix,
  sameSize,
  treeDocument,
} from "./networks.ts";

/** A column of the table: a count, for the complete network or for its used part. */
interface CountColumn extends ExhibitSeries {
  readonly count: keyof TreeCounts;
  readonly part: NetworkPart;
}

const completeColumn = (of: keyof TreeCounts, title: string, caption = ""): CountColumn => ({
  ...series(of, title, caption),
  count: of,
  part: "complete",
});
const usedColumn = (of: keyof TreeCounts, title: string, caption = ""): CountColumn => ({
  ...series(`${of}-used`, title, caption),
  count: of,
  part: "used",
});

const exactProvenance: Provenance = { is: "exact" };
const usedRuleProvenance: Provenance = {
  is: "chosen",
  what: "The report uses the central nodes (Section 3.2) and does not say which switches count as used. The rule here was derived from these two rows: omit the same number of terminals on each side, and keep every switch above the others.",
};
const formulas = {
  complete: "counted on the built network",
  used: "counted on the built network, for its 4096 central terminals",
};

/**
 * The exhibit of Table 2a or 2b: counts of switches, links and nodes of five networks. `part` is the complete network, or the part that a
 * job on its central terminals uses. Counts of the complete network are exact, while those of the used part depend on a rule that we
 * derived.
 */
function countExhibit(
  label: "Table 2a" | "Table 2b",
  names: readonly string[],
  part: NetworkPart,
  columns: readonly CountColumn[],
  options: Pick<ExhibitSpec, "title" | "notes">,
): Exhibit {
  const printedColumns: PrintedColumns = printedTables[label];
  const rows = columns.flatMap(({ id, count, part: columnPart }) =>
    names.map((name, i): RowSpec => ({
      label: name,
      series: id,
      published: printed(printedColumns[id][i]),
      provenance: columnPart === "complete" ? exactProvenance : usedRuleProvenance,
      formula: formulas[columnPart],
      document: treeDocument(name, columnPart),
      value: ({ memoized }) => treeCountsOf(treePartsOf(memoized(treeNetworkOf, name), columnPart))[count],
    })),
  );
  return exhibit("trees", label, "Section 3.2", {
    lede: ({ judgedLabels, differingLabels }) =>
      differingLabels.length === 0
        ? `Counted on the five built networks, all ${judgedLabels.length} numbers equal the printed ones.`
        : `Counted on the five built networks, ${judgedLabels.length - differingLabels.length} of ${judgedLabels.length} numbers equal the printed ones; ${differingLabels[0]} differs.`,
    series: columns.map(({ id, title, caption, unit }) => ({ id, title, caption, unit })),
    rows,
    documents: names.map((name) => ({ title: name, document: treeDocument(name, part) })),
    ...options,
  });
}

export const treesTable2a = countExhibit(
  "Table 2a",
  sameSize,
  "complete",
  [
    completeColumn("switches", "Switches", "total of all levels"),
    completeColumn("links", "Links", "between switches, and to the nodes"),
    completeColumn("radix", "Switch radix", "ports per switch; at the top level, the upper ports are unused"),
    completeColumn("terminals", "Nodes", "terminals of the network"),
  ],
  {
    title: "Five trees for 4,096 nodes: from 2,048 switches down to 680",
    notes: notesOf({
      "in the source: Links":
        "The table counts the links to the nodes, but not the unused upper ports of the top level: 16,384 = 4,096 × 4 for the fat tree of four levels.",
      "erratum in the source: Names of the networks":
        "Section 3.2 writes 8,4,4-thin-tree, 8,2,4-thin-tree and 8,4,8 slender-tree; the tables have the correct names 8:4,4, 8:2,4 and 8:4,8.",
    }),
  },
);

export const treesTable2b = countExhibit(
  "Table 2b",
  sameRadix,
  "used",
  [
    completeColumn("switches", "Switches, complete network", "CN in the report"),
    usedColumn("switches", "Switches, used", "U in the report"),
    completeColumn("links", "Links, complete"),
    usedColumn("links", "Links, used"),
    completeColumn("radix", "Switch radix"),
    completeColumn("terminals", "Nodes, complete"),
  ],
  {
    title: "Five trees of twelve-port switches, and the part that 4,096 tasks use",
    notes: notesOf({
      "our model: Used switches and links":
        "Of 6,561 nodes, 2,465 are not used, an odd number. Half of these, rounded down, are omitted on each side, so the switches above 4,097 nodes remain, of which 4,096 have a link. A switch is used if a remaining node is below it, a link if both of its ends are used.",
      "our model: Nodes in use": "The table has one more line, 4,096 nodes in use in every network; here this number is an input.",
      "erratum in the source: Which slender tree":
        "Section 4.2 speaks of a 9:3,5-slender-tree; the tables, and its 6,561 nodes, are those of 9:3,6.",
    }),
  },
);
