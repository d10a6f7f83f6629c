/** Where engines disagree on short dimension routing, and how the gain hangs on what the paper does not give of its machine. */
import { loadsOf } from "../core/analysis/channel-load.ts";
import { compile } from "../core/compile.ts";
import { messagesOf } from "../core/plan/program.ts";
import { readScenario } from "../core/scenario/scenario.ts";
import {
  type Constant,
  exhibit,
  meanOf,
  plain,
  type RecordedOf,
  type Recording,
  type ResultsOf,
  type Row,
  type ScenarioDocument,
  type Statement,
  type Value,
} from "./contract.ts";
import { signed } from "./outcome.ts";
import { reckoned, series } from "./rows.ts";
import { base, linkRate, machineOf, messageBytes, opt, permutationOn, permutationRate, wordOfMachine } from "./torus-machine.ts";

const large = machineOf(1024);
const ways = ["base", "opt"] as const;
type Way = (typeof ways)[number];
const titles = { base: "Base", opt: "Opt" } as const;
const relaying = { base: { ...opt, ...base }, opt };
/** Permutations that are run while somebody waits. */
const seeds = [1, 2] as const;

const onPackets = (way: Way, seed: number) =>
  permutationOn(large, relaying[way], seed, `${titles[way]} on 1024 nodes, permutation ${seed}`);
/** Where messages flow, chunks are fewer: each is a flow over hundreds of ways. */
const flowingChunks = 4;
const flowing = (way: Way, seed: number): ScenarioDocument => ({
  ...permutationOn(
    large,
    { ...relaying[way], chunks: flowingChunks },
    seed,
    `${titles[way]} on 1024 nodes, permutation ${seed}, fluid flow`,
  ),
  flowControl: { kind: "fluid", packet: "256 B", injectionSlots: 6, toOne: "in-turn", ways: "spread" },
});
/** Relays make each of many flows wait for others; that takes half a minute a run. */
const flowingRelayed: Recording = {
  id: "fluid opt",
  title: "Torus transpose, Opt in fluid flow",
  document: {
    ...flowing("opt", seeds[0]),
    title: "Torus transpose, Opt in fluid flow",
    sweep: [{ path: "workload.pattern.seed", values: [...seeds] }],
  },
};
const packets = (way: Way, seed: number) => `${way} ${seed}`;
const flowsDirectly = (seed: number) => `fluid base ${seed}`;

const kept = new Map<string, number>();

/** The rate that the busiest link allows where all shortest ways share evenly, GB/s. */
function boundRate(way: Way, seed: number): number {
  const key = packets(way, seed);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const { plan } = compile(readScenario(onPackets(way, seed)));
  const { demand } = plan;
  if (demand.form !== "program") throw new Error("a permutation with relays is a program");
  const sent = new Float64Array(demand.ranks);
  let most = 0;
  for (const { from, packets: count } of messagesOf(demand)) most = Math.max(most, (sent[from] += count));
  // Loads are in units of what the busiest source sends.
  const { channelLoad } = loadsOf(plan);
  const bytes = channelLoad.reduce((highest, load) => Math.max(highest, load), 0) * most * packetBytes;
  const rate = (large.nodes * messageBytes * linkRate) / bytes / 1e9;
  kept.set(key, rate);
  return rate;
}
const packetBytes = 256;

const gain = (from: readonly number[], to: readonly number[]): Value => meanOf(from.map((rate, i) => 100 * (to[i] / rate - 1)));

const engines = [
  {
    id: "packets",
    title: "packets",
    detail: "virtual cut-through: a packet takes the freest of the channels that lead closer",
    rates: (way: Way, results: ResultsOf) => seeds.map((seed) => permutationRate(large, results(packets(way, seed)))),
    runs: ways.flatMap((way) => seeds.map((seed) => packets(way, seed))),
    formula: "what all nodes send / time until the last has all it is sent",
  },
  {
    id: "fluid",
    title: "fluid flow",
    detail: "messages flow over all shortest ways in equal parts, and share links fairly; four chunks",
    rates: (way: Way, results: ResultsOf, recorded: RecordedOf) =>
      (way === "base" ? seeds.map((seed) => results(flowsDirectly(seed))) : recorded(flowingRelayed.id)).map((each) =>
        permutationRate(large, each),
      ),
    runs: [...seeds.map(flowsDirectly), flowingRelayed.id],
    formula: "what all nodes send / time until the last has all it is sent; fluid flow: rates, not packets",
  },
  {
    id: "bound",
    title: "channel loads",
    detail: "nothing runs: the busiest link, all shortest ways sharing evenly",
    rates: (way: Way) => seeds.map((seed) => boundRate(way, seed)),
    runs: [],
    formula: "what all nodes send / bytes on the busiest link × 425 MB/s",
  },
] as const;
type Engine = (typeof engines)[number];

const gainIn = ({ rates }: Engine, results: ResultsOf, recorded: RecordedOf) =>
  gain(rates("base", results, recorded), rates("opt", results, recorded));
const of = `two permutations of 1024 nodes`;

const engineRow = (engine: Engine, id: "gain" | Way): Row => {
  const value = (results: ResultsOf, recorded: RecordedOf) =>
    id === "gain" ? gainIn(engine, results, recorded) : meanOf(engine.rates(id, results, recorded));
  const row = { label: engine.title, detail: engine.detail, series: id, published: null, decimals: 1 } as const;
  const formula = `${id === "gain" ? "Opt / Base − 1 of: " : ""}${engine.formula}; mean of ${of}`;
  if (engine.id === "bound")
    return reckoned({
      ...row,
      formula,
      word: { is: "predicted" },
      document: onPackets(id === "opt" ? "opt" : "base", seeds[0]),
      value: () => (id === "gain" ? gain(engine.rates("base"), engine.rates("opt")) : meanOf(engine.rates(id))),
    });
  return {
    ...row,
    id: `${id} ${engine.title}`,
    word: engine.id === "packets" ? wordOfMachine : { is: "predicted" },
    formula,
    runs: engine.runs,
    value,
  };
};

const say = ({ value }: Value) => `${value > 0 ? "+" : ""}${signed(value.toFixed(1))} %`;

const statements: readonly Statement[] = [
  {
    id: "local",
    says: "for permutation communication on asymmetric torus networks, the adaptive routing scheme can be improved",
    where: "Section 1",
    readAs: "with packets Opt is faster than Base",
    otherwise: "not reproduced",
    runs: engines[0].runs,
    check(results, recorded) {
      const found = gainIn(engines[0], results, recorded);
      return { holds: found.value > 0, because: `Packets: ${say(found)}, ${of}.` };
    },
  },
  {
    id: "ideal",
    says: "Our work shows that […] the adaptive routing scheme can be improved",
    where: "Section 1",
    readAs:
      "whatever the adaptive routing: also where traffic spreads evenly over all shortest ways, in fluid flow and on the busiest link",
    otherwise: "not reproduced",
    runs: engines[1].runs,
    check(results, recorded) {
      const [fluid, bound] = [gainIn(engines[1], results, recorded), gainIn(engines[2], results, recorded)];
      return { holds: fluid.value > 0 && bound.value > 0, because: `Fluid flow: ${say(fluid)}; the busiest link: ${say(bound)}.` };
    },
  },
];

const within = (document: ScenarioDocument, section: string, more: ScenarioDocument): ScenarioDocument => ({
  ...document,
  [section]: { ...(document[section] as ScenarioDocument), ...more },
});
const isPackets = ({ flowControl }: ScenarioDocument) => (flowControl as ScenarioDocument)["kind"] === "virtual-cut-through";

/** A number of the machine that only packets know; fluid flow has no buffers. */
const ofPackets = (spec: Omit<Constant, "put">, put: (document: ScenarioDocument, value: number) => ScenarioDocument): Constant => ({
  ...spec,
  put: (document, value) => (isPackets(document) && value !== spec.value ? put(document, value) : document),
});

const selections = ["best-free", "most-credits", "random"] as const;

const constants: readonly Constant[] = [
  ofPackets(
    {
      id: "classes",
      title: "Adaptive classes",
      unit: "of virtual channels",
      value: 2,
      min: 1,
      max: 4,
      step: 1,
      help: "Virtual channels of a link on which a packet goes any way that leads closer; the escape class comes on top.",
    },
    (document, adaptiveClasses) => within(document, "routing", { adaptiveClasses }),
  ),
  ofPackets(
    {
      id: "escape",
      title: "Escape",
      unit: "",
      names: ["a bubble", "a dateline"],
      value: 0,
      min: 0,
      max: 1,
      step: 1,
      help: "What a packet falls back on in dimension order: one class that always keeps a place free in a ring, or two classes with a dateline.",
    },
    (document) => within(document, "routing", { escape: "dateline" }),
  ),
  ofPackets(
    {
      id: "queue",
      title: "Room of a virtual channel",
      unit: "packets",
      value: 4,
      min: 2,
      max: 32,
      step: 1,
      help: "Packets of 256 B that wait at the far end of a link, in each class.",
    },
    (document, queue) => within(document, "flowControl", { queue }),
  ),
  ofPackets(
    {
      id: "selection",
      title: "Choice of a channel",
      unit: "",
      names: ["the freest", "the most credits", "any that is free"],
      value: 0,
      min: 0,
      max: 2,
      step: 1,
      help: "Which of the channels that lead closer a packet asks for: the free one with most room, the one with most room whether free or not, or any.",
    },
    (document, choice) => within(document, "flowControl", { selection: selections[choice] }),
  ),
  ofPackets(
    {
      id: "priority",
      title: "Packets from the network",
      unit: "",
      names: ["go first", "go as the node’s own"],
      value: 0,
      min: 0,
      max: 1,
      step: 1,
      help: "Who gets an output that packets from the network and packets of the node ask for.",
    },
    (document) => within(document, "flowControl", { priority: "equal" }),
  ),
  ofPackets(
    {
      id: "slots",
      title: "Injection slots",
      unit: "of a node",
      value: 6,
      min: 1,
      max: 16,
      step: 1,
      help: "Packets of a node that may ask for a way at the same time.",
    },
    (document, injectionSlots) => within(document, "flowControl", { injectionSlots }),
  ),
  ofPackets(
    {
      id: "links",
      title: "Links between a node's memory and its switch",
      unit: "each way",
      value: 2,
      min: 1,
      max: 6,
      step: 1,
      help: "A node that relays takes in and sends out twice as much as others.",
    },
    (document, terminalLinks) => within(document, "topology", { terminalLinks }),
  ),
];

export const torusSection53 = exhibit({
  id: "torus-section-5-3",
  paper: "torus",
  label: "Section 5.3",
  kind: "statement",
  section: "Section 5.3",
  title: "Who gains: a network that chooses well has nothing left to gain",
  lede({ values }) {
    const own = (id: string) => values.get(`gain ${id}`) ?? plain(NaN);
    return `Over the same two permutations of 1024 nodes short dimension routing brings ${say(own("packets"))} with packets that choose by what is free next to them, ${say(own("fluid flow"))} where messages flow evenly over all shortest ways, and ${say(own("channel loads"))} on the busiest link. A relay puts more on the links; it pays where a choice made next door is worse than an even spread.`;
  },
  series: [
    series("gain", "Gain of Opt over Base", "by how it is worked out; on 1024 nodes", "%"),
    series("base", "Base", "all pairs directly", "GB/s"),
    series("opt", "Opt", "relays for half of the pairs", "GB/s"),
  ],
  rows: (["gain", "base", "opt"] as const).flatMap((id) => engines.map((engine) => engineRow(engine, id))),
  statements,
  runs: seeds.flatMap((seed) => [
    ...ways.map((way) => ({ id: packets(way, seed), document: onPackets(way, seed) })),
    { id: flowsDirectly(seed), document: flowing("base", seed) },
  ]),
  recordings: [flowingRelayed],
  constants,
  tolerance: { relative: 0, why: "The paper has no number here." },
  notes: [
    {
      title: "Why they disagree",
      kind: "our model",
      text: "With traffic spread evenly over all shortest ways, a detour only adds load: its links carry more, and the busiest of them more than before. Packets do not spread evenly. A choice among the channels next door crowds some ways and leaves others empty; sent by way of a node half a dimension off, a message has more ways to be spread over.",
    },
    {
      title: "Fluid flow, recorded",
      kind: "our model",
      text: "Spread over all shortest ways, each message is a flow over hundreds of links, and relays make them wait for each other: Opt takes half a minute a run, so its two runs are recorded, with four chunks where packets have 16. The numbers above move packets alone.",
    },
    {
      title: "Which to trust",
      kind: "our model",
      text: "For the sign of the gain, packets: buffers and local choice are what it comes from, and the other two have neither. For what a perfect spread could reach, the busiest link.",
    },
    {
      title: "What decides",
      kind: "still open",
      text: "The paper says nothing of priority, of buffers, or of how a node injects. Move them above: with packets of the network and of the node as equals, with the most credits, or with one link of a node, there may be nothing to gain, or less than nothing. A dateline makes Base slower and the gain larger.",
    },
  ],
  documents: [
    { title: "Base", document: onPackets("base", 1) },
    { title: "Opt", document: onPackets("opt", 1) },
    { title: "Opt, fluid flow", document: flowing("opt", 1) },
  ],
});
