/**
 * Section 3.1 of the trees report describes the switch but leaves three rules open: which output a packet requests, how ties are broken,
 * and in which order a task sends to its neighbors. This exhibit shows how these rules affect the comparison of the networks.
 */
import type { RerunOption, RerunComparison, ExhibitInputs, Published, RecordingResults, ComputedValue, Provenance } from "../contract.ts";
import { sampleMeanOf } from "../numbers.ts";
import { checkedStatements, exhibit, type ExhibitSpec, notesOf, series } from "../exhibit.ts";
import { type RowColumn, rowsBySeries, joinTables } from "../rows.ts";
import type { Results } from "../../core/measures/results.ts";
import { sameSize } from "./networks.ts";
import { workloadsUnderRules, rulesRecording, treeRules, relativeTimesCard } from "./runs.ts";
import { treesSentences } from "./printed.ts";

const recording = rulesRecording(sameSize);
const seeds = recording.document["seeds"] as number;
const names: readonly string[] = sameSize;
const narrowest = names[names.length - 1];
type Rule = (typeof treeRules)[number];

const ruleName = ({ selection, ties }: Rule) =>
  selection === "random" ? "random, free" : `${selection.replace("-", " ")}, ties ${ties === "first" ? "to the first" : "at random"}`;

/** The workloads that are run under every rule, each with its own series. */
const workloads = [
  { id: "BU", title: "butterfly" },
  { id: "3M-random", title: "3-D exchange, random order" },
  { id: "3M-ascending", title: "3-D exchange, ascending" },
  { id: "3M-descending", title: "3-D exchange, descending" },
] as const;

/** Time of a network relative to the fat tree under one rule, seed by seed. */
function relativeTimeOf(recorded: RecordingResults, network: string, workload: number, rule: number): ComputedValue {
  const runs = recorded(recording.id);
  const cycles = (name: string, seed: number) => {
    const point = (names.indexOf(name) * workloadsUnderRules.length + workload) * treeRules.length + rule;
    return runs[seed * names.length * workloadsUnderRules.length * treeRules.length + point].makespan ?? Infinity;
  };
  return sampleMeanOf(Array.from({ length: seeds }, (_, seed) => cycles(network, seed) / cycles(names[0], seed)));
}

/**
 * The value that Table 5a implies for BU, if BT takes the same time on every network: (sum − 5)/5. It is a mean over five message sizes,
 * but is compared with the time at one size.
 */
const impliedAverages: Readonly<Record<string, number>> = {
  "8:4,4-thin-tree": 2.4,
  "8:2,4-thin-tree": 12.5,
  "8:4,8-slender-tree": 10.3,
  "8:2,5-slender-tree": 31.2,
};
const impliedAverageOf = (network: string): Published => {
  const value = impliedAverages[network];
  return { text: String(value), low: value, high: value, decimals: 1, isDerived: true, origin: "table" };
};

const rowIdOf = (network: string, workload: string, rule: Rule) => `${workload} ${network} ${ruleName(rule)}`;

const usualRulesProvenance: Provenance = {
  is: "chosen",
  what: "The default rules, most credits with ties to the first output, were chosen with Tables 5a and 4a in view.",
};
const formula = "cycles / cycles of the fat tree under the same rules, messages of 1 kB";

const timeCell = (network: string, workload: number, rule: number) => ({
  provenance: usualRulesProvenance,
  formula,
  runs: [recording.id],
  card: relativeTimesCard,
  decimals: 1,
  value: ({ recorded }: ExhibitInputs) => relativeTimeOf(recorded, network, workload, rule),
});

/** The butterfly (BU) under the default rules, compared with the published average, and the times of all workloads under every rule. */
const timeTables = joinTables(
  rowsBySeries(names.slice(1), (label) => ({ label, published: impliedAverageOf(label) }), [
    [
      series(
        "usual",
        "Butterfly under the default rules",
        "time relative to the fat tree with messages of 1 kB; compared with an average over five sizes derived from Table 5a",
      ),
      (network) => timeCell(network, 0, 0),
    ],
  ]),
  rowsBySeries(
    treeRules,
    (rule) => ({ label: ruleName(rule) }),
    workloads.flatMap(({ id, title }, w) =>
      names
        .slice(1)
        .map((network): RowColumn<Rule> => [
          { ...series(`${id} ${network}`, network, title), isFolded: true },
          (_, r) => timeCell(network, w, r),
        ]),
    ),
  ),
);

/** What a reader may simulate again: the times under every rule on the narrowest tree. */
const rerunOption: RerunOption = {
  recording: recording.id,
  shortenedAxis: { axis: 0, title: "Patterns up to", labels: workloads.map(({ title }) => title), defaultLastIndex: 0 },
  title: "Time relative to the fat tree",
  compare: (newResults, recorded) =>
    workloads.flatMap(({ title }, w) =>
      treeRules.flatMap((rule, r): readonly RerunComparison[] => {
        const runIndex = (network: number) => (network * workloads.length + w) * treeRules.length + r;
        const [narrowestIndex, fatTreeIndex] = [runIndex(names.length - 1), runIndex(0)];
        const ratio = (all: readonly (Results | null)[]) => (all[narrowestIndex]?.makespan ?? NaN) / (all[fatTreeIndex]?.makespan ?? NaN);
        const isAvailable = newResults[narrowestIndex] !== null && newResults[fatTreeIndex] !== null;
        return isAvailable
          ? [{ label: `${narrowest}, ${title}, ${ruleName(rule)}`, recorded: ratio(recorded), repeated: ratio(newResults) }]
          : [];
      }),
    ),
};

const [usualRule, bestFreeRule] = [0, treeRules.findIndex(({ selection }) => selection === "best-free")];

const statements = checkedStatements(treesSentences["Section 3.1"], [recording.id], {
  selection: {
    interpretation:
      "the report does not specify ties: between tie rules, the relative time of the butterfly on the narrowest tree differs by half or more",
    check({ recorded }) {
      const [reference, bestFreeTime] = [usualRule, bestFreeRule].map((rule) => relativeTimeOf(recorded, narrowest, 0, rule).value);
      return {
        holds: bestFreeTime / reference >= 1.5,
        because: `On the ${narrowest}, the butterfly takes ${reference.toFixed(1)} times the fat tree’s time with most credits and ties to the first output, and ${bestFreeTime.toFixed(1)} times with the best free output.`,
      };
    },
  },
  order: {
    interpretation:
      "the report does not specify the send order: on at least one narrow tree, the relative time of the 3-D mesh exchange differs by a quarter or more between a random and a fixed order",
    check({ recorded }) {
      const changes = names.slice(1).flatMap((network) => {
        const random = relativeTimeOf(recorded, network, 1, usualRule).value;
        return [2, 3].map((workload) => ({ network, random, fixed: relativeTimeOf(recorded, network, workload, usualRule).value }));
      });
      const { network, random, fixed } = changes.reduce((largest, each) => (logRatio(each) > logRatio(largest) ? each : largest));
      return {
        holds: logRatio({ random, fixed }) >= 0.25,
        because: `On the ${network}, the 3-D mesh exchange takes ${random.toFixed(1)} times the fat tree’s time in a random order, and ${fixed.toFixed(1)} times in a fixed order.`,
      };
    },
  },
});

const logRatio = ({ random, fixed }: { readonly random: number; readonly fixed: number }) => Math.abs(Math.log(fixed / random));

const ledeOf: ExhibitSpec["lede"] = ({ numberOf }) => {
  const of = (network: string, rule: number) => numberOf(rowIdOf(network, "BU", treeRules[rule]));
  const ranking = (rule: number) =>
    names
      .slice(1)
      .toSorted((a, b) => of(a, rule) - of(b, rule))
      .join();
  const ruleIndices = treeRules.map((_, rule) => rule);
  const sameRankingCount = ruleIndices.filter((rule) => ranking(rule) === ranking(usualRule)).length;
  const [usualTime, bestFreeTime] = [usualRule, bestFreeRule].map((rule) => of(narrowest, rule).toFixed(0));
  return `The report selects the output with the most credits, but does not say how ties are broken. With ties to the first output, the default here, a butterfly of 1 kB takes ${usualTime} times as long on the ${narrowest} as on the fat tree; with the best free output, ${bestFreeTime} times. The ranking of the four narrow trees is the same under ${sameRankingCount} of the ${ruleIndices.length} rules.`;
};

export const treesSection31 = exhibit("trees", "Section 3.1", "Section 3.1", {
  title: "An unspecified rule nearly doubles the fat tree’s lead in butterflies",
  lede: ledeOf,
  ...timeTables,
  statements,
  figures: {
    is: "profiles",
    title: "Time relative to the fat tree under other rules",
    caption: `messages of 1 kB, ${seeds} seeds; ${treeRules.map((rule, r) => `${r + 1}: ${ruleName(rule)}`).join("; ")}`,
    unit: "",
    panels: workloads.map(({ title }) => title),
    columns: treeRules.map((_, r) => String(r + 1)),
    lines: names.slice(1),
    at: (panel, column, line) => rowIdOf(line, workloads.find(({ title }) => title === panel)?.id ?? "", treeRules[Number(column) - 1]),
  },
  recordings: [recording],
  rerun: rerunOption,
  tolerance: { relative: 0.25, why: "25 %, because an average over five sizes is compared with a single size." },
  notes: notesOf({
    "our model: The derived average":
      "Derived, not printed: Table 5a adds up butterfly and binary tree over five sizes. If the binary tree is equally fast on every network, the average of the butterfly is (sum − 5)/5: 2.4, 12.5, 10.3 and 31.2. These are compared with times for 1 kB alone, one of the five sizes, so only rough agreement can be expected.",
    "our model: A better switch makes narrow trees look worse":
      "All times are relative to the fat tree, and the fat tree gains most: a butterfly of 1 kB takes 6,517 cycles under the default rules and 3,289 if packets request the best free output (first seed); we assume that packets then wait less often for one output while others are idle. Most credits with random ties has the same effect, 3,304 cycles. Narrow trees have fewer outputs to choose from: the 8:4,4-thin-tree takes 13,715 and 14,054 cycles.",
  }),
  documents: [{ title: "All rules on the five networks", document: recording.document }],
});
