/** Trees report, Section 6: the conclusions from all experiments. */
import { withDecimals, printed, printedIn } from "../numbers.ts";
import { checkedStatements, exhibit, notesOf, series } from "../exhibit.ts";
import { isAtMost, isBelow } from "../predicates.ts";
import { rowsOfOneSeries, type ColumnRow } from "../rows.ts";
import { treeRerunOption } from "./rerun-option.ts";
import { isAsFast, wordDefinitionsNote } from "./experiments.ts";
import { sameRadix, sameSize } from "./networks.ts";
import { allExperiments, radixSet, sizeSet } from "./times.ts";
import { radixTable, sizeTable } from "./table-4.ts";
import { collectiveTable, productionTable } from "./table-5.ts";
import {
  treeCostPerNode,
  concludingPart,
  withErrorOfSum,
  printedColumn,
  efficiencyCard,
  weightedDocument,
  efficienciesOf,
} from "./performance-per-cost.ts";
import { treesSentences } from "./printed.ts";

const tables = [
  { table: sizeTable, detail: "all experiments, one size" },
  { table: radixTable, detail: "all experiments, one radix, used part" },
  { table: collectiveTable, detail: "collectives, one size" },
  { table: productionTable, detail: "long messages, one radix, used part" },
] as const;
const thinTreeIndex = 1;

/** Performance per cost of the 2:1 thin tree in each table. */
const rows: readonly ColumnRow[] = tables.map(({ table, detail }) => ({
  label: table.label,
  detail,
  published: printedIn("table", printed(printedColumn(table, concludingPart(table) === "used" ? "ratio-used" : "ratio")[thinTreeIndex])),
  provenance: table.provenance,
  formula: "φ / relative cost of the 8:4,4-thin-tree; fat tree = 1",
  runs: table.set.recordingIds,
  document: weightedDocument(table),
  card: efficiencyCard(concludingPart(table)),
  value(inputs) {
    const { ratio, sum } = efficienciesOf(table, concludingPart(table), inputs)[thinTreeIndex];
    return withErrorOfSum(ratio, sum);
  },
}));

const allRuns = [...new Set([...sizeSet.recordingIds, ...radixSet.recordingIds])];

const statements = checkedStatements(treesSentences["Section 6"], [], {
  "a-third": {
    check({ memoized }) {
      const costRatios = [sameSize, sameRadix].flatMap(([fat, ...others]) =>
        others.map((name) => ({ name, part: memoized(treeCostPerNode, name, "used") / memoized(treeCostPerNode, fat, "used") })),
      );
      const { name, part: costRatio } = costRatios.reduce((dearest, each) => (each.part > dearest.part ? each : dearest));
      return isBelow(costRatio, 1 / 3, `The most expensive narrow tree, the ${name}, costs {} times as much per node as its fat tree.`);
    },
  },
  alike: {
    interpretation: "the costs differ by at most 10 %, comparing trees with the same over-subscription",
    check({ memoized }) {
      const pairs = [sameSize, sameRadix].flatMap(([, thin2, thin4, slender2, slender4]) => [
        [thin2, slender2] as const,
        [thin4, slender4] as const,
      ]);
      const gaps = pairs.map(([a, b]) => Math.abs(memoized(treeCostPerNode, b, "used") / memoized(treeCostPerNode, a, "used") - 1));
      return isAtMost(100 * Math.max(...gaps), 10, "The costs differ by at most {} %.", withDecimals(0));
    },
  },
  "low-levels": {
    interpretation: "the 8:4,4-thin-tree compared with the 6,5-fat-tree, which uses the same switches, over all 35 experiments",
    runs: radixSet.recordingIds,
    check(inputs) {
      const worths = efficienciesOf(radixTable, "complete", inputs);
      const { phi, sum } = worths[thinTreeIndex];
      return {
        holds: isAsFast(sum.value, worths[0].sum.value),
        because: `The thin tree’s relative performance φ is ${phi?.toFixed(2)}; the report has 1.02.`,
      };
    },
  },
  excessive: {
    interpretation: "the relative performance φ of the 4:1 and 3:1 trees is below two thirds, over all 35 experiments",
    runs: allRuns,
    check(inputs) {
      const narrowest = [sizeTable, radixTable].flatMap((table) => {
        const worths = efficienciesOf(table, "complete", inputs);
        return [worths[2], worths[4]];
      });
      const phis = narrowest.map(({ phi }) => phi ?? NaN);
      return isBelow(phis, 2 / 3, "The relative performance φ is {list}.", (phi, i) => `${phi.toFixed(2)} (${narrowest[i].name})`);
    },
  },
  favorable: {
    interpretation: "every narrow tree has better performance/cost than the fat tree, in all four tables",
    runs: allRuns,
    check(inputs) {
      const belowOne = tables.flatMap(({ table }) =>
        efficienciesOf(table, concludingPart(table), inputs)
          .filter(({ ratio }) => (ratio ?? 0) < 1)
          .map(({ name, ratio }) => `${ratio?.toFixed(2)} (${name}, ${table.label})`),
      );
      return {
        holds: belowOne.length === 0,
        because:
          belowOne.length === 0
            ? "All ratios are above 1."
            : `These ratios are below 1: ${belowOne.join(", ")}. The report itself prints 0.87 in Table 4a and 0.90, 0.56 and 0.38 in Table 5a: for collectives only the 2:1 thin tree is worthwhile.`,
      };
    },
  },
  "clear-winner": {
    interpretation: "the 8:4,4-thin-tree has the best performance/cost, in all four tables",
    runs: allRuns,
    check(inputs) {
      const winners = tables.map(({ table }) => {
        const [best] = efficienciesOf(table, concludingPart(table), inputs).toSorted((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0));
        return { label: table.label, name: best.name, ratio: best.ratio };
      });
      return {
        holds: winners.every(({ name }) => name === sameSize[thinTreeIndex]),
        because: `The highest performance/cost is that of ${winners.map(({ label, name, ratio }) => `the ${name} with ${ratio?.toFixed(2)} (${label})`).join(", ")}.`,
      };
    },
  },
});

export const treesSection6 = exhibit("trees", "Section 6", "Section 6", {
  title: "The 2:1 thin tree has the best performance per cost in every comparison",
  lede: ({ textOf }) =>
    `The 8:4,4-thin-tree has ${tables.map(({ table }) => textOf(`ratio ${table.label}`, 2)).join(", ")} times the fat tree’s performance per cost in Tables 4a, 4b, 5a and 5b. For collectives, most narrow trees have worse performance per cost than the fat tree, here and in the report.`,
  ...rowsOfOneSeries(series("ratio", "Performance per cost of the 8:4,4-thin-tree", "relative to the fat tree"), rows),
  statements,
  recordings: [...sizeSet.recordings, ...radixSet.recordings],
  rerun: treeRerunOption(radixSet, allExperiments),
  tolerance: { relative: 0.08, why: "As in Table 4a." },
  notes: [
    ...notesOf({
      "erratum in the source: In all the studied cases":
        "Table 5a prints ratios of 0.90, 0.56 and 0.38, and Table 4a one of 0.87: in four of the sixteen comparisons the narrow tree is worse.",
      "in the source: Locality":
        "Section 5.3 states that “locality gives advantage to narrowed topologies”, and its experiments “use the whole network to run a single application and have arranged the nodes in an increasing order”. In trees larger than the job, by Section 3.2, the tasks are placed “in the central nodes of the networks”. The effect of a random mapping can be simulated in the workbench.",
    }),
    wordDefinitionsNote,
  ],
  documents: tables.map(({ table }) => ({
    title: `${table.label}, its networks and weights; the first of three seeds`,
    document: weightedDocument(table),
    card: efficiencyCard(concludingPart(table)),
  })),
});
