/** Table 2 of the trees report: switches, links and nodes of its ten networks. */
import type { Exhibit, Series, Word } from "../contract.ts";
import { printed } from "../numbers.ts";
import { erratum, exhibit, inTheSource, judgedOf, ourModel, type RowSpec } from "../exhibit.ts";
import { type Counts, countsOf, networkOf, type Part, partsOfTree, sameRadix, sameSize, treeDocument } from "./networks.ts";

interface Measure extends Series {
  readonly of: keyof Counts;
  readonly printed: readonly string[];
  readonly word: Word;
  readonly formula: string;
  readonly part: Part;
}

const exact: Word = { is: "exact" };
const usedRule: Word = {
  is: "chosen",
  what: "The report uses the central nodes (Section 3.2) and does not say how the rest is counted. The rule here was found on these two rows: leave out as many terminals on each side, keep every switch above the rest.",
};

const complete = (id: keyof Counts, title: string, caption: string, values: readonly string[]): Measure => ({
  id,
  title,
  caption,
  unit: "",
  of: id,
  printed: values,
  word: exact,
  formula: "counted on the built network",
  part: "complete",
});

const used = (id: keyof Counts, title: string, caption: string, values: readonly string[]): Measure => ({
  id: `${id}-used`,
  title,
  caption,
  unit: "",
  of: id,
  printed: values,
  word: usedRule,
  formula: "counted on the built network below and above its 4096 central terminals",
  part: "used",
});

const rowsOf = (names: readonly string[], measures: readonly Measure[]): RowSpec[] =>
  measures.flatMap(({ id, of, printed: values, word, formula, part }) =>
    names.map((name, i) => ({
      id: `${id} ${name}`,
      label: name,
      series: id,
      published: printed(values[i]),
      word,
      formula,
      runs: [],
      document: treeDocument(name, part),
      value: ({ once }) => countsOf(partsOfTree(once(networkOf, name), part))[of],
    })),
  );

const sizeMeasures = [
  complete("switches", "Switches", "all levels together", ["2048", "960", "680", "1020", "682"]),
  complete("links", "Links", "between switches and to the nodes", ["16384", "7680", "5440", "8160", "5456"]),
  complete("radix", "Switch radix", "ports of a switch, those of the top level unplugged", ["16", "12", "10", "12", "10"]),
  complete("terminals", "Nodes", "terminals of the network", ["4096", "4096", "4096", "4096", "4096"]),
];

const radixMeasures = [
  complete("switches", "Switches, complete network", "CN in the report", ["6480", "960", "1080", "1020", "1092"]),
  used("switches", "Switches, used", "U in the report", ["4248", "960", "700", "1020", "694"]),
  complete("links", "Links, complete", "", ["38880", "7680", "9720", "8160", "9828"]),
  used("links", "Links, used", "", ["21808", "7680", "6115", "8160", "6169"]),
  complete("radix", "Switch radix", "", ["12", "12", "12", "12", "12"]),
  complete("terminals", "Nodes, complete", "", ["7776", "4096", "6561", "4096", "6561"]),
];

const seriesOf = (measures: readonly Measure[]) => measures.map(({ id, title, caption, unit }) => ({ id, title, caption, unit }));

/** How many numbers came out as printed, and the first that did not. */
const lede =
  (names: readonly string[], measures: readonly Measure[]): Exhibit["lede"] =>
  (outcome) => {
    const { judged, off } = judgedOf(rowsOf(names, measures), outcome);
    return off.length === 0
      ? `We built all five networks and counted: all ${judged.length} numbers are the printed ones.`
      : `We built all five networks and counted: ${judged.length - off.length} of ${judged.length} numbers are the printed ones, ${off[0].label} is not.`;
  };

const documentsOf = (names: readonly string[], part: Part) => names.map((name) => ({ title: name, document: treeDocument(name, part) }));
const counting = { relative: 0, why: "Counts are whole numbers: nothing but equality will do." };

export const treesTable2a = exhibit("trees", "Table 2a", "Section 3.2", {
  title: "Five trees for 4,096 nodes: from 2,048 switches down to 680",
  lede: lede(sameSize, sizeMeasures),
  series: seriesOf(sizeMeasures),
  rows: rowsOf(sameSize, sizeMeasures),
  tolerance: counting,
  notes: [
    ...inTheSource({
      Links:
        "The links to the nodes are counted, and the unplugged ports of the top level are not: 16,384 = 4,096 × 4 for the fat tree of four levels.",
    }),
    ...erratum({
      "Names of the networks":
        "Section 3.2 writes 8,4,4-thin-tree, 8,2,4-thin-tree and 8,4,8 slender-tree; the tables have 8:4,4, 8:2,4 and 8:4,8, which is meant.",
    }),
  ],
  documents: documentsOf(sameSize, "complete"),
});

export const treesTable2b = exhibit("trees", "Table 2b", "Section 3.2", {
  title: "Five trees of twelve-port switches, and the part that 4,096 tasks use",
  lede: lede(sameRadix, radixMeasures),
  series: seriesOf(radixMeasures),
  rows: rowsOf(sameRadix, radixMeasures),
  tolerance: counting,
  notes: [
    ...ourModel({
      "What counts as used":
        "Of 6,561 nodes, 2,465 are left over, an odd number. Half of it, rounded down, is left out on each side, so 4,097 nodes keep their switches; 4,096 have a link. A switch is used when a node that stays is below it, a link when both of its ends are used.",
      "Nodes in use": "The table has one line more, 4,096 nodes in use of every network: that is put in here, not counted.",
    }),
    ...erratum({
      "Which slender tree": "Section 4.2 speaks of a 9:3,5-slender-tree; the tables, and its 6,561 nodes, are those of 9:3,6.",
    }),
  ],
  documents: documentsOf(sameRadix, "used"),
});
