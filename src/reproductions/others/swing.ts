/** Swing (NSDI 2024): distances between partners on a ring, and the volume that allreduce algorithms send, counted on programs and runs. */
import type { Collective } from "../../core/programs/collective.ts";
import type { Program } from "../../core/programs/program.ts";
import type { ExhibitRun, ExhibitInputs, Published, ScenarioDocument } from "../contract.ts";
import { compiledPlan } from "../documents.ts";
import { exhibit, notesOf, paraphrasedStatements, series } from "../exhibit.ts";
import { printedAs, sumOfNumbers, withDecimals } from "../numbers.ts";
import { isLessInEach } from "../predicates.ts";
import { rowsBySeries, exactNumber, joinTables } from "../rows.ts";
import { otherSentences } from "./printed.ts";

/** Numbers of ranks on a ring, powers of two. */
const sizes = [16, 64, 256] as const;
const lg = Math.log2;

/** Both algorithms exchange whole vectors in every step, so each step has the same weight. */
const algorithms = [
  {
    id: "swing-latency",
    title: "Swing",
    sum: (p: number) => sumOverSteps(p, (s) => Math.abs(1 - (-2) ** (s + 1)) / 3),
    formula: "Σ |1 − (−2)^(s + 1)| / 3",
  },
  { id: "recursive-doubling", title: "recursive doubling", sum: (p: number) => sumOverSteps(p, (s) => 2 ** s), formula: "Σ 2^s = p − 1" },
] as const;
type Algorithm = (typeof algorithms)[number];

/** The sum over the steps s = 0 … lg p − 1. */
function sumOverSteps(ranks: number, each: (step: number) => number): number {
  return sumOfNumbers(Array.from({ length: lg(ranks) }, (_, step) => each(step)));
}

const derivedNumber = (value: number): Published => ({ ...printedAs(String(value), value, 0), isDerived: true });

const documentOf = (title: string, topology: ScenarioDocument, algorithm: string, ranks: number): ScenarioDocument => ({
  version: 2,
  title,
  topology,
  flowControl: "fluid",
  workload: { kind: "allreduce", algorithm, ranks, message: "64 kB", mapping: "consecutive" },
});
const ringDocument = ({ id, title }: Algorithm, ranks: number) =>
  documentOf(`${title} on a ring of ${ranks}`, { kind: "torus", sizes: [ranks] }, id, ranks);

const runOf = ({ id }: Algorithm, ranks: number) => `${id} ${ranks}`;
const runs: readonly ExhibitRun[] = algorithms.flatMap((algorithm) =>
  sizes.map((ranks) => ({ id: runOf(algorithm, ranks), document: ringDocument(algorithm, ranks) })),
);

/**
 * The number of links between switches that a rank's messages cross in all steps. The first and the last channel of a path belong to
 * terminals and do not count.
 */
function linksCrossed({ results }: Pick<ExhibitInputs, "results">, algorithm: Algorithm, ranks: number): number {
  return ((results(runOf(algorithm, ranks)).hops ?? NaN) - 2) * lg(ranks);
}

/** Number of ranks of the counted allreduce, and the expected number of steps and of vectors that a rank sends. */
const rankCount = 64;
const countedAlgorithms = [
  { id: "ring", title: "ring", steps: "2 (p − 1)", bytes: "2 (p − 1) / p" },
  { id: "ring-2d", title: "2-D ring", steps: "2 (a − 1) + 2 (b − 1), p = a b", bytes: "2 (p − 1) / p" },
  { id: "recursive-doubling", title: "recursive doubling", steps: "lg p", bytes: "lg p" },
  { id: "rabenseifner", title: "halving and doubling", steps: "2 lg p", bytes: "2 (p − 1) / p" },
  { id: "swing", title: "Swing", steps: "2 lg p", bytes: "2 (p − 1) / p" },
] as const;
const switchDocument = (id: string, title: string) =>
  documentOf(`Allreduce by ${title}`, { kind: "single-switch", terminals: rankCount }, id, rankCount);

function collectiveOf(id: string): Collective {
  const { demand } = compiledPlan(switchDocument(id, ""));
  return (demand as Program).collective!;
}

const linkTable = rowsBySeries(
  sizes,
  (size) => ({ label: `${size} ranks` }),
  algorithms.map((algorithm) => [
    series(algorithm.id, `Links, ${algorithm.title}`, "between partners on a ring, sum over all steps", "links"),
    (size) => ({
      published: derivedNumber(algorithm.sum(size)),
      formula: `${algorithm.formula}; simulated: (mean hops − 2) · lg p`,
      runs: [runOf(algorithm, size)],
      document: ringDocument(algorithm, size),
      value: (inputs) => linksCrossed(inputs, algorithm, size),
    }),
  ]),
);

const programTable = rowsBySeries(countedAlgorithms, ({ id, title }) => ({ label: title, document: switchDocument(id, title) }), [
  [
    series("steps", "Steps", `of an allreduce of ${rankCount} ranks`),
    ({ id, steps }) => exactNumber(`${steps}; counted in the program`, () => collectiveOf(id).steps),
  ],
  [
    series("bytes", "Vectors", "sent per rank, in units of the reduced vector"),
    ({ id, bytes }) => ({ formula: `${bytes}; counted in the program`, decimals: 4, value: () => vectorsPerRank(collectiveOf(id)) }),
  ],
]);
const vectorsPerRank = ({ bytesPerRank, bytes }: Collective) => bytesPerRank / bytes;

const statements = paraphrasedStatements(
  otherSentences.Swing,
  runs.map(({ id }) => id),
  {
    nearer: {
      interpretation: "Swing crosses fewer links, summed over all steps, on rings of 16, 64 and 256 ranks",
      check(inputs) {
        const [swing, doubling] = algorithms;
        return isLessInEach(
          sizes.map((size) => ({
            name: `links with ${size} ranks`,
            pair: [linksCrossed(inputs, swing, size), linksCrossed(inputs, doubling, size)],
          })),
          withDecimals(0),
        );
      },
    },
    "same-bytes": {
      interpretation: `equal numbers of steps, and of bytes per rank, with ${rankCount} ranks, counted in the programs`,
      runs: [],
      check() {
        const [swing, halving] = ["swing", "rabenseifner"].map(collectiveOf);
        return {
          holds: swing.steps === halving.steps && swing.bytesPerRank === halving.bytesPerRank,
          because: `Swing: ${swing.steps} steps and ${vectorsPerRank(swing)} vectors per rank; halving and doubling: ${halving.steps} steps and ${vectorsPerRank(halving)} vectors.`,
        };
      },
    },
  },
);

export const swingDistances = exhibit("swing", "Distances", "Section 3", {
  title: "Swing’s alternating directions bring partners on a ring a third closer",
  lede: ({ judgedLabels, differingLabels, textOf }) =>
    `${judgedLabels.length - differingLabels.length} of ${judgedLabels.length} sums are reproduced. On a ring of 256 ranks, a vector crosses ${textOf("swing-latency 256 ranks", 0)} links in all steps of Swing, and ${textOf("recursive-doubling 256 ranks", 0)} in recursive doubling. Swing has the same number of steps and bytes as halving and doubling.`,
  ...joinTables(linkTable, programTable),
  runs,
  statements,
  tolerance: { relative: 0, why: "Links are counted, so only equal numbers agree." },
  notes: notesOf({
    "still open: Sources not available":
      "Only the rule for partners was available to us: in step s rank r meets r ± (1 − (−2)^(s + 1)) / 3, plus if r is even. The sums follow from this rule; the two sentences are our paraphrases. The paper’s measurements are not reproduced.",
    "our model: Counting of links":
      "Both algorithms send whole vectors in lg p steps, so all steps have equal weight. A fluid-flow run gives the mean number of channels that a packet crosses; two of these are terminal channels.",
    "our model: Multidimensional tori":
      "Swing is designed for tori on which a rank has a link in every direction. Here a rank has one link to its switch, which the ring algorithm saturates, too.",
  }),
  documents: [
    { title: "Swing on a ring of 64", document: ringDocument(algorithms[0], 64) },
    { title: "Recursive doubling on a ring of 64", document: ringDocument(algorithms[1], 64) },
  ],
});
