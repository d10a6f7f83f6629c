/** Table 4 of the trees report: performance and performance per cost, all 35 experiments with the same weight. */
import { exhibit, type Exhibit, type Outcome, type Statement, type Word } from "./contract.ts";
import { treesAgain } from "./trees-again.ts";
import { everything, radixSet, sizeSet } from "./trees-times.ts";
import { weighedDocument, worthFigure, worthNotes, worthRows, worthsOf, worthSeries, type WorthTable } from "./trees-worth.ts";

const chosen: Word = {
  is: "chosen",
  what: "No constant was fitted, but selection, ties and send order, which the report leaves open, were picked with this table in view.",
};
/** Of numbers that no rule was chosen for. */
export const untuned: Word = { is: "predicted" };

/** Table 4a. */
export const sizeTable: WorthTable = {
  set: sizeSet,
  mix: everything,
  sums: ["35.00", "46.95", "131.66", "91.17", "243.85"],
  phi: ["1.00", "0.75", "0.27", "0.38", "0.14"],
  priced: [
    {
      part: "complete",
      node: ["3413", "1023", "564", "1087", "566"],
      cost: ["1.00", "0.30", "0.17", "0.32", "0.17"],
      ratio: ["1.00", "2.49", "1.61", "1.21", "0.87"],
    },
  ],
  word: chosen,
};

/** Table 4b. */
export const radixTable: WorthTable = {
  set: radixSet,
  mix: everything,
  sums: ["35.00", "34.17", "55.74", "55.77", "100.10"],
  phi: ["1.00", "1.02", "0.63", "0.63", "0.35"],
  priced: [
    {
      part: "complete",
      node: ["3387", "1023", "743", "1087", "751"],
      cost: ["1.00", "0.30", "0.22", "0.32", "0.22"],
      ratio: ["1.00", "3.39", "2.86", "1.96", "1.58"],
    },
    {
      part: "used",
      node: ["4080", "1023", "765", "1087", "762"],
      cost: ["1.00", "0.25", "0.19", "0.27", "0.19"],
      ratio: ["1.00", "4.09", "3.35", "2.36", "1.87"],
    },
  ],
  word: untuned,
};

/** A number of an outcome as it reads in a sentence. */
export const shown = ({ values }: Outcome, id: string, decimals = 2) => (values.get(id)?.value ?? NaN).toFixed(decimals);

/** That the thin tree narrowed two to one gives most for its cost. */
export function thinTreeWins(table: WorthTable, says: string, where: string): Statement {
  const { part } = table.priced[table.priced.length - 1];
  return {
    id: "thin-tree-wins",
    says,
    where,
    runs: table.set.runs,
    check(_, recorded) {
      const [best, second] = worthsOf(table, part, recorded).toSorted((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0));
      return {
        holds: best.name === "8:4,4-thin-tree",
        because: `The ${best.name} gives ${best.ratio?.toFixed(2)} times the fat tree’s performance per cost, the next, the ${second.name}, ${second.ratio?.toFixed(2)} times.`,
      };
    },
  };
}

export const treesTable4a = exhibit({
  id: "trees-table-4a",
  paper: "trees",
  label: "Table 4a",
  kind: "table",
  section: "Section 5.2",
  title: "Five trees for the same 4,096 nodes: how much time, for how much money",
  lede: (outcome) =>
    `We ran all 35 experiments on all five networks again. The thin tree narrowed two to one takes ${shown(outcome, "sum 8:4,4-thin-tree")} where the fat tree takes 35 and gives ${shown(outcome, "ratio 8:4,4-thin-tree")} times the performance for the money; narrowed four to one, a slender tree takes ${shown(outcome, "sum 8:2,5-slender-tree", 0)}.`,
  series: worthSeries(sizeTable, "7 patterns × 5 message sizes"),
  rows: worthRows(sizeTable),
  statements: [
    thinTreeWins(sizeTable, "the thin-tree is the clear winner: cost is lower and performance is good", "Section 1"),
    {
      id: "fat-tree-is-best",
      says: "the best performing network for the first set of experiments is the 8,4-fat-tree",
      where: "Section 5.2",
      runs: sizeSet.runs,
      check(_, recorded) {
        const [best, second] = worthsOf(sizeTable, "complete", recorded).toSorted((a, b) => (b.phi ?? 0) - (a.phi ?? 0));
        return {
          holds: best.name === sizeSet.fat,
          because: `φ of the next, the ${second.name}, is ${second.phi?.toFixed(2)}, ${best.name === sizeSet.fat ? "below 1" : "below the best"}.`,
        };
      },
    },
    {
      id: "remaining-are-better",
      says: "The remaining narrowed topologies also have better performance/cost ratios than the fat-tree",
      where: "Section 5.3",
      runs: sizeSet.runs,
      check(_, recorded) {
        const worse = worthsOf(sizeTable, "complete", recorded).filter(({ ratio }) => (ratio ?? 0) < 1);
        return {
          holds: worse.length === 0,
          because:
            worse.length === 0
              ? "All four give more than the fat tree for their cost."
              : `${worse.map(({ name, ratio }) => `The ${name} gives ${ratio?.toFixed(2)}`).join("; ")}, less than the fat tree; so it does in the report’s own table, 0.87.`,
        };
      },
    },
  ],
  figures: [worthFigure(sizeTable)],
  runs: [],
  recordings: sizeSet.recordings,
  again: treesAgain(sizeSet, everything),
  tolerance: {
    relative: 0.08,
    why: "The fat trees’ own times differ by up to 8 per cent from seed to seed, and everything is measured by them.",
  },
  notes: worthNotes,
  documents: [{ title: "The five networks, weighed as in the table", document: weighedDocument(sizeTable) }],
});

const radixLede: Exhibit["lede"] = (outcome) =>
  `With switches of twelve ports, the thin tree narrowed two to one takes ${shown(outcome, "sum 8:4,4-thin-tree")} where the fat tree takes 35, at a quarter of the cost: ${shown(outcome, "ratio-used 8:4,4-thin-tree")} times the performance for the money.`;

export const treesTable4b = exhibit({
  id: "trees-table-4b",
  paper: "trees",
  label: "Table 4b",
  kind: "table",
  section: "Section 5.2",
  title: "Twelve-port switches: close to the fat tree’s performance for a quarter of the cost",
  lede: radixLede,
  series: worthSeries(radixTable, "7 patterns × 5 message sizes"),
  rows: worthRows(radixTable),
  statements: [
    thinTreeWins(radixTable, "the thin-tree is the clear winner: cost is lower and performance is good", "Section 1"),
    {
      id: "same-performance",
      says: "its raw performance is the same of the full tree (6,5-fat-tree), and the cost is four times smaller",
      where: "Section 5.3",
      readAs: "the same: within 10 %; four times: 3.5 to 4.5 times",
      runs: radixSet.runs,
      check(_, recorded) {
        const { phi, cost } = worthsOf(radixTable, "used", recorded)[1];
        const times = 1 / (cost ?? NaN);
        return {
          holds: Math.abs((phi ?? 0) - 1) <= 0.1 && times >= 3.5 && times <= 4.5,
          because: `φ of the 8:4,4-thin-tree is ${phi?.toFixed(2)}, and its cost per node ${times.toFixed(1)} times smaller.`,
        };
      },
    },
    {
      id: "remaining-are-better",
      says: "The remaining narrowed topologies also have better performance/cost ratios than the fat-tree",
      where: "Section 5.3",
      runs: radixSet.runs,
      check(_, recorded) {
        const ratios = worthsOf(radixTable, "used", recorded).slice(2);
        return {
          holds: ratios.every(({ ratio }) => (ratio ?? 0) > 1),
          because: `They give ${ratios.map(({ name, ratio }) => `${ratio?.toFixed(2)} (${name})`).join(", ")} times the fat tree’s performance per cost.`,
        };
      },
    },
  ],
  figures: [worthFigure(radixTable)],
  runs: [],
  recordings: radixSet.recordings,
  again: treesAgain(radixSet, everything),
  tolerance: {
    relative: 0.08,
    why: "The same as in Table 4a. The rules were not chosen for this table, and no rule was changed for it.",
  },
  notes: [
    {
      title: "Why the sums are larger",
      kind: "still open",
      text: "All four sums come out above the printed ones together, because one number is below: our 6,5-fat-tree is faster than the report’s, and everything is measured by it. Where the tasks stand in it moves the sums by about 5 %; no reading of 2M and 3M that we tried gives both halves of the table.",
    },
    ...worthNotes,
  ],
  documents: [{ title: "The five networks, weighed as in the table", document: weighedDocument(radixTable) }],
});
