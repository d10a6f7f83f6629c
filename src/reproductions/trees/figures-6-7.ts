/** Trees report, Figures 6 and 7: the time of every experiment relative to the fat tree, and the statements of Sections 4.1 and 4.2. */
import type { ExhibitFigure, Provenance } from "../contract.ts";
import { exhibit, notesOf, type OutcomeReader, series } from "../exhibit.ts";
import { rowsBySeries, type RowTable } from "../rows.ts";
import { treeRerunOption } from "./rerun-option.ts";
import { wordDefinitionsNote } from "./experiments.ts";
import { sizeStatements } from "./section-4-1.ts";
import { radixStatements } from "./section-4-2.ts";
import { patternNames, type TreePattern, treeRunsDocument, treeSizes, relativeTimesCard } from "./runs.ts";
import { allExperiments, allPatterns, radixSet, relativeTimeOf, sizeSet, type TreeSet } from "./times.ts";
import { chosenProvenance, predictedProvenance } from "./table-4.ts";

const rowIdOf = (pattern: string, size: string, name: string) => `${name} ${pattern} ${size}`;

/** A column per network except the fat tree, with a row per experiment. */
const timeTable = (set: TreeSet, provenance: Provenance): RowTable =>
  rowsBySeries(
    allPatterns.flatMap((pattern) => treeSizes.map((size) => ({ pattern, size }))),
    ({ pattern, size }) => ({ key: `${pattern} ${size}`, label: `${patternNames[pattern]}, ${size}` }),
    set.names.slice(1).map((name) => [
      series(name, name),
      ({ pattern, size }) => ({
        provenance,
        formula: "cycles / cycles of the fat tree with the same seed",
        runs: set.recordingIds,
        card: relativeTimesCard,
        decimals: 2,
        value: (inputs) => relativeTimeOf(set, inputs, name, pattern, size),
      }),
    ]),
  );

const profileFigure = ({ names, fatTree }: TreeSet): ExhibitFigure => ({
  is: "profiles",
  title: "Time relative to the fat tree",
  caption: `by pattern and message size in bytes; one line per network; ${fatTree} = 1, lower is better`,
  unit: "",
  panels: allPatterns.map((pattern) => patternNames[pattern]),
  columns: treeSizes,
  lines: names.slice(1),
  at: (panel, size, name) => rowIdOf(allPatterns.find((pattern) => patternNames[pattern] === panel) ?? "", size, name),
});

/** The experiment in which a network is slowest relative to the fat tree, in words. */
function saySlowest({ numberOf }: OutcomeReader, name: string): string {
  const cells = allPatterns.flatMap((pattern) =>
    treeSizes.map((size) => ({ pattern, size, time: numberOf(rowIdOf(pattern, size, name)) })),
  );
  const [slowestCell] = cells.toSorted((a, b) => b.time - a.time);
  return `${slowestCell.time.toFixed(slowestCell.time < 10 ? 2 : 0)} times as long in the ${patternNames[slowestCell.pattern]} with ${slowestCell.size}`;
}

/** A sentence about the effect of message length, for patterns in which all ranks send at the same time and for patterns with waves. */
function sayEffectOfLength({ numberOf }: OutcomeReader): string {
  const timesOf = (name: string, pattern: TreePattern) => treeSizes.map((size) => numberOf(rowIdOf(pattern, size, name)));
  const exceptionsClause = (selectedPatterns: readonly TreePattern[], isExpected: (times: readonly number[]) => boolean) => {
    const cases = selectedPatterns.flatMap((pattern) =>
      sizeSet.names.slice(1).map((name) => ({ pattern, name, isSo: isExpected(timesOf(name, pattern)) })),
    );
    const failing = cases.filter((each) => !each.isSo).map(({ pattern, name }) => `the ${patternNames[pattern]} on the ${name}`);
    return failing.length === 0 ? "" : `, except ${failing.join(", ")}`;
  };
  const heavyExceptions = exceptionsClause(["2M", "3M", "BU"], (times) => times.every((time) => time >= times[times.length - 1]));
  const waveExceptions = exceptionsClause(["2W", "3W", "WF"], (times) => times[times.length - 1] > times[0]);
  return `In mesh exchanges and butterflies, in which all ranks send simultaneously, narrow trees are closest to the fat tree with the longest messages${heavyExceptions}; in wavefronts and waterfall they are closer with 10 B than with 100 kB${waveExceptions}.`;
}

/** Smallest and largest relative time of the 8:4,4-thin-tree in some patterns. */
function sayRange({ numberOf }: OutcomeReader, selectedPatterns: readonly TreePattern[]): string {
  const times = selectedPatterns.flatMap((pattern) => treeSizes.map((size) => numberOf(rowIdOf(pattern, size, "8:4,4-thin-tree"))));
  return `${Math.min(...times).toFixed(2)} to ${Math.max(...times).toFixed(2)}`;
}

const [shapesNote] = notesOf({
  "in the source: Shapes, not numbers":
    "The figure shows the times of 35 experiments on five networks without printing numbers, so there is no verdict on the times; the conclusions of the text are checked sentence by sentence.",
});

export const treesFigure6 = exhibit("trees", "Figure 6", "Section 4.1", {
  title: "Up to 100 bytes, light patterns are nearly as fast on narrow trees; butterflies take up to 44 times as long",
  lede: (reader) =>
    `Compared with the 8,4-fat-tree, the 8:4,4-thin-tree takes at most ${saySlowest(reader, "8:4,4-thin-tree")}; the 8:2,5-slender-tree takes up to ${saySlowest(reader, "8:2,5-slender-tree")}. ${sayEffectOfLength(reader)}`,
  ...timeTable(sizeSet, chosenProvenance),
  statements: sizeStatements,
  figures: [profileFigure(sizeSet)],
  recordings: sizeSet.recordings,
  rerun: treeRerunOption(sizeSet, allExperiments),
  tolerance: { relative: 0, why: "The figure prints no number." },
  notes: [shapesNote, wordDefinitionsNote],
  documents: [{ title: "All 35 experiments on five networks of one size", document: sizeSet.recordings[0].document }],
});

export const treesFigure7 = exhibit("trees", "Figure 7", "Section 4.2", {
  title: "With fewer uplinks per switch, the thin tree is as fast as the fat tree except in mesh exchanges and short butterflies",
  lede: (reader) =>
    `Compared with the 6,5-fat-tree of the same switches, the 8:4,4-thin-tree takes at most ${saySlowest(reader, "8:4,4-thin-tree")}; the 9:3,6-slender-tree takes up to ${saySlowest(reader, "9:3,6-slender-tree")}. In wavefronts, binary tree and waterfall the 8:4,4-thin-tree takes ${sayRange(reader, ["2W", "3W", "BT", "WF"])} times the fat tree’s time, in mesh exchanges ${sayRange(reader, ["2M", "3M"])}, in butterflies ${sayRange(reader, ["BU"])}.`,
  ...timeTable(radixSet, predictedProvenance),
  statements: radixStatements,
  figures: [profileFigure(radixSet)],
  recordings: radixSet.recordings,
  rerun: treeRerunOption(radixSet, allExperiments),
  tolerance: { relative: 0, why: "The figure prints no number." },
  notes: [
    ...notesOf({
      "erratum in the source: Which slender tree":
        "Section 4.2 speaks of a 9:3,5-slender-tree, which has 2,187 nodes too few for 4,096 tasks; the tables, and this page, have 9:3,6.",
    }),
    shapesNote,
    wordDefinitionsNote,
  ],
  documents: [
    { title: "All 35 experiments on five networks of one radix", document: radixSet.recordings[0].document },
    {
      title: "The same on 64 tasks, in seconds",
      document: treeRunsDocument("Small trees of six-port switches", ["3,4-fat-tree", "4:2,3-thin-tree", "4:2,4-slender-tree"], {
        ranks: 64,
        sizes: treeSizes.slice(0, 3),
      }),
    },
  ],
});
