/** Figures 13 and 14 of the QsNET paper: the six permutations, by offered load and by message size. */
import { comparisonDocument } from "../documents.ts";
import type { ExhibitRun, OpenDocument, RunResults } from "../contract.ts";
import { average, printed, printedRange } from "../numbers.ts";
import { isAtLeast, isBelow } from "../predicates.ts";
import { exhibit, measuredStatements, notesOf, type RowSpec, series } from "../exhibit.ts";
import {
  acceptedRate,
  acceptedRow,
  sweepLoads,
  randomTraffic,
  bidirectionalRate,
  type TrafficDistribution,
  distributions,
  workbenchNote,
  qsnetDocument,
  distributionSweepNote,
  type QsnetPermutation,
  permutations,
  saturatingTraffic,
  sayOfferedRate,
  qsnetTolerance,
  qsnetDataUnit,
} from "./machine.ts";
import { percent } from "../verdict.ts";
import { qsnetSentences } from "./printed.ts";

/** Offered loads of the curves, in phits per cycle: about 50, 100, 200 and 340 MB/s of data. */
const loads = [0.15, 0.3, 0.6, 1] as const;
const [fastPermutations, slowPermutations] = [permutations.slice(0, 3), permutations.slice(3)];

const inStepRunId = ([, kind]: QsnetPermutation) => `in step ${kind}`;
const randomRunId = ([, kind]: QsnetPermutation, distribution: TrafficDistribution, load: number) => `${kind} ${distribution} ${load}`;
const curveRowId = ([, kind]: QsnetPermutation, load: number) => `${kind} ${load}`;

const inStepDocument = ([name, kind]: QsnetPermutation) => qsnetDocument(`QsNET, ${name}, in step`, saturatingTraffic(kind));
const randomDocument = ([name, kind]: QsnetPermutation, distribution: TrafficDistribution, load: number) =>
  qsnetDocument(`QsNET, ${name}, ${distribution} sizes and times`, randomTraffic(kind, distribution, load), {
    run: { warmUp: 300_000, window: 300_000, drain: 0 },
  });

/** A panel of the figure as a sweep that the workbench simulates. */
const panelSweep = (permutation: QsnetPermutation): OpenDocument => ({
  title: `${permutation[0]}, the panel as a sweep`,
  document: {
    ...randomDocument(permutation, "exponential", 1),
    title: `QsNET, Figure 13, ${permutation[0]}`,
    sweep: [
      { path: "workload.process", values: [...distributions] },
      { path: "workload.load", values: [...sweepLoads] },
    ],
  },
});

const runs: readonly ExhibitRun[] = permutations.flatMap((each) => [
  { id: inStepRunId(each), document: inStepDocument(each) },
  ...distributions.flatMap((distribution) =>
    loads.map((load) => ({ id: randomRunId(each, distribution, load), document: randomDocument(each, distribution, load) })),
  ),
]);

/** Accepted bandwidth in MB/s at a load, averaged over both distributions. */
const meanRate = (results: RunResults, permutation: QsnetPermutation, load: number) =>
  average(distributions.map((each) => acceptedRate(results(randomRunId(permutation, each, load)))));

const rows: readonly RowSpec[] = [
  ...permutations.map((permutation, i) => {
    const [label, id] = permutation;
    const published = i < fastPermutations.length ? printed(String(bidirectionalRate)) : printedRange("165–200", 165, 200);
    return { series: "accepted", ...acceptedRow(inStepRunId(permutation), id, { id, label, published }) };
  }),
  ...permutations.flatMap((permutation) =>
    loads.map((load): RowSpec => ({
      id: curveRowId(permutation, load),
      label: sayOfferedRate(load),
      series: `curve ${permutation[1]}`,
      formula: "data delivered per sending node; mean of uniform and exponential sizes and times",
      runs: distributions.map((each) => randomRunId(permutation, each, load)),
      decimals: 0,
      value: ({ results }) => meanRate(results, permutation, load),
    })),
  ),
];

const inStepRatesOf = (results: RunResults, selected: readonly QsnetPermutation[]) =>
  selected.map((each) => acceptedRate(results(inStepRunId(each))));
const sayRates = (results: RunResults, selected: readonly QsnetPermutation[]) =>
  inStepRatesOf(results, selected)
    .map((rate, i) => `${selected[i][0]} ${rate.toFixed(0)}`)
    .join(", ");
const [neighborPermutation, , complementPermutation] = permutations;

const statements = measuredStatements(qsnetSentences["Figure 13"], [], {
  optimal: {
    interpretation: `each of the three permutations is within 1 % of ${bidirectionalRate} MB/s`,
    runs: fastPermutations.map(inStepRunId),
    check: ({ results }) =>
      isAtLeast(inStepRatesOf(results, fastPermutations), 0.99 * bidirectionalRate, `${sayRates(results, fastPermutations)} MB/s.`),
  },
  slow: {
    interpretation: "each of these three permutations has a lower bandwidth than each of the three fast ones",
    runs: permutations.map(inStepRunId),
    check: ({ results }) =>
      isBelow(
        inStepRatesOf(results, slowPermutations),
        Math.min(...inStepRatesOf(results, fastPermutations)),
        `${sayRates(results, slowPermutations)} MB/s.`,
      ),
  },
  same: {
    interpretation: "also with random injection times, the two permutations are within 5 % of each other at every load",
    runs: [neighborPermutation, complementPermutation].flatMap((each) =>
      loads.flatMap((load) => distributions.map((distribution) => randomRunId(each, distribution, load))),
    ),
    check({ results }) {
      const pairs = loads.map(
        (load) => [meanRate(results, neighborPermutation, load), meanRate(results, complementPermutation, load)] as const,
      );
      return {
        holds: pairs.every(([a, b]) => Math.abs(a / b - 1) <= 0.05),
        because: `Neighbor and complement accept ${pairs.map(([a, b], i) => `${a.toFixed(0)} and ${b.toFixed(0)} of ${sayOfferedRate(loads[i])} offered`).join(", ")}.`,
      };
    },
  },
});

const openDocuments = permutations.map((each) => ({ title: each[0], document: inStepDocument(each) }));

export const qsnetFigure13 = exhibit("qsnet", "Figure 13", "Section 5.4", {
  loadUnit: qsnetDataUnit,
  title: "Three permutations at full bandwidth; three far below it, although the tree has no conflicts",
  lede({ numberOf }) {
    const [fastRates, slowRates] = [fastPermutations, slowPermutations].map((selected) => selected.map(([, kind]) => numberOf(kind)));
    const [lowest, highest] = [Math.min(...slowRates), Math.max(...slowRates)];
    const randomRates = fastPermutations.map((each) => numberOf(curveRowId(each, 1)));
    return `With a simultaneous start, neighbor, butterfly and complement reach ${Math.min(...fastRates).toFixed(0)} MB/s, the maximum of a node that sends and receives; the others ${lowest.toFixed(0)} to ${highest.toFixed(0)}, although the tree can route all six without conflicts. With random injection times, as in the figure, the three reach ${Math.min(...randomRates).toFixed(0)} to ${Math.max(...randomRates).toFixed(0)} within 3 ms, still rising.`;
  },
  series: [
    series("accepted", "Accepted bandwidth per sending node", "all nodes at full rate, simultaneous start", "MB/s"),
    ...permutations.map(([name, kind]) =>
      series(
        `curve ${kind}`,
        name,
        "random injection times, by offered bandwidth; mean of uniform and exponential sizes and times",
        "MB/s",
      ),
    ),
  ],
  rows,
  statements,
  figures: {
    is: "growth",
    title: "Accepted bandwidth by offered bandwidth, per sending node",
    caption:
      "random injection times; solid: the three that reach full bandwidth with a simultaneous start, here still rising; dashed: the others",
    unit: "MB/s",
    horizontalTitle: "MB/s offered",
    scale: "linear",
    limit: { value: bidirectionalRate, text: `${bidirectionalRate}, simultaneous start` },
    columns: loads.map((load) => ({ text: sayOfferedRate(load).replace(" MB/s", ""), x: load })),
    lines: permutations.map((each) => ({
      title: each[0].replace("matrix ", ""),
      rows: loads.map((load) => curveRowId(each, load)),
      look: fastPermutations.includes(each) ? ("plain" as const) : ("dashed" as const),
    })),
  },
  runs,
  tolerance: qsnetTolerance,
  notes: [
    ...notesOf({
      "our model: Simultaneous start and random times":
        "For the judged numbers, all nodes start simultaneously and send messages of 256 KB without pauses, so the steady state of a long experiment is reached after a few milliseconds. With random times, a node is idle before its first message and sometimes later. So after 3 ms the curves of the three fast permutations are still rising, equally for all three.",
      "our model: The limit of 280":
        "Neighbor, butterfly and complement are limited by the memory of a node that sends and receives simultaneously, a constant fitted to Figure 10. To reach this limit on the longest paths, complement needs two virtual channels and two outstanding packets; with one of either it stays far below (Section 5.3).",
      "in the source: Numbers in the text":
        "The figure shows curves. Section 5.4 gives 280 MB/s for the first three and 165 to 200 MB/s for the other three together, without an order. In bit-reversal, transpose, butterfly and shuffle some nodes would send to themselves and are silent; the mean is over the sending nodes.",
    }),
    distributionSweepNote,
  ],
  documents: [
    { title: "All six side by side", document: comparisonDocument("QsNET, Figure 13, in step", openDocuments) },
    ...permutations.map(panelSweep),
    ...openDocuments,
  ],
});

/** Message sizes of Figure 14. */
const messageSizes = [
  { bytes: "320 B", at: 320 },
  { bytes: "4 KiB", at: 4096 },
  { bytes: "64 KiB", at: 65_536 },
  { bytes: "256 KiB", at: 262_144 },
] as const;
type MessageSize = (typeof messageSizes)[number];

const sayBytes = ({ bytes }: MessageSize) => bytes.replace("iB", "B");
const sizedRunId = ([, kind]: QsnetPermutation, { bytes }: MessageSize) => `${kind} ${bytes}`;
const sizedDocument = (permutation: QsnetPermutation, message: MessageSize) =>
  qsnetDocument(`QsNET, ${permutation[0]}, messages of ${sayBytes(message)}`, saturatingTraffic(permutation[1], message.bytes), {
    run: { warmUp: 50_000, window: 100_000, drain: 0 },
  });

export const qsnetFigure14 = exhibit("qsnet", "Figure 14", "Section 5.4", {
  loadUnit: qsnetDataUnit,
  title: "In the model, message size does not affect permutations: every message takes the same path",
  lede({ numberOf }) {
    const rates = permutations.map((each) => messageSizes.map((message) => numberOf(sizedRunId(each, message))));
    const largestVariation = Math.max(
      ...rates.map((permutationRates) => Math.max(...permutationRates) / Math.min(...permutationRates) - 1),
    );
    const changes = largestVariation < 5e-4 ? "no permutation changes" : `no permutation changes by more than ${percent(largestVariation)}`;
    return `For messages from one packet to 256 KB, ${changes}: the partners do not change, and a long message is simply a sequence of packets.`;
  },
  series: messageSizes.map((message) =>
    series(`maximum ${message.bytes}`, `Messages of ${sayBytes(message)}`, "all nodes at full rate, simultaneous start", "MB/s"),
  ),
  rows: messageSizes.flatMap((message) =>
    permutations.map((permutation) => ({
      series: `maximum ${message.bytes}`,
      ...acceptedRow(sizedRunId(permutation, message), permutation[1], { label: permutation[0] }),
      formula: "data delivered per sending node; all nodes send at full rate, simultaneous start",
    })),
  ),
  figures: {
    is: "growth",
    title: "Maximum bandwidth by message size",
    caption: "64 nodes; both scales are logarithmic; the lines of neighbor, butterfly and complement coincide",
    unit: "MB/s",
    horizontalTitle: "bytes per message",
    columns: messageSizes.map((message) => ({ text: sayBytes(message), x: message.at })),
    lines: permutations.map((each) => ({
      title: each[0].replace("matrix ", ""),
      rows: messageSizes.map((message) => sizedRunId(each, message)),
    })),
  },
  runs: permutations.flatMap((each) =>
    messageSizes.map((message) => ({ id: sizedRunId(each, message), document: sizedDocument(each, message) })),
  ),
  tolerance: qsnetTolerance,
  notes: [
    ...notesOf({
      "our model: Not modelled":
        "All nodes send without pauses, and each message follows the previous one immediately. So the model does not include the overhead per message at a node, and short messages reach the same bandwidth as long ones; on the real machine this is not possible. Section 5.4 gives no number for this figure.",
      "our model: Difference to Figure 13":
        "Here a run is measured for 1 ms after a warm-up of 0.5 ms; there, for 3 ms after 1 ms. For the slow permutations the results differ by about 1 MB/s.",
    }),
    workbenchNote,
  ],
  documents: permutations.map((each): OpenDocument => ({
    title: `${each[0]}, as a sweep`,
    document: {
      ...sizedDocument(each, messageSizes[3]),
      sweep: [{ path: "workload.size.bytes", values: messageSizes.map(({ bytes }) => bytes) }],
    },
  })),
});
