/** Table 5 of the trees report: two mixes of applications, collectives alone and long messages alone. */
import { checked, exhibit, ourModel, stillOpen } from "../exhibit.ts";
import { treesAgain } from "./again.ts";
import { isFaster, readings } from "./experiments.ts";
import { treeSizes } from "./runs.ts";
import { patterns, radixSet, sizeSet, type TreeMix } from "./times.ts";
import { chosenWithTables, shown, thinTreeWins, untuned } from "./table-4.ts";
import { weighedDocument, worthFigure, worthNotes, worthRows, worthsOf, worthSeries, type WorthTable } from "./worth.ts";
import { says } from "./printed.ts";

const collectives: TreeMix = { patterns: ["BU", "BT"], sizes: treeSizes };
const longMessages: TreeMix = { patterns, sizes: ["100 kB"] };

/** Table 5a. */
export const collectiveTable: WorthTable = {
  set: sizeSet,
  mix: collectives,
  sums: ["10.00", "17.00", "67.43", "56.29", "160.82"],
  phi: ["1.00", "0.59", "0.15", "0.18", "0.06"],
  priced: [
    {
      part: "complete",
      node: ["3413", "1023", "564", "1087", "566"],
      cost: ["1.00", "0.30", "0.17", "0.32", "0.17"],
      ratio: ["1.00", "1.96", "0.90", "0.56", "0.38"],
    },
  ],
  word: chosenWithTables,
};

/** Table 5b. */
export const productionTable: WorthTable = {
  set: radixSet,
  mix: longMessages,
  sums: ["7.00", "6.39", "10.58", "9.47", "15.19"],
  phi: ["1.00", "1.09", "0.66", "0.74", "0.46"],
  priced: [
    {
      part: "used",
      node: ["4080", "1023", "765", "1087", "762"],
      cost: ["1.00", "0.25", "0.19", "0.27", "0.19"],
      ratio: ["1.00", "4.37", "3.53", "2.77", "2.47"],
    },
  ],
  word: untuned,
};

export const treesTable5a = exhibit("trees", "Table 5a", "Section 5.3", {
  title: "Collectives alone: the fat tree is fastest, the thin tree still gives most for the money",
  lede(outcome) {
    const paying = sizeSet.names.slice(2).filter((name) => (outcome.values.get(`ratio ${name}`)?.value ?? 0) > 1);
    const others = paying.length === 0 ? "no other narrowed tree gives more than the fat tree" : `so does the ${paying.join(", the ")}`;
    return `With butterflies and binary trees alone, the thin tree narrowed two to one takes ${shown(outcome, "sum 8:4,4-thin-tree")} where the fat tree takes 10, and still gives ${shown(outcome, "ratio 8:4,4-thin-tree")} times as much for its cost; ${others}.`;
  },
  series: worthSeries(collectiveTable, "BU and BT × 5 message sizes"),
  rows: worthRows(collectiveTable),
  statements: [
    thinTreeWins(collectiveTable, says["Table 5a"]),
    ...checked(says["Table 5a"], [], {
      "fat-tree-is-best": {
        readAs: "clearly: faster than every other",
        runs: sizeSet.runs,
        check(given) {
          const [fat, ...others] = worthsOf(collectiveTable, "complete", given);
          const [next] = others.toSorted((a, b) => a.sum.value - b.sum.value);
          return {
            holds: isFaster(fat.sum.value, next.sum.value),
            because: `φ of the next, the ${next.name}, is ${next.phi?.toFixed(2)} of the fat tree’s.`,
          };
        },
      },
    }),
  ],
  figures: [worthFigure(collectiveTable)],
  recordings: sizeSet.recordings,
  again: treesAgain(sizeSet, collectives),
  tolerance: { relative: 0.05, why: "BU and BT send in one order only, so nothing but the selection of outputs is open." },
  notes: worthNotes,
  documents: [{ title: "The five networks, weighed as in the table", document: weighedDocument(collectiveTable) }],
});

export const treesTable5b = exhibit("trees", "Table 5b", "Section 5.3", {
  title: "Long messages alone, twelve-port switches: the thin tree is as fast as the fat tree, not faster",
  lede: (outcome) =>
    `With messages of 100 kB alone, the thin tree narrowed two to one takes ${shown(outcome, "sum 8:4,4-thin-tree")} where the fat tree takes 7 (the report has 6.39), and gives ${shown(outcome, "ratio-used 8:4,4-thin-tree")} times as much for the cost of what is used.`,
  series: worthSeries(productionTable, "7 patterns, messages of 100 kB"),
  rows: worthRows(productionTable),
  statements: [
    ...checked(says["Table 5b"], [], {
      "thin-tree-is-fastest": {
        readAs: "preferred: faster than every other",
        runs: radixSet.runs,
        check(given) {
          const [fat, thin, ...rest] = worthsOf(productionTable, "used", given);
          const [next] = [fat, ...rest].toSorted((a, b) => a.sum.value - b.sum.value);
          return {
            holds: isFaster(thin.sum.value, next.sum.value),
            because: `The times of the ${thin.name} add up to ${thin.sum.value.toFixed(2)}, those of the best of the others, the ${next.name}, to ${next.sum.value.toFixed(2)}.`,
          };
        },
      },
    }),
    thinTreeWins(productionTable, says["Table 5b"]),
  ],
  figures: [worthFigure(productionTable)],
  recordings: radixSet.recordings,
  again: treesAgain(radixSet, longMessages),
  tolerance: { relative: 0.05, why: "The same as in Table 5a. The rules were not chosen for this table, and no rule was changed for it." },
  notes: [
    ...ourModel({
      "One seed":
        "This table rests on one seed: messages of 100 kB were run once, so there is no spread to show. A lead of less than a per cent, as that of the thin tree over the fat tree, says nothing.",
    }),
    ...stillOpen({
      "Why the sums are larger":
        "Of the 8:4,8-slender-tree’s 1.6 above the printed sum, 0.6 comes from 2W: it takes 1.59 times the fat tree’s time there, and 1.63 with another seed, where a wave should hardly notice the network. Two long messages that once share a channel go on sharing it. The rest may be, as in Table 4b, that of the exchanges: the 8:4,4-thin-tree takes 1.26 times the fat tree’s time in 3M, for which the report’s sum leaves 0.7.",
    }),
    ...worthNotes.filter(({ title }) => title !== "Seeds"),
    readings,
  ],
  documents: [{ title: "The five networks, weighed as in the table", document: weighedDocument(productionTable) }],
});
