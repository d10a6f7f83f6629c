/**
 * Expected values of the numbers that the eight lessons print. For each step: each number as its texts spell it, and how the engine or a
 * closed form computes it. A computed number must round to the printed one; a computed boolean must be true. `also` holds statements
 * without a number, `right` the index of the right answer where the lesson states it.
 */
import { compile } from "../../src/core/run/compile.ts";
import { billOf } from "../../src/core/costs/bill.ts";
import { variantsOf } from "../../src/core/scenario/document.ts";
import { factsIfValid } from "../../src/core/scenario/scenario.ts";
import type { Truth } from "../../src/lessons/questions/index.ts";
import type { FirstFull } from "../../src/lessons/questions/channel.ts";
import { nameOfChannel } from "../../src/core/network/network.ts";
import { readLink } from "../../src/links/index.ts";
import { elsewhere, type Known } from "./known.ts";

/** Computes the value of a printed number, or whether a statement holds. */
export type Claim = (known: Known) => number | boolean | Promise<number | boolean>;

/** The claims of a step, by the printed number. */
export type Claims = Readonly<Record<string, Claim | readonly Claim[]>>;

const isAbout = (value: number, most: number, off: number) => Math.abs(value - most) <= off;

const param =
  (section: "topology" | "workload" | "flowControl", name: string, network = 0): Claim =>
  ({ scenarios }) =>
    scenarios[network][section].values[name] as number;
const sizes = (place: number): Claim => {
  return ({ scenarios }) => (scenarios[0].topology.values["sizes"] as readonly number[])[place];
};
const load: Claim = ({ scenarios }) => scenarios[0].workload.values["load"] as number;
const terminals: Claim = ({ results }) => results[0].terminals;
const phits: Claim = ({ scenarios }) => (scenarios[0].flowControl.values["packet"] as number) / 4;
const virtualChannels = param("flowControl", "virtualChannels");
/** Accepted traffic in phits per cycle and terminal. */
const delivered = (network: number): Claim => {
  return ({ results }) => results[network].acceptedPerSender;
};
const bound = (network: number): Claim => {
  return ({ analyses }) => analyses[network].bound;
};
const hops = (network: number): Claim => {
  return ({ analyses }) => analyses[network].meanHops;
};
/** Mean latency of the empty network in cycles. */
const empty = (network: number): Claim => {
  return ({ analyses }) => analyses[network].zeroLoadLatency;
};
const latency: Claim = ({ results }) => results[0].latency!.mean;
const finish = (network: number): Claim => {
  return ({ results }) => results[network].makespan!;
};
/** Load of the busiest channel. */
const busiest: Claim = ({ results }) => results[0].load.worst;
const goal: Claim = ({ step }) => (step.question as { readonly goal: number }).goal;
/** Load of the channels that saturate first, relative to the offered load. */
const share: Claim = ({ truth }) => (truth as Truth & FirstFull).share!;
const boundOf = (link: string) => async () => (await elsewhere(link)).analysis.bound;
const deliveredOf = (link: string) => async () => (await elsewhere(link)).delivered;
const finishOf = (link: string) => async () => (await elsewhere(link)).result.makespan!;
/** A claim about a number that does not come from the engine. */
const exactly = (value: number) => () => value;
/** A claim that is a condition. */
const holds =
  (is: (known: Known) => boolean): Claim =>
  (known) =>
    is(known);
/** A claim about a number in words: whether a computed value is between two limits. */
const phrase = (claim: Claim, least: number, most: number): Claim => {
  return async (known) => {
    const value = Number(await claim(known));
    return value > least && value < most;
  };
};

/** Share of uniform packets on 8 × 8 switches that cross the middle of the grid in one direction: 32 of the 63 others. */
const acrossTheMiddle = exactly(32 / 63);

const uniform = "#v=2&topology=mesh:sizes8x8&traffic=uniform";
const transposed = "#v=2&topology=mesh:sizes8x8&traffic=transpose";
const thin = (kUp: number) => `#v=2&topology=thin-tree:k4,kUp${kUp},n3`;
const chain = (segments: number) => `#v=2&topology=single-switch:terminals64&workload=broadcast:ranks64,message4KiB,segments${segments}`;
const doubling = "#v=2&topology=single-switch:terminals64&workload=broadcast:ranks64,message4KiB,broadcast~tree";

const factsOf = (known: Known, network = 0) => factsIfValid(known.scenarios[network])!;
/** Links between switches. */
const links = (network: number): Claim => {
  return (known) => {
    const { parts } = factsOf(known, network);
    return parts.links.reduce((sum, each) => sum + each.count, 0) - parts.terminals;
  };
};
/** Links from level `level` of a tree to the next level up; −1 stands for the terminals. */
const linksUp = (level: number, kUp?: number): Claim => {
  return ({ scenarios }) => {
    const { topology } = scenarios[0];
    const own = kUp === undefined ? topology : { ...topology, values: { ...topology.values, kUp } };
    return factsIfValid({ ...scenarios[0], topology: own })!.parts.links[level + 1].count;
  };
};
const switches = (network: number): Claim => {
  return (known) => factsOf(known, network).parts.switches.reduce((sum, each) => sum + each.count, 0);
};
const ports = (network: number): Claim => {
  return (known) => factsOf(known, network).parts.switches[0].ports;
};
/** Cost of one network of a step relative to another. */
const costOf = (network: number, other: number): Claim => {
  return ({ step }) => {
    const totals = variantsOf(step.document).map((each) => billOf(step.document.cost, factsIfValid(each)!.parts).total);
    return totals[network] / totals[other];
  };
};
/** Price of a switch of the first network relative to one of the second. */
const switchPrice: Claim = ({ step }) => {
  const [own, other] = variantsOf(step.document).map((each) => billOf(step.document.cost, factsIfValid(each)!.parts).lines[0].each);
  return own / other;
};
/** Whether the terminals in row 2, column 5 and in row 5, column 2 send only to each other. */
const isPartner: Claim = ({ scenarios }) => {
  const { demand } = compile(scenarios[0]).plan;
  const [own, other] = [2 * 8 + 5, 5 * 8 + 2];
  return demand.form === "open-loop" && demand.share(own, other) === 1 && demand.share(other, own) === 1;
};
/** Whether all channels that saturate first have names that satisfy the predicate. */
const fills = (isThere: (name: string) => boolean): Claim => {
  return ({ scenarios, truth }) => {
    const { network } = compile(scenarios[0]).plan;
    return (truth as FirstFull).channels.every((channel) => isThere(nameOfChannel(network, channel)));
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
const circle: Claim = ({ results }) => results[0].deadlockChannels.length;
/** Mean number of links between switches that the packets of a permutation cross. */
const linksCrossed: Claim = ({ analyses }) => analyses[0].meanHops - 2;
const usualQueue: Claim = async () => variantsOf(await readLink("#v=2"))[0].flowControl.values["queue"] as number;
const fourQueuesStop: Claim = async () =>
  (await elsewhere("#v=2&topology=torus:sizes8&traffic=tornado&load=.4&routing=dimension-order:channelClasses~none&virtualChannels=4"))
    .result.status === "deadlocked";
const fairnessOf = (known: Known, network: number) => known.results[network].fairness!;

export const claims: Readonly<Record<string, readonly Claims[]>> = {
  choke: [
    {
      "0.20": load,
      64: terminals,
      five: async (known) => 1 / Number(await load(known)),
      half: phrase(busiest, 0, 0.5),
      also: holds(({ results, analyses }) => results[0].latency!.mean < 2 * analyses[0].zeroLoadLatency),
    },
    {
      "0.49": bound(0),
      half: acrossTheMiddle,
      also: fills((name) => isInTheMiddle(name, 0) || isInTheMiddle(name, 1)),
    },
    { "0.49": bound(0), "0.45": load },
    {
      85: async (known) => 100 * Number(await busiest(known)),
      15: async (known) => 100 - 100 * Number(await busiest(known)),
      half: exactly(0.5),
    },
    { "1.00": [load, bound(0)], 16: terminals },
    { two: virtualChannels, "0.45": load, "0.37": deliveredOf(`${uniform}&load=.45`) },
    {},
  ],
  empty: [
    { 16: [phits, hops(0)], 32: latency, 256: async (known) => Number(await phits(known)) * Number(await hops(0)(known)) },
    {
      16: phits,
      3: hops(0),
      13: async (known) => 16 - Number(await hops(0)(known)),
      6: exactly((32 * 3) / 16),
    },
    { twice: async (known) => Number(await phits(known)) / 16, 16: hops(0), 32: phits, 64: exactly(2 * 32) },
    {
      16: [phits, hops(0)],
      257: latency,
      eight: phrase((known) => Number(latency(known)) / 32, 8, 8.1),
      two: exactly(2),
      33: exactly(32 + 1),
      64: exactly(2 * 32),
    },
    {
      64: terminals,
      7.33: hops(0),
      16: phits,
      two: exactly(2),
      thirds: phrase(({ analyses }) => 16 / analyses[0].zeroLoadLatency, 2 / 3, 0.75),
      third: ({ analyses }) => analyses[0].meanHops / analyses[0].zeroLoadLatency < 1 / 3,
    },
    {
      20: goal,
      23.3: empty(0),
      18: async (known) => Number(await phits(known)) + 2,
      22.1: async () => (await elsewhere("#v=2&topology=torus:sizes8x8&traffic=uniform&load=.02")).analysis.zeroLoadLatency,
    },
  ],
  wrap: [
    {
      112: links(0),
      "0.49": bound(0),
      16: async (known) => Number(await links(1)(known)) - Number(await links(0)(known)),
      doubles: ({ analyses }) => analyses[1].bound / analyses[0].bound,
      twice: ({ analyses }) => analyses[1].bound / analyses[0].bound,
      "0.98": bound(1),
      seventh: async (known) => Number(await links(1)(known)) / Number(await links(0)(known)) - 1,
      0.56: async (known) => (known.analyses[0].bound * Number(await links(1)(known))) / Number(await links(0)(known)),
      // All links between switches have the same load.
      also: holds(({ analyses }) => new Set([...analyses[1].channelLoad].map((each) => each.toFixed(9))).size === 2),
    },
    {
      two: exactly(2),
      half: acrossTheMiddle,
      also: [holds(({ analyses }) => isAbout(analyses[0].bound, 63 / 128, 1e-9)), fills((name) => isInTheMiddle(name, 1))],
    },
    {
      "0.70": load,
      "0.98": bound(0),
      0.36: deliveredOf(`${uniform}&load=.7`),
      half: async ({ results }) => {
        const more = results[0].acceptedPerSender / (await elsewhere(`${uniform}&load=.7`)).delivered - 1;
        return more > 0.5 && more < 0.65;
      },
      twice: exactly(2),
      also: holds(({ results }) => results[0].load.worst < 0.75),
    },
    {
      16: phits,
      23.3: empty(0),
      22: empty(1),
      6.06: hops(1),
      7.33: hops(0),
      twice: ({ analyses }) => analyses[1].bound / analyses[0].bound,
      half: exactly(0.5),
      two: exactly(2),
      12: exactly(23.3 / 2),
    },
    { "0.80": [load, goal], two: virtualChannels, three: exactly(3) },
  ],
  patterns: [
    {
      // Row 2, column 5 and row 5, column 2 with eight columns: each is the other's partner.
      2: isPartner,
      5: isPartner,
      two: exactly(2),
      7: share,
      seventh: bound(0),
      also: [fills((name) => /\(0, 0\)|\(7, 7\)/.test(name)), holds(({ results }) => results[0].sending === 64 - 8)],
    },
    { 0.14: bound(0), "0.30": load, also: holds(({ results, analyses }) => results[0].acceptedPerSender > analyses[0].bound) },
    { "0.90": load, 0.49: boundOf(`${uniform}&load=.9`), 0.14: boundOf(`${transposed}&load=.3`) },
    {
      8: sizes(0),
      three: ({ analyses }) => Math.max(...analyses[0].channelLoad),
      0.875: boundOf("#v=2&topology=torus:sizes8&traffic=uniform&load=.15"),
      third: bound(0),
      // Half of the links between switches carry no traffic.
      half: ({ analyses }) => [...analyses[0].channelLoad].filter((each) => each === 0).length / 16,
    },
    { "0.30": load, 0.21: deliveredOf(`${transposed}&load=.3`), 0.25: exactly(0.25) },
    { "0.40": [load, goal], 0.22: delivered(0), 0.36: deliveredOf(`${uniform}&load=.4`) },
  ],
  thin: [
    {
      64: [terminals, linksUp(-1)],
      three: param("topology", "n"),
      4: param("topology", "k"),
      2: param("topology", "kUp"),
      63: ({ results }) => results[0].terminals - 1,
      48: ({ results }) => results[0].terminals - 16,
      32: linksUp(0),
      16: linksUp(1),
      // 64 terminals send 48/63 of their packets over 16 links.
      also: [
        holds(({ analyses }) => isAbout(1 / analyses[0].bound, (64 * (48 / 63)) / 16, 1e-9)),
        fills((name) => /level 1 → .* level 2$|level 2 → .* level 1$/.test(name)),
      ],
    },
    {
      0.33: bound(0),
      "0.30": load,
      third: ({ results, analyses }) => 1 - results[0].acceptedPerSender / analyses[0].bound,
    },
    {
      2: param("topology", "kUp"),
      4: param("topology", "k"),
      "0.40": [load, goal],
      3: exactly(3),
      36: linksUp(1, 3),
      16: linksUp(1),
      0.33: bound(0),
      0.74: boundOf(`${thin(3)}&traffic=uniform&load=.4`),
      0.22: delivered(0),
    },
    {
      "0.40": [load, delivered(0), delivered(1)],
      3: param("topology", "kUp"),
      4: param("topology", "kUp", 1),
      third: async (known) => phrase(costOf(0, 1), 0.5, 2 / 3)(known),
      half: exactly(0.5),
      7: ports(0),
      8: ports(1),
      eight: ports(1),
      eighth: async (known) => 1 / Number(await ports(1)(known)),
      quarter: phrase(switchPrice, 1 - 0.3, 1 - 0.2),
      also: [async (known) => isAbout(Number(await switchPrice(known)), (7 / 8) ** 2, 1e-9)],
      37: switches(0),
      48: switches(1),
      // The cost saving is an eighth, more than a third, or more than a half.
      right: (known) => {
        const saved = 1 - Number(costOf(0, 1)(known));
        return [1 / 3, 1 / 2].filter((least) => saved > least).length;
      },
    },
    {
      "0.40": load,
      2: param("topology", "kUp"),
      0.22: deliveredOf(`${thin(2)}&traffic=uniform&load=.4`),
      0.33: boundOf(`${thin(2)}&traffic=uniform&load=.4`),
    },
    {
      2: param("topology", "kUp"),
      3: param("topology", "kUp", 1),
      4: param("topology", "kUp", 2),
      40: async (known) => 100 * Number(await costOf(0, 2)(known)),
      64: async (known) => 100 * Number(await costOf(1, 2)(known)),
    },
  ],
  adversary: [
    {
      "0.30": load,
      eight: sizes(0),
      8: param("topology", "terminalsPerSwitch"),
      third: ({ scenarios, analyses }) => {
        const part = (scenarios[0].workload.values["load"] as number) * Math.max(...analyses[0].channelLoad);
        return part > 0.25 && part < 1 / 3;
      },
      "0.10": exactly(0.1),
      "0.20": exactly(0.2),
    },
    { 8: param("topology", "terminalsPerSwitch"), eight: share, eighth: bound(0), 0.125: bound(0), also: fills(isToNext) },
    {
      "0.30": load,
      eighth: delivered(0),
      8: [param("topology", "terminalsPerSwitch"), ({ analyses }) => [...analyses[0].channelLoad].filter((each) => each > 7.5).length],
      56: async (known) => 2 * Number(await links(0)(known)),
    },
    {
      "0.30": load,
      // Links between switches: 1 on the direct path, 2 over any of the 6 switches that are neither source nor destination.
      twice: phrase((known) => Number(hops(0)(known)) - 2, 1.7, 1.8),
      two: exactly(2),
    },
    {
      "0.60": load,
      0.52: deliveredOf("#v=2&topology=hyperx:sizes8,terminalsPerSwitch8&traffic=uniform&load=.6"),
      0.37: delivered(0),
      third: async ({ results }) => {
        const direct = (await elsewhere("#v=2&topology=hyperx:sizes8,terminalsPerSwitch8&traffic=uniform&load=.6")).delivered;
        const less = 1 - results[0].acceptedPerSender / direct;
        return less > 0.28 && less < 1 / 3;
      },
      0.13: exactly(0.52 / 4),
      quarter: exactly(0.13 / 0.52),
    },
    { 8: param("topology", "terminalsPerSwitch"), "0.30": [load, goal] },
  ],
  deadlock: [
    {
      eight: sizes(0),
      three: linksCrossed,
      also: [isDeadlocked, async (known) => Number(await load(known)) > Number(await bound(0)(known))],
      right: ({ results }) => (results[0].deadlock === null ? 0 : 1),
    },
    {
      8: circle,
      three: linksCrossed,
      3: linksCrossed,
      2: exactly(2),
      two: exactly(2),
      also: isDeadlocked,
      right: (known) => [2, 3, 8].indexOf(Number(circle(known))),
    },
    {
      four: async (known) => Number(await param("flowControl", "queue")(known)) / 4,
      4: usualQueue,
      16: param("flowControl", "queue"),
      also: fourQueuesStop,
      right: ({ results }) => (results[0].deadlock === null ? 0 : 2),
    },
    {
      "0.30": load,
      two: exactly(2),
      also: [
        holds(({ results }) => results[0].status === "finished"),
        async () =>
          (await elsewhere("#v=2&topology=torus:sizes8&traffic=tornado&load=.3&routing=dimension-order:channelClasses~none")).result
            .status === "deadlocked",
      ],
    },
    {
      two: exactly(2),
      "0.30": load,
      0.17: delivered(0),
      0.25: delivered(1),
      "0.10": exactly(0.1),
      also: holds((known) => fairnessOf(known, 0).jain < fairnessOf(known, 1).jain && known.results[0].load.worst > 0.85),
    },
    {
      0.25: [load, goal],
      0.23: deliveredOf("#v=2&topology=torus:sizes8&traffic=tornado&load=.25"),
      also: isDeadlocked,
    },
  ],
  waits: [
    { 64: terminals, 18: empty(0), 63: exactly(64 - 1), also: holds(({ truth }) => truth === 63 * 18) },
    {
      2: exactly(2 ** 1),
      4: exactly(2 ** 2),
      8: exactly(2 ** 3),
      16: exactly(2 ** 4),
      32: exactly(2 ** 5),
      64: [terminals, exactly(2 ** 6)],
      18: empty(0),
      6: ({ results }) => Math.log2(results[0].terminals),
      doubles: exactly(2),
      63: exactly(64 - 1),
      also: holds(({ truth }) => truth === 6 * 18),
    },
    {
      64: async (known) => Number(await param("workload", "message")(known)) / 64,
      "6\u202f156": finishOf(doubling),
      "2\u202f100": phrase(finish(0), 2050, 2150),
      third: async (known) => Number(await finish(0)(known)) / Number(await finishOf(doubling)()),
      "64\u202f638": finishOf(chain(1)),
      "65\u202f000": phrase(finishOf(chain(1)), 64500, 65500),
      ten: async () => isAbout(Number(await finishOf(chain(1))()) / Number(await finishOf(doubling)()), 10, 0.6),
      "6\u202f200": phrase(finishOf(doubling), 6150, 6250),
    },
    {
      64: terminals,
      8: exactly(Math.sqrt(64)),
      // The diagonal of a square of eight, in both directions.
      28: exactly(2 * (8 - 1 + 8 - 1)),
      18: empty(0),
      34: async (known) => Number(await empty(0)(known)) + Number(await phits(known)),
      two: exactly(2),
      16: phits,
      504: exactly(28 * 18),
      also: holds(({ truth }) => truth === 28 * 34),
    },
    {
      952: finish(0),
      8: exactly(Math.sqrt(64)),
      948: finish(1),
      64: terminals,
      480: exactly(480),
      half: async (known) => 480 / Number(await finish(0)(known)),
      950: phrase(finish(1), 945, 955),
      "1\u202f900": exactly(1900),
      twice: async (known) => 1900 / Number(await finish(0)(known)),
      also: holds(({ results }) => results.every(({ load: own }) => own.mean < 0.1)),
    },
    {
      64: async (known) => Number(await param("workload", "message")(known)) / 64,
      4: param("workload", "segments"),
      "10\u202f000": goal,
      8: exactly(8),
      7: exactly(7),
      "11\u202f166": finishOf(chain(7)),
      "2\u202f100": phrase(finishOf(chain(64)), 2050, 2150),
    },
  ],
};
