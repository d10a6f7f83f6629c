/**
 * How simulation engines disagree on short dimension routing, and how its gain depends on properties of the machine that the paper does not
 * give.
 */
import { loadsOf } from "../../core/analysis/channel-load.ts";
import type { Results } from "../../core/measures/results.ts";
import { messagesOf } from "../../core/programs/operations.ts";
import type { Constant, ExhibitRun, RecordedOf, Given, Recording, ScenarioDocument, Value } from "../contract.ts";
import { compiledPlan } from "../documents.ts";
import { average, meanOf, plain } from "../numbers.ts";
import { isAbove, isBeyondChance } from "../predicates.ts";
import { column, type ColumnRow, joinedTables } from "../rows.ts";
import { exhibit, measured, movable, notesOf, series } from "../exhibit.ts";
import {
  base,
  gainsOf,
  linkRate,
  machineOf,
  messageBytes,
  opt,
  permutationOn,
  permutationRate,
  sayGain,
  wordOfMachine,
} from "./machine.ts";
import { draws, permutationsBySize, placeBySize } from "./recordings.ts";
import { says } from "./printed.ts";

const large = machineOf(1024);
const ways = ["base", "opt"] as const;
type Way = (typeof ways)[number];
const titles = { base: "Base", opt: "Opt" } as const;
const relaying = { base: { ...opt, ...base }, opt };
/** The permutations of Figure 3 that are simulated again when a reader moves a constant. */
const seeds = [1, 2] as const;
type Seed = (typeof seeds)[number];

const onPackets = (way: Way, seed: number, more: ScenarioDocument = {}) =>
  permutationOn(large, { ...relaying[way], ...more }, seed, `${titles[way]} on 1024 nodes, permutation ${seed}`);
const packets = (way: Way, seed: Seed) => `${way} ${seed}`;
const runs: readonly ExhibitRun[] = seeds.flatMap((seed) =>
  ways.map((way) => ({
    id: packets(way, seed),
    document: onPackets(way, seed),
    recorded: { recording: permutationsBySize.id, at: placeBySize(large, way, seed) },
  })),
);

/** Fluid flow uses fewer chunks, because each chunk is a flow over hundreds of paths. */
const flowingChunks = 4;
const flowing = (way: Way): ScenarioDocument => ({
  ...permutationOn(large, { ...relaying[way], chunks: flowingChunks }, seeds[0], `Torus transpose, ${titles[way]} in fluid flow`),
  flowControl: { kind: "fluid", packet: "256 B", injectionSlots: 6, toOne: "in-turn", ways: "spread" },
});
/** With relays, many flows wait for each other, and a run takes half a minute, so the results are recorded. */
const recordedFlow = (way: Way): Recording => ({
  id: `fluid ${way}`,
  title: `Torus transpose, ${titles[way]} in fluid flow`,
  document: { ...flowing(way), sweep: [{ path: "workload.pattern.seed", values: [...seeds] }] },
});
const flows = { base: recordedFlow("base"), opt: recordedFlow("opt") };

/** Link loads from static analysis, in messages of 32 KiB. */
interface Loads {
  /** Load of the busiest link if every hop splits traffic evenly over all channels on shortest paths. */
  readonly most: number;
  /** Mean load over the links of a dimension, for the dimension where it is largest. It is independent of the choice of shortest paths. */
  readonly mean: number;
}

function loadsUnder(way: Way, seed: Seed): Loads {
  // The number of chunks does not affect loads.
  const plan = compiledPlan(onPackets(way, seed, { chunks: 1 }));
  const { demand, network } = plan;
  if (demand.form !== "program") throw new Error("a permutation with relays is a program");
  const sent = new Float64Array(demand.ranks);
  for (const { from, packets: count } of messagesOf(demand)) sent[from] += count;
  // The analysis returns loads relative to the traffic of the busiest source.
  const unit = (Math.max(...sent) * packetBytes) / messageBytes;
  const { channelLoad } = loadsOf(plan);
  const meanOver = (kind: number) => average(channelLoad.filter((_, channel) => network.linkClass[channel] === kind));
  return {
    most: unit * channelLoad.reduce((highest, load) => Math.max(highest, load), 0),
    mean: unit * Math.max(...network.linkClasses.map((_, kind) => meanOver(kind))),
  };
}
const packetBytes = 256;

/** Aggregate rate in GB/s if a link with this many messages is never idle. */
const rateUnder = (load: number) => (large.nodes * linkRate) / load / 1e9;
/** Messages of 32 KiB that the busiest link of a run carried. */
const carried = ({ load, cycles, cycleSeconds = NaN }: Results) => (load.worst * cycles * cycleSeconds * linkRate) / messageBytes;

/** A way to compute the rates of both permutations, in GB/s. */
interface Engine {
  readonly title: string;
  readonly detail: string;
  readonly formula: string;
  readonly runs: (way: Way) => readonly string[];
  readonly rates: (way: Way, given: Given) => readonly number[];
}

const byPackets: Engine = {
  title: "packets",
  detail: "virtual cut-through: a packet takes the freest of the channels that lead closer",
  formula: "what all nodes send / time until the last has all it is sent",
  runs: (way) => seeds.map((seed) => packets(way, seed)),
  rates: (way, { results }) => seeds.map((seed) => permutationRate(large, results(packets(way, seed)))),
};
const byFlow: Engine = {
  title: "fluid flow",
  detail: "messages flow over all shortest ways in equal parts, and share links fairly; four chunks; recorded",
  formula: "what all nodes send / time until the last has all it is sent; rates, not packets",
  runs: (way) => [flows[way].id],
  rates: (way, { recorded }) => recorded(flows[way].id).map((each) => permutationRate(large, each)),
};
const bySplit: Engine = {
  title: "an even split",
  detail: "nothing runs: the busiest link where every hop splits evenly; a bound on that split alone",
  formula: "1024 × 425 MB/s / messages on the busiest link",
  runs: () => [],
  rates: (way, { once }) => seeds.map((seed) => rateUnder(once(loadsUnder, way, seed).most)),
};
const byMean: Engine = {
  title: "mean load",
  detail: "nothing runs: all X links equally loaded; no choice among shortest ways does better",
  formula: "1024 × 425 MB/s / messages on a link on average, of the dimension where they are most",
  runs: () => [],
  rates: (way, { once }) => seeds.map((seed) => rateUnder(once(loadsUnder, way, seed).mean)),
};

const engines = [byPackets, byFlow, bySplit, byMean];

const of = "two permutations of 1024 nodes";
const wordOf = (engine: Engine) => (engine === byPackets ? wordOfMachine : ({ is: "predicted" } as const));
const gainIn = ({ rates }: Engine, given: Given) => meanOf(gainsOf(rates("base", given), rates("opt", given)));
const runsOf = (engine: Engine) => ways.flatMap(engine.runs);

const gainRow = (engine: Engine): ColumnRow => ({
  label: engine.title,
  detail: engine.detail,
  word: wordOf(engine),
  formula: `Opt / Base − 1 of: ${engine.formula}; mean of ${of}`,
  runs: runsOf(engine),
  decimals: 1,
  document: engine === byFlow ? flowing("opt") : onPackets("opt", 1),
  value: (given) => gainIn(engine, given),
});
const rateRow = (way: Way, engine: Engine): ColumnRow => ({
  label: engine.title,
  detail: engine.detail,
  word: wordOf(engine),
  formula: `${engine.formula}; mean of ${of}`,
  runs: engine.runs(way),
  decimals: 1,
  document: engine === byFlow ? flowing(way) : onPackets(way, 1),
  value: (given) => meanOf(engine.rates(way, given)),
});

/** The gain of Figure 3 at this size: the same machine with all permutations. */
const gainOfAllDraws = (recorded: RecordedOf) => {
  const rates = (way: Way) => draws.map((draw) => permutationRate(large, recorded(permutationsBySize.id)[placeBySize(large, way, draw)]));
  return meanOf(gainsOf(rates("base"), rates("opt")));
};
const allDraws: ColumnRow = {
  key: "all draws",
  label: "packets, eight draws",
  detail: "as in Figure 3; recorded, whatever is moved",
  word: wordOfMachine,
  formula: "Opt / Base − 1 of: what all nodes send / time until the last has all it is sent; mean of eight permutations of 1024 nodes",
  runs: [permutationsBySize.id],
  decimals: 1,
  document: onPackets("opt", 1),
  value: ({ recorded }) => gainOfAllDraws(recorded),
};

/** A link load reported by an engine, with a row for Base and one for Opt. */
interface LinkLoad extends Pick<ColumnRow, "label" | "detail" | "formula"> {
  readonly id: string;
  readonly from: Engine;
  readonly load: (way: Way, seed: Seed, given: Given) => number;
}
const linkLoads: readonly LinkLoad[] = [
  {
    id: "carried",
    label: "packets",
    detail: "the busiest link",
    formula: "bytes that came by it / 32 KiB",
    from: byPackets,
    load: (way, seed, { results }) => carried(results(packets(way, seed))),
  },
  {
    id: "most",
    label: "an even split",
    detail: "the busiest link",
    formula: "all ways closer taken equally at every hop",
    from: bySplit,
    load: (way, seed, { once }) => once(loadsUnder, way, seed).most,
  },
  {
    id: "mean",
    label: "any split",
    detail: "the mean of the X links",
    formula: "links of the dimension that messages cross / links there are",
    from: byMean,
    load: (way, seed, { once }) => once(loadsUnder, way, seed).mean,
  },
];
const busiest: LinkLoad = {
  id: "busy",
  label: "packets",
  detail: "the busiest link",
  formula: "cycles in which it carries something / cycles of the run",
  from: byPackets,
  load: (way, seed, { results }) => 100 * results(packets(way, seed)).load.worst,
};
const loadRows = ({ id, label, detail, formula, from, load }: LinkLoad) =>
  ways.map((way): ColumnRow => ({
    id: `${id} ${way}`,
    label: `${label}, ${titles[way]}`,
    detail,
    word: wordOf(from),
    formula: `${formula}; mean of ${of}`,
    runs: from.runs(way),
    decimals: id === "busy" ? 0 : 2,
    document: onPackets(way, 1),
    value: (given) => meanOf(seeds.map((seed) => load(way, seed, given))),
  }));

const say = ({ value }: Value) => sayGain({ value });

const statements = measured(says["Section 5.3"], [], {
  local: {
    readAs: "with packets Opt is faster than Base, by more than twice the standard error over the eight draws of Figure 3",
    runs: [permutationsBySize.id],
    check: ({ recorded }) => isBeyondChance(gainOfAllDraws(recorded), "Packets: {}, eight permutations of 1024 nodes.", sayGain),
  },
  split: {
    readAs: "whatever the adaptive routing: also where all shortest ways share the traffic, in fluid flow and under an even split",
    runs: runsOf(byFlow),
    check(given) {
      const gains = [byFlow, bySplit].map((engine) => gainIn(engine, given).value);
      return isAbove(gains, 0, "Fluid flow: {0}; an even split: {1}.", (value) => sayGain({ value }));
    },
  },
});

const within = (document: ScenarioDocument, section: string, more: ScenarioDocument): ScenarioDocument => ({
  ...document,
  [section]: { ...(document[section] as ScenarioDocument), ...more },
});
const isPackets = ({ flowControl }: ScenarioDocument) => (flowControl as ScenarioDocument)["kind"] === "virtual-cut-through";

const selections = ["best-free", "most-credits", "random"] as const;

/** Constants of the machine that affect packets only; fluid flow has no buffers. */
const constants = movable({
  classes: {
    title: "Adaptive classes",
    unit: "virtual channels",
    value: 2,
    range: [1, 4, 1],
    help: "Virtual channels of a link on which a packet goes any way that leads closer; the escape class comes on top.",
    put: (document, adaptiveClasses) => within(document, "routing", { adaptiveClasses }),
  },
  escape: {
    title: "Escape",
    unit: "",
    names: ["a bubble", "a dateline"],
    value: 0,
    range: [0, 1, 1],
    help: "What a packet falls back on in dimension order: one class that always keeps a place free in a ring, or two classes with a dateline.",
    put: (document) => within(document, "routing", { escape: "dateline" }),
  },
  queue: {
    title: "Room of a virtual channel",
    unit: "packets of 256 B",
    value: 4,
    range: [2, 32, 1],
    help: "What may wait at the far end of a link, in each class.",
    put: (document, queue) => within(document, "flowControl", { queue }),
  },
  selection: {
    title: "Choice of a channel",
    unit: "",
    names: ["the freest", "the most credits", "any that is free"],
    value: 0,
    range: [0, 2, 1],
    help: "Which of the channels that lead closer a packet asks for: the free one with most room, the one with most room whether free or not, or any.",
    put: (document, choice) => within(document, "flowControl", { selection: selections[choice] }),
  },
  priority: {
    title: "Packets from the network",
    unit: "",
    names: ["go first", "go as the node’s own"],
    value: 0,
    range: [0, 1, 1],
    help: "Who gets an output that packets from the network and packets of the node ask for.",
    put: (document) => within(document, "flowControl", { priority: "equal" }),
  },
  slots: {
    title: "Injection slots",
    unit: "packets",
    value: 6,
    range: [1, 16, 1],
    help: "Those of a node that may ask for a way at the same time.",
    put: (document, injectionSlots) => within(document, "flowControl", { injectionSlots }),
  },
  links: {
    title: "Links between a node's memory and its switch",
    unit: "links each way",
    value: 2,
    range: [1, 6, 1],
    help: "A node that relays takes in and sends out twice as much as others.",
    put: (document, terminalLinks) => within(document, "topology", { terminalLinks }),
  },
}).map((constant): Constant => {
  const { value: own, put = (document) => document } = constant;
  return { ...constant, put: (document, value) => (isPackets(document) && value !== own ? put(document, value) : document) };
});

export const torusSection53 = exhibit("torus", "Section 5.3", "Section 5.3", {
  title: "Relays help packets that choose their way, and slow traffic that is split evenly",
  lede({ values }) {
    const own = (id: string) => values.get(id) ?? plain(NaN);
    const load = (id: string) => own(id).value.toFixed(1);
    return `Over the same two permutations of 1024 nodes short dimension routing brings ${say(own("gain packets"))} with packets that choose by what is free next to them, ${say(own("gain fluid flow"))} where messages flow over all shortest ways in equal parts, and ${say(own("gain an even split"))} on the busiest link of an even split. With packets the busiest link carries ${load("carried opt")} messages in place of ${load("carried base")}; split evenly at every hop, ${load("most opt")} in place of ${load("most base")}.`;
  },
  ...joinedTables(
    column(series("gain", "Gain of Opt over Base", "by how it is worked out; on 1024 nodes", "%"), [
      ...[byPackets, byFlow, bySplit].map(gainRow),
      allDraws,
    ]),
    column(
      series("base", "Base", "all pairs directly, α = 0", "GB/s"),
      engines.map((engine) => rateRow("base", engine)),
    ),
    column(
      series("opt", "Opt", "relays for half of the pairs: α = ½, β = 16, γ = 2, δ = 2", "GB/s"),
      engines.map((engine) => rateRow("opt", engine)),
    ),
    column(series("load", "Messages on a link", "of 32 KiB; a link carries one in 77 µs", "messages"), linkLoads.flatMap(loadRows)),
    column(series("busy", "Busiest link in use", "of the time until the last node has all it is sent", "%"), loadRows(busiest)),
  ),
  statements,
  runs,
  recordings: [permutationsBySize, flows.base, flows.opt],
  constants,
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
    { title: "Base", document: onPackets("base", 1) },
    { title: "Opt", document: onPackets("opt", 1) },
    { title: "Opt, fluid flow", document: flowing("opt") },
  ],
});
