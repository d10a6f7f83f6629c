/** Trees report, Tables 4 and 5: performance, and performance per cost, over a mix of the experiments of §4. */
import { worthOf } from "../../core/measures/efficiency.ts";
import type { Exhibit, Given, Note, ScenarioDocument, Value, Word } from "../contract.ts";
import type { Once } from "../once.ts";
import { plain, printed } from "../numbers.ts";
import { exhibit, type ExhibitSpec, notesOf, type RowSpec, series } from "../exhibit.ts";
import { treesAgain } from "./again.ts";
import { type Columns, numbers } from "./printed.ts";
import { billOfTree, lettersOf, networkOf, type Part, treeDocument } from "./networks.ts";
import { treeSizes } from "./runs.ts";
import { patterns, type Recalled, sumOfTimes, type TreeMix, type TreeSet } from "./times.ts";

/** One of the four tables. */
export interface WorthTable {
  readonly label: "Table 4a" | "Table 4b" | "Table 5a" | "Table 5b";
  readonly set: TreeSet;
  readonly mix: TreeMix;
  /** The mix in words. */
  readonly caption: string;
  /** The parts of the networks whose costs are used. The report draws its conclusions from the last one. */
  readonly parts: readonly Part[];
  readonly word: Word;
}

const usedRule: Word = {
  is: "chosen",
  what: "The report does not say how the used part is counted; the rule was found on Table 2b.",
};
const suffixOf = (part: Part) => (part === "complete" ? "" : "-used");
export const lastPart = ({ parts }: WorthTable): Part => parts[parts.length - 1];
/** A column as printed in the table. */
export const printedIn = ({ label }: WorthTable, id: string): readonly string[] => (numbers[label] as Columns)[id];

/** Cost in US dollars per node. */
export const costOf = (name: string, part: Part) => billOfTree(networkOf(name), part).perTerminal;

/** φ and performance per cost of every network of a table, relative to the fat tree. */
export function worthsOf({ set, mix }: Pick<WorthTable, "set" | "mix">, part: Part, given: Recalled) {
  const sums = set.names.map((name) => sumOfTimes(set, given, name, mix));
  const worths = worthOf(
    sums.map(({ value }) => value),
    set.names.map((name) => given.once(costOf, name, part)),
    0,
  );
  return set.names.map((name, i) => ({ ...worths[i], name, sum: sums[i] }));
}

/** A value that is inversely proportional to a sum, with the same relative error. */
export function likeSum(value: number | null, { value: sum, spread }: Value): Value {
  const number = value ?? NaN;
  return spread === undefined ? plain(number) : { value: number, spread: { ...spread, error: (spread.error / sum) * number } };
}

/** The over-subscription of a network in words. */
function shapeOf(name: string): string {
  const { k, kUp, n } = lettersOf(name);
  return kUp === k ? `full at every level, ${n} levels` : `narrowed ${k / kUp}:1, ${n} levels`;
}

/** A document whose sweep has the weights of the table. */
export function weighedDocument({ set, mix }: Pick<WorthTable, "set" | "mix">): ScenarioDocument {
  const { document } = set.recordings[0];
  const weighed = [
    patterns.map((each) => (mix.patterns.includes(each) ? 1 : 0)),
    treeSizes.map((each) => (mix.sizes.includes(each) ? 1 : 0)),
  ];
  const axes = (document["sweep"] as readonly object[]).map((axis, i) => ({ ...axis, weights: weighed[i] }));
  return { ...document, sweep: axes };
}

/** The rows of a table, by series, then by network. */
function worthRows(table: WorthTable): readonly RowSpec[] {
  const { set, mix, word, parts } = table;
  const { names, fat } = set;
  const document = weighedDocument(table);
  /** Rows with simulated numbers. The fat tree is the reference of the table, so its number is constant. */
  const simulated = (id: string, formula: string, unit: number, value: (given: Given, network: number) => Value) =>
    names.map((label, i): RowSpec => {
      const row = { label, series: id, published: printed(printedIn(table, id)[i]), document };
      return label === fat
        ? { ...row, formula: "the unit of the table, whatever it takes", value: () => unit }
        : { ...row, detail: shapeOf(label), word, formula, runs: set.runs, value: (given) => value(given, i) };
    });
  const reckoned = (id: string, part: Part, formula: string, value: (once: Once, name: string) => number) =>
    names.map((label, i): RowSpec => ({
      label,
      series: id + suffixOf(part),
      published: printed(printedIn(table, id + suffixOf(part))[i]),
      word: part === "complete" ? { is: "exact" } : usedRule,
      formula,
      document: treeDocument(label),
      value: ({ once }) => value(once, label),
    }));
  const worth = (of: "phi" | "ratio", part: Part) => (given: Given, network: number) => {
    const found = worthsOf(table, part, given)[network];
    return likeSum(found[of], found.sum);
  };
  return [
    ...simulated(
      "sum",
      "Σ over patterns and sizes of cycles / cycles of the fat tree",
      mix.patterns.length * mix.sizes.length,
      (given, network) => sumOfTimes(set, given, names[network], mix),
    ),
    ...simulated("phi", "sum of the fat tree / sum", 1, worth("phi", "complete")),
    ...parts.flatMap((part) => [
      ...reckoned("node", part, "cost / nodes, as in Table 3", (once, name) => once(costOf, name, part)),
      ...reckoned("cost", part, "cost per node / that of the fat tree", (once, name) => once(costOf, name, part) / once(costOf, fat, part)),
      ...simulated(`ratio${suffixOf(part)}`, "φ / relative cost", 1, worth("ratio", part)),
    ]),
  ];
}

/** One of the four tables as an exhibit. */
export function worthExhibit(
  section: string,
  table: WorthTable,
  own: Pick<ExhibitSpec, "title" | "lede" | "statements" | "tolerance" | "notes">,
): Exhibit {
  const { label, set, mix, caption, parts } = table;
  const count = mix.patterns.length * mix.sizes.length;
  return exhibit("trees", label, section, {
    series: [
      series("sum", "Sum of relative times", `${caption}; the ${set.fat} takes 1 in each of the ${count} experiments, less is better`),
      series("phi", "Performance φ", "that of the fat tree is 1"),
      ...parts.flatMap((part) => {
        const of = parts.length > 1 ? `, ${part}` : "";
        const suffix = suffixOf(part);
        return [
          series(`ratio${suffix}`, `Performance/cost${of}`, "that of the fat tree is 1"),
          series(`node${suffix}`, `Cost per node${of}`, "", "US$"),
          series(`cost${suffix}`, `Relative cost${of}`, "cost per node over the fat tree's"),
        ];
      }),
    ],
    rows: worthRows(table),
    figures: {
      is: "worth",
      title: "Performance against cost per node",
      caption: `both relative to the ${set.fat}; dotted lines of equal performance per cost`,
      cost: `cost${suffixOf(lastPart(table))}`,
      worth: "phi",
    },
    recordings: set.recordings,
    again: treesAgain(set, mix),
    documents: [{ title: "The five networks, weighed as in the table", document: weighedDocument(table) }],
    ...own,
  });
}

/** Notes shared by all four tables. */
export const worthNotes: readonly Note[] = [
  ...notesOf({
    "our model: What the report leaves open":
      "Which output wins when two have the same credits, whether a busy one may be asked for, and in which order a task of a mesh exchange sends to its neighbours. Most credits with ties to the first, asked for even while busy, and a random order were chosen with Tables 4a and 5a in view: the sums depend on them by factors. No constant was fitted.",
    "our model: Seeds":
      "Experiments up to 10 kB were run with three seeds, those of 100 kB with one: the standard error is that of the former alone. Under these rules fat trees are chaotic: the 8,4-fat-tree takes 244 to 291 cycles for the 3-D mesh exchange with 10 B, and 79,732 to 88,937 for the butterfly with 10 kB.",
    "erratum in the source: The sum in the formula":
      "The formula of φ ends with messages of 10,000 bytes where it means 100,000: five sizes times seven patterns give the 35 that it is normalised by.",
  }),
];
