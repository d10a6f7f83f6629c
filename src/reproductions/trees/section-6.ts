/** Trees report, Section 6: the conclusions from all experiments. */
import { withDecimals, printed } from "../numbers.ts";
import { checkedStatements, exhibit, notesOf, series } from "../exhibit.ts";
import { isAtMost, isBelow } from "../predicates.ts";
import { column, type ColumnRow } from "../rows.ts";
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
  published: printed(printedColumn(table, concludingPart(table) === "used" ? "ratio-used" : "ratio")[thinTreeIndex]),
  word: table.word,
  formula: "φ / relative cost of the 8:4,4-thin-tree, that of the fat tree being 1",
  runs: table.set.runs,
  document: weightedDocument(table),
  value(inputs) {
    const { ratio, sum } = efficienciesOf(table, concludingPart(table), inputs)[thinTreeIndex];
    return withErrorOfSum(ratio, sum);
  },
}));

const allRuns = [...new Set([...sizeSet.runs, ...radixSet.runs])];

const statements = checkedStatements(treesSentences["Section 6"], [], {
  "a-third": {
    check({ once }) {
      const costRatios = [sameSize, sameRadix].flatMap(([fat, ...others]) =>
        others.map((name) => ({ name, part: once(treeCostPerNode, name, "used") / once(treeCostPerNode, fat, "used") })),
      );
      const { name, part: costRatio } = costRatios.reduce((dearest, each) => (each.part > dearest.part ? each : dearest));
      return isBelow(costRatio, 1 / 3, `The dearest, the ${name}, costs {} of its fat tree per node.`);
    },
  },
  alike: {
    readAs: "within 10 %, those narrowed alike compared",
    check({ once }) {
      const pairs = [sameSize, sameRadix].flatMap(([, thin2, thin4, slender2, slender4]) => [
        [thin2, slender2] as const,
        [thin4, slender4] as const,
      ]);
      const gaps = pairs.map(([a, b]) => Math.abs(once(treeCostPerNode, b, "used") / once(treeCostPerNode, a, "used") - 1));
      return isAtMost(100 * Math.max(...gaps), 10, "They differ by {} % at most.", withDecimals(0));
    },
  },
  "low-levels": {
    readAs: "the 8:4,4-thin-tree compared with the 6,5-fat-tree, which is built of the same switches, over all 35 experiments",
    runs: radixSet.runs,
    check(inputs) {
      const worths = efficienciesOf(radixTable, "complete", inputs);
      const { phi, sum } = worths[thinTreeIndex];
      return { holds: isAsFast(sum.value, worths[0].sum.value), because: `Its φ is ${phi?.toFixed(2)}; the report has 1.02.` };
    },
  },
  excessive: {
    readAs: "φ below two thirds, over all 35 experiments",
    runs: allRuns,
    check(inputs) {
      const narrowest = [sizeTable, radixTable].flatMap((table) => {
        const worths = efficienciesOf(table, "complete", inputs);
        return [worths[2], worths[4]];
      });
      const phis = narrowest.map(({ phi }) => phi ?? NaN);
      return isBelow(phis, 2 / 3, "φ is {list}.", (phi, i) => `${phi.toFixed(2)} (${narrowest[i].name})`);
    },
  },
  favorable: {
    readAs: "every narrowed tree above the fat tree, in all four tables",
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
            ? "All of them are above 1."
            : `Below 1 are ${belowOne.join(", ")}. The report’s own tables have 0.87 in Table 4a and 0.90, 0.56 and 0.38 in Table 5a: for collectives only the thin tree narrowed two to one pays.`,
      };
    },
  },
  "clear-winner": {
    readAs: "the 8:4,4-thin-tree first by performance per cost, in all four tables",
    runs: allRuns,
    check(inputs) {
      const winners = tables.map(({ table }) => {
        const [best] = efficienciesOf(table, concludingPart(table), inputs).toSorted((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0));
        return { label: table.label, name: best.name, ratio: best.ratio };
      });
      return {
        holds: winners.every(({ name }) => name === sameSize[thinTreeIndex]),
        because: `First is ${winners.map(({ label, name, ratio }) => `the ${name} with ${ratio?.toFixed(2)} (${label})`).join(", ")}.`,
      };
    },
  },
});

export const treesSection6 = exhibit("trees", "Section 6", "Section 6", {
  title: "For the money, the thin tree narrowed two to one wins every comparison",
  lede: ({ textOf }) =>
    `The 8:4,4-thin-tree gives ${tables.map(({ table }) => textOf(`ratio ${table.label}`, 2)).join(", ")} times the fat tree’s performance per cost in Tables 4a, 4b, 5a and 5b. That all narrowed trees pay is not true of collectives, neither here nor in the report’s own table.`,
  ...column(series("ratio", "Performance per cost of the 8:4,4-thin-tree", "that of the fat tree is 1"), rows),
  statements,
  recordings: [...sizeSet.recordings, ...radixSet.recordings],
  rerun: treeRerunOption(radixSet, allExperiments),
  tolerance: { relative: 0.08, why: "As in Table 4a." },
  notes: [
    ...notesOf({
      "erratum in the source: In all the studied cases":
        "Table 5a prints ratios of 0.90, 0.56 and 0.38, and Table 4a one of 0.87: four of the sixteen comparisons are not favourable to the narrowed tree.",
      "in the source: Locality":
        "Section 5.3 says it itself: “locality gives advantage to narrowed topologies”, and its experiments “use the whole network to run a single application and have arranged the nodes in an increasing order”. In trees larger than the job, by Section 3.2, the tasks stand “in the central nodes of the networks”. What a random mapping does to it can be tried on the workbench.",
    }),
    wordDefinitionsNote,
  ],
  documents: tables.map(({ table }) => ({ title: `${table.label}, its networks and weights`, document: weightedDocument(table) })),
});
