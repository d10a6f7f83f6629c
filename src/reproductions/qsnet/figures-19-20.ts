/** QsNET, Figures 19 and 20: the bandwidth of a compute job while another job does I/O. */
import type { Results } from "../../core/measures/results.ts";
import { comparisonDocument } from "../documents.ts";
import type { OpenDocument, Published, RecordingResults, Recording, Statement, ComputedValue } from "../contract.ts";
import { average, standardErrorOf, sampleMeanOf, paraphrased } from "../numbers.ts";
import { isBelow } from "../predicates.ts";
import { exhibit, measuredStatements, notesOf, type OutcomeReader, type RowSpec, series } from "../exhibit.ts";
import { withMinusSign } from "../outcome.ts";
import { type Application, applications, type Combination, combinations, combinedJobs, computeJobAlone, nodesByRole } from "./io.ts";
import { bidirectionalRate, dataRate, workbenchNote, qsnetDocument } from "./machine.ts";
import { qsnetSentences } from "./printed.ts";

/** A combination of jobs with shared or dedicated servers: one curve in each panel of Figure 19. */
interface IoCase {
  readonly combination: Combination;
  readonly application: Application;
}

const cases: readonly IoCase[] = applications.flatMap((application) => combinations.map((combination) => ({ combination, application })));
const nameOf = ({ combination, application }: IoCase) => `${combination.title}, ${application}`;
const loads = [0.1, 0.3, 0.5] as const;
type Load = (typeof loads)[number];
const seeds = [1, 2, 3, 4];

const longRun = { run: { warmUp: 1_000_000, window: 5_000_000, drain: 0 } };
const documentOf = ({ combination, application }: IoCase, load: number) =>
  qsnetDocument(`QsNET, two jobs, ${nameOf({ combination, application })}`, combinedJobs(combination, application, load), longRun);
const computeOnlyDocument = ({ combination, application }: IoCase) =>
  qsnetDocument(
    `QsNET, the compute job alone, ${nameOf({ combination, application })}`,
    computeJobAlone(combination, application),
    longRun,
  );

const openDocuments: readonly OpenDocument[] = cases.map((each) => ({ title: nameOf(each), document: documentOf(each, 0.3) }));
const computeOnlyDocuments: readonly OpenDocument[] = cases.map((each) => ({
  title: `${nameOf(each)}, without I/O`,
  document: computeOnlyDocument(each),
}));

const bySeed = { path: "seed", values: seeds };
const jobsRecording: Recording = {
  id: "qsnet-two-jobs",
  title: "Two jobs on 64 nodes, three loads of I/O",
  document: {
    ...comparisonDocument("QsNET, Figure 19", openDocuments),
    sweep: [{ path: "workload.io.0.load", values: [...loads] }, bySeed],
  },
};
const computeOnlyRecording: Recording = {
  id: "qsnet-one-job",
  title: "The compute job without I/O",
  document: { ...comparisonDocument("QsNET, Figure 19, without I/O", computeOnlyDocuments), sweep: [bySeed] },
};

const computeNodes = new Map(cases.map((each) => [nameOf(each), nodesByRole(documentOf(each, 0.3)).compute] as const));

/** Bandwidth that a node of the compute job sends, in MB/s. */
function sendRateOf({ each }: Results, nodes: readonly number[]): number {
  return dataRate(average(nodes.map((node) => each?.sent[node] ?? NaN)));
}

/** Bandwidth of the compute job by seed; without I/O if the load is null. */
function ratesBySeed(recorded: RecordingResults, ioCase: IoCase, load: Load | null): readonly number[] {
  const caseIndex = cases.findIndex((each) => nameOf(each) === nameOf(ioCase));
  const nodes = computeNodes.get(nameOf(ioCase)) ?? [];
  return seeds.map((_, seed) => {
    const results =
      load === null
        ? recorded(computeOnlyRecording.id)[caseIndex * seeds.length + seed]
        : recorded(jobsRecording.id)[(caseIndex * loads.length + loads.indexOf(load)) * seeds.length + seed];
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
const firstCase = cases[0];
const publishedBaseline = paraphrased("about 130", "the optimal asymptotic bandwidth of the compute job is about 130 MB/s", 130);

const rateRow = (ioCase: IoCase, load: Load | null, published: Published | null): RowSpec => ({
  id: rowId(ioCase, load),
  label: nameOf(ioCase),
  series: seriesOf(load),
  published,
  formula: `data of the compute job that entered the network / its nodes; ${seedsNote}`,
  runs: [load === null ? computeOnlyRecording.id : jobsRecording.id],
  decimals: 0,
  document: load === null ? computeOnlyDocument(ioCase) : documentOf(ioCase, load),
  value: ({ recorded }) => sampleMeanOf(ratesBySeed(recorded, ioCase, load)),
});

const lossRow = (ioCase: IoCase, load: Load): RowSpec => ({
  id: `loss ${rowId(ioCase, load)}`,
  label: nameOf(ioCase),
  series: `loss ${load}`,
  formula: `1 − with I/O / without, seed by seed; ${seedsNote}`,
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
  cases.find(({ combination, application: ownApplication }) => combination.title === title && ownApplication === application) ?? firstCase;

/** The largest loss of the given cases over all loads. */
function largestLoss(recorded: RecordingResults, selected: readonly IoCase[]) {
  const losses = selected.flatMap((ioCase) => loads.map((load) => ({ own: ioCase, load, loss: lossOf(recorded, ioCase, load) })));
  return losses.reduce((largest, each) => (each.loss.value > largest.loss.value ? each : largest));
}

const statements = measuredStatements(qsnetSentences["Figure 19"], [], {
  "1": {
    readAs: `in the three dedicated cases the compute job loses less than ${negligibleLoss} %, at every load`,
    runs: bothRecordings,
    check({ recorded }) {
      const { own, load, loss } = largestLoss(
        recorded,
        cases.filter(({ application }) => application === "dedicated"),
      );
      return isBelow(loss.value, negligibleLoss, `The most that is lost is ${sayLoss(loss)} (${nameOf(own)}, load ${load}).`);
    },
  },
  "2": {
    readAs: `the sentence is cut there in our copy; it leads to clustered 1c with shared servers: the compute job loses less than ${negligibleLoss} %, at every load`,
    runs: bothRecordings,
    check({ recorded }) {
      const { load, loss } = largestLoss(recorded, [caseOf("clustered 1c", "shared")]);
      return isBelow(loss.value, negligibleLoss, `The most that is lost is ${sayLoss(loss)} (load ${load}).`);
    },
  },
  "3": {
    readAs: "clustered 1i, shared: a tenth or more is lost at every load, and 30 to 50 % at the worst",
    runs: bothRecordings,
    check({ recorded }) {
      const losses = loads.map((load) => lossOf(recorded, caseOf("clustered 1i", "shared"), load));
      const largest = Math.max(...losses.map(({ value }) => value));
      return {
        holds: losses.every(({ value }) => value >= 10) && largest >= 30 && largest <= 50,
        because: `${losses.map((loss, i) => `${sayLoss(loss)} at ${loads[i]}`).join(", ")}.`,
      };
    },
  },
  "4": {
    readAs: "distributed, shared: less at 0.3 than at 0.1, and less at 0.5 than at 0.3, each by more than its standard error",
    runs: [jobsRecording.id],
    check({ recorded }) {
      const ratesByLoad = loads.map((load) => ratesBySeed(recorded, caseOf("distributed", "shared"), load));
      const steps = ratesByLoad.slice(1).map((own, i) => sampleMeanOf(own.map((each, seed) => ratesByLoad[i][seed] - each)));
      return {
        holds: steps.every((step) => step.value > standardErrorOf(step)),
        because: `It gets ${ratesByLoad.map((own) => sampleMeanOf(own).value.toFixed(0)).join(", ")} MB/s at ${loads.join(", ")}; the steps are ${steps.map(sayWithError).join(" and ")} MB/s.`,
      };
    },
  },
});

const [writesOnlyNote, pairedSeedsNote, separateHalvesNote] = notesOf({
  "our model: Writes only":
    "The paper does not say here how much of the I/O is read; we let it only write. Then nothing but the compute job sends from its nodes, and what is measured there is its own.",
  "our model: Chance": `Uniform traffic of so many nodes is uneven over some milliseconds: single seeds lie up to a tenth apart, with I/O and without. Losses are taken seed by seed against the same compute job alone, on the same nodes: ${seeds.length} seeds of 50 ms, after 10 ms of warm-up: at load 0.1 a client begins a message every 30 ms, and where the servers cannot keep up, more and more clients wait for them.`,
  "our model: 0.0 ± 0.0":
    "In clustered 1c with shared servers the compute job has nodes 0 to 31, and clients and servers have 32 to 63. No way within one half uses a channel of the other, so nothing is lost, exactly: this follows from the tree and needed no measurement.",
});

/** The largest loss of the cases with dedicated servers. */
const largestDedicatedLoss = ({ numberOf }: OutcomeReader) =>
  Math.max(
    ...cases
      .filter(({ application }) => application === "dedicated")
      .flatMap((ioCase) => loads.map((load) => numberOf(`loss ${rowId(ioCase, load)}`))),
  );

export const qsnetFigure19 = exhibit("qsnet", "Figure 19", "Section 5.7", {
  title: "I/O takes bandwidth from a job that runs on the servers, and little from others",
  lede(reader) {
    const sayLosses = (title: string) =>
      loads.map((load) => `${withMinusSign(reader.textOf(`loss ${rowId(caseOf(title, "shared"), load)}`, 0))} %`).join(", ");
    return `On the clustered servers (1i) the compute job loses ${sayLosses("clustered 1i")} at I/O loads of 0.1, 0.3 and 0.5; apart from them (1c) ${sayLosses("clustered 1c")}; with distributed servers ${sayLosses("distributed")}. With dedicated servers it loses ${withMinusSign(largestDedicatedLoss(reader).toFixed(0))} % at most.`;
  },
  series: [
    series("alone", "The compute job without I/O", "its nodes as in each case", "MB/s"),
    ...loads.map((load, i) =>
      series(`load ${load}`, `(${"ace"[i]}, ${"bdf"[i]}) with I/O at load ${load}`, "what a node of the compute job gets", "MB/s"),
    ),
    ...loads.map((load) => series(`loss ${load}`, `Lost at load ${load}`, "against the same job without I/O", "%")),
  ],
  rows: [
    ...cases.map((ioCase) => rateRow(ioCase, null, publishedBaseline)),
    ...loads.flatMap((load) => cases.map((ioCase) => rateRow(ioCase, load, null))),
    ...loads.flatMap((load) => cases.map((ioCase) => lossRow(ioCase, load))),
  ],
  statements,
  figures: applications.map((application) => ({
    is: "growth" as const,
    title: `Compute job with I/O, ${application} servers`,
    caption: "what a node of the compute job gets over the load of the I/O job, alone at the left",
    unit: "MB/s",
    across: "I/O load",
    scale: "linear" as const,
    columns: [{ text: "0", at: 0 }, ...loads.map((load) => ({ text: String(load), at: load }))],
    lines: cases
      .filter((ioCase) => ioCase.application === application)
      .map((ioCase) => ({ title: ioCase.combination.title, rows: [null, ...loads].map((load) => rowId(ioCase, load)) })),
  })),
  recordings: [jobsRecording, computeOnlyRecording],
  tolerance: { relative: 0.05, why: "Five per cent, as for every bandwidth of this paper." },
  notes: [
    writesOnlyNote,
    pairedSeedsNote,
    ...notesOf({
      "in the source: Curves": `The panels show accepted against offered bandwidth. In numbers the text has about 130 MB/s without interference, and a degradation of up to 40 %. Here the compute job offers all it can; what it is asked for below its asymptote it gets. A node could send ${bidirectionalRate} MB/s if nothing was in its way.`,
      "our model: About 130":
        "Our compute job gets 6 to 9 % more than that without I/O. Nothing was set for it: the one constant of this traffic, the time of an acknowledgement, is fitted on uniform traffic of all 64 nodes, and on half of them our circuits get less in each other's way than the machine's. The loss to I/O is given as a part of what our own job gets alone.",
      "our model: No interference":
        "With dedicated servers in 1c nothing is lost that could be told from chance. In 1i and with distributed servers the traffic of the servers enters switches of the second or the first level that compute nodes use, too: what waits there for a server is in the way, and more is lost the more I/O there is. The paper saw nothing of it.",
    }),
    separateHalvesNote,
    ...notesOf({
      "in the source: (2)": "The text of statement (2) is cut in our copy after “clustered”. Its meaning follows from its place: case 1c.",
    }),
    workbenchNote,
  ],
  documents: [...openDocuments, { title: "The compute job alone", document: computeOnlyDocument(firstCase) }],
});

const regionOf = (loss: number) => (loss < negligibleLoss ? "no effect" : loss < 20 ? "affected" : "strongly affected");

export const qsnetFigure20 = exhibit("qsnet", "Figure 20", "Section 5.7", {
  title: "Where I/O of another job is felt, and where not",
  lede({ numberOf }) {
    const affected = cases.filter((ioCase) => loads.some((load) => numberOf(`loss ${load} ${nameOf(ioCase)}`) >= negligibleLoss));
    return `Felt, by more than ${negligibleLoss} %, in ${affected.length} of ${cases.length} cases: ${affected.map(nameOf).join("; ")}.`;
  },
  series: loads.map((load) =>
    series(`loss ${load}`, `Lost at I/O load ${load}`, `below ${negligibleLoss} % is no effect, from 20 % on a strong one`, "%"),
  ),
  rows: loads.flatMap((load) => cases.map((ioCase) => ({ ...lossRow(ioCase, load), id: `loss ${load} ${nameOf(ioCase)}` }))),
  statements: cases.map((ioCase): Statement => ({
    id: `region ${nameOf(ioCase)}`,
    says:
      ioCase.application === "dedicated"
        ? "there is no interference"
        : ioCase.combination.id === "1c"
          ? "This basic result is extended to another case"
          : ioCase.combination.id === "1i"
            ? "there is a substantial performance degradation, up to 40%, with any I/O load"
            : "the performance is sensitive to the I/O load",
    where: `Section 5.7, region ${nameOf(ioCase)}`,
    readAs:
      ioCase.application === "dedicated" || ioCase.combination.id === "1c"
        ? `less than ${negligibleLoss} % is lost at every load`
        : ioCase.combination.id === "1i"
          ? `more than ${negligibleLoss} % is lost at every load`
          : "more is lost at 0.5 than at 0.1",
    otherwise: "not reproduced",
    runs: bothRecordings,
    check({ recorded }) {
      const losses = loads.map((load) => lossOf(recorded, ioCase, load));
      const isUnaffected = ioCase.application === "dedicated" || ioCase.combination.id === "1c";
      const values = losses.map(({ value }) => value);
      return {
        holds: isUnaffected
          ? values.every((value) => value < negligibleLoss)
          : ioCase.combination.id === "1i"
            ? values.every((value) => value >= negligibleLoss)
            : values[2] > values[0],
        because: `${losses.map((loss, i) => `${sayLoss(loss)} at ${loads[i]}: ${regionOf(loss.value)}`).join("; ")}.`.replace(
          /^./,
          (letter) => letter.toUpperCase(),
        ),
      };
    },
  })),
  // Nothing is printed, so all three loads share a table.
  figures: [],
  recordings: [jobsRecording, computeOnlyRecording],
  tolerance: { relative: 0.05, why: "Five per cent, as for every bandwidth of this paper." },
  notes: [
    ...notesOf({
      "in the source: Regions":
        "The figure is a drawing of regions without numbers. The regions are those of statements (1) to (4), which are checked here case by case.",
      "our model: 5 and 20 %":
        "The paper gives no limits of its regions; these are ours. Losses below 5 % could not be seen on its curves.",
    }),
    separateHalvesNote,
    writesOnlyNote,
    pairedSeedsNote,
    workbenchNote,
  ],
  documents: openDocuments,
});
