/** QsNET, Figures 19 and 20: the bandwidth of a compute job while another job does I/O. */
import type { Results } from "../../core/measures/results.ts";
import { sideBySide } from "../documents.ts";
import type { OpenDocument, Published, RecordedOf, Recording, Statement, Value } from "../contract.ts";
import { average, errorOf, meanOf, readAs } from "../numbers.ts";
import { isBelow } from "../predicates.ts";
import { exhibit, measured, notesOf, type Reading, type RowSpec, series } from "../exhibit.ts";
import { signed } from "../outcome.ts";
import { type Application, applications, type Combination, combinations, combined, computeAlone, partsOf } from "./io.ts";
import { bothWays, dataRate, inWorkbench, onQsnet } from "./machine.ts";
import { says } from "./printed.ts";

/** A combination of jobs with shared or dedicated servers: one curve in each panel of Figure 19. */
interface Case {
  readonly combination: Combination;
  readonly application: Application;
}

const cases: readonly Case[] = applications.flatMap((application) => combinations.map((combination) => ({ combination, application })));
const nameOf = ({ combination, application }: Case) => `${combination.title}, ${application}`;
const loads = [0.1, 0.3, 0.5] as const;
type Load = (typeof loads)[number];
const seeds = [1, 2, 3, 4];

const long = { run: { warmUp: 1_000_000, window: 5_000_000, drain: 0 } };
const documentOf = ({ combination, application }: Case, load: number) =>
  onQsnet(`QsNET, two jobs, ${nameOf({ combination, application })}`, combined(combination, application, load), long);
const aloneOf = ({ combination, application }: Case) =>
  onQsnet(`QsNET, the compute job alone, ${nameOf({ combination, application })}`, computeAlone(combination, application), long);

const opened: readonly OpenDocument[] = cases.map((each) => ({ title: nameOf(each), document: documentOf(each, 0.3) }));
const alone: readonly OpenDocument[] = cases.map((each) => ({ title: `${nameOf(each)}, without I/O`, document: aloneOf(each) }));

const bySeed = { path: "seed", values: seeds };
const together: Recording = {
  id: "qsnet-two-jobs",
  title: "Two jobs on 64 nodes, three loads of I/O",
  document: { ...sideBySide("QsNET, Figure 19", opened), sweep: [{ path: "workload.io.0.load", values: [...loads] }, bySeed] },
};
const without: Recording = {
  id: "qsnet-one-job",
  title: "The compute job without I/O",
  document: { ...sideBySide("QsNET, Figure 19, without I/O", alone), sweep: [bySeed] },
};

const computeNodes = new Map(cases.map((each) => [nameOf(each), partsOf(documentOf(each, 0.3)).compute] as const));

/** Bandwidth that a node of the compute job sends, in MB/s. */
function sentBy({ each }: Results, nodes: readonly number[]): number {
  return dataRate(average(nodes.map((node) => each?.sent[node] ?? NaN)));
}

/** Bandwidth of the compute job by seed; without I/O if the load is null. */
function drawsOf(recorded: RecordedOf, own: Case, load: Load | null): readonly number[] {
  const place = cases.findIndex((each) => nameOf(each) === nameOf(own));
  const nodes = computeNodes.get(nameOf(own)) ?? [];
  return seeds.map((_, seed) => {
    const results =
      load === null
        ? recorded(without.id)[place * seeds.length + seed]
        : recorded(together.id)[(place * loads.length + loads.indexOf(load)) * seeds.length + seed];
    return sentBy(results, nodes);
  });
}

/** Loss of the compute job relative to its bandwidth without I/O, in percent. Each seed is compared with the same seed. */
function lossOf(recorded: RecordedOf, own: Case, load: Load): Value {
  const before = drawsOf(recorded, own, null);
  return meanOf(drawsOf(recorded, own, load).map((each, seed) => 100 * (1 - each / before[seed])));
}

const drawn = `mean of ${seeds.length} seeds`;
const rowId = (own: Case, load: Load | null) => `${load ?? "alone"} ${nameOf(own)}`;
const seriesOf = (load: Load | null) => (load === null ? "alone" : `load ${load}`);
const both = [together.id, without.id];
const first = cases[0];
const baseline = readAs("about 130", "the optimal asymptotic bandwidth of the compute job is about 130 MB/s", 130);

const rateRow = (own: Case, load: Load | null, published: Published | null): RowSpec => ({
  id: rowId(own, load),
  label: nameOf(own),
  series: seriesOf(load),
  published,
  formula: `data of the compute job that entered the network / its nodes; ${drawn}`,
  runs: [load === null ? without.id : together.id],
  decimals: 0,
  document: load === null ? aloneOf(own) : documentOf(own, load),
  value: ({ recorded }) => meanOf(drawsOf(recorded, own, load)),
});

const lossRow = (own: Case, load: Load): RowSpec => ({
  id: `loss ${rowId(own, load)}`,
  label: nameOf(own),
  series: `loss ${load}`,
  formula: `1 − with I/O / without, seed by seed; ${drawn}`,
  runs: both,
  decimals: 1,
  document: documentOf(own, load),
  value: ({ recorded }) => lossOf(recorded, own, load),
});

/** Losses below this, in percent, count as none: they would not be visible in the paper's curves. */
const none = 5;

const sayStep = (each: Value) => `${signed(each.value.toFixed(1))} ± ${errorOf(each).toFixed(1)}`;
const saidLoss = (loss: Value) => `${sayStep(loss)} %`;
const of = (title: string, application: Application) =>
  cases.find(({ combination, application: own }) => combination.title === title && own === application) ?? first;

/** The largest loss of the given cases over all loads. */
function worstLoss(recorded: RecordedOf, among: readonly Case[]) {
  const losses = among.flatMap((own) => loads.map((load) => ({ own, load, loss: lossOf(recorded, own, load) })));
  return losses.reduce((worst, each) => (each.loss.value > worst.loss.value ? each : worst));
}

const statements = measured(says["Figure 19"], [], {
  "1": {
    readAs: `in the three dedicated cases the compute job loses less than ${none} %, at every load`,
    runs: both,
    check({ recorded }) {
      const { own, load, loss } = worstLoss(
        recorded,
        cases.filter(({ application }) => application === "dedicated"),
      );
      return isBelow(loss.value, none, `The most that is lost is ${saidLoss(loss)} (${nameOf(own)}, load ${load}).`);
    },
  },
  "2": {
    readAs: `the sentence is cut there in our copy; it leads to clustered 1c with shared servers: the compute job loses less than ${none} %, at every load`,
    runs: both,
    check({ recorded }) {
      const { load, loss } = worstLoss(recorded, [of("clustered 1c", "shared")]);
      return isBelow(loss.value, none, `The most that is lost is ${saidLoss(loss)} (load ${load}).`);
    },
  },
  "3": {
    readAs: "clustered 1i, shared: a tenth or more is lost at every load, and 30 to 50 % at the worst",
    runs: both,
    check({ recorded }) {
      const losses = loads.map((load) => lossOf(recorded, of("clustered 1i", "shared"), load));
      const most = Math.max(...losses.map(({ value }) => value));
      return {
        holds: losses.every(({ value }) => value >= 10) && most >= 30 && most <= 50,
        because: `${losses.map((loss, i) => `${saidLoss(loss)} at ${loads[i]}`).join(", ")}.`,
      };
    },
  },
  "4": {
    readAs: "distributed, shared: less at 0.3 than at 0.1, and less at 0.5 than at 0.3, each by more than its standard error",
    runs: [together.id],
    check({ recorded }) {
      const draws = loads.map((load) => drawsOf(recorded, of("distributed", "shared"), load));
      const steps = draws.slice(1).map((own, i) => meanOf(own.map((each, seed) => draws[i][seed] - each)));
      return {
        holds: steps.every((step) => step.value > errorOf(step)),
        because: `It gets ${draws.map((own) => meanOf(own).value.toFixed(0)).join(", ")} MB/s at ${loads.join(", ")}; the steps are ${steps.map(sayStep).join(" and ")} MB/s.`,
      };
    },
  },
});

const [writesOnly, paired, untouched] = notesOf({
  "our model: Writes only":
    "The paper does not say here how much of the I/O is read; we let it only write. Then nothing but the compute job sends from its nodes, and what is measured there is its own.",
  "our model: Chance": `Uniform traffic of so many nodes is uneven over some milliseconds: single seeds lie up to a tenth apart, with I/O and without. Losses are taken seed by seed against the same compute job alone, on the same nodes: ${seeds.length} seeds of 50 ms, after 10 ms of warm-up: at load 0.1 a client begins a message every 30 ms, and where the servers cannot keep up, more and more clients wait for them.`,
  "our model: 0.0 ± 0.0":
    "In clustered 1c with shared servers the compute job has nodes 0 to 31, and clients and servers have 32 to 63. No way within one half uses a channel of the other, so nothing is lost, exactly: this follows from the tree and needed no measurement.",
});

/** The largest loss of the cases with dedicated servers. */
const mostLost = ({ of: number }: Reading) =>
  Math.max(
    ...cases
      .filter(({ application }) => application === "dedicated")
      .flatMap((own) => loads.map((load) => number(`loss ${rowId(own, load)}`))),
  );

export const qsnetFigure19 = exhibit("qsnet", "Figure 19", "Section 5.7", {
  title: "I/O takes bandwidth from a job that runs on the servers, and little from others",
  lede(found) {
    const at = (title: string) => loads.map((load) => `${signed(found.shown(`loss ${rowId(of(title, "shared"), load)}`, 0))} %`).join(", ");
    return `On the clustered servers (1i) the compute job loses ${at("clustered 1i")} at I/O loads of 0.1, 0.3 and 0.5; apart from them (1c) ${at("clustered 1c")}; with distributed servers ${at("distributed")}. With dedicated servers it loses ${signed(mostLost(found).toFixed(0))} % at most.`;
  },
  series: [
    series("alone", "The compute job without I/O", "its nodes as in each case", "MB/s"),
    ...loads.map((load, i) =>
      series(`load ${load}`, `(${"ace"[i]}, ${"bdf"[i]}) with I/O at load ${load}`, "what a node of the compute job gets", "MB/s"),
    ),
    ...loads.map((load) => series(`loss ${load}`, `Lost at load ${load}`, "against the same job without I/O", "%")),
  ],
  rows: [
    ...cases.map((own) => rateRow(own, null, baseline)),
    ...loads.flatMap((load) => cases.map((own) => rateRow(own, load, null))),
    ...loads.flatMap((load) => cases.map((own) => lossRow(own, load))),
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
      .filter((own) => own.application === application)
      .map((own) => ({ title: own.combination.title, rows: [null, ...loads].map((load) => rowId(own, load)) })),
  })),
  recordings: [together, without],
  tolerance: { relative: 0.05, why: "Five per cent, as for every bandwidth of this paper." },
  notes: [
    writesOnly,
    paired,
    ...notesOf({
      "in the source: Curves": `The panels show accepted against offered bandwidth. In numbers the text has about 130 MB/s without interference, and a degradation of up to 40 %. Here the compute job offers all it can; what it is asked for below its asymptote it gets. A node could send ${bothWays} MB/s if nothing was in its way.`,
      "our model: About 130":
        "Our compute job gets 6 to 9 % more than that without I/O. Nothing was set for it: the one constant of this traffic, the time of an acknowledgement, is fitted on uniform traffic of all 64 nodes, and on half of them our circuits get less in each other's way than the machine's. The loss to I/O is given as a part of what our own job gets alone.",
      "our model: No interference":
        "With dedicated servers in 1c nothing is lost that could be told from chance. In 1i and with distributed servers the traffic of the servers enters switches of the second or the first level that compute nodes use, too: what waits there for a server is in the way, and more is lost the more I/O there is. The paper saw nothing of it.",
    }),
    untouched,
    ...notesOf({
      "in the source: (2)": "The text of statement (2) is cut in our copy after “clustered”. Its meaning follows from its place: case 1c.",
    }),
    inWorkbench,
  ],
  documents: [...opened, { title: "The compute job alone", document: aloneOf(first) }],
});

const regionOf = (loss: number) => (loss < none ? "no effect" : loss < 20 ? "affected" : "strongly affected");

export const qsnetFigure20 = exhibit("qsnet", "Figure 20", "Section 5.7", {
  title: "Where I/O of another job is felt, and where not",
  lede({ of: number }) {
    const felt = cases.filter((own) => loads.some((load) => number(`loss ${load} ${nameOf(own)}`) >= none));
    return `Felt, by more than ${none} %, in ${felt.length} of ${cases.length} cases: ${felt.map(nameOf).join("; ")}.`;
  },
  series: loads.map((load) =>
    series(`loss ${load}`, `Lost at I/O load ${load}`, `below ${none} % is no effect, from 20 % on a strong one`, "%"),
  ),
  rows: loads.flatMap((load) => cases.map((own) => ({ ...lossRow(own, load), id: `loss ${load} ${nameOf(own)}` }))),
  statements: cases.map((own): Statement => ({
    id: `region ${nameOf(own)}`,
    says:
      own.application === "dedicated"
        ? "there is no interference"
        : own.combination.id === "1c"
          ? "This basic result is extended to another case"
          : own.combination.id === "1i"
            ? "there is a substantial performance degradation, up to 40%, with any I/O load"
            : "the performance is sensitive to the I/O load",
    where: `Section 5.7, region ${nameOf(own)}`,
    readAs:
      own.application === "dedicated" || own.combination.id === "1c"
        ? `less than ${none} % is lost at every load`
        : own.combination.id === "1i"
          ? `more than ${none} % is lost at every load`
          : "more is lost at 0.5 than at 0.1",
    otherwise: "not reproduced",
    runs: both,
    check({ recorded }) {
      const losses = loads.map((load) => lossOf(recorded, own, load));
      const isFree = own.application === "dedicated" || own.combination.id === "1c";
      const values = losses.map(({ value }) => value);
      return {
        holds: isFree
          ? values.every((value) => value < none)
          : own.combination.id === "1i"
            ? values.every((value) => value >= none)
            : values[2] > values[0],
        because: `${losses.map((loss, i) => `${saidLoss(loss)} at ${loads[i]}: ${regionOf(loss.value)}`).join("; ")}.`.replace(
          /^./,
          (letter) => letter.toUpperCase(),
        ),
      };
    },
  })),
  // Nothing is printed, so all three loads share a table.
  figures: [],
  recordings: [together, without],
  tolerance: { relative: 0.05, why: "Five per cent, as for every bandwidth of this paper." },
  notes: [
    ...notesOf({
      "in the source: Regions":
        "The figure is a drawing of regions without numbers. The regions are those of statements (1) to (4), which are checked here case by case.",
      "our model: 5 and 20 %":
        "The paper gives no limits of its regions; these are ours. Losses below 5 % could not be seen on its curves.",
    }),
    untouched,
    writesOnly,
    paired,
    inWorkbench,
  ],
  documents: opened,
});
