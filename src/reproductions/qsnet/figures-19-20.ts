/** QsNET, Figures 19 and 20: the bandwidth of a compute job while another job does I/O. */
import type { Results } from "../../core/measures/results.ts";
import { comparisonDocument } from "../documents.ts";
import type { OpenDocument, Published, RecordingResults, Recording, Statement, ComputedValue } from "../contract.ts";
import { average, standardErrorOf, sampleMeanOf, paraphrased } from "../numbers.ts";
import { isBelow } from "../predicates.ts";
import { exhibit, measuredStatements, notesOf, type OutcomeReader, type RowSpec, series } from "../exhibit.ts";
import { withMinusSign } from "../outcome.ts";
import { type Application, applications, type Combination, combinations, combinedJobs, isolatedComputeJob, nodesByRole } from "./io.ts";
import { bidirectionalRate, dataRate, workbenchNote, qsnetDocument, qsnetDataUnit } from "./machine.ts";
import { qsnetSentences } from "./printed.ts";

/** A combination of jobs with shared or dedicated servers: one curve in each panel of Figure 19. */
interface IoCase {
  readonly combination: Combination;
  readonly application: Application;
}

const ioCases: readonly IoCase[] = applications.flatMap((application) => combinations.map((combination) => ({ combination, application })));
const nameOf = ({ combination, application }: IoCase) => `${combination.title}, ${application}`;
const ioLoads = [0.1, 0.3, 0.5] as const;
type Load = (typeof ioLoads)[number];
const seeds = [1, 2, 3, 4];

const longRun = { run: { warmUp: 1_000_000, window: 5_000_000, drain: 0 } };
const documentOf = ({ combination, application }: IoCase, load: number) =>
  qsnetDocument(`QsNET, two jobs, ${nameOf({ combination, application })}`, combinedJobs(combination, application, load), longRun);
const computeOnlyDocument = ({ combination, application }: IoCase) =>
  qsnetDocument(
    `QsNET, the compute job alone, ${nameOf({ combination, application })}`,
    isolatedComputeJob(combination, application),
    longRun,
  );

const openDocuments: readonly OpenDocument[] = ioCases.map((each) => ({ title: nameOf(each), document: documentOf(each, 0.3) }));
const computeOnlyDocuments: readonly OpenDocument[] = ioCases.map((each) => ({
  title: `${nameOf(each)}, without I/O`,
  document: computeOnlyDocument(each),
}));

const bySeed = { path: "seed", values: seeds };
const jobsRecording: Recording = {
  id: "qsnet-two-jobs",
  title: "Two jobs on 64 nodes, three loads of I/O",
  document: {
    ...comparisonDocument("QsNET, Figure 19", openDocuments),
    sweep: [{ path: "workload.io.0.load", values: [...ioLoads] }, bySeed],
  },
};
const computeOnlyRecording: Recording = {
  id: "qsnet-one-job",
  title: "The compute job without I/O",
  document: { ...comparisonDocument("QsNET, Figure 19, without I/O", computeOnlyDocuments), sweep: [bySeed] },
};

const computeNodes = new Map(ioCases.map((each) => [nameOf(each), nodesByRole(documentOf(each, 0.3)).compute] as const));

/** Bandwidth that a node of the compute job sends, in MB/s. */
function sendRateOf({ each }: Results, nodes: readonly number[]): number {
  return dataRate(average(nodes.map((node) => each?.sent[node] ?? NaN)));
}

/** Bandwidth of the compute job by seed; without I/O if the load is null. */
function ratesBySeed(recorded: RecordingResults, ioCase: IoCase, load: Load | null): readonly number[] {
  const caseIndex = ioCases.findIndex((each) => nameOf(each) === nameOf(ioCase));
  const nodes = computeNodes.get(nameOf(ioCase)) ?? [];
  return seeds.map((_, seed) => {
    const results =
      load === null
        ? recorded(computeOnlyRecording.id)[caseIndex * seeds.length + seed]
        : recorded(jobsRecording.id)[(caseIndex * ioLoads.length + ioLoads.indexOf(load)) * seeds.length + seed];
    return sendRateOf(results, nodes);
  });
}

/** Loss of the compute job relative to its bandwidth without I/O, in percent. Each seed is compared with the same seed. */
function lossOf(recorded: RecordingResults, ioCase: IoCase, load: Load): ComputedValue {
  const ratesWithoutIo = ratesBySeed(recorded, ioCase, null);
  return sampleMeanOf(ratesBySeed(recorded, ioCase, load).map((each, seed) => 100 * (1 - each / ratesWithoutIo[seed])));
}

const seedsNote = `mean of ${seeds.length} seeds`;
const rowId = (ioCase: IoCase, load: Load | null) => `${load ?? "alone"} ${nameOf(ioCase)}`;
const seriesOf = (load: Load | null) => (load === null ? "alone" : `load ${load}`);
const bothRecordings = [jobsRecording.id, computeOnlyRecording.id];
const firstCase = ioCases[0];
const publishedBaseline = paraphrased("about 130", "the optimal asymptotic bandwidth of the compute job is about 130 MB/s", 130);

const rateRow = (ioCase: IoCase, load: Load | null, published: Published | null): RowSpec => ({
  id: rowId(ioCase, load),
  label: nameOf(ioCase),
  series: seriesOf(load),
  published,
  formula: `data injected by the compute job / its nodes; ${seedsNote}`,
  runs: [load === null ? computeOnlyRecording.id : jobsRecording.id],
  decimals: 0,
  document: load === null ? computeOnlyDocument(ioCase) : documentOf(ioCase, load),
  value: ({ recorded }) => sampleMeanOf(ratesBySeed(recorded, ioCase, load)),
});

const lossRow = (ioCase: IoCase, load: Load): RowSpec => ({
  id: `loss ${rowId(ioCase, load)}`,
  label: nameOf(ioCase),
  series: `loss ${load}`,
  formula: `1 − bandwidth with I/O / bandwidth without, per seed; ${seedsNote}`,
  runs: bothRecordings,
  decimals: 1,
  document: documentOf(ioCase, load),
  value: ({ recorded }) => lossOf(recorded, ioCase, load),
});

/** Losses below this, in percent, count as none: they would not be visible in the paper's curves. */
const negligibleLoss = 5;

const sayWithError = (each: ComputedValue) => `${withMinusSign(each.value.toFixed(1))} ± ${standardErrorOf(each).toFixed(1)}`;
const sayLoss = (loss: ComputedValue) => `${sayWithError(loss)} %`;
const caseOf = (title: string, application: Application) =>
  ioCases.find(({ combination, application: ownApplication }) => combination.title === title && ownApplication === application) ??
  firstCase;

/** The largest loss of the given cases over all loads. */
function largestLoss(recorded: RecordingResults, selected: readonly IoCase[]) {
  const losses = selected.flatMap((ioCase) => ioLoads.map((load) => ({ own: ioCase, load, loss: lossOf(recorded, ioCase, load) })));
  return losses.reduce((largest, each) => (each.loss.value > largest.loss.value ? each : largest));
}

const statements = measuredStatements(qsnetSentences["Figure 19"], [], {
  "1": {
    interpretation: `in the three dedicated cases the compute job loses less than ${negligibleLoss} %, at every load`,
    runs: bothRecordings,
    check({ recorded }) {
      const { own, load, loss } = largestLoss(
        recorded,
        ioCases.filter(({ application }) => application === "dedicated"),
      );
      return isBelow(loss.value, negligibleLoss, `The largest loss is ${sayLoss(loss)} (${nameOf(own)}, load ${load}).`);
    },
  },
  "2": {
    interpretation: `the sentence is cut off in our copy; we read it as case 1c, clustered, with shared servers: the compute job loses less than ${negligibleLoss} %, at every load`,
    runs: bothRecordings,
    check({ recorded }) {
      const { load, loss } = largestLoss(recorded, [caseOf("clustered 1c", "shared")]);
      return isBelow(loss.value, negligibleLoss, `The largest loss is ${sayLoss(loss)} (load ${load}).`);
    },
  },
  "3": {
    interpretation: "case 1i, clustered, with shared servers: the loss is at least 10 % at every load, and 30 to 50 % in the worst case",
    runs: bothRecordings,
    check({ recorded }) {
      const losses = ioLoads.map((load) => lossOf(recorded, caseOf("clustered 1i", "shared"), load));
      const largest = Math.max(...losses.map(({ value }) => value));
      return {
        holds: losses.every(({ value }) => value >= 10) && largest >= 30 && largest <= 50,
        because: `The loss is ${losses.map((loss, i) => `${sayLoss(loss)} at I/O load ${ioLoads[i]}`).join(", ")}.`,
      };
    },
  },
  "4": {
    interpretation:
      "distributed, with shared servers: the bandwidth is lower at I/O load 0.3 than at 0.1, and lower at 0.5 than at 0.3, each by more than the standard error",
    runs: [jobsRecording.id],
    check({ recorded }) {
      const ratesByLoad = ioLoads.map((load) => ratesBySeed(recorded, caseOf("distributed", "shared"), load));
      const steps = ratesByLoad.slice(1).map((own, i) => sampleMeanOf(own.map((each, seed) => ratesByLoad[i][seed] - each)));
      return {
        holds: steps.every((step) => step.value > standardErrorOf(step)),
        because: `The compute job has ${ratesByLoad.map((own) => sampleMeanOf(own).value.toFixed(0)).join(", ")} MB/s at I/O loads of ${ioLoads.join(", ")}; the differences are ${steps.map(sayWithError).join(" and ")} MB/s.`,
      };
    },
  },
});

const [writesOnlyNote, pairedSeedsNote, separateHalvesNote] = notesOf({
  "our model: Writes only":
    "The paper does not give the fraction of reads here; our I/O job only writes. Then only the compute job sends from its nodes, and the bandwidth measured there is that of this job.",
  "our model: Statistics": `Over a few milliseconds, the bandwidth of uniform traffic varies by up to 10 % between seeds, with and without I/O. Losses are computed per seed, relative to the same compute job alone on the same nodes: ${seeds.length} seeds of 50 ms after 10 ms of warm-up. At load 0.1 a client starts a message every 30 ms, and if the servers saturate, more and more clients wait for them.`,
  "our model: 0.0 ± 0.0":
    "In case 1c, clustered, with shared servers, the compute job has nodes 0 to 31, and clients and servers have nodes 32 to 63. No minimal path within one half uses a channel of the other, so the loss is exactly 0. This follows from the tree without simulation.",
});

/** The largest loss of the cases with dedicated servers. */
const largestDedicatedLoss = ({ numberOf }: OutcomeReader) =>
  Math.max(
    ...ioCases
      .filter(({ application }) => application === "dedicated")
      .flatMap((ioCase) => ioLoads.map((load) => numberOf(`loss ${rowId(ioCase, load)}`))),
  );

export const qsnetFigure19 = exhibit("qsnet", "Figure 19", "Section 5.7", {
  loadUnit: qsnetDataUnit,
  title: "I/O reduces the bandwidth of a job on the servers, and hardly that of other jobs",
  lede(reader) {
    const sayLosses = (title: string) =>
      ioLoads.map((load) => `${withMinusSign(reader.textOf(`loss ${rowId(caseOf(title, "shared"), load)}`, 0))} %`).join(", ");
    return `On nodes with clustered servers (1i) the compute job loses ${sayLosses("clustered 1i")} of its bandwidth at I/O loads of 0.1, 0.3 and 0.5; on other nodes (1c) ${sayLosses("clustered 1c")}; with distributed servers ${sayLosses("distributed")}. With dedicated servers it loses at most ${withMinusSign(largestDedicatedLoss(reader).toFixed(0))} %.`;
  },
  series: [
    series("alone", "The compute job without I/O", "on the nodes of each case", "MB/s"),
    ...ioLoads.map((load, i) =>
      series(`load ${load}`, `(${"ace"[i]}, ${"bdf"[i]}) with I/O at load ${load}`, "bandwidth per node of the compute job", "MB/s"),
    ),
    ...ioLoads.map((load) => series(`loss ${load}`, `Loss at load ${load}`, "relative to the same job without I/O", "%")),
  ],
  rows: [
    ...ioCases.map((ioCase) => rateRow(ioCase, null, publishedBaseline)),
    ...ioLoads.flatMap((load) => ioCases.map((ioCase) => rateRow(ioCase, load, null))),
    ...ioLoads.flatMap((load) => ioCases.map((ioCase) => lossRow(ioCase, load))),
  ],
  statements,
  figures: applications.map((application) => ({
    is: "growth" as const,
    title: `Compute job with I/O, ${application} servers`,
    caption: "bandwidth per node of the compute job, by I/O load; left: without I/O",
    unit: "MB/s",
    horizontalTitle: "I/O load",
    scale: "linear" as const,
    columns: [{ text: "0", x: 0 }, ...ioLoads.map((load) => ({ text: String(load), x: load }))],
    lines: ioCases
      .filter((ioCase) => ioCase.application === application)
      .map((ioCase) => ({ title: ioCase.combination.title, rows: [null, ...ioLoads].map((load) => rowId(ioCase, load)) })),
  })),
  recordings: [jobsRecording, computeOnlyRecording],
  tolerance: { relative: 0.05, why: "5 %, as for every bandwidth of this paper." },
  notes: [
    writesOnlyNote,
    pairedSeedsNote,
    ...notesOf({
      "in the source: Curves": `The panels show accepted against offered bandwidth. The paper’s text gives two numbers: about 130 MB/s without interference, and a degradation of up to 40 %. Here the compute job offers its maximum load; below saturation, accepted equals offered bandwidth. Without contention, a node could send ${bidirectionalRate} MB/s.`,
      "our model: About 130":
        "Without I/O, our compute job has 6 to 9 % more. Nothing was fitted to this number: the only constant of this traffic, the acknowledgement time, is fitted to uniform traffic of all 64 nodes, and on half of the nodes our circuits block each other less than those of the machine. The loss to I/O is given relative to our job without I/O.",
      "our model: No interference":
        "With dedicated servers in case 1c, there is no significant loss. In 1i and with distributed servers, the server traffic crosses switches of the second or first level that compute nodes also use: packets that wait there for a server block others, and the loss grows with the I/O load. The paper did not observe this.",
    }),
    separateHalvesNote,
    ...notesOf({
      "in the source: (2)": "Statement (2) is cut off in our copy after “clustered”. From its position it must be case 1c.",
    }),
    workbenchNote,
  ],
  documents: [...openDocuments, { title: "The compute job without I/O", document: computeOnlyDocument(firstCase) }],
});

const regionOf = (loss: number) => (loss < negligibleLoss ? "no effect" : loss < 20 ? "affected" : "strongly affected");

export const qsnetFigure20 = exhibit("qsnet", "Figure 20", "Section 5.7", {
  loadUnit: qsnetDataUnit,
  title: "Cases in which the I/O of another job causes interference",
  lede({ numberOf }) {
    const affected = ioCases.filter((ioCase) => ioLoads.some((load) => numberOf(`loss ${load} ${nameOf(ioCase)}`) >= negligibleLoss));
    return `The compute job loses more than ${negligibleLoss} % in ${affected.length} of ${ioCases.length} cases: ${affected.map(nameOf).join("; ")}.`;
  },
  series: ioLoads.map((load) =>
    series(`loss ${load}`, `Loss at I/O load ${load}`, `below ${negligibleLoss} %: no effect; from 20 %: strong effect`, "%"),
  ),
  rows: ioLoads.flatMap((load) => ioCases.map((ioCase) => ({ ...lossRow(ioCase, load), id: `loss ${load} ${nameOf(ioCase)}` }))),
  /**
   * One statement for each of the six cases of Figure 20, which says how strongly the I/O of one job reduces the bandwidth of a compute
   * job. The check uses the losses, in percent of the bandwidth without I/O, at all I/O loads: none is noticeable, all are, or the loss
   * grows with the load.
   */
  statements: ioCases.map((ioCase): Statement => {
    const { application, combination } = ioCase;
    const isUnaffected = application === "dedicated" || combination.id === "1c";
    const isAlwaysAffected = !isUnaffected && combination.id === "1i";
    const sentence = () => {
      if (application === "dedicated") return "there is no interference";
      if (isUnaffected) return "This basic result is extended to another case";
      return isAlwaysAffected
        ? "there is a substantial performance degradation, up to 40%, with any I/O load"
        : "the performance is sensitive to the I/O load";
    };
    const interpretation = () => {
      if (isUnaffected) return `the loss is less than ${negligibleLoss} % at every load`;
      return isAlwaysAffected ? `the loss is more than ${negligibleLoss} % at every load` : "the loss is larger at 0.5 than at 0.1";
    };
    const doesHold = (percentages: readonly number[]) => {
      if (isUnaffected) return percentages.every((value) => value < negligibleLoss);
      return isAlwaysAffected ? percentages.every((value) => value >= negligibleLoss) : percentages[2] > percentages[0];
    };
    return {
      id: `region ${nameOf(ioCase)}`,
      says: sentence(),
      where: `Section 5.7, region ${nameOf(ioCase)}`,
      interpretation: interpretation(),
      otherwise: "not reproduced",
      runs: bothRecordings,
      check({ recorded }) {
        const losses = ioLoads.map((load) => lossOf(recorded, ioCase, load));
        return {
          holds: doesHold(losses.map(({ value }) => value)),
          because: `The loss is ${losses.map((loss, i) => `${sayLoss(loss)} at I/O load ${ioLoads[i]} (${regionOf(loss.value)})`).join(", ")}.`,
        };
      },
    };
  }),
  // The paper prints no numbers, so all three loads share a table.
  figures: [],
  recordings: [jobsRecording, computeOnlyRecording],
  tolerance: { relative: 0.05, why: "5 %, as for every bandwidth of this paper." },
  notes: [
    ...notesOf({
      "in the source: Regions":
        "The figure is a drawing of regions without numbers. The regions are those of statements (1) to (4), which are checked here case by case.",
      "our model: 5 and 20 %":
        "The paper gives no thresholds for its regions; these are ours. Losses below 5 % would not be visible in its curves.",
    }),
    separateHalvesNote,
    writesOnlyNote,
    pairedSeedsNote,
    workbenchNote,
  ],
  documents: openDocuments,
});
