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
import { column, type ColumnRow, joinTables } from "../rows.ts";
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
  readonly runs: (way: RoutingMode) => readonly string[];
  readonly rates: (way: RoutingMode, inputs: ExhibitInputs) => readonly number[];
}

const packetMethod: RateMethod = {
  title: "packets",
  detail: "virtual cut-through: a packet takes the freest of the channels that lead closer",
  formula: "what all nodes send / time until the last has all it is sent",
  runs: (mode) => rerunSeeds.map((seed) => packetRunId(mode, seed)),
  rates: (mode, { results }) => rerunSeeds.map((seed) => permutationRate(machine1024, results(packetRunId(mode, seed)))),
};
const flowMethod: RateMethod = {
  title: "fluid flow",
  detail: "messages flow over all shortest ways in equal parts, and share links fairly; four chunks; recorded",
  formula: "what all nodes send / time until the last has all it is sent; rates, not packets",
  runs: (mode) => [flowRecordings[mode].id],
  rates: (mode, { recorded }) => recorded(flowRecordings[mode].id).map((each) => permutationRate(machine1024, each)),
};
const evenSplitMethod: RateMethod = {
  title: "an even split",
  detail: "nothing runs: the busiest link where every hop splits evenly; a bound on that split alone",
  formula: "1024 × 425 MB/s / messages on the busiest link",
  runs: () => [],
  rates: (mode, { once }) => rerunSeeds.map((seed) => rateAtLoad(once(linkLoadsOf, mode, seed).busiest)),
};
const meanLoadMethod: RateMethod = {
  title: "mean load",
  detail: "nothing runs: all X links equally loaded; no choice among shortest ways does better",
  formula: "1024 × 425 MB/s / messages on a link on average, of the dimension where they are most",
  runs: () => [],
  rates: (mode, { once }) => rerunSeeds.map((seed) => rateAtLoad(once(linkLoadsOf, mode, seed).mean)),
};

const rateMethods = [packetMethod, flowMethod, evenSplitMethod, meanLoadMethod];

const averagedOver = "two permutations of 1024 nodes";
const methodProvenance = (method: RateMethod) => (method === packetMethod ? torusProvenance : ({ is: "predicted" } as const));
const gainOfMethod = ({ rates }: RateMethod, inputs: ExhibitInputs) => sampleMeanOf(gainsOf(rates("base", inputs), rates("opt", inputs)));
const runsOf = (method: RateMethod) => routingModes.flatMap(method.runs);

const gainRow = (method: RateMethod): ColumnRow => ({
  label: method.title,
  detail: method.detail,
  word: methodProvenance(method),
  formula: `Opt / Base − 1 of: ${method.formula}; mean of ${averagedOver}`,
  runs: runsOf(method),
  decimals: 1,
  document: method === flowMethod ? flowDocument("opt") : packetDocument("opt", 1),
  value: (inputs) => gainOfMethod(method, inputs),
});
const rateRow = (mode: RoutingMode, method: RateMethod): ColumnRow => ({
  label: method.title,
  detail: method.detail,
  word: methodProvenance(method),
  formula: `${method.formula}; mean of ${averagedOver}`,
  runs: method.runs(mode),
  decimals: 1,
  document: method === flowMethod ? flowDocument(mode) : packetDocument(mode, 1),
  value: (inputs) => sampleMeanOf(method.rates(mode, inputs)),
});

/** The gain of Figure 3 at this size: the same machine with all permutations. */
const gainOfAllPermutations = (recorded: RecordingResults) => {
  const rates = (mode: RoutingMode) =>
    permutationSeeds.map((seed) => permutationRate(machine1024, recorded(permutationsBySize.id)[runIndexBySize(machine1024, mode, seed)]));
  return sampleMeanOf(gainsOf(rates("base"), rates("opt")));
};
const allPermutationsRow: ColumnRow = {
  key: "all draws",
  label: "packets, eight draws",
  detail: "as in Figure 3; recorded, whatever is moved",
  word: torusProvenance,
  formula: "Opt / Base − 1 of: what all nodes send / time until the last has all it is sent; mean of eight permutations of 1024 nodes",
  runs: [permutationsBySize.id],
  decimals: 1,
  document: packetDocument("opt", 1),
  value: ({ recorded }) => gainOfAllPermutations(recorded),
};

/** A link load reported by an engine, with a row for Base and one for Opt. */
interface LinkLoadRow extends Pick<ColumnRow, "label" | "detail" | "formula"> {
  readonly id: string;
  readonly method: RateMethod;
  readonly load: (way: RoutingMode, seed: Seed, inputs: ExhibitInputs) => number;
}
const linkLoadRows: readonly LinkLoadRow[] = [
  {
    id: "carried",
    label: "packets",
    detail: "the busiest link",
    formula: "bytes that came by it / 32 KiB",
    method: packetMethod,
    load: (mode, seed, { results }) => messagesOnBusiestLink(results(packetRunId(mode, seed))),
  },
  {
    id: "most",
    label: "an even split",
    detail: "the busiest link",
    formula: "all ways closer taken equally at every hop",
    method: evenSplitMethod,
    load: (mode, seed, { once }) => once(linkLoadsOf, mode, seed).busiest,
  },
  {
    id: "mean",
    label: "any split",
    detail: "the mean of the X links",
    formula: "links of the dimension that messages cross / links there are",
    method: meanLoadMethod,
    load: (mode, seed, { once }) => once(linkLoadsOf, mode, seed).mean,
  },
];
const busiestUseRow: LinkLoadRow = {
  id: "busy",
  label: "packets",
  detail: "the busiest link",
  formula: "cycles in which it carries something / cycles of the run",
  method: packetMethod,
  load: (mode, seed, { results }) => 100 * results(packetRunId(mode, seed)).load.worst,
};
const rowsOfLinkLoad = ({ id, label, detail, formula, method, load }: LinkLoadRow) =>
  routingModes.map((mode): ColumnRow => ({
    id: `${id} ${mode}`,
    label: `${label}, ${titles[mode]}`,
    detail,
    word: methodProvenance(method),
    formula: `${formula}; mean of ${averagedOver}`,
    runs: method.runs(mode),
    decimals: id === "busy" ? 0 : 2,
    document: packetDocument(mode, 1),
    value: (inputs) => sampleMeanOf(rerunSeeds.map((seed) => load(mode, seed, inputs))),
  }));

const sayValueAsGain = ({ value }: ComputedValue) => sayGain({ value });

const statements = measuredStatements(torusSentences["Section 5.3"], [], {
  local: {
    readAs: "with packets Opt is faster than Base, by more than twice the standard error over the eight draws of Figure 3",
    runs: [permutationsBySize.id],
    check: ({ recorded }) => isBeyondChance(gainOfAllPermutations(recorded), "Packets: {}, eight permutations of 1024 nodes.", sayGain),
  },
  split: {
    readAs: "whatever the adaptive routing: also where all shortest ways share the traffic, in fluid flow and under an even split",
    runs: runsOf(flowMethod),
    check(inputs) {
      const gains = [flowMethod, evenSplitMethod].map((method) => gainOfMethod(method, inputs).value);
      return isAbove(gains, 0, "Fluid flow: {0}; an even split: {1}.", (value) => sayGain({ value }));
    },
  },
});

const withSectionParams = (document: ScenarioDocument, section: string, params: ScenarioDocument): ScenarioDocument => ({
  ...document,
  [section]: { ...(document[section] as ScenarioDocument), ...params },
});
const isPackets = ({ flowControl }: ScenarioDocument) => (flowControl as ScenarioDocument)["kind"] === "virtual-cut-through";

const selections = ["best-free", "most-credits", "random"] as const;

/** Constants of the machine that affect packets only; fluid flow has no buffers. */
const engineConstants = movableConstants({
  classes: {
    title: "Adaptive classes",
    unit: "virtual channels",
    value: 2,
    range: [1, 4, 1],
    help: "Virtual channels of a link on which a packet goes any way that leads closer; the escape class comes on top.",
    put: (document, adaptiveClasses) => withSectionParams(document, "routing", { adaptiveClasses }),
  },
  escape: {
    title: "Escape",
    unit: "",
    names: ["a bubble", "a dateline"],
    value: 0,
    range: [0, 1, 1],
    help: "What a packet falls back on in dimension order: one class that always keeps a place free in a ring, or two classes with a dateline.",
    put: (document) => withSectionParams(document, "routing", { escape: "dateline" }),
  },
  queue: {
    title: "Room of a virtual channel",
    unit: "packets of 256 B",
    value: 4,
    range: [2, 32, 1],
    help: "What may wait at the far end of a link, in each class.",
    put: (document, queue) => withSectionParams(document, "flowControl", { queue }),
  },
  selection: {
    title: "Choice of a channel",
    unit: "",
    names: ["the freest", "the most credits", "any that is free"],
    value: 0,
    range: [0, 2, 1],
    help: "Which of the channels that lead closer a packet asks for: the free one with most room, the one with most room whether free or not, or any.",
    put: (document, choice) => withSectionParams(document, "flowControl", { selection: selections[choice] }),
  },
  priority: {
    title: "Packets from the network",
    unit: "",
    names: ["go first", "go as the node’s own"],
    value: 0,
    range: [0, 1, 1],
    help: "Who gets an output that packets from the network and packets of the node ask for.",
    put: (document) => withSectionParams(document, "flowControl", { priority: "equal" }),
  },
  slots: {
    title: "Injection slots",
    unit: "packets",
    value: 6,
    range: [1, 16, 1],
    help: "Those of a node that may ask for a way at the same time.",
    put: (document, injectionSlots) => withSectionParams(document, "flowControl", { injectionSlots }),
  },
  links: {
    title: "Links between a node's memory and its switch",
    unit: "links each way",
    value: 2,
    range: [1, 6, 1],
    help: "A node that relays takes in and sends out twice as much as others.",
    put: (document, terminalLinks) => withSectionParams(document, "topology", { terminalLinks }),
  },
}).map((constant): ModelConstant => {
  const { value: defaultValue, put = (document) => document } = constant;
  return { ...constant, put: (document, value) => (isPackets(document) && value !== defaultValue ? put(document, value) : document) };
});

export const torusSection53 = exhibit("torus", "Section 5.3", "Section 5.3", {
  title: "Relays help packets that choose their way, and slow traffic that is split evenly",
  lede({ values }) {
    const valueOf = (id: string) => values.get(id) ?? withoutError(NaN);
    const load = (id: string) => valueOf(id).value.toFixed(1);
    return `Over the same two permutations of 1024 nodes short dimension routing brings ${sayValueAsGain(valueOf("gain packets"))} with packets that choose by what is free next to them, ${sayValueAsGain(valueOf("gain fluid flow"))} where messages flow over all shortest ways in equal parts, and ${sayValueAsGain(valueOf("gain an even split"))} on the busiest link of an even split. With packets the busiest link carries ${load("carried opt")} messages in place of ${load("carried base")}; split evenly at every hop, ${load("most opt")} in place of ${load("most base")}.`;
  },
  ...joinTables(
    column(series("gain", "Gain of Opt over Base", "by how it is worked out; on 1024 nodes", "%"), [
      ...[packetMethod, flowMethod, evenSplitMethod].map(gainRow),
      allPermutationsRow,
    ]),
    column(
      series("base", "Base", "all pairs directly, α = 0", "GB/s"),
      rateMethods.map((method) => rateRow("base", method)),
    ),
    column(
      series("opt", "Opt", "relays for half of the pairs: α = ½, β = 16, γ = 2, δ = 2", "GB/s"),
      rateMethods.map((method) => rateRow("opt", method)),
    ),
    column(
      series("load", "Messages on a link", "of 32 KiB; a link carries one in 77 µs", "messages"),
      linkLoadRows.flatMap(rowsOfLinkLoad),
    ),
    column(series("busy", "Busiest link in use", "of the time until the last node has all it is sent", "%"), rowsOfLinkLoad(busiestUseRow)),
  ),
  statements,
  runs,
  recordings: [permutationsBySize, flowRecordings.base, flowRecordings.opt],
  constants: engineConstants,
  tolerance: { relative: 0, why: "The paper has no number here." },
  notes: notesOf({
    "our model: What is known of the reason":
      "Relays take nothing off the X links: together these carry as much as before, two messages a link, and Y and Z links now carry as many, where it was one. Split evenly at every hop, the busiest link then carries more. Packets that choose move load off the busiest link, with relays further than without: that link is in use nearly all the time, so the rate is what it allows. Why choice does so much better with relays we have not shown; the paper holds that they give X links more ways to choose from.",
    "our model: What bounds what":
      "An even split is one way to split, no bound on others: packets beat it, by far with relays. A bound on every choice among shortest ways is the mean load, for the busiest link carries no less: N_X/8 = 2 messages on an X link, some 217 GB/s. All that runs here stays below 6 tenths of that.",
    "our model: Two draws and eight":
      "The machine is that of Figure 3, and permutations 1 and 2 are the first of its eight; together they gain more than the eight on average. Two are compared here because a number that is moved has to be run again while somebody waits, and because fluid flow with relays takes half a minute a run. The row of eight draws is the better word on the size of the gain.",
    "our model: Fluid flow, recorded":
      "Spread over all shortest ways, each message is a flow over hundreds of links, and relays make them wait for each other. Directly they are as fast as the busiest link of an even split allows. A message goes in four chunks where packets have 16. The numbers above move packets alone.",
    "our model: Which to trust": "For whether relays pay on a machine with buffers and local choice, packets: the other two have neither.",
    "still open: What decides":
      "The paper says nothing of priority, of buffers, or of how a node injects. Move them above: with packets of the network and of the node as equals, with the most credits, or with one link of a node, there may be nothing to gain, or less than nothing. A dateline makes Base slower and the gain larger.",
  }),
  documents: [
    { title: "Base", document: packetDocument("base", 1) },
    { title: "Opt", document: packetDocument("opt", 1) },
    { title: "Opt, fluid flow", document: flowDocument("opt") },
  ],
});
