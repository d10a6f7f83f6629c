/** Swing (NSDI 2024): how far partners are from each other on a ring, and what the algorithms of an allreduce send, counted on programs and runs. */
import { compile } from "../../core/run/compile.ts";
import type { Collective } from "../../core/programs/collective.ts";
import type { Program } from "../../core/programs/program.ts";
import { readScenario } from "../../core/scenario/scenario.ts";
import type { ExhibitRun, Given, Published, ScenarioDocument } from "../contract.ts";
import { exhibit, judgedOf, ourModel, retold, type RowSpec, series, stillOpen } from "../exhibit.ts";
import { printedAs } from "../numbers.ts";
import { says } from "./printed.ts";

/** Ranks of a ring, a power of two each. */
const sizes = [16, 64, 256] as const;
const lg = Math.log2;

/** Both halve and double over whole vectors, so that every step counts alike. */
const algorithms = [
  {
    id: "swing-latency",
    title: "Swing",
    sum: (p: number) => sumOf(p, (s) => Math.abs(1 - (-2) ** (s + 1)) / 3),
    formula: "Σ |1 − (−2)^(s + 1)| / 3",
  },
  { id: "recursive-doubling", title: "recursive doubling", sum: (p: number) => sumOf(p, (s) => 2 ** s), formula: "Σ 2^s = p − 1" },
] as const;
type Algorithm = (typeof algorithms)[number];

/** Over the steps s = 0 … lg p − 1. */
function sumOf(ranks: number, each: (step: number) => number): number {
  return Array.from({ length: lg(ranks) }, (_, step) => each(step)).reduce((sum, distance) => sum + distance, 0);
}

const derived = (value: number): Published => ({ ...printedAs(String(value), value, 0), isDerived: true });

const documentOf = (title: string, topology: ScenarioDocument, algorithm: string, ranks: number): ScenarioDocument => ({
  version: 2,
  title,
  topology,
  flowControl: "fluid",
  workload: { kind: "allreduce", algorithm, ranks, message: "64 kB", mapping: "consecutive" },
});
const onRing = ({ id, title }: Algorithm, ranks: number) =>
  documentOf(`${title} on a ring of ${ranks}`, { kind: "torus", sizes: [ranks] }, id, ranks);

const runOf = ({ id }: Algorithm, ranks: number) => `${id} ${ranks}`;
const runs: readonly ExhibitRun[] = algorithms.flatMap((algorithm) =>
  sizes.map((ranks) => ({ id: runOf(algorithm, ranks), document: onRing(algorithm, ranks) })),
);

/** Links between switches that a rank's messages cross, one after the other: two of the channels are the terminals'. */
function found({ results }: Pick<Given, "results">, algorithm: Algorithm, ranks: number): number {
  return ((results(runOf(algorithm, ranks)).hops ?? NaN) - 2) * lg(ranks);
}

/** Ranks of the allreduce that is counted, and what it should come to: steps, and vectors that a rank sends. */
const ranks = 64;
const counted = [
  { id: "ring", title: "ring", steps: "2 (p − 1)", bytes: "2 (p − 1) / p" },
  { id: "ring-2d", title: "2-D ring", steps: "2 (a − 1) + 2 (b − 1), p = a b", bytes: "2 (p − 1) / p" },
  { id: "recursive-doubling", title: "recursive doubling", steps: "lg p", bytes: "lg p" },
  { id: "rabenseifner", title: "halving and doubling", steps: "2 lg p", bytes: "2 (p − 1) / p" },
  { id: "swing", title: "Swing", steps: "2 lg p", bytes: "2 (p − 1) / p" },
] as const;
const onSwitch = (id: string, title: string) => documentOf(`Allreduce by ${title}`, { kind: "single-switch", terminals: ranks }, id, ranks);

function collectiveOf(id: string): Collective {
  const { demand } = compile(readScenario(onSwitch(id, ""))).plan;
  return (demand as Program).collective!;
}

const rows: readonly RowSpec[] = [
  ...algorithms.flatMap((algorithm) =>
    sizes.map((ranks): RowSpec => ({
      label: `${ranks} ranks`,
      series: algorithm.id,
      published: derived(algorithm.sum(ranks)),
      formula: `${algorithm.formula}; here (mean hops − 2) · lg p of a run`,
      runs: [runOf(algorithm, ranks)],
      document: onRing(algorithm, ranks),
      value: (given) => found(given, algorithm, ranks),
    })),
  ),
  ...counted.map(({ id, title, steps }): RowSpec => ({
    label: title,
    series: "steps",
    formula: `${steps}; counted on the program`,
    decimals: 0,
    document: onSwitch(id, title),
    value: () => collectiveOf(id).steps,
  })),
  ...counted.map(({ id, title, bytes }): RowSpec => ({
    label: title,
    series: "bytes",
    formula: `${bytes}; counted on the program`,
    decimals: 4,
    document: onSwitch(id, title),
    value: () => {
      const { bytesPerRank, bytes } = collectiveOf(id);
      return bytesPerRank / bytes;
    },
  })),
];

const statements = retold(
  says.Swing,
  runs.map(({ id }) => id),
  {
    nearer: {
      readAs: "fewer links in all steps together, on rings of 16, 64 and 256 ranks",
      check(given) {
        const sums = sizes.map((ranks) => algorithms.map((algorithm) => found(given, algorithm, ranks)));
        return {
          holds: sums.every(([swing, doubling]) => swing < doubling),
          because: `${sums.map(([swing, doubling], i) => `${swing.toFixed(0)} against ${doubling.toFixed(0)} links with ${sizes[i]} ranks`).join(", ")}.`,
        };
      },
    },
    "same-bytes": {
      readAs: `steps and bytes of a rank of ${ranks}, counted on the programs`,
      runs: [],
      check() {
        const [swing, halving] = ["swing", "rabenseifner"].map(collectiveOf);
        return {
          holds: swing.steps === halving.steps && swing.bytesPerRank === halving.bytesPerRank,
          because: `${swing.steps} steps and ${swing.bytesPerRank / swing.bytes} vectors, and ${halving.steps} and ${halving.bytesPerRank / halving.bytes}.`,
        };
      },
    },
  },
);

export const swingDistances = exhibit("swing", "Distances", "Section 3", {
  title: "Swinging to and fro, partners on a ring stay a third nearer",
  lede(outcome) {
    const { judged, off } = judgedOf(rows, outcome);
    const of = (id: string) => (outcome.values.get(`${id} 256 ranks`)?.value ?? NaN).toFixed(0);
    return `${judged.length - off.length} of ${judged.length} sums come out. On a ring of 256 ranks a vector crosses ${of("swing-latency")} links in all steps of Swing, and ${of("recursive-doubling")} in those of recursive doubling. Steps and bytes are those of halving and doubling.`;
  },
  series: [
    ...algorithms.map(({ id, title }) => series(id, `Links, ${title}`, "between partners on a ring, all steps together", "links")),
    series("steps", "Steps", `of an allreduce of ${ranks} ranks`),
    series("bytes", "Vectors", "that a rank sends, each as long as what is summed up"),
  ],
  rows,
  runs,
  statements,
  tolerance: { relative: 0, why: "Links are whole numbers: nothing but equality will do." },
  notes: [
    ...stillOpen({
      "Of what we could not read":
        "We had the rule for partners and no more: in step s rank r meets r ± (1 − (−2)^(s + 1)) / 3, plus if r is even. The sums follow from it; the two sentences are ours. The paper’s measurements are not tried.",
    }),
    ...ourModel({
      "How it is counted":
        "Both send whole vectors in lg p steps, so each step counts alike. A run of fluid flow says how many channels a packet crosses on average; two of them are those of the terminals.",
      "On more dimensions":
        "Swing is made for tori on which a rank has a link in every direction. Here a rank has one link to its switch, which a ring fills as well.",
    }),
  ],
  documents: [
    { title: "Swing on a ring of 64", document: onRing(algorithms[0], 64) },
    { title: "Recursive doubling on a ring of 64", document: onRing(algorithms[1], 64) },
  ],
});
