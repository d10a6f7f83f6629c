/**
 * How simulation engines disagree on short dimension routing, and how its gain depends on properties of the machine that the paper does not
 * give.
 */
import { analyzeChannelLoads } from "../../core/analysis/channel-load.ts";
import type { Results } from "../../core/measures/results.ts";
import { messagesOfProgram } from "../../core/programs/operations.ts";
import type {
  ModelConstant,
  ExhibitRun,
  RecordingResults,
  ExhibitInputs,
  Recording,
  ScenarioDocument,
  ComputedValue,
} from "../contract.ts";
import { compiledPlan } from "../documents.ts";
import { average, sampleMeanOf, withoutError } from "../numbers.ts";
import { isAbove, isBeyondChance } from "../predicates.ts";
import { rowsOfOneSeries, type ColumnRow, joinTables } from "../rows.ts";
import { exhibit, measuredStatements, movableConstants, notesOf, series } from "../exhibit.ts";
import {
  baseParams,
  gainsOf,
  torusLinkRate,
  torusMachineOf,
  messageBytes,
  optParams,
  permutationDocumentOn,
  permutationRate,
  sayGain,
  torusProvenance,
  torusScale,
} from "./machine.ts";
import { permutationSeeds, permutationsBySize, runIndexBySize } from "./recordings.ts";
import { torusSentences } from "./printed.ts";

const machine1024 = torusMachineOf(1024);
const routingModes = ["base", "opt"] as const;
type RoutingMode = (typeof routingModes)[number];
const titles = { base: "Base", opt: "Opt" } as const;
const relayParamsByMode = { base: { ...optParams, ...baseParams }, opt: optParams };
/** The permutations of Figure 3 that are simulated again when a reader moves a constant. */
const rerunSeeds = [1, 2] as const;
type Seed = (typeof rerunSeeds)[number];

const packetDocument = (mode: RoutingMode, seed: number, extraParams: ScenarioDocument = {}) =>
  permutationDocumentOn(
    machine1024,
    { ...relayParamsByMode[mode], ...extraParams },
    seed,
    `${titles[mode]} on 1024 nodes, permutation ${seed}`,
  );
const packetRunId = (mode: RoutingMode, seed: Seed) => `${mode} ${seed}`;
const runs: readonly ExhibitRun[] = rerunSeeds.flatMap((seed) =>
  routingModes.map((mode) => ({
    id: packetRunId(mode, seed),
    document: packetDocument(mode, seed),
    recorded: { recording: permutationsBySize.id, at: runIndexBySize(machine1024, mode, seed) },
  })),
);

/** Fluid flow uses fewer chunks, because each chunk is a flow over hundreds of paths. */
const flowChunks = 4;
const flowDocument = (mode: RoutingMode): ScenarioDocument => ({
  ...permutationDocumentOn(
    machine1024,
    { ...relayParamsByMode[mode], chunks: flowChunks },
    rerunSeeds[0],
    `Torus transpose, ${titles[mode]} in fluid flow`,
  ),
  flowControl: { kind: "fluid", packet: "256 B", injectionSlots: 6, toOne: "in-turn", ways: "spread" },
});
/** With relays, many flows wait for each other, and a run takes half a minute, so the results are recorded. */
const flowRecording = (mode: RoutingMode): Recording => ({
  id: `fluid ${mode}`,
  title: `Torus transpose, ${titles[mode]} in fluid flow`,
  document: { ...flowDocument(mode), sweep: [{ path: "workload.pattern.seed", values: [...rerunSeeds] }] },
});
const flowRecordings = { base: flowRecording("base"), opt: flowRecording("opt") };

/** Link loads from static analysis, in messages of 32 KiB. */
interface LinkLoads {
  /** Load of the busiest link if every hop splits traffic evenly over all channels on shortest paths. */
  readonly busiest: number;
  /** Mean load over the links of a dimension, for the dimension where it is largest. It is independent of the choice of shortest paths. */
  readonly mean: number;
}

function linkLoadsOf(mode: RoutingMode, seed: Seed): LinkLoads {
  // The number of chunks does not affect loads.
  const plan = compiledPlan(packetDocument(mode, seed, { chunks: 1 }));
  const { demand, network } = plan;
  if (demand.form !== "program") throw new Error("a permutation with relays is a program");
  const packetsSent = new Float64Array(demand.ranks);
  for (const { from, packets: count } of messagesOfProgram(demand)) packetsSent[from] += count;
  // The analysis returns loads relative to the traffic of the busiest source.
  const messagesPerUnit = (Math.max(...packetsSent) * packetBytes) / messageBytes;
  const { channelLoad } = analyzeChannelLoads(plan);
  const meanOver = (kind: number) => average(channelLoad.filter((_, channel) => network.linkClass[channel] === kind));
  return {
    busiest: messagesPerUnit * channelLoad.reduce((highest, load) => Math.max(highest, load), 0),
    mean: messagesPerUnit * Math.max(...network.linkClasses.map((_, kind) => meanOver(kind))),
  };
}
const packetBytes = 256;

/** Aggregate rate in GB/s if a link with this many messages is never idle. */
const rateAtLoad = (load: number) => (machine1024.nodes * torusLinkRate) / load / 1e9;
/** Messages of 32 KiB that the busiest link of a run carried. */
const messagesOnBusiestLink = ({ load, cycles, cycleSeconds = NaN }: Results) =>
  (load.worst * cycles * cycleSeconds * torusLinkRate) / messageBytes;

/** A way to compute the rates of both permutations, in GB/s. */
interface RateMethod {
  readonly title: string;
  readonly detail: string;
  readonly formula: string;
  readonly runs: (mode: RoutingMode) => readonly string[];
  readonly rates: (mode: RoutingMode, inputs: ExhibitInputs) => readonly number[];
}

const packetMethod: RateMethod = {
  title: "packets",
  detail: "virtual cut-through; adaptive routing: a packet takes the free minimal channel with the most credits",
  formula: "data sent by all nodes / time until the last node has received all data",
  runs: (mode) => rerunSeeds.map((seed) => packetRunId(mode, seed)),
  rates: (mode, { results }) => rerunSeeds.map((seed) => permutationRate(machine1024, results(packetRunId(mode, seed)))),
};
const flowMethod: RateMethod = {
  title: "fluid flow",
  detail: "each message is split evenly over all shortest paths, with max-min fair sharing of links; four chunks; recorded",
  formula: "data sent by all nodes / time until the last node has received all data; rates, not packets",
  runs: (mode) => [flowRecordings[mode].id],
  rates: (mode, { recorded }) => recorded(flowRecordings[mode].id).map((each) => permutationRate(machine1024, each)),
};
const evenSplitMethod: RateMethod = {
  title: "an even split",
  detail: "not simulated: load of the busiest link with an even split at every hop; a bound for this split only",
  formula: "1024 × 425 MB/s / messages on the busiest link",
  runs: () => [],
  rates: (mode, { memoized }) => rerunSeeds.map((seed) => rateAtLoad(memoized(linkLoadsOf, mode, seed).busiest)),
};
const meanLoadMethod: RateMethod = {
  title: "mean load",
  detail: "not simulated: all X links have equal load; an upper bound for any minimal routing",
  formula: "1024 × 425 MB/s / mean messages per link, of the dimension with the highest mean",
  runs: () => [],
  rates: (mode, { memoized }) => rerunSeeds.map((seed) => rateAtLoad(memoized(linkLoadsOf, mode, seed).mean)),
};

const rateMethods = [packetMethod, flowMethod, evenSplitMethod, meanLoadMethod];

const averagedOver = "two permutations of 1024 nodes";
const methodProvenance = (method: RateMethod) => (method === packetMethod ? torusProvenance : ({ is: "predicted" } as const));
const gainOfMethod = ({ rates }: RateMethod, inputs: ExhibitInputs) => sampleMeanOf(gainsOf(rates("base", inputs), rates("opt", inputs)));
const runsOf = (method: RateMethod) => routingModes.flatMap(method.runs);

const gainRow = (method: RateMethod): ColumnRow => ({
  label: method.title,
  detail: method.detail,
  provenance: methodProvenance(method),
  formula: `Opt / Base − 1 of: ${method.formula}; mean of ${averagedOver}`,
  runs: runsOf(method),
  decimals: 1,
  document: method === flowMethod ? flowDocument("opt") : packetDocument("opt", 1),
  value: (inputs) => gainOfMethod(method, inputs),
});
const rateRow = (mode: RoutingMode, method: RateMethod): ColumnRow => ({
  label: method.title,
  detail: method.detail,
  provenance: methodProvenance(method),
  formula: `${method.formula}; mean of ${averagedOver}`,
  runs: method.runs(mode),
  decimals: 1,
  document: method === flowMethod ? flowDocument(mode) : packetDocument(mode, 1),
  value: (inputs) => sampleMeanOf(method.rates(mode, inputs)),
});

/** The gain in Figure 3 on 1024 nodes, with all permutations. */
const gainOfAllPermutations = (recorded: RecordingResults) => {
  const rates = (mode: RoutingMode) =>
    permutationSeeds.map((seed) => permutationRate(machine1024, recorded(permutationsBySize.id)[runIndexBySize(machine1024, mode, seed)]));
  return sampleMeanOf(gainsOf(rates("base"), rates("opt")));
};
const allPermutationsRow: ColumnRow = {
  key: "all draws",
  label: "packets, eight permutations",
  detail: "as in Figure 3; recorded, not affected by changed numbers",
  provenance: torusProvenance,
  formula:
    "Opt / Base − 1 of: data sent by all nodes / time until the last node has received all data; mean of eight permutations of 1024 nodes",
  runs: [permutationsBySize.id],
  decimals: 1,
  document: packetDocument("opt", 1),
  value: ({ recorded }) => gainOfAllPermutations(recorded),
};

/** A link load reported by an engine, with a row for direct (Base) and one for short dimension routing (Opt). */
interface LinkLoadRow extends Pick<ColumnRow, "label" | "detail" | "formula"> {
  readonly id: string;
  readonly method: RateMethod;
  readonly load: (mode: RoutingMode, seed: Seed, inputs: ExhibitInputs) => number;
}
const linkLoadRows: readonly LinkLoadRow[] = [
  {
    id: "carried",
    label: "packets",
    detail: "the busiest link",
    formula: "bytes that crossed it / 32 KiB",
    method: packetMethod,
    load: (mode, seed, { results }) => messagesOnBusiestLink(results(packetRunId(mode, seed))),
  },
  {
    id: "most",
    label: "an even split",
    detail: "the busiest link",
    formula: "even split over all minimal channels at every hop",
    method: evenSplitMethod,
    load: (mode, seed, { memoized }) => memoized(linkLoadsOf, mode, seed).busiest,
  },
  {
    id: "mean",
    label: "any split",
    detail: "mean of the X links",
    formula: "links crossed by messages / links of the dimension",
    method: meanLoadMethod,
    load: (mode, seed, { memoized }) => memoized(linkLoadsOf, mode, seed).mean,
  },
];
const busiestUseRow: LinkLoadRow = {
  id: "busy",
  label: "packets",
  detail: "the busiest link",
  formula: "busy cycles / cycles of the run",
  method: packetMethod,
  load: (mode, seed, { results }) => 100 * results(packetRunId(mode, seed)).load.worst,
};
const rowsOfLinkLoad = ({ id, label, detail, formula, method, load }: LinkLoadRow) =>
  routingModes.map((mode): ColumnRow => ({
    id: `${id} ${mode}`,
    label: `${label}, ${titles[mode]}`,
    detail,
    provenance: methodProvenance(method),
    formula: `${formula}; mean of ${averagedOver}`,
    runs: method.runs(mode),
    decimals: id === "busy" ? 0 : 2,
    document: packetDocument(mode, 1),
    value: (inputs) => sampleMeanOf(rerunSeeds.map((seed) => load(mode, seed, inputs))),
  }));

const sayValueAsGain = ({ value }: ComputedValue) => sayGain({ value });

const statements = measuredStatements(torusSentences["Section 5.3"], [], {
  local: {
    interpretation: "with packets Opt is faster than Base, by more than twice the standard error over the eight permutations of Figure 3",
    runs: [permutationsBySize.id],
    check: ({ recorded }) =>
      isBeyondChance(gainOfAllPermutations(recorded), "With packets the gain is {}, mean of eight permutations of 1024 nodes.", sayGain),
  },
  split: {
    interpretation:
      "Opt is faster for any adaptive routing, including an even split of the traffic over all shortest paths, in fluid flow and by channel loads",
    runs: runsOf(flowMethod),
    check(inputs) {
      const gains = [flowMethod, evenSplitMethod].map((method) => gainOfMethod(method, inputs).value);
      return isAbove(gains, 0, "The gain is {0} with fluid flow and {1} with an even split.", (value) => sayGain({ value }));
    },
  },
});

const withSectionParams = (document: ScenarioDocument, section: string, params: ScenarioDocument): ScenarioDocument => ({
  ...document,
  [section]: { ...(document[section] as ScenarioDocument), ...params },
});
const isPackets = ({ flowControl }: ScenarioDocument) => (flowControl as ScenarioDocument)["kind"] === "virtual-cut-through";

const selections = ["best-free", "most-credits", "random"] as const;

/** Constants of the machine that affect only packet-by-packet simulation; fluid flow has no buffers. */
const engineConstants = movableConstants({
  classes: {
    title: "Adaptive classes",
    unit: "virtual channels",
    defaultValue: 2,
    range: [1, 4, 1],
    help: "Virtual channels per link for adaptive minimal routing, in addition to the escape class.",
    putValue: (document, adaptiveClasses) => withSectionParams(document, "routing", { adaptiveClasses }),
  },
  escape: {
    title: "Escape class",
    unit: "",
    names: ["bubble flow control", "dateline"],
    defaultValue: 0,
    range: [0, 1, 1],
    help: "Escape channels with dimension-order routing: one class with bubble flow control, which always keeps one buffer of a ring free, or two classes with a dateline.",
    putValue: (document) => withSectionParams(document, "routing", { escape: "dateline" }),
  },
  queue: {
    title: "Buffer of a virtual channel",
    unit: "packets of 256 B",
    defaultValue: 4,
    range: [2, 32, 1],
    help: "Input buffer behind a link, per virtual channel.",
    putValue: (document, queue) => withSectionParams(document, "flowControl", { queue }),
  },
  selection: {
    title: "Output selection",
    unit: "",
    names: ["best free channel", "most credits", "random free channel"],
    defaultValue: 0,
    range: [0, 2, 1],
    help: "Minimal channel that a packet requests: the free one with the most credits, the one with the most credits even if it is busy, or a random free one.",
    putValue: (document, choice) => withSectionParams(document, "flowControl", { selection: selections[choice] }),
  },
  priority: {
    title: "Packets from the network",
    unit: "",
    names: ["have priority", "have equal priority"],
    defaultValue: 0,
    range: [0, 1, 1],
    help: "Priority if a packet from the network and a packet from the node request the same output.",
    putValue: (document) => withSectionParams(document, "flowControl", { priority: "equal" }),
  },
  slots: {
    title: "Injection slots",
    unit: "packets",
    defaultValue: 6,
    range: [1, 16, 1],
    help: "Packets of a node that may request outputs at the same time.",
    putValue: (document, injectionSlots) => withSectionParams(document, "flowControl", { injectionSlots }),
  },
  links: {
    title: "Links between a node's memory and its switch",
    unit: "links per direction",
    defaultValue: 2,
    range: [1, 6, 1],
    help: "A relay receives and sends twice as much as other nodes.",
    putValue: (document, terminalLinks) => withSectionParams(document, "topology", { terminalLinks }),
  },
}).map((constant): ModelConstant => {
  const { defaultValue, putValue = (document) => document } = constant;
  return {
    ...constant,
    putValue: (document, value) => (isPackets(document) && value !== defaultValue ? putValue(document, value) : document),
  };
});

export const torusSection53 = exhibit("torus", "Section 5.3", "Section 5.3", {
  title: "Relays speed up permutations with adaptive packet routing, and slow them down with an even split",
  scale: torusScale,
  lede({ values }) {
    const valueOf = (id: string) => values.get(id) ?? withoutError(NaN);
    const load = (id: string) => valueOf(id).value.toFixed(1);
    return `For the same two permutations of 1024 nodes, short dimension routing changes the rate by ${sayValueAsGain(valueOf("gain packets"))} with packets and local adaptive routing, ${sayValueAsGain(valueOf("gain fluid flow"))} with fluid flow over all shortest paths, and ${sayValueAsGain(valueOf("gain an even split"))} by the busiest link of an even split. With packets the busiest link carries ${load("carried opt")} messages instead of ${load("carried base")}; with an even split at every hop, ${load("most opt")} instead of ${load("most base")}.`;
  },
  ...joinTables(
    rowsOfOneSeries(series("gain", "Gain of Opt over Base", "by model; on 1024 nodes", "%"), [
      ...[packetMethod, flowMethod, evenSplitMethod].map(gainRow),
      allPermutationsRow,
    ]),
    rowsOfOneSeries(
      series("base", "Base", "all pairs direct, α = 0", "GB/s"),
      rateMethods.map((method) => rateRow("base", method)),
    ),
    rowsOfOneSeries(
      series("opt", "Opt", "relays for half of the pairs: α = ½, β = 16, γ = 2, δ = 2", "GB/s"),
      rateMethods.map((method) => rateRow("opt", method)),
    ),
    rowsOfOneSeries(
      series("load", "Messages per link", "of 32 KiB; each occupies a link for 77 µs", "messages"),
      linkLoadRows.flatMap(rowsOfLinkLoad),
    ),
    rowsOfOneSeries(
      series("busy", "Utilization of the busiest link", "until the last node has received all data", "%"),
      rowsOfLinkLoad(busiestUseRow),
    ),
  ),
  statements,
  runs,
  recordings: [permutationsBySize, flowRecordings.base, flowRecordings.opt],
  constants: engineConstants,
  tolerance: { relative: 0, why: "The paper prints no number here." },
  notes: notesOf({
    "our model: Possible reason":
      "Relays do not reduce the load of X links: these still carry two messages per link on average, and Y and Z links now carry two instead of one. With an even split at every hop, the load of the busiest link then increases. Adaptive routing moves load away from the busiest link, and more so with relays; that link is busy nearly all the time, so it limits the rate. We have not shown why adaptive routing is so much better with relays; the paper's explanation is that there are more X links to choose from.",
    "our model: Bounds":
      "An even split is not a bound for other splits: packets are faster, with relays much faster. The mean load is a bound for any minimal routing, because the busiest link carries at least the mean: N_X/8 = 2 messages per X link, about 217 GB/s. All simulations here stay below 60 % of this bound.",
    "our model: Two permutations and eight":
      "The machine is that of Figure 3, and permutations 1 and 2 are the first of its eight; their mean gain is larger than that of all eight. Only two are compared here, so that the simulation can be repeated quickly when you change a number, and because a fluid-flow run with relays takes half a minute. The row with eight permutations is the better estimate of the gain.",
    "our model: Fluid flow, recorded":
      "Each message is a flow over all shortest paths, which can be hundreds of links; relays make flows wait for each other. Without relays, fluid flow is as fast as the busiest link of an even split allows. A message has four chunks instead of the 16 of the packet model. Changed numbers affect the packet model only.",
    "our model: Choice of model":
      "To decide whether relays are worthwhile on a machine with finite buffers and local adaptive routing, use the packet model: the other two models have neither.",
    "still open: Decisive parameters":
      "The paper does not specify priorities, buffers, or injection. Change them above: with equal priority of network and injected packets, with selection of the most credits, or with one link per node, the gain may be zero or negative. A dateline makes Base slower and the gain larger.",
  }),
  documents: [
    { title: "Base", document: packetDocument("base", 1) },
    { title: "Opt", document: packetDocument("opt", 1) },
    { title: "Opt, fluid flow", document: flowDocument("opt") },
  ],
});
