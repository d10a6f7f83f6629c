/** QsNET, Figure 16: a write hot spot. Aggregate bandwidth by the number of writers, and the bandwidth of each of 63 writers. */
import type { Results } from "../../core/measures/results.ts";
import type { Published, ScenarioDocument, Provenance } from "../contract.ts";
import { average, sampleMeanOf, printed, printedAs, paraphrased, withDecimals } from "../numbers.ts";
import { isWithinRange, isNear } from "../predicates.ts";
import { rowsOfOneSeries, type ColumnRow, joinTables, meanOfRuns, numberOfRun } from "../rows.ts";
import { checkedStatements, exhibit, movableConstants, notesOf, series } from "../exhibit.ts";
import { dataRate, workbenchNote, qsnetDocument, qsnetDataUnit } from "./machine.ts";
import { printedWriterGroups, qsnetSentences } from "./printed.ts";

/** Distributions of inter-arrival times (T) and message sizes (S), as in the figure; both mean sizes are 1 MB. */
const distributions = [
  { id: "exponential", title: "T and S exponential", process: "exponential", size: { kind: "exponential", mean: "1 MB" } },
  { id: "uniform", title: "T and S uniform", process: "uniform", size: { kind: "uniform", min: "1 B", max: "2 MB" } },
] as const;
type ArrivalAndSizeDistribution = (typeof distributions)[number];

const writerCounts = [1, 2, 4, 8, 16, 24, 32, 40, 48, 56, 63] as const;
const maxWriters = 63;
const seeds = [1, 2, 3];
const [exponentialKind] = distributions;
/** Cycles of 10 ns per microsecond. */
const perMicrosecond = 100;

/** Default width, in µs, of the intervals within which packets count as equally old. */
const defaultAgeClass = 50;

const withAgeClass = (document: ScenarioDocument, microseconds: number): ScenarioDocument => ({
  ...document,
  flowControl: { ...(document["flowControl"] as ScenarioDocument), ageClass: Math.round(microseconds * perMicrosecond) },
});

/**
 * The scenario of the hot spot: `writers` nodes, 1, 2, 3 and so on, send write requests to a single I/O server, node 0, as fast as they
 * can. The distribution is that of message sizes and of the times between messages. The document measures 2,000,000 cycles (20 ms) after a
 * warm-up of 1,000,000. `withAgeClass` sets the width of the time steps by which the switches prefer older messages.
 */
const hotSpotDocument = (writers: number, { process, size, title }: ArrivalAndSizeDistribution, seed: number): ScenarioDocument =>
  withAgeClass(
    qsnetDocument(
      `QsNET, ${writers} ${writers === 1 ? "writer" : "writers"} of node 0, ${title}`,
      {
        kind: "io",
        ranks: writers,
        mapping: { kind: "consecutive", first: 1 },
        servers: 1,
        serverMapping: "consecutive",
        application: "dedicated",
        load: 1,
        process,
        size,
      },
      { run: { warmUp: 1_000_000, window: 2_000_000, drain: 0 }, seed },
    ),
    defaultAgeClass,
  );

const ageClassOf = (document: ScenarioDocument) => (document["flowControl"] as ScenarioDocument)["ageClass"];

const figure16Constants = movableConstants({
  age: {
    title: "Width of an age class",
    unit: "µs",
    defaultValue: defaultAgeClass,
    range: [0.01, 200, 0.01],
    fittedOn: "Figure 16(b): near writers have more bandwidth than far ones",
    help: "Switches serve the oldest packet first; packets injected within the same interval of this width count as equally old. The paper mentions an aging mechanism without a number.",
    // A run that sets another width than the default keeps that width.
    putValue: (document, value) =>
      ageClassOf(document) === ageClassOf(withAgeClass(document, defaultAgeClass)) ? withAgeClass(document, value) : document,
  },
});

const runId = (writers: number, kind: ArrivalAndSizeDistribution, seed: number) => `${writers} ${kind.id} ${seed}`;
const exactAgesRunId = (seed: number) => `exact ages ${seed}`;
const exactAgeClass = 0.01;

/** Bandwidth that the server receives, in MB/s. */
const aggregateRate = (results: Results) => dataRate(results.each?.accepted[0] ?? NaN);

const groups = [
  { id: "1", label: "nodes 1 to 3", from: 1, to: 3, published: printed(printedWriterGroups[0]), where: "under the server's own switch" },
  { id: "2", label: "nodes 4 to 15", from: 4, to: 15, published: printed(printedWriterGroups[1]), where: "through the second level" },
  { id: "3", label: "nodes 16 to 63", from: 16, to: 63, published: printed(printedWriterGroups[2]), where: "through the third level" },
] as const;
type Group = (typeof groups)[number];

const ratePerNode = (results: Results, { from, to }: Pick<Group, "from" | "to">) => {
  return dataRate(average((results.each?.sent ?? []).slice(from, to + 1)));
};

const ageClassProvenance: Provenance = { is: "fitted", constant: `width of an age class, ${defaultAgeClass} µs`, cell: "Figure 16(b)" };

const groupRow = (group: Group, run: (seed: number) => string, word: Provenance, published: Published | null): ColumnRow => ({
  key: group.id,
  label: group.label,
  detail: group.where,
  published,
  provenance: word,
  formula: "injected data / nodes of the group; mean of three seeds",
  decimals: 2,
  ...meanOfRuns(seeds.map(run), (results) => ratePerNode(results, group)),
});

const allWritersRunId = (seed: number) => runId(maxWriters, exponentialKind, seed);
const hasSeveralSeeds = (writers: number, kind: ArrivalAndSizeDistribution) => writers === maxWriters && kind === exponentialKind;

const aggregateRow = (writers: number, kind: ArrivalAndSizeDistribution): ColumnRow => ({
  key: writers,
  label: `${writers} ${writers === 1 ? "writer" : "writers"}`,
  published:
    kind !== exponentialKind
      ? null
      : writers === 32
        ? paraphrased("337", "the curves are approximately flat up to 32 nodes, reaching 337 MB/s", 337)
        : writers === maxWriters
          ? printedAs("337 less 8 %", 337 * 0.92, 0)
          : null,
  formula: `data delivered to node 0 in the measurement window; ${hasSeveralSeeds(writers, kind) ? "mean of three seeds" : "one seed"}`,
  decimals: 0,
  ...(hasSeveralSeeds(writers, kind)
    ? meanOfRuns(seeds.map(allWritersRunId), aggregateRate)
    : numberOfRun(runId(writers, kind, seeds[0]), aggregateRate)),
});

const groupRatesOf = (results: (run: string) => Results) =>
  groups.map((group) => average(seeds.map((seed) => ratePerNode(results(allWritersRunId(seed)), group))));
const formatRate = withDecimals(2, " MB/s");
/** Minimum relative difference between two groups; the paper's lower two groups differ by 10 %. */
const groupDifference = 0.05;
const areDistinct = (larger: number, smaller: number) => larger > (1 + groupDifference) * smaller;
const printedSum = 3 * 8 + 12 * 4.8 + 48 * 4.3;

const flatCounts = writerCounts.filter((count) => count <= 32);

const statements = checkedStatements(qsnetSentences["Figure 16"], [], {
  flat: {
    interpretation: "on both curves, the aggregate with 1 to 32 writers is at most 5 % below the largest",
    otherwise: "not reproduced",
    runs: distributions.flatMap((kind) => flatCounts.map((count) => runId(count, kind, seeds[0]))),
    check({ results }) {
      const curves = distributions.map((kind) => {
        const aggregates = flatCounts.map((count) => aggregateRate(results(runId(count, kind, seeds[0]))));
        const smallest = Math.min(...aggregates);
        return { title: kind.title, least: smallest, at: flatCounts[aggregates.indexOf(smallest)], largest: Math.max(...aggregates) };
      });
      return {
        holds: curves.every(({ least: smallest, largest }) => smallest >= 0.95 * largest),
        because: `${curves.map(({ title, least: smallest, at: writersAtSmallest, largest }) => `${title}: between ${smallest.toFixed(0)} (${writersAtSmallest === 1 ? "1 writer" : `${writersAtSmallest} writers`}) and ${largest.toFixed(0)} MB/s`).join("; ")}.`,
      };
    },
  },
  decrease: {
    interpretation: "the aggregate of 63 writers is 6 to 10 % below the aggregate of 32",
    otherwise: "not reproduced",
    runs: [...seeds.map(allWritersRunId), runId(32, exponentialKind, seeds[0])],
    check({ results }) {
      const rateOfAll = sampleMeanOf(seeds.map((seed) => aggregateRate(results(allWritersRunId(seed))))).value;
      const rateOf32 = aggregateRate(results(runId(32, exponentialKind, seeds[0])));
      return isWithinRange(
        1 - rateOfAll / rateOf32,
        [0.06, 0.1],
        `The aggregate is ${rateOf32.toFixed(1)} MB/s with 32 writers and ${rateOfAll.toFixed(1)} MB/s with 63 writers.`,
      );
    },
  },
  groups: {
    interpretation: `nodes closer to the server have more bandwidth: each group more than ${100 * groupDifference} % above the next`,
    otherwise: "not reproduced",
    runs: seeds.map(allWritersRunId),
    check({ results }) {
      const [nearRate, middleRate, farRate] = groupRatesOf(results);
      const isFirst = areDistinct(nearRate, middleRate);
      const isSecond = areDistinct(middleRate, farRate);
      const groupsClause =
        isFirst && isSecond
          ? ""
          : isFirst
            ? ": the last two groups do not differ"
            : isSecond
              ? ": the first two groups do not differ"
              : ": there are no groups";
      return {
        holds: isFirst && isSecond,
        because: `The nodes of the three groups have ${formatRate(nearRate)}, ${formatRate(middleRate)} and ${formatRate(farRate)}${groupsClause}.`,
      };
    },
  },
  sum: {
    interpretation: "the bandwidths of three, twelve and 48 nodes add up to the aggregate of 64 nodes, within 2 %",
    otherwise: "contradicts the aggregate of the same section",
    check: () =>
      isNear(printedSum, 337 * 0.92, 0.02, "3 × 8 + 12 × 4.8 + 48 × 4.3 = {} MB/s, and 337 less 8 % is {limit}.", withDecimals(0)),
  },
});

const nodeRow = (node: number): ColumnRow => ({
  key: node,
  label: `node ${node}`,
  provenance: ageClassProvenance,
  formula: "injected data; mean of three seeds",
  decimals: 2,
  ...meanOfRuns(seeds.map(allWritersRunId), ({ each }) => dataRate(each?.sent[node] ?? NaN)),
});
const nodes = Array.from({ length: maxWriters }, (_, i) => i + 1);

export const qsnetFigure16 = exhibit("qsnet", "Figure 16", "Section 5.5", {
  loadUnit: qsnetDataUnit,
  title: "A few writers saturate one server, and near writers have more bandwidth",
  lede({ numberOf, textOf }) {
    const [nearRate, middleRate, farRate] = groups.map(({ id }) => numberOf(`group ${id}`));
    const groupsClause = !areDistinct(middleRate, farRate)
      ? "not the paper's three groups"
      : areDistinct(nearRate, middleRate)
        ? "three groups, as in the paper"
        : "two groups instead of the paper's three";
    return `Node 0 receives ${textOf("exponential 1", 0)} MB/s from one writer and ${textOf(`exponential ${maxWriters}`, 0)} from 63. Of these, the three writers on the server's switch have ${formatRate(nearRate)} each, those reached through the second level ${formatRate(middleRate)}, and the others ${formatRate(farRate)}: ${groupsClause}.`;
  },
  ...joinTables(
    rowsOfOneSeries(
      series("group", "Bandwidth per writer, 63 writers", "times and sizes exponential", "MB/s"),
      groups.map((group) => groupRow(group, allWritersRunId, ageClassProvenance, group.published)),
    ),
    ...distributions.map((kind) =>
      rowsOfOneSeries(
        series(kind.id, `Aggregate, ${kind.title}`, "received by node 0", "MB/s"),
        writerCounts.map((count) => aggregateRow(count, kind)),
      ),
    ),
    rowsOfOneSeries(
      series("control", "Bandwidth per writer with exact ages", "age classes of 0.01 µs", "MB/s"),
      groups.map((group) => groupRow(group, exactAgesRunId, { is: "predicted" }, null)),
    ),
    rowsOfOneSeries({ ...series("node", "Each of 63 writers", "bandwidth", "MB/s"), isFolded: true }, nodes.map(nodeRow)),
  ),
  statements,
  figures: [
    {
      is: "growth",
      title: "(a) Aggregate by the number of writers",
      caption: "received by node 0; messages of 1 MB on average; times (T) and sizes (S) both exponential or both uniform",
      unit: "MB/s",
      horizontalTitle: "writers",
      scale: "linear",
      columns: writerCounts.map((count) => ({ text: String(count), x: count })),
      lines: distributions.map((kind) => ({ title: kind.id, rows: writerCounts.map((count) => `${kind.id} ${count}`) })),
    },
    {
      is: "growth",
      title: "(b) Each of 63 writers",
      caption:
        "bandwidth: nodes 1 to 3 are on the server's switch, 4 to 15 reach it through the second level, the others through the third",
      unit: "MB/s",
      horizontalTitle: "node",
      scale: "linear",
      columns: nodes.map((node) => ({ text: String(node), x: node })),
      lines: [{ title: "writer", rows: nodes.map((node) => `node ${node}`) }],
    },
  ],
  runs: [
    ...distributions.flatMap((kind) =>
      writerCounts.flatMap((count) =>
        (hasSeveralSeeds(count, kind) ? seeds : [seeds[0]]).map((seed) => ({
          id: runId(count, kind, seed),
          document: hotSpotDocument(count, kind, seed),
        })),
      ),
    ),
    ...seeds.map((seed) => ({
      id: exactAgesRunId(seed),
      document: withAgeClass(hotSpotDocument(maxWriters, exponentialKind, seed), exactAgeClass),
    })),
  ],
  constants: figure16Constants,
  tolerance: { relative: 0.05, why: "5 %, as for every bandwidth of this paper." },
  notes: [
    ...notesOf({
      "our model: Origin of the groups":
        "With exact ages, packets are served strictly by age and all writers have the same bandwidth. Within a class of 50 µs, packets are served in the order of their requests, and a near writer requests more often. We chose age classes because near writers then have more bandwidth than far ones; the control changes their width. The three groups are not reproduced: the first two have the same bandwidth, too little for the first and too much for the second.",
      "erratum in the source: 288 or 310":
        "The bandwidths of the three groups add up to 288 MB/s. The same section gives 337 less 8 %, which is 310. These cannot come from the same measurement; ours add up to the bandwidth of the server.",
      "in the source: 64 nodes": "Node 0 is the server, so at most 63 nodes write. Three of the “nodes from 0 to 3” are writers.",
      "our model: One writer":
        "At load 1 the mean offered load of a writer equals the link rate, at random times. During the 20 ms of a run, a single writer is sometimes idle, so the curve of uniform times begins lower. With two writers this does not happen.",
      "our model: The decrease":
        "The paper attributes it to the third level and to the time to release a circuit with more than 40 partners. In our model the next packet always keeps the server's link busy, for any number of writers.",
    }),
    workbenchNote,
  ],
  documents: [
    { title: "63 writers", document: hotSpotDocument(maxWriters, exponentialKind, 1) },
    {
      title: "A sweep over the number of writers",
      document: {
        ...hotSpotDocument(maxWriters, exponentialKind, 1),
        title: "QsNET, Figure 16(a)",
        sweep: [{ path: "workload.ranks", values: [...writerCounts] }],
      },
    },
    { title: "63 writers, exact ages", document: withAgeClass(hotSpotDocument(maxWriters, exponentialKind, 1), exactAgeClass) },
  ],
});
