/**
 * Expected values of the numbers that the nine lessons print. For each step: each number as its texts spell it, and how the engine or a
 * closed form computes it. A computed number must round to the printed one; a computed boolean must be true. `also` holds statements
 * without a number, `right` the index of the right answer where the lesson states it.
 */
import { compile } from "../../src/core/run/compile.ts";
import { billOf } from "../../src/core/costs/bill.ts";
import { variantsOf } from "../../src/core/scenario/document.ts";
import { scenarioFactsIfValid } from "../../src/core/scenario/scenario.ts";
import type { Truth } from "../../src/lessons/questions/index.ts";
import type { SketchTruth } from "../../src/lessons/questions/sketch.ts";
import type { MostLoadedChannels } from "../../src/lessons/questions/channel.ts";
import { nameOfChannel } from "../../src/core/network/network.ts";
import { readDocumentLink } from "../../src/links/index.ts";
import { resultsOfLink, type StepResults } from "./step-results.ts";

/** Computes the value of a printed number, or whether a statement holds. */
export type Claim = (known: StepResults) => number | boolean | Promise<number | boolean>;

/** The claims of a step, by the printed number. */
export type Claims = Readonly<Record<string, Claim | readonly Claim[]>>;

const isCloseTo = (value: number, expected: number, tolerance: number) => Math.abs(value - expected) <= tolerance;

const paramValue =
  (section: "topology" | "workload" | "flowControl", name: string, network = 0): Claim =>
  ({ scenarios }) =>
    scenarios[network][section].values[name] as number;
const sizes = (place: number): Claim => {
  return ({ scenarios }) => (scenarios[0].topology.values["sizes"] as readonly number[])[place];
};
const load: Claim = ({ scenarios }) => scenarios[0].workload.values["load"] as number;
const terminals: Claim = ({ results }) => results[0].terminals;
const packetPhits: Claim = ({ scenarios }) => (scenarios[0].flowControl.values["packet"] as number) / 4;
const virtualChannels = paramValue("flowControl", "virtualChannels");
/** Accepted traffic in phits per cycle and terminal. */
const deliveredTraffic = (network: number): Claim => {
  return ({ results }) => results[network].acceptedPerSender;
};
const throughputBound = (network: number): Claim => {
  return ({ analyses }) => analyses[network].bound;
};
const meanHops = (network: number): Claim => {
  return ({ analyses }) => analyses[network].meanHops;
};
/** Mean latency of the empty network in cycles. */
const zeroLoadLatency = (network: number): Claim => {
  return ({ analyses }) => analyses[network].zeroLoadLatency;
};
const meanLatency: Claim = ({ results }) => results[0].latency!.mean;
const makespan = (network: number): Claim => {
  return ({ results }) => results[network].makespan!;
};
/** Load of the busiest channel. */
const maxChannelLoad: Claim = ({ results }) => results[0].load.worst;
const goalValue: Claim = ({ step }) => (step.question as { readonly goal: number }).goal;
/** Load of the channels that are full first, relative to the offered load. */
const saturatingLoad: Claim = ({ truth }) => (truth as Truth & MostLoadedChannels).share!;
const boundOfLink = (link: string) => async () => (await resultsOfLink(link)).analysis.bound;
const deliveredOfLink = (link: string) => async () => (await resultsOfLink(link)).delivered;
const makespanOfLink = (link: string) => async () => (await resultsOfLink(link)).result.makespan!;
/** A claim about a number that does not come from the engine. */
const constant = (value: number) => () => value;
/** A claim that is a condition. */
const condition =
  (predicate: (known: StepResults) => boolean): Claim =>
  (known) =>
    predicate(known);
/** A claim about a number in words: whether a computed value is between two limits. */
const isWithin = (claim: Claim, min: number, max: number): Claim => {
  return async (known) => {
    const value = Number(await claim(known));
    return value > min && value < max;
  };
};

/** Share of uniform packets on 8 × 8 switches that cross the middle of the grid in one direction: 32 of the 63 others. */
const acrossTheMiddle = constant(32 / 63);

const uniformLink = "#v=2&topology=mesh:sizes8x8&traffic=uniform";
const transposeLink = "#v=2&topology=mesh:sizes8x8&traffic=transpose";
const thinTreeLink = (kUp: number) => `#v=2&topology=thin-tree:k4,kUp${kUp},n3`;
const chainLink = (segments: number) =>
  `#v=2&topology=single-switch:terminals64&workload=broadcast:ranks64,message4KiB,segments${segments}`;
const treeLink = "#v=2&topology=single-switch:terminals64&workload=broadcast:ranks64,message4KiB,broadcast~tree";

const factsOf = (known: StepResults, network = 0) => scenarioFactsIfValid(known.scenarios[network])!;
/** Links between switches. */
const switchLinkCount = (network: number): Claim => {
  return (known) => {
    const { parts } = factsOf(known, network);
    return parts.links.reduce((sum, each) => sum + each.count, 0) - parts.terminals;
  };
};
/** Links from level `level` of a tree to the next level up; −1 stands for the terminals. */
const uplinkCount = (level: number, kUp?: number): Claim => {
  return ({ scenarios }) => {
    const { topology } = scenarios[0];
    const own = kUp === undefined ? topology : { ...topology, values: { ...topology.values, kUp } };
    return scenarioFactsIfValid({ ...scenarios[0], topology: own })!.parts.links[level + 1].count;
  };
};
const switchCount = (network: number): Claim => {
  return (known) => factsOf(known, network).parts.switches.reduce((sum, each) => sum + each.count, 0);
};
const portCount = (network: number): Claim => {
  return (known) => factsOf(known, network).parts.switches[0].ports;
};
/** Cost of one network of a step relative to another. */
const costOf = (network: number, other: number): Claim => {
  return ({ step }) => {
    const totals = variantsOf(step.document).map((each) => billOf(step.document.cost, scenarioFactsIfValid(each)!.parts).total);
    return totals[network] / totals[other];
  };
};
/** Price of a switch of the first network relative to one of the second. */
const switchPrice: Claim = ({ step }) => {
  const [own, other] = variantsOf(step.document).map((each) => billOf(step.document.cost, scenarioFactsIfValid(each)!.parts).lines[0].each);
  return own / other;
};
/** Whether the terminals in row 2, column 5 and in row 5, column 2 send only to each other. */
const isPartner: Claim = ({ scenarios }) => {
  const { demand } = compile(scenarios[0]).plan;
  const [own, other] = [2 * 8 + 5, 5 * 8 + 2];
  return demand.form === "open-loop" && demand.share(own, other) === 1 && demand.share(other, own) === 1;
};
/** Whether all channels that are full first have names that satisfy the predicate. */
const saturateFirst = (matches: (name: string) => boolean): Claim => {
  return ({ scenarios, truth }) => {
    const { network } = compile(scenarios[0]).plan;
    return (truth as MostLoadedChannels).channels.every((channel) => matches(nameOfChannel(network, channel)));
  };
};
/** The coordinates of the two switches that a channel joins, from its name. */
const endsOf = (name: string) => [...name.matchAll(/switch \(([\d, ]+)\)/g)].map(([, place]) => place.split(", ").map(Number));
/** Whether a channel joins the fourth and the fifth switch of a row or column along this axis. */
const isInTheMiddle = (name: string, axis: number) => {
  const [from, to] = endsOf(name);
  return from[axis] + to[axis] === 3 + 4 && Math.abs(from[axis] - to[axis]) === 1 && from[1 - axis] === to[1 - axis];
};
/** Whether a channel leads from one switch to the next of eight. */
const isToNext = (name: string) => {
  const [[from], [to]] = endsOf(name);
  return to === (from + 1) % 8;
};
const isDeadlocked: Claim = ({ results }) => results[0].status === "deadlocked";
const cycleLength: Claim = ({ results }) => results[0].deadlockChannels.length;
/** Mean number of links between switches that the packets of a permutation cross. */
const linksCrossed: Claim = ({ analyses }) => analyses[0].meanHops - 2;
const defaultQueue: Claim = async () => variantsOf(await readDocumentLink("#v=2"))[0].flowControl.values["queue"] as number;
const deadlocksWithFourQueues: Claim = async () =>
  (await resultsOfLink("#v=2&topology=torus:sizes8&traffic=tornado&load=.4&routing=dimension-order:channelClasses~none&virtualChannels=4"))
    .result.status === "deadlocked";
const fairnessOf = (known: StepResults, network: number) => known.results[network].fairness!;

/** The value of the curve that a step asks to draw, at a simulated load or at the index of a swept value. */
function heightOfCurve({ truth }: StepResults, x: number): number {
  return (truth as SketchTruth).points.find(([each]) => Math.abs(each - x) < 1e-9)![1];
}

export const claims: Readonly<Record<string, readonly Claims[]>> = {
  choke: [
    {
      "0.20": load,
      64: terminals,
      five: async (known) => 1 / Number(await load(known)),
      half: isWithin(maxChannelLoad, 0, 0.5),
      also: condition(({ results, analyses }) => results[0].latency!.mean < 2 * analyses[0].zeroLoadLatency),
    },
    {
      "0.49": throughputBound(0),
      half: acrossTheMiddle,
      also: saturateFirst((name) => isInTheMiddle(name, 0) || isInTheMiddle(name, 1)),
    },
    { "0.49": throughputBound(0), "0.45": load },
    {
      85: async (known) => 100 * Number(await maxChannelLoad(known)),
      100: constant(100),
      50: constant(50),
      15: async (known) => 100 - 100 * Number(await maxChannelLoad(known)),
    },
    { "1.00": [load, throughputBound(0)], 16: terminals },
    { two: virtualChannels, "0.45": load, "0.37": deliveredOfLink(`${uniformLink}&load=.45`) },
    {},
  ],
  empty: [
    {
      16: [packetPhits, meanHops(0)],
      32: meanLatency,
      256: async (known) => Number(await packetPhits(known)) * Number(await meanHops(0)(known)),
    },
    {
      16: packetPhits,
      3: meanHops(0),
      13: async (known) => 16 - Number(await meanHops(0)(known)),
      6: constant((32 * 3) / 16),
    },
    { twice: async (known) => Number(await packetPhits(known)) / 16, 16: meanHops(0), 32: packetPhits, 64: constant(2 * 32) },
    {
      16: [packetPhits, meanHops(0)],
      257: meanLatency,
      eight: isWithin((known) => Number(meanLatency(known)) / 32, 8, 8.1),
      two: constant(2),
      33: constant(32 + 1),
      64: constant(2 * 32),
    },
    {
      64: terminals,
      7.33: meanHops(0),
      16: packetPhits,
      two: constant(2),
      thirds: isWithin(({ analyses }) => 16 / analyses[0].zeroLoadLatency, 2 / 3, 0.75),
      third: ({ analyses }) => analyses[0].meanHops / analyses[0].zeroLoadLatency < 1 / 3,
    },
    {
      20: goalValue,
      23.3: zeroLoadLatency(0),
      18: async (known) => Number(await packetPhits(known)) + 2,
      22.1: async () => (await resultsOfLink("#v=2&topology=torus:sizes8x8&traffic=uniform&load=.02")).analysis.zeroLoadLatency,
    },
  ],
  wrap: [
    {
      112: switchLinkCount(0),
      "0.49": throughputBound(0),
      16: async (known) => Number(await switchLinkCount(1)(known)) - Number(await switchLinkCount(0)(known)),
      doubles: ({ analyses }) => analyses[1].bound / analyses[0].bound,
      twice: ({ analyses }) => analyses[1].bound / analyses[0].bound,
      "0.98": throughputBound(1),
      seventh: async (known) => Number(await switchLinkCount(1)(known)) / Number(await switchLinkCount(0)(known)) - 1,
      0.56: async (known) => (known.analyses[0].bound * Number(await switchLinkCount(1)(known))) / Number(await switchLinkCount(0)(known)),
      // All links between switches have the same load.
      also: condition(({ analyses }) => new Set([...analyses[1].channelLoad].map((each) => each.toFixed(9))).size === 2),
    },
    {
      two: constant(2),
      half: acrossTheMiddle,
      also: [condition(({ analyses }) => isCloseTo(analyses[0].bound, 63 / 128, 1e-9)), saturateFirst((name) => isInTheMiddle(name, 1))],
    },
    {
      "0.70": load,
      "0.98": throughputBound(0),
      0.36: deliveredOfLink(`${uniformLink}&load=.7`),
      half: async ({ results }) => {
        const more = results[0].acceptedPerSender / (await resultsOfLink(`${uniformLink}&load=.7`)).delivered - 1;
        return more > 0.5 && more < 0.65;
      },
      twice: constant(2),
      also: condition(({ results }) => results[0].load.worst < 0.75),
    },
    {
      16: packetPhits,
      23.3: zeroLoadLatency(0),
      22: zeroLoadLatency(1),
      6.06: meanHops(1),
      7.33: meanHops(0),
      twice: ({ analyses }) => analyses[1].bound / analyses[0].bound,
      half: constant(0.5),
      two: constant(2),
      12: constant(23.3 / 2),
    },
    { "0.80": [load, goalValue], two: virtualChannels, three: constant(3) },
  ],
  patterns: [
    {
      // Row 2, column 5 and row 5, column 2 with eight columns: each is the other's partner.
      2: isPartner,
      5: isPartner,
      two: constant(2),
      7: saturatingLoad,
      seventh: throughputBound(0),
      also: [saturateFirst((name) => /\(0, 0\)|\(7, 7\)/.test(name)), condition(({ results }) => results[0].sending === 64 - 8)],
    },
    {
      0.14: throughputBound(0),
      "0.30": load,
      also: condition(({ results, analyses }) => results[0].acceptedPerSender > analyses[0].bound),
    },
    { "0.90": load, 0.49: boundOfLink(`${uniformLink}&load=.9`), 0.14: boundOfLink(`${transposeLink}&load=.3`) },
    {
      8: sizes(0),
      three: ({ analyses }) => Math.max(...analyses[0].channelLoad),
      0.875: boundOfLink("#v=2&topology=torus:sizes8&traffic=uniform&load=.15"),
      third: throughputBound(0),
      // Half of the links between switches carry no traffic.
      half: ({ analyses }) => [...analyses[0].channelLoad].filter((each) => each === 0).length / 16,
    },
    { "0.30": load, 0.21: deliveredOfLink(`${transposeLink}&load=.3`), 0.25: constant(0.25) },
    { "0.40": [load, goalValue], 0.22: deliveredTraffic(0), 0.36: deliveredOfLink(`${uniformLink}&load=.4`) },
  ],
  thin: [
    {
      64: [terminals, uplinkCount(-1)],
      three: paramValue("topology", "n"),
      4: paramValue("topology", "k"),
      2: paramValue("topology", "kUp"),
      63: ({ results }) => results[0].terminals - 1,
      48: ({ results }) => results[0].terminals - 16,
      32: uplinkCount(0),
      16: uplinkCount(1),
      // 64 terminals send 48/63 of their packets over 16 links.
      also: [
        condition(({ analyses }) => isCloseTo(1 / analyses[0].bound, (64 * (48 / 63)) / 16, 1e-9)),
        saturateFirst((name) => /level 1 → .* level 2$|level 2 → .* level 1$/.test(name)),
      ],
    },
    {
      0.33: throughputBound(0),
      "0.30": load,
      third: ({ results, analyses }) => 1 - results[0].acceptedPerSender / analyses[0].bound,
    },
    {
      2: paramValue("topology", "kUp"),
      4: paramValue("topology", "k"),
      "0.40": [load, goalValue],
      3: constant(3),
      36: uplinkCount(1, 3),
      16: uplinkCount(1),
      0.33: throughputBound(0),
      0.74: boundOfLink(`${thinTreeLink(3)}&traffic=uniform&load=.4`),
      0.22: deliveredTraffic(0),
    },
    {
      "0.40": [load, deliveredTraffic(0), deliveredTraffic(1)],
      3: paramValue("topology", "kUp"),
      4: paramValue("topology", "kUp", 1),
      third: async (known) => isWithin(costOf(0, 1), 0.5, 2 / 3)(known),
      half: constant(0.5),
      7: portCount(0),
      8: portCount(1),
      eight: portCount(1),
      eighth: async (known) => 1 / Number(await portCount(1)(known)),
      quarter: isWithin(switchPrice, 1 - 0.3, 1 - 0.2),
      also: [async (known) => isCloseTo(Number(await switchPrice(known)), (7 / 8) ** 2, 1e-9)],
      37: switchCount(0),
      48: switchCount(1),
      // Options of the question: the cost saving is an eighth, more than a third, or more than a half.
      right: (known) => {
        const saved = 1 - Number(costOf(0, 1)(known));
        return [1 / 3, 1 / 2].filter((least) => saved > least).length;
      },
    },
    {
      "0.40": load,
      2: paramValue("topology", "kUp"),
      0.22: deliveredOfLink(`${thinTreeLink(2)}&traffic=uniform&load=.4`),
      0.33: boundOfLink(`${thinTreeLink(2)}&traffic=uniform&load=.4`),
    },
    {
      2: paramValue("topology", "kUp"),
      3: paramValue("topology", "kUp", 1),
      4: paramValue("topology", "kUp", 2),
      40: async (known) => 100 * Number(await costOf(0, 2)(known)),
      64: async (known) => 100 * Number(await costOf(1, 2)(known)),
    },
  ],
  adversary: [
    {
      "0.30": load,
      eight: sizes(0),
      8: paramValue("topology", "terminalsPerSwitch"),
      third: ({ scenarios, analyses }) => {
        const part = (scenarios[0].workload.values["load"] as number) * Math.max(...analyses[0].channelLoad);
        return part > 0.25 && part < 1 / 3;
      },
      "0.10": constant(0.1),
      "0.20": constant(0.2),
    },
    {
      8: paramValue("topology", "terminalsPerSwitch"),
      eight: saturatingLoad,
      eighth: throughputBound(0),
      0.125: throughputBound(0),
      also: saturateFirst(isToNext),
    },
    {
      "0.30": load,
      eighth: deliveredTraffic(0),
      8: [paramValue("topology", "terminalsPerSwitch"), ({ analyses }) => [...analyses[0].channelLoad].filter((each) => each > 7.5).length],
      56: async (known) => 2 * Number(await switchLinkCount(0)(known)),
    },
    {
      "0.30": load,
      // Links between switches: 1 on the direct path, 2 over any of the 6 switches that are neither source nor destination.
      twice: isWithin((known) => Number(meanHops(0)(known)) - 2, 1.7, 1.8),
      two: constant(2),
    },
    {
      "0.60": load,
      0.52: deliveredOfLink("#v=2&topology=hyperx:sizes8,terminalsPerSwitch8&traffic=uniform&load=.6"),
      0.37: deliveredTraffic(0),
      third: async ({ results }) => {
        const direct = (await resultsOfLink("#v=2&topology=hyperx:sizes8,terminalsPerSwitch8&traffic=uniform&load=.6")).delivered;
        const less = 1 - results[0].acceptedPerSender / direct;
        return less > 0.28 && less < 1 / 3;
      },
      0.13: constant(0.52 / 4),
      quarter: constant(0.13 / 0.52),
    },
    { 8: paramValue("topology", "terminalsPerSwitch"), "0.30": [load, goalValue] },
  ],
  deadlock: [
    {
      eight: sizes(0),
      three: linksCrossed,
      also: [isDeadlocked, async (known) => Number(await load(known)) > Number(await throughputBound(0)(known))],
      right: ({ results }) => (results[0].deadlock === null ? 0 : 1),
    },
    {
      8: cycleLength,
      three: linksCrossed,
      3: linksCrossed,
      2: constant(2),
      two: constant(2),
      also: isDeadlocked,
      right: (known) => [2, 3, 8].indexOf(Number(cycleLength(known))),
    },
    {
      four: async (known) => Number(await paramValue("flowControl", "queue")(known)) / 4,
      4: defaultQueue,
      16: paramValue("flowControl", "queue"),
      also: deadlocksWithFourQueues,
      right: ({ results }) => (results[0].deadlock === null ? 0 : 2),
    },
    {
      "0.30": load,
      two: constant(2),
      also: [
        condition(({ results }) => results[0].status === "finished"),
        async () =>
          (await resultsOfLink("#v=2&topology=torus:sizes8&traffic=tornado&load=.3&routing=dimension-order:channelClasses~none")).result
            .status === "deadlocked",
      ],
    },
    {
      two: constant(2),
      "0.30": load,
      0.17: deliveredTraffic(0),
      0.25: deliveredTraffic(1),
      "0.10": constant(0.1),
      also: condition((known) => fairnessOf(known, 0).jain < fairnessOf(known, 1).jain && known.results[0].load.worst > 0.85),
    },
    {
      0.25: [load, goalValue],
      0.23: deliveredOfLink("#v=2&topology=torus:sizes8&traffic=tornado&load=.25"),
      also: isDeadlocked,
    },
  ],
  waits: [
    { 64: terminals, 18: zeroLoadLatency(0), 63: constant(64 - 1), also: condition(({ truth }) => truth === 63 * 18) },
    {
      2: constant(2 ** 1),
      4: constant(2 ** 2),
      8: constant(2 ** 3),
      16: constant(2 ** 4),
      32: constant(2 ** 5),
      64: [terminals, constant(2 ** 6)],
      18: zeroLoadLatency(0),
      6: ({ results }) => Math.log2(results[0].terminals),
      doubles: constant(2),
      63: constant(64 - 1),
      also: condition(({ truth }) => truth === 6 * 18),
    },
    {
      64: async (known) => Number(await paramValue("workload", "message")(known)) / 64,
      "6\u202f156": makespanOfLink(treeLink),
      "2\u202f100": isWithin(makespan(0), 2050, 2150),
      third: async (known) => Number(await makespan(0)(known)) / Number(await makespanOfLink(treeLink)()),
      "64\u202f638": makespanOfLink(chainLink(1)),
      "65\u202f000": isWithin(makespanOfLink(chainLink(1)), 64500, 65500),
      ten: async () => isCloseTo(Number(await makespanOfLink(chainLink(1))()) / Number(await makespanOfLink(treeLink)()), 10, 0.6),
      "6\u202f200": isWithin(makespanOfLink(treeLink), 6150, 6250),
    },
    {
      64: terminals,
      8: constant(Math.sqrt(64)),
      // The diagonal of a square of eight, in both directions.
      28: constant(2 * (8 - 1 + 8 - 1)),
      18: zeroLoadLatency(0),
      34: async (known) => Number(await zeroLoadLatency(0)(known)) + Number(await packetPhits(known)),
      two: constant(2),
      16: packetPhits,
      504: constant(28 * 18),
      also: condition(({ truth }) => truth === 28 * 34),
    },
    {
      952: makespan(0),
      8: constant(Math.sqrt(64)),
      948: makespan(1),
      64: terminals,
      480: constant(480),
      half: async (known) => 480 / Number(await makespan(0)(known)),
      950: isWithin(makespan(1), 945, 955),
      "1\u202f900": constant(1900),
      twice: async (known) => 1900 / Number(await makespan(0)(known)),
      also: condition(({ results }) => results.every(({ load: own }) => own.mean < 0.1)),
    },
    {
      64: async (known) => Number(await paramValue("workload", "message")(known)) / 64,
      4: paramValue("workload", "segments"),
      "10\u202f000": goalValue,
      8: constant(8),
      7: constant(7),
      "11\u202f166": makespanOfLink(chainLink(7)),
      "2\u202f100": isWithin(makespanOfLink(chainLink(64)), 2050, 2150),
    },
  ],
  curves: [
    {
      two: constant(2),
      also: [
        // Below saturation everything arrives; above it hardly more, and less than the ideal throughput.
        condition((known) => isCloseTo(heightOfCurve(known, 0.1), 0.1, 0.006)),
        condition((known) => isCloseTo(heightOfCurve(known, 1), heightOfCurve(known, 0.5), 0.02)),
        condition((known) => heightOfCurve(known, 1) < known.analyses[0].bound),
      ],
    },
    {
      also: [
        condition((known) => heightOfCurve(known, 0.1) < 1.5 * known.analyses[0].zeroLoadLatency),
        condition((known) => heightOfCurve(known, 0.5) > 10 * known.analyses[0].zeroLoadLatency),
      ],
    },
    {
      also: [
        // A packet has 64 bytes: the times of 4, 16 and 64 bytes are equal, and those of 4 and 16 KiB differ fourfold.
        condition((known) => heightOfCurve(known, 0) === heightOfCurve(known, 2) && heightOfCurve(known, 3) > heightOfCurve(known, 2)),
        condition((known) => isCloseTo(heightOfCurve(known, 6) / heightOfCurve(known, 5), 4, 0.3)),
      ],
    },
    { also: condition(({ results }) => isCloseTo(results[0].acceptedPerSender, 0.3, 0.01)) },
  ],
};
