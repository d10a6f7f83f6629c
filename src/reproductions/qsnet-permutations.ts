/** The six permutations of the QsNET paper on its tree of 64 nodes: Section 4.4 and Figure 13. */
import type { Analysis } from "../core/analysis/analysis.ts";
import { analyse } from "../core/analysis/analyse.ts";
import { compile } from "../core/compile.ts";
import { readScenario } from "../core/scenario/scenario.ts";
import { besideEachOther } from "./beside.ts";
import { type ScenarioDocument, exhibit, meanOf, printed, printedAs, printedRange, type Row } from "./contract.ts";
import { reckoned, series } from "./rows.ts";

const topology = { kind: "k-ary-n-tree", k: 4, n: 3 };

/** The patterns as the paper calls them, by their kind here. */
const patterns = [
  ["neighbor", "neighbour"],
  ["butterfly", "butterfly"],
  ["complement", "complement"],
  ["perfect-shuffle", "perfect-shuffle"],
  ["matrix transpose", "transpose"],
  ["bit-reversal", "bit-reversal"],
] as const;

const documentOf = (name: string, kind: string, more: ScenarioDocument = {}): ScenarioDocument => ({
  title: `QsNET, ${name}`,
  topology,
  workload: { kind: "open-loop", pattern: { kind }, load: 1 },
  ...more,
});

const planOf = (kind: string) => compile(readScenario(documentOf(kind, kind))).plan;
const analysed = new Map<string, Analysis>();

/** The analysis of a pattern, kept for the next row that asks. */
function analysisOf(kind: string): Analysis {
  const known = analysed.get(kind) ?? analyse(planOf(kind));
  analysed.set(kind, known);
  return known;
}

/** Channels that carry something, as a part of all, in per cent. */
function busyPart(kind: string): number {
  const { channelLoad } = analysisOf(kind);
  return (100 * channelLoad.filter((load) => load > 0).length) / channelLoad.length;
}

const opened = patterns.map(([name, kind]) => ({ title: name, document: documentOf(name, kind) }));

export const qsnetSection44 = exhibit({
  id: "qsnet-section-4-4",
  paper: "qsnet",
  label: "Section 4.4",
  kind: "statement",
  section: "Section 4.4",
  title: "Every one of the six permutations fits the tree without conflicts",
  lede({ values }) {
    const worst = Math.max(...patterns.map(([name]) => values.get(`load ${name}`)?.value ?? NaN));
    const so = worst <= 1 + 1e-9 ? ": what is lost in the measurements is lost by routing and flow control, not by the tree" : "";
    return `Spread evenly over the ways up, no permutation asks a channel for more than ${worst.toFixed(2)} of what it carries${so}.`;
  },
  series: [
    series("load", "Largest channel load", "all terminals sending at full rate; 1 is all that a channel carries", "phits/cycle"),
    series("hops", "Hops, mean", "terminal channels counted", "channels"),
    series("busy", "Channels in use", "", "%"),
    series("silent", "Nodes that send nothing"),
  ],
  rows: patterns.flatMap(([label, kind]): readonly Row[] => {
    const document = documentOf(label, kind);
    return [
      reckoned({
        label,
        series: "load",
        published: printedAs("no conflicts, 1", 1),
        formula: "traffic split evenly over the ways of every hop; the largest sum on a channel",
        decimals: 2,
        document,
        value: () => Math.max(...analysisOf(kind).channelLoad),
      }),
      reckoned({
        label,
        ...(kind === "neighbour" || kind === "complement" ? { detail: "Section 5.4" } : {}),
        series: "hops",
        published: kind === "neighbour" ? printed("2") : kind === "complement" ? printed("6") : null,
        formula: "channels on the way of each packet, in the mean over the nodes that send",
        decimals: 2,
        document,
        value: () => analysisOf(kind).meanHops,
      }),
      reckoned({
        label,
        ...(kind === "complement" ? { detail: "Section 5.4" } : {}),
        series: "busy",
        published: kind === "complement" ? printedAs("all, 100", 100) : null,
        formula: "channels that carry something / channels",
        decimals: 0,
        document,
        value: () => busyPart(kind),
      }),
      reckoned({
        label,
        series: "silent",
        published: null,
        formula: "nodes that the permutation maps to themselves",
        decimals: 0,
        document,
        value: () => {
          const { network, demand } = planOf(kind);
          return demand.form === "open-loop" ? network.terminals - demand.sending.reduce((sum, each) => sum + each, 0) : 0;
        },
      }),
    ];
  }),
  runs: [],
  tolerance: { relative: 0, why: "Computed, not measured: nothing but equality will do." },
  notes: [
    {
      title: "Without conflicts",
      kind: "our model",
      text: "A load of at most 1 on every channel is what routing without conflicts needs. We split the flow of a node evenly over its ways up; an off-line router would give each node one way. On a full fat tree, any permutation has room in this sense: the number tests the tree and the counting, not the six patterns.",
    },
    {
      title: "Who is silent",
      kind: "in the source",
      text: "Section 5.4 names the palindromes of bit-reversal: nodes whose number reads the same from both ends send nothing.",
    },
  ],
  documents: [{ title: "All six beside each other", document: besideEachOther("The six permutations of QsNET", opened) }, ...opened],
});

const seeds = [1, 2, 3];
const saturated = (name: string, kind: string, seed: number) =>
  documentOf(name, kind, {
    flowControl: { kind: "virtual-cut-through", virtualChannels: 2, packet: "380 B", arbitration: "oldest-first", ties: "random" },
    run: { warmUp: 4000, window: 6000, drain: 0 },
    seed,
  });

const openedAtFullRate = patterns.map(([name, kind]) => ({ title: name, document: saturated(name, kind, seeds[0]) }));

export const qsnetFigure13 = exhibit({
  id: "qsnet-figure-13",
  paper: "qsnet",
  label: "Figure 13",
  kind: "figure",
  section: "Section 5.4",
  title: "Three permutations at full speed, three that lose much on a tree with room for them",
  lede({ values, isComplete }) {
    if (!isComplete) return "Each permutation runs with all nodes sending as fast as they can.";
    const of = (name: string) => values.get(name)?.value ?? NaN;
    const [fast, slow] = [patterns.slice(0, 3), patterns.slice(3)].map((group) => group.map(([name]) => of(name)));
    const split = Math.min(...fast) > Math.max(...slow);
    return `Packets that cut through, without circuits, ${split ? "part the permutations as the machine does" : "do not part the permutations as the machine does"}: the paper's three fast ones accept ${Math.min(...fast).toFixed(2)} or more of what a node can send, its slow ones ${Math.min(...slow).toFixed(2)} to ${Math.max(...slow).toFixed(2)}.`;
  },
  series: [
    series(
      "accepted",
      "Accepted bandwidth of a sending node",
      "as a part of the most it can send: 280 MB/s in the paper, 1 phit a cycle here",
    ),
  ],
  rows: patterns.map(([label, kind], i) => ({
    id: label,
    label,
    series: "accepted",
    published: i < 3 ? printedRange("280 of 280", 1, 1, 2) : printedRange("165–200 of 280", 165 / 280, 200 / 280, 2),
    word: { is: "predicted" },
    formula: "phits consumed per cycle and sending node, all sending at full rate; mean of three seeds",
    runs: seeds.map((seed) => `${kind} ${seed}`),
    decimals: 2,
    value: (results) => meanOf(seeds.map((seed) => results(`${kind} ${seed}`).acceptedPerSender)),
  })),
  runs: patterns.flatMap(([name, kind]) => seeds.map((seed) => ({ id: `${kind} ${seed}`, document: saturated(name, kind, seed) }))),
  tolerance: { relative: 0.1, why: "Another flow control than the machine's: agreement within a tenth would be as much as can be asked." },
  notes: [
    {
      title: "Not the paper's flow control",
      kind: "our model",
      text: "QsNET holds a circuit until it is acknowledged. Here whole packets of 320 + 58 bytes, rounded up to 380, cut through two virtual channels with queues of four packets. Nor is the limit the same: 280 MB/s of data, 331 with headers, is what the memory of a node allows where a link carries 400; here a node fills its link, which leaves the tree less room. The order of the patterns is a claim about the tree; the sizes are not expected to agree.",
    },
    {
      title: "Curves",
      kind: "in the source",
      text: "The figure shows curves. In numbers, Section 5.4 says that neighbor, butterfly and complement reach the 280 MB/s of a node that sends and receives at once, and gives 165 to 200 MB/s for the other three together: no order among these.",
    },
  ],
  documents: [
    { title: "All six beside each other", document: besideEachOther("QsNET, Figure 13, the first seed", openedAtFullRate) },
    ...openedAtFullRate,
  ],
});
