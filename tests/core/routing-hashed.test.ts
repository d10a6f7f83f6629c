/** Tests of paths hashed by flow or drawn per packet: how often flows share a channel, in closed form, and the effect on their time. */
import { describe, expect, it } from "vitest";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import { congestionOf } from "../../src/core/analysis/programs/congestion.ts";
import { pathsBetween } from "../../src/core/analysis/paths-between.ts";
import type { ScenarioError } from "../../src/core/base/errors.ts";
import { mix } from "../../src/core/base/random.ts";
import { defaultsOf } from "../../src/core/base/params.ts";
import { compile } from "../../src/core/run/compile.ts";
import type { Network } from "../../src/core/network/network.ts";
import type { Program } from "../../src/core/programs/program.ts";
import type { CompiledRouting } from "../../src/core/plan/routing.ts";
import { nearestCommonAncestor } from "../../src/core/routings/nearest-common-ancestor.ts";
import { shortestPath } from "../../src/core/routings/shortest-path.ts";
import { run, startRun } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { clos } from "../../src/core/topologies/trees/clos.ts";
import { build } from "../contracts/arbitrary.ts";
import { runToEnd } from "../contracts/scenarios.ts";

const treeNetwork = (k: number, n: number) => build({ kind: "k-ary-n-tree", values: { k, n } });
const compileTreeRouting = (up: "by-flow" | "sprayed" | "adaptive", network: Network, seed = 1) =>
  nearestCommonAncestor.compile({ up, down: "adaptive" }, network, seed);
const compileShortestPath = (ways: "by-flow" | "sprayed" | "all", network: Network, seed = 1) =>
  shortestPath.compile({ ...defaultsOf(shortestPath.params), ways } as never, network, seed);

/** The channels from one terminal to another. */
function channelsOfPath(
  { head }: Network,
  { route, initialState, nextState, vcClasses, maxCandidates }: CompiledRouting,
  from: number,
  to: number,
  draw = 0,
) {
  const out = new Int32Array(maxCandidates);
  const channels: number[] = [];
  let state = initialState?.(from, to, draw) ?? 0;
  for (let node = from; node !== to;) {
    const count = route(node, to, state, out);
    // A call of `expect` costs more than the hop, so it is called only for mismatches.
    if (count !== 1) expect(count, `ways on from node ${node} to terminal ${to}`).toBe(1);
    channels.push(Math.floor(out[0] / vcClasses));
    state = nextState?.(node, to, state, out[0]) ?? state;
    node = head[channels[channels.length - 1]];
  }
  return channels;
}

/** Checks that a count in `trials` trials is within five standard deviations of its expected value. */
function expectFrequency(count: number, trials: number, probability: number): void {
  expect(Math.abs(count - trials * probability)).toBeLessThan(5 * Math.sqrt(trials * probability * (1 - probability)));
}

/** Largest number of the flows 0 → 4, 1 → 5, 2 → 6 and 3 → 7 that share a channel of a 4-ary 2-tree. */
function maxSharing(network: Network, routing: CompiledRouting): number {
  const flows = new Int32Array(network.head.length);
  for (let t = 0; t < 4; t++) for (const c of channelsOfPath(network, routing, t, t + 4)) flows[c]++;
  return Math.max(...flows);
}

describe.each([
  { name: "in a tree", hashed: compileTreeRouting },
  { name: "on shortest paths", hashed: compileShortestPath },
])("hashed by flow, $name", ({ hashed }) => {
  it("is one way for all packets of a flow, another for another seed", () => {
    const network = treeNetwork(4, 3);
    const [one, other] = [hashed("by-flow", network, 1), hashed("by-flow", network, 2)];
    let changed = 0;
    for (let t = 0; t < 32; t++) {
      const own = channelsOfPath(network, one, t, t + 32);
      for (const draw of [1, 2 ** 31, 2 ** 32 - 1]) expect(channelsOfPath(network, one, t, t + 32, draw)).toEqual(own);
      if (channelsOfPath(network, other, t, t + 32).join() !== own.join()) changed++;
    }
    // With probability 16^−32 all 32 paths would be the same.
    expect(changed).toBeGreaterThan(0);
  });

  it("lets flows meet as balls meet in bins", () => {
    // Four flows over four switches: 256 cases. In 24 all flows are separate, in 144 + 36 two share a switch, in 48 three, and in 4 all.
    const network = treeNetwork(4, 2);
    const seeds = 4096;
    const met = new Int32Array(5);
    for (let seed = 0; seed < seeds; seed++) met[maxSharing(network, hashed("by-flow", network, seed))]++;
    [24, 180, 48, 4].forEach((cases, i) => expectFrequency(met[i + 1], seeds, cases / 256));
  });

  it("hashes anew at every switch, so that all ways over two levels are as likely", () => {
    const network = treeNetwork(4, 3);
    const ways = new Map<string, number>();
    let flows = 0;
    const routing = hashed("by-flow", network);
    for (let from = 0; from < 16; from++) {
      for (let to = 16; to < 64; to++, flows++) {
        const [, first, second] = channelsOfPath(network, routing, from, to);
        const ports = `${first - network.firstOut[network.tail[first]]} ${second - network.firstOut[network.tail[second]]}`;
        ways.set(ports, (ways.get(ports) ?? 0) + 1);
      }
    }
    expect(ways.size).toBe(16);
    for (const count of ways.values()) expectFrequency(count, flows, 1 / 16);
  });
});

describe.each([
  { name: "in a tree", hashed: compileTreeRouting },
  { name: "on shortest paths", hashed: compileShortestPath },
])("drawn by packet, $name", ({ hashed }) => {
  it("takes all ways alike, at every hop whatever it took before", () => {
    const network = treeNetwork(4, 3);
    const routing = hashed("sprayed", network);
    const ways = new Map<string, number>();
    const packets = 8192;
    for (let i = 0; i < packets; i++) {
      const taken = channelsOfPath(network, routing, 5, 60, mix(7, i, 0)).join();
      ways.set(taken, (ways.get(taken) ?? 0) + 1);
    }
    expect(ways.size).toBe(16);
    for (const count of ways.values()) expectFrequency(count, packets, 1 / 16);
  });
});

const treeDocument = (up: string, more: object) => ({
  topology: { kind: "k-ary-n-tree", k: 4, n: 2 },
  routing: { kind: "nearest-common-ancestor", up },
  ...more,
});

describe("four messages over four switches, in fluid flow", () => {
  // 6,400 B are 1,600 phits, and a path has four channels.
  const list = [0, 1, 2, 3].map((t) => ({ source: t, destination: t + 4, bytes: "6400 B" }));
  const workload = { kind: "messages", list };

  it("take as much longer as flows meet", () => {
    const seen = new Set<number>();
    for (let seed = 1; seed <= 40; seed++) {
      const scenario = readScenario(treeDocument("by-flow", { workload, seed, flowControl: { kind: "fluid" } }));
      const { network, routing } = compile(scenario).plan;
      const most = maxSharing(network, routing);
      seen.add(most);
      expect(run(scenario).makespan).toBeCloseTo(1600 * most + 4, 9);
    }
    expect(seen.size).toBeGreaterThan(1);
  });

  it.each(["drawn", "one", "spread"])("take no longer when packets are sprayed, also where a message would go by ways: %s", (ways) => {
    const scenario = readScenario(treeDocument("sprayed", { workload, flowControl: { kind: "fluid", ways } }));
    expect(run(scenario).makespan).toBeCloseTo(1604, 9);
  });
});

describe("a permutation over the top of a 4-ary 3-tree", () => {
  const loadsUnder = (up: string) => {
    const workload = { kind: "open-loop", pattern: { kind: "shift", amount: 16 }, load: 0.5 };
    const { plan } = compile(
      readScenario({ topology: { kind: "k-ary-n-tree", k: 4, n: 3 }, routing: { kind: "nearest-common-ancestor", up }, workload }),
    );
    return [...analyzePlan(plan).channelLoad];
  };

  it("loads every link alike when packets are sprayed, and crowds some when flows are hashed", () => {
    for (const load of loadsUnder("sprayed")) expect(load).toBeCloseTo(1, 12);
    const hashed = loadsUnder("by-flow");
    expect(Math.max(...hashed)).toBeGreaterThanOrEqual(2);
    for (const load of hashed) expect(load).toBeCloseTo(Math.round(load), 12);
  });
});

describe.each([
  { ports: 16, levels: 2, oversubscription: 1, down: 8, up: 8 },
  { ports: 16, levels: 2, oversubscription: 3, down: 12, up: 4 },
  { ports: 8, levels: 3, oversubscription: 3, down: 6, up: 2 },
])("a Clos network of $ports-port switches in $levels levels, $down down and $up up at a leaf", ({ down, up, ...values }) => {
  const network = build({ kind: "clos", values: { ...defaultsOf(clos.params), ...values } });
  const { terminals, head } = network;
  const leavesUp = (channels: readonly number[]) => channels[1] - network.firstOut[head[channels[0]]] - down;

  it("keeps a flow on one way, and flows on all ways alike", () => {
    const routing = compileTreeRouting("by-flow", network);
    const taken = new Int32Array(up);
    const far = terminals / 2;
    for (let t = 0; t < terminals; t++) {
      for (let i = 0; i < 8; i++) {
        const to = (t + far + i) % terminals;
        const own = channelsOfPath(network, routing, t, to);
        expect(channelsOfPath(network, routing, t, to, 2 ** 31)).toEqual(own);
        taken[leavesUp(own)]++;
      }
    }
    for (const count of taken) expectFrequency(count, 8 * terminals, 1 / up);
  });

  it("spreads sprayed packets evenly: a link up carries what its leaf sends out, divided by their number", () => {
    const { bound } = analyzePlan(
      compile(
        readScenario({
          topology: { kind: "clos", ...values },
          routing: { kind: "nearest-common-ancestor", up: "sprayed" },
          workload: { kind: "open-loop", pattern: { kind: "uniform" }, load: 1 },
        }),
      ).plan,
    );
    // Each of the d terminals of a leaf sends (T − d) / (T − 1) of its packets over the leaf's u links up.
    expect(bound).toBeCloseTo(Math.min(1, (up * (terminals - 1)) / (down * (terminals - down))), 9);
  });

  it("deals out destinations by d-mod-k: as many by each link up, each by one top switch from everywhere", () => {
    const routing = nearestCommonAncestor.compile({ up: "destination", down: "adaptive" }, network);
    const links = new Int32Array(up);
    for (let to = down; to < terminals; to++) links[leavesUp(channelsOfPath(network, routing, 0, to))]++;
    expect(new Set(links)).toEqual(new Set([(terminals - down) / up]));
    for (let to = 0; to < terminals; to += 5) {
      const tops = new Set<number>();
      // Only sources in other parts of the network count, so that all paths go over the top.
      for (let from = 0; from < terminals; from++) {
        const channels = from === to ? [] : channelsOfPath(network, routing, from, to);
        if (channels.length === 2 * values.levels) tops.add(head[channels[values.levels - 1]]);
      }
      expect(tops.size).toBe(1);
    }
  });
});

describe("links side by side", () => {
  // Modules of four terminals have four links to the one switch above. Each of these links leads down to the whole module.
  const topology = { kind: "modular-switch", modules: 4, ports: 4, uplinks: 4 };
  const planOf = (up: string, down: string) =>
    compile(
      readScenario({
        topology,
        routing: { kind: "nearest-common-ancestor", up, down },
        workload: { kind: "open-loop", pattern: "uniform" },
      }),
    ).plan;

  it("are hashed or drawn on the way down, too", () => {
    expect(pathsBetween(planOf("adaptive", "adaptive"), 0, 15).count).toBe(16);
    expect(pathsBetween(planOf("by-flow", "by-flow"), 0, 15).count).toBe(1);
    expect(pathsBetween(planOf("sprayed", "sprayed"), 0, 15).paths.map(({ share }) => share)).toEqual(Array(16).fill(1 / 16));
    expect(pathsBetween(planOf("destination", "by-flow"), 0, 15).count).toBe(1);
    expect(pathsBetween(planOf("destination", "sprayed"), 0, 15).count).toBe(4);
  });

  it("are left to the flow control where only the way up is drawn", () => {
    const half = pathsBetween(planOf("sprayed", "adaptive"), 0, 15);
    expect(half).toMatchObject({ count: 16, isRandom: true, isAdaptive: true });
    expect(pathsBetween(planOf("sprayed", "sprayed"), 0, 15)).toMatchObject({ count: 16, isRandom: true, isAdaptive: false });
  });

  it("are no certain bound where faults make them unlike", () => {
    const { network } = planOf("sprayed", "sprayed");
    const between = network.tail.findIndex((n, c) => n >= network.terminals && network.head[c] >= network.terminals);
    const exactUnder = (down: string) => {
      const routing = { kind: "nearest-common-ancestor", up: "sprayed", down };
      const faulty = { kind: "faulty", of: topology, links: 0, deadLinks: [between] };
      return analyzePlan(compile(readScenario({ topology: faulty, routing, workload: { kind: "open-loop", pattern: "uniform" } })).plan)
        .exact;
    };
    expect(exactUnder("adaptive")).toBe(false);
  });

  it.each([
    ["by-flow", "sprayed", "by-flow"],
    ["sprayed", "by-flow", "sprayed"],
    ["source", "by-flow", "adaptive"],
    ["source", "sprayed", "adaptive"],
  ])("are not %s up and %s down: a packet carries one number", (up, down, nearest) => {
    expect(() => planOf(up, down)).toThrow(/^routing\.down: a packet can store only one number: .*\. Use [a-z-]+\.$/);
    try {
      planOf(up, down);
    } catch (error) {
      expect((error as ScenarioError).issues[0]).toMatchObject({ path: "routing.down", nearest });
    }
    expect(() => planOf(up, nearest)).not.toThrow();
  });
});

it("hashes and draws among the ways that go up and then down", () => {
  const planOf = (ways: string) =>
    compile(
      readScenario({
        topology: { kind: "k-ary-n-tree", k: 4, n: 2 },
        routing: { kind: "up-down", ways },
        workload: { kind: "open-loop", pattern: "uniform" },
      }),
    ).plan;
  const [all, drawn, hashed] = ["all", "sprayed", "by-flow"].map((ways) => pathsBetween(planOf(ways), 0, 15));
  expect(all.count).toBeGreaterThan(1);
  expect(drawn).toEqual({ ...all, isAdaptive: false, isRandom: true });
  expect(hashed.count).toBe(1);
});

it("may meet wherever a packet may draw its way", () => {
  // The possible channels of eight ranks are the same under spraying as under adaptive routing.
  const congestionFor = (up: string) => {
    const { plan } = compile(readScenario(treeDocument(up, { workload: { kind: "butterfly-exchange", message: "64 B" } })));
    return congestionOf(plan, plan.demand as Program);
  };
  expect(congestionFor("sprayed")).toEqual(congestionFor("adaptive"));
  expect(congestionFor("sprayed")?.together.isAllPaths).toBe(true);
});

describe("channel loads", () => {
  const planOf = (topology: object, routing: object, pattern: object | string) =>
    compile(readScenario({ topology, routing, workload: { kind: "open-loop", pattern, load: 0.5 } })).plan;
  const networks = [
    { topology: { kind: "k-ary-n-tree", k: 4, n: 3 }, routing: "nearest-common-ancestor", word: "up", even: "adaptive" },
    { topology: { kind: "hyperx", sizes: [4, 4], terminalsPerSwitch: 2 }, routing: "shortest-path", word: "ways", even: "all" },
    { topology: { kind: "torus", sizes: [4, 4] }, routing: "shortest-path", word: "ways", even: "all" },
  ];
  const patterns = ["uniform", { kind: "shift", amount: 5 }];

  it.each(networks)("are computed flow by flow where these are hashed: $topology.kind", ({ topology, routing, word }) => {
    for (const pattern of patterns) {
      const plan = planOf(topology, { kind: routing, [word]: "by-flow" }, pattern);
      const { network, demand } = plan;
      if (demand.form !== "open-loop") throw new Error("no open-loop traffic");
      const counted = new Float64Array(network.head.length);
      for (let from = 0; from < network.terminals; from++) {
        for (let to = 0; to < network.terminals; to++) {
          const share = from === to ? 0 : demand.isPermutation ? Number(demand.destination(from, 0) === to) : demand.share(from, to);
          if (share > 0) for (const c of channelsOfPath(network, plan.routing, from, to)) counted[c] += share;
        }
      }
      const analysis = analyzePlan(plan);
      expect(analysis).toMatchObject({ exact: true, sampled: null, widest: 1 });
      counted.forEach((load, c) => expect(analysis.channelLoad[c]).toBeCloseTo(load, 9));
    }
  });

  it.each(networks)("are those of an even choice where packets are sprayed, and no supposition: $topology.kind", (one) => {
    for (const pattern of patterns) {
      const [drawn, even] = ["sprayed", one.even].map((ways) =>
        analyzePlan(planOf(one.topology, { kind: one.routing, [one.word]: ways }, pattern)),
      );
      expect(drawn.channelLoad).toEqual(even.channelLoad);
      expect(drawn).toMatchObject({ bound: even.bound, meanHops: even.meanHops, exact: true, sampled: null, widest: 1 });
    }
  });

  it.each(["virtual-cut-through", "wormhole", "circuit"])("are reproduced by a run, %s", (kind) => {
    // A packet has 16 phits. Every leaf sends 4 × 500 packets over its four links up.
    const packets = 500;
    const list = Array.from({ length: 16 }, (_, t) => ({ source: t, destination: (t + 4) % 16, bytes: `${64 * packets} B` }));
    const phitsUnder = (up: string) => {
      const scenario = readScenario(treeDocument(up, { workload: { kind: "messages", list }, flowControl: { kind, packet: "64 B" } }));
      const { plan, simulation } = startRun(scenario);
      return { ...plan, phits: runToEnd(simulation).phits };
    };
    const { network, routing, phits } = phitsUnder("by-flow");
    const flows = new Int32Array(network.head.length);
    for (const { source, destination } of list) for (const c of channelsOfPath(network, routing, source, destination)) flows[c]++;
    expect([...phits]).toEqual([...flows].map((count) => count * packets * 16));
    phitsUnder("sprayed").phits.forEach((count, c) => {
      if (network.tail[c] < network.terminals || network.head[c] < network.terminals) expect(count).toBe(packets * 16);
      else expectFrequency(count / 16, 4 * packets, 1 / 4);
    });
  });
});
