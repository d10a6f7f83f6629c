/** Trees report, Tables 4 and 5: performance, and performance per cost, over a mix of the experiments of §4. */
import { networkEfficienciesOf } from "../../core/measures/efficiency.ts";
import type { Exhibit, ExhibitInputs, ExhibitNote, ScenarioDocument, ComputedValue, Provenance, OpenedCard } from "../contract.ts";
import type { Memoized } from "../memo.ts";
import { withoutError, printed } from "../numbers.ts";
import { exhibit, type ExhibitSpec, notesOf, type RowSpec, series } from "../exhibit.ts";
import { treeRerunOption } from "./rerun-option.ts";
import { type PrintedColumns, printedTables } from "./printed.ts";
import { treeBillOf, treeParamsOf, treeNetworkOf, type NetworkPart } from "./networks.ts";
import { treeSizes } from "./runs.ts";
import { allPatterns, type RecordingInputs, sumOfRelativeTimes, type TreeMix, type TreeSet } from "./times.ts";

/**
 * One of the Tables 4a, 4b, 5a and 5b: its networks, and the mix of experiments (traffic patterns, each with each message size) that it
 * adds up.
 */
export interface PerformanceTable {
  readonly label: "Table 4a" | "Table 4b" | "Table 5a" | "Table 5b";
  readonly set: TreeSet;
  readonly mix: TreeMix;
  /** The mix in words. */
  readonly caption: string;
  /** The parts of the networks whose costs are used. The report draws its conclusions from the last one. */
  readonly parts: readonly NetworkPart[];
  readonly provenance: Provenance;
}

const usedRuleProvenance: Provenance = {
  is: "chosen",
  what: "The report does not say how the used part is counted; the rule was derived from Table 2b.",
};
const referenceProvenance: Provenance = { is: "reference" };
const suffixOf = (part: NetworkPart) => (part === "complete" ? "" : "-used");
export const concludingPart = ({ parts }: PerformanceTable): NetworkPart => parts[parts.length - 1];
/** A column as printed in the table. */
export const printedColumn = ({ label }: PerformanceTable, id: string): readonly string[] => (printedTables[label] as PrintedColumns)[id];

/** Cost in US dollars per node. */
export const treeCostPerNode = (name: string, part: NetworkPart) => treeBillOf(treeNetworkOf(name), part).perTerminal;

/** φ and performance per cost of every network of a table, relative to the fat tree. */
export function efficienciesOf({ set, mix }: Pick<PerformanceTable, "set" | "mix">, part: NetworkPart, inputs: RecordingInputs) {
  const sums = set.names.map((name) => sumOfRelativeTimes(set, inputs, name, mix));
  const worths = networkEfficienciesOf(
    sums.map(({ value }) => value),
    set.names.map((name) => inputs.memoized(treeCostPerNode, name, part)),
    0,
  );
  return set.names.map((name, i) => ({ ...worths[i], name, sum: sums[i] }));
}

/** A value that is inversely proportional to a sum, with the same relative error. */
export function withErrorOfSum(value: number | null, { value: sum, spread }: ComputedValue): ComputedValue {
  const number = value ?? NaN;
  return spread === undefined ? withoutError(number) : { value: number, spread: { ...spread, error: (spread.error / sum) * number } };
}

/** The over-subscription of a network in words. */
function sayShape(name: string): string {
  const { k, kUp, n } = treeParamsOf(name);
  return kUp === k ? `full at every level, ${n} levels` : `narrowed ${k / kUp}:1, ${n} levels`;
}

/** The card with the conclusion from a table, which divides by the cost of a part of the networks. */
export const efficiencyCard = (part: NetworkPart): OpenedCard => ({
  id: "performance-per-cost",
  choice: { of: "cost", is: part === "used" ? "used" : "whole" },
});

/** A document whose sweep has the weights of the table. Its runs are those of the first seed. */
export function weightedDocument({ label, set, mix }: Pick<PerformanceTable, "label" | "set" | "mix">): ScenarioDocument {
  const { document } = set.recordings[0];
  const weights = [
    allPatterns.map((each) => (mix.patterns.includes(each) ? 1 : 0)),
    treeSizes.map((each) => (mix.sizes.includes(each) ? 1 : 0)),
  ];
  const axes = (document["sweep"] as readonly object[]).map((axis, i) => ({ ...axis, weights: weights[i] }));
  return { ...document, title: `Trees report, ${label}, first seed`, sweep: axes };
}

/**
 * The rows of Table 4a, 4b, 5a or 5b, series by series, with one row for each network: the sum of its simulated times relative to the fat
 * tree; the performance φ, which is inversely proportional to that sum; and, for the complete network or the part that the job uses, the
 * cost per node in US dollars, that cost relative to the fat tree, and φ per relative cost.
 */
function performanceRows(table: PerformanceTable): readonly RowSpec[] {
  const { set, mix, provenance, parts } = table;
  const { names, fatTree } = set;
  const document = weightedDocument(table);
  /**
   * Rows with simulated numbers, one for each network. The numbers of the table are relative to the fat tree, so its own number is the
   * constant `reference`.
   */
  const simulatedRows = (
    id: string,
    formula: string,
    reference: number,
    value: (inputs: ExhibitInputs, networkIndex: number) => ComputedValue,
    part: NetworkPart = concludingPart(table),
  ) =>
    names.map((label, networkIndex): RowSpec => {
      const commonFields = {
        label,
        series: id,
        published: printed(printedColumn(table, id)[networkIndex]),
        document,
        card: efficiencyCard(part),
      };
      return label === fatTree
        ? { ...commonFields, provenance: referenceProvenance, formula: "its time is the unit of the table", value: () => reference }
        : {
            ...commonFields,
            detail: sayShape(label),
            provenance,
            formula,
            runs: set.recordingIds,
            value: (inputs) => value(inputs, networkIndex),
          };
    });
  /**
   * Rows with the costs of a part of the network, one for each network; `value` receives the name of the network. Relative costs have the
   * fat tree as their unit.
   */
  const costRows = (id: "node" | "cost", part: NetworkPart, formula: string, value: (memoized: Memoized, name: string) => number) =>
    names.map((label, networkIndex): RowSpec => ({
      label,
      series: id + suffixOf(part),
      published: printed(printedColumn(table, id + suffixOf(part))[networkIndex]),
      provenance: id === "cost" && label === fatTree ? referenceProvenance : part === "complete" ? { is: "exact" } : usedRuleProvenance,
      formula,
      document,
      card: efficiencyCard(part),
      value: ({ memoized }) => value(memoized, label),
    }));
  /** The function that returns φ (`phi`) or φ per relative cost (`ratio`) of a network, with its standard error. */
  const efficiencyValue = (measure: "phi" | "ratio", part: NetworkPart) => (inputs: ExhibitInputs, networkIndex: number) => {
    const efficiency = efficienciesOf(table, part, inputs)[networkIndex];
    return withErrorOfSum(efficiency[measure], efficiency.sum);
  };
  return [
    ...simulatedRows(
      "sum",
      "Σ over patterns and sizes of cycles / cycles of the fat tree",
      mix.patterns.length * mix.sizes.length,
      (inputs, networkIndex) => sumOfRelativeTimes(set, inputs, names[networkIndex], mix),
    ),
    ...simulatedRows("phi", "sum of the fat tree / sum", 1, efficiencyValue("phi", "complete")),
    ...parts.flatMap((part) => [
      ...costRows("node", part, "cost / nodes, as in Table 3", (memoized, name) => memoized(treeCostPerNode, name, part)),
      ...costRows(
        "cost",
        part,
        "cost per node / cost per node of the fat tree",
        (memoized, name) => memoized(treeCostPerNode, name, part) / memoized(treeCostPerNode, fatTree, part),
      ),
      ...simulatedRows(`ratio${suffixOf(part)}`, "φ / relative cost", 1, efficiencyValue("ratio", part), part),
    ]),
  ];
}

/**
 * The exhibit of Table 4a, 4b, 5a or 5b: performance, and performance per cost, of five networks. The figure draws φ over the relative cost
 * of the part from which the report draws its conclusions. A reader may run the experiments again and compare the sums with the recorded
 * ones.
 */
export function performanceExhibit(
  section: string,
  table: PerformanceTable,
  options: Pick<ExhibitSpec, "title" | "lede" | "statements" | "tolerance" | "notes">,
): Exhibit {
  const { label, set, mix, caption, parts } = table;
  const experimentCount = mix.patterns.length * mix.sizes.length;
  return exhibit("trees", label, section, {
    series: [
      series(
        "sum",
        "Sum of relative times",
        `${caption}; the ${set.fatTree} takes 1 in each of the ${experimentCount} experiments; lower is better`,
      ),
      series("phi", "Performance φ", "fat tree = 1"),
      ...parts.flatMap((part) => {
        const partSuffix = parts.length > 1 ? `, ${part}` : "";
        const suffix = suffixOf(part);
        return [
          series(`ratio${suffix}`, `Performance/cost${partSuffix}`, "fat tree = 1"),
          series(`node${suffix}`, `Cost per node${partSuffix}`, "", "US$"),
          series(`cost${suffix}`, `Relative cost${partSuffix}`, "cost per node relative to the fat tree"),
        ];
      }),
    ],
    rows: performanceRows(table),
    figures: {
      is: "worth",
      title: "Performance against cost per node",
      caption: `both relative to the ${set.fatTree}; dotted lines of equal performance per cost`,
      costSeries: `cost${suffixOf(concludingPart(table))}`,
      benefitSeries: "phi",
    },
    recordings: set.recordings,
    rerun: treeRerunOption(set, mix),
    documents: [
      {
        title: "The five networks, weighted as in the table; the first of three seeds",
        document: weightedDocument(table),
        card: efficiencyCard(concludingPart(table)),
      },
    ],
    ...options,
  });
}

/** Notes shared by all four tables. */
export const performanceNotes: readonly ExhibitNote[] = [
  ...notesOf({
    "our model: Rules that the report does not specify":
      "The report does not specify how ties between outputs are broken, whether a busy output may be requested, and in which order a task of a mesh exchange sends to its neighbours. We chose most credits with ties to the first output, requests for busy outputs, and a random order with Tables 4a and 5a in view; other rules change the sums by factors. No constant was fitted.",
    "our model: Seeds":
      "Experiments up to 10 kB were run with three seeds, experiments with 100 kB with one; the standard error covers only the experiments up to 10 kB. Under these rules the times of fat trees vary strongly between seeds: the 8,4-fat-tree takes 244 to 291 cycles for the 3-D mesh exchange with 10 B, and 79,732 to 88,937 for the butterfly with 10 kB.",
    "erratum in the source: The sum in the formula":
      "The formula of φ ends with messages of 10,000 bytes instead of 100,000: five sizes times seven patterns give the 35 by which it is normalised.",
  }),
];
