/** Tables 4 and 5 of the trees report: performance, and performance per cost, over a mix of the experiments of §4. */
import { worthOf } from "../../core/measures/efficiency.ts";
import type { Exhibit, Figure, Note, Given, ScenarioDocument, Value, Word } from "../contract.ts";
import { plain, printed } from "../numbers.ts";
import { erratum, ourModel, type RowSpec, series } from "../exhibit.ts";
import { billOfTree, networkOf, type Part, treeDocument } from "./networks.ts";
import { treeSizes } from "./runs.ts";
import { patterns, type Recalled, sumOfTimes, type TreeMix, type TreeSet } from "./times.ts";

/** A part of the table that stands on one cost: the complete network's, or that of what is used. */
export interface Priced {
  readonly part: Part;
  /** Printed: cost per node, that over the fat tree's, and performance over that. */
  readonly node: readonly string[];
  readonly cost: readonly string[];
  readonly ratio: readonly string[];
}

/** One of the four tables. */
export interface WorthTable {
  readonly set: TreeSet;
  readonly mix: TreeMix;
  /** Printed: sums of relative times, and φ over the fat tree's. */
  readonly sums: readonly string[];
  readonly phi: readonly string[];
  readonly priced: readonly Priced[];
  readonly word: Word;
}

const usedRule: Word = {
  is: "chosen",
  what: "The report does not say how the used part is counted; the rule was found on Table 2b.",
};
const suffixOf = ({ part }: Priced) => (part === "complete" ? "" : "-used");
/** US dollars per node. */
export const costOf = (name: string, part: Part) => billOfTree(networkOf(name), part).perTerminal;

/** φ and performance per cost of every network of a table, the fat tree's being 1. */
export function worthsOf({ set, mix }: Pick<WorthTable, "set" | "mix">, part: Part, given: Recalled) {
  const sums = set.names.map((name) => sumOfTimes(set, given, name, mix));
  const worths = worthOf(
    sums.map(({ value }) => value),
    set.names.map((name) => given.once(costOf, name, part)),
    0,
  );
  return set.names.map((name, i) => ({ ...worths[i], name, sum: sums[i] }));
}

/** A number that goes with the inverse of a sum has its relative spread. */
export function likeSum(value: number | null, { value: sum, spread }: Value): Value {
  const number = value ?? NaN;
  return spread === undefined ? plain(number) : { value: number, spread: { ...spread, error: (spread.error / sum) * number } };
}

/** How a network is narrowed, in words. */
function shapeOf(name: string): string {
  const [, k, kUp, n] = (/^(\d+)(?::(\d+))?,(\d+)/.exec(name) as RegExpExecArray).map(Number);
  return Number.isNaN(kUp) ? `full at every level, ${n} levels` : `narrowed ${k / kUp}:1, ${n} levels`;
}

/** The document whose sweep the workbench weighs as the table does. */
export function weighedDocument({ set, mix }: Pick<WorthTable, "set" | "mix">): ScenarioDocument {
  const { document } = set.recordings[0];
  const weighed = [
    patterns.map((each) => (mix.patterns.includes(each) ? 1 : 0)),
    treeSizes.map((each) => (mix.sizes.includes(each) ? 1 : 0)),
  ];
  const axes = (document["sweep"] as readonly object[]).map((axis, i) => ({ ...axis, weights: weighed[i] }));
  return { ...document, sweep: axes };
}

/** A number that is simulated, or, for the fat tree, that by which the others are measured. */
type Simulated = (id: string, label: string, text: string, formula: string, value: (recorded: Given) => Value, unit: number) => RowSpec;

/** The rows of a table, network by network in each series. */
export function worthRows(table: WorthTable): readonly RowSpec[] {
  const { set, mix, word, priced } = table;
  const document = weighedDocument(table);
  const simulated: Simulated = (id, label, text, formula, value, unit) =>
    label === set.fat
      ? {
          series: id,
          label,
          published: printed(text),
          formula: "the unit of the table, whatever it takes",
          document,
          value: () => unit,
        }
      : {
          id: `${id} ${label}`,
          label,
          detail: shapeOf(label),
          series: id,
          published: printed(text),
          word,
          formula,
          runs: set.runs,
          document,
          value,
        };
  return [
    ...set.names.map((name, i) =>
      simulated(
        "sum",
        name,
        table.sums[i],
        "Σ over patterns and sizes of cycles / cycles of the fat tree",
        (given) => sumOfTimes(set, given, name, mix),
        mix.patterns.length * mix.sizes.length,
      ),
    ),
    ...set.names.map((name, i) =>
      simulated(
        "phi",
        name,
        table.phi[i],
        "sum of the fat tree / sum",
        (given) => {
          const { phi, sum } = worthsOf(table, "complete", given)[i];
          return likeSum(phi, sum);
        },
        1,
      ),
    ),
    ...priced.flatMap((each) => pricedRows(table, each, simulated)),
  ];
}

function pricedRows(table: WorthTable, priced: Priced, simulated: Simulated): readonly RowSpec[] {
  const { names, fat } = table.set;
  const { part } = priced;
  const word: Word = part === "complete" ? { is: "exact" } : usedRule;
  const reckon = (id: string, label: string, text: string, formula: string, value: RowSpec["value"]): RowSpec => ({
    series: id + suffixOf(priced),
    label,
    published: printed(text),
    word,
    formula,
    document: treeDocument(label),
    value,
  });
  return [
    ...names.map((name, i) => reckon("node", name, priced.node[i], "cost / nodes, as in Table 3", ({ once }) => once(costOf, name, part))),
    ...names.map((name, i) =>
      reckon(
        "cost",
        name,
        priced.cost[i],
        "cost per node / that of the fat tree",
        ({ once }) => once(costOf, name, part) / once(costOf, fat, part),
      ),
    ),
    ...names.map((name, i) =>
      simulated(
        `ratio${suffixOf(priced)}`,
        name,
        priced.ratio[i],
        "φ / relative cost",
        (given) => {
          const { ratio, sum } = worthsOf(table, part, given)[i];
          return likeSum(ratio, sum);
        },
        1,
      ),
    ),
  ];
}

/** The series of a table. */
export function worthSeries({ set, mix, priced }: WorthTable, caption: string): Exhibit["series"] {
  const count = mix.patterns.length * mix.sizes.length;
  return [
    series("sum", "Sum of relative times", `${caption}; the ${set.fat} takes 1 in each of the ${count} experiments, less is better`),
    series("phi", "Performance φ", "that of the fat tree is 1"),
    ...priced.flatMap((each) => {
      const of = priced.length > 1 ? (each.part === "complete" ? ", complete" : ", used") : "";
      const suffix = suffixOf(each);
      return [
        series(`ratio${suffix}`, `Performance/cost${of}`, "that of the fat tree is 1"),
        series(`node${suffix}`, `Cost per node${of}`, "", "US$"),
        series(`cost${suffix}`, `Relative cost${of}`, "cost per node over the fat tree's"),
      ];
    }),
  ];
}

/** Performance against cost: the last part priced is the one that the report's conclusions are drawn from. */
export function worthFigure({ set, priced }: WorthTable): Figure {
  const suffix = suffixOf(priced[priced.length - 1]);
  return {
    is: "worth",
    title: "Performance against cost per node",
    caption: `both relative to the ${set.fat}; dotted lines of equal performance per cost`,
    cost: `cost${suffix}`,
    worth: "phi",
  };
}

/** What all four tables have to say of themselves. */
export const worthNotes: readonly Note[] = [
  ...ourModel({
    "What the report leaves open":
      "Which output wins when two have the same credits, whether a busy one may be asked for, and in which order a task of 2M and 3M sends to its neighbours. Most credits with ties to the first, asked for even while busy, and a random order were chosen with Tables 4a and 5a in view: the sums hang on them by factors. No constant was fitted.",
    Seeds:
      "Experiments up to 10 kB were run with three seeds, those of 100 kB with one: the standard error is that of the former alone. Under these rules fat trees are chaotic: the 8,4-fat-tree takes 244 to 291 cycles for 3M with 10 B, and 79,732 to 88,937 for BU with 10 kB.",
  }),
  ...erratum({
    "The sum in the formula":
      "The formula of φ ends with messages of 10,000 bytes where it means 100,000: five sizes times seven patterns give the 35 that it is normalised by.",
  }),
];
