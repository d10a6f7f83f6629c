/** Tests of the static analyses against numbers derived by hand, and of the sampled estimate against the exact computation. */
import { describe, expect, it } from "vitest";
import type { Analysis } from "../../src/core/analysis/analysis.ts";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import { analyzeChannelLoads } from "../../src/core/analysis/channel-load.ts";
import { zeroLoadLatency } from "../../src/core/analysis/bound.ts";
import { sampleChannelLoads } from "../../src/core/analysis/sample.ts";
import { spreadLoads } from "../../src/core/analysis/spread.ts";
import { compile } from "../../src/core/run/compile.ts";
import { coordinate, type Network } from "../../src/core/network/network.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { startRun } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { scalar } from "../../src/core/simulation/frame.ts";
import { linksFor } from "../contracts/any-links.ts";
import { runToEnd } from "../contracts/scenarios.ts";

type KindInput = Readonly<Record<string, unknown>> & { readonly kind: string };

const planOf = (topology: KindInput, pattern: KindInput | string = "uniform", routing?: KindInput | string): Plan =>
  compile(readScenario({ topology, ...(routing === undefined ? {} : { routing }), workload: { kind: "open-loop", pattern, load: 0.5 } }))
    .plan;

/** Loads of the channels between switches. */
const switchChannelLoads = ({ network }: Plan, { channelLoad }: Analysis) =>
  [...channelLoad].filter((_, c) => network.tail[c] >= network.terminals && network.head[c] >= network.terminals);

describe.each(["virtual-cut-through", "store-and-forward"])("latency in an empty network, %s", (kind) => {
  it("is what a packet on its own takes, to the cycle", () => {
    const parts = { topology: { kind: "mesh", sizes: [6] }, flowControl: { kind, packet: "48 B" } };
    for (const to of [1, 2, 5]) {
      const { plan, simulation } = startRun(
        readScenario({ ...parts, workload: { kind: "messages", list: [{ source: 0, destination: to, bytes: "48 B" }] } }),
      );
      const { scalars } = runToEnd(simulation);
      const hops = to + 2;
      expect(zeroLoadLatency(plan, hops)).toBe(scalars[scalar.latency] / scalars[scalar.taggedDelivered]);
      expect(zeroLoadLatency(plan, hops)).toBe(kind === "store-and-forward" ? 12 * hops + 1 : hops + 12);
    }
  });
});

describe("channel load, by hand", () => {
  it("a ring of 8, uniform: 8/7 everywhere", () => {
    // The packets of a source cross 1 + 2 + 3 channels in each direction, one seventh of them each. Packets to the opposite switch cross 4
    // channels in one direction: up from even positions, down from odd ones. Upward that makes (8 · 6 + 4 · 4) / 7 over 8 channels.
    const plan = planOf({ kind: "torus", sizes: [8] });
    const analysis = analyzePlan(plan);
    for (const load of switchChannelLoads(plan, analysis)) expect(load).toBeCloseTo(8 / 7, 12);
    expect(analysis.bound).toBeCloseTo(7 / 8, 12);
    expect(analysis).toMatchObject({ exact: true, sampled: null, bottleneckGroup: null });
    // (2 (1 + 2 + 3) + 4) / 7 channels between switches, and two terminal channels.
    expect(analysis.meanHops).toBeCloseTo(16 / 7 + 2, 12);
  });

  it("a thin tree, uniform: what crosses the top over the links up to it", () => {
    // Each of the 64 terminals reaches 48 others over the top. The 8 switches of level 1 have 2 links up each.
    const analysis = analyzePlan(planOf({ kind: "thin-tree", k: 4, kUp: 2, n: 3 }));
    expect(analysis.bound).toBeCloseTo((63 * 16) / (64 * 48), 12);
    expect(analysis.exact).toBe(true);
    expect(analysis.bottleneckName).toMatch(/level 1 → .* level 2|level 2 → .* level 1/);
    // A path has 2 channels to 3 terminals, 4 to 12, and 6 to 48.
    expect(analysis.meanHops).toBeCloseTo((2 * 3 + 4 * 12 + 6 * 48) / 63, 12);
  });

  it("a line of 4, complement: two of four packets cross the middle each way", () => {
    expect(analyzePlan(planOf({ kind: "mesh", sizes: [4] }, "complement"))).toMatchObject({ bound: 0.5, exact: true });
  });

  it("a choice that matters makes the bound one of even splitting", () => {
    // In the 2 × 2 mesh with complement traffic each packet has two paths. Each of the 8 channels carries half of one packet's first hop
    // and half of another's second hop.
    const plan = planOf({ kind: "mesh", sizes: [2, 2] }, "complement", "minimal-adaptive");
    const analysis = analyzePlan(plan);
    expect(switchChannelLoads(plan, analysis)).toEqual(Array.from({ length: 8 }, () => 1));
    expect(analysis).toMatchObject({ bound: 1, exact: false });
  });

  it("links up of a tree are alike only where those between two levels carry as much", () => {
    const tree = planOf({ kind: "k-ary-n-tree", k: 2, n: 2 });
    const { network } = tree;
    const level = (n: number) => coordinate(network, n, 0);
    const isBetween = (c: number) => network.tail[c] >= network.terminals && network.head[c] >= network.terminals;
    const exact = (rate: (c: number) => number) => analyzePlan({ ...tree, links: linksFor(tree, (c) => [rate(c), 1, 0]) }).exact;
    expect(exact((c) => (isBetween(c) ? 2 : 1))).toBe(true);
    expect(exact((c) => (isBetween(c) && level(network.tail[c]) > level(network.head[c]) ? 2 : 1))).toBe(true);
    // The last spine is faster, so a selection that sends more packets to it delivers more.
    const spine = network.terminals + network.switches - 1;
    expect(exact((c) => (network.tail[c] === spine || network.head[c] === spine ? 2 : 1))).toBe(false);
  });

  it("a hot terminal: all packets of all others over one channel", () => {
    const analysis = analyzePlan(planOf({ kind: "torus", sizes: [4, 2] }, { kind: "hot-spot", share: 1, terminal: 3 }));
    // The packets of the hot terminal itself have other destinations.
    expect(analysis.bound).toBeCloseTo(1 / 7, 12);
    expect(analysis.bottleneckName).toMatch(/→ terminal 3$/);
  });

  it("a common capacity counts as one channel of that width", () => {
    // 64 terminals send 48/63 of their packets to other modules: over a backplane of 32, and 16 · 48/63 into each module's ingress.
    const modules = { kind: "modular-switch", modules: 4, ports: 16, uplinks: 16 };
    const bound = (limits: object) => analyzePlan(planOf({ ...modules, ...limits })).bound;
    expect(bound({})).toBe(1);
    expect(bound({ backplane: 32 })).toBeCloseTo((32 * 63) / (64 * 48), 12);
    expect(bound({ ingress: 4 })).toBeCloseTo((4 * 63) / (16 * 48), 12);
    const { bottleneckGroup, bottleneckName } = analyzePlan(planOf({ ...modules, ingress: 4 }));
    expect(bottleneckGroup).not.toBeNull();
    expect(bottleneckName).toMatch(/ and 15 channels that share its capacity$/);
  });

  it("a list of messages: phits over those of the busiest source", () => {
    const list = [
      { source: 0, destination: 1, bytes: "192 B" },
      { source: 0, destination: 2, bytes: "64 B" },
    ];
    const { plan } = compile(readScenario({ topology: { kind: "mesh", sizes: [3] }, workload: { kind: "messages", list } }));
    const { channelLoad, meanHops } = analyzePlan(plan);
    const between = (a: number, b: number) =>
      channelLoad[[...plan.network.tail].findIndex((t, c) => t === a && plan.network.head[c] === b)];
    // Terminals 0 … 2 are on switches 3 … 5. Three packets go to terminal 1 and one to terminal 2.
    expect([between(0, 3), between(3, 4), between(4, 1), between(4, 5), between(5, 2)]).toEqual([1, 1, 0.75, 0.25, 0.25]);
    expect(meanHops).toBe(3.25);
  });

  it("ways on which packets come no closer", () => {
    // Packets always go up around a ring of 5: 1 + 2 + 3 + 4 channels to the four others.
    const plan = upwardRingPlan(planOf({ kind: "torus", sizes: [5] }), (at, goal) => at !== goal);
    const analysis = analyzePlan(plan);
    expect(analysis.meanHops).toBeCloseTo(4.5, 12);
    for (const load of switchChannelLoads(plan, analysis).filter((load) => load > 0)) expect(load).toBeCloseTo(2.5, 12);
    expect(analysis).toMatchObject({ exact: true, sampled: null });
  });

  it("a routing that never arrives is followed for a while, and then left", () => {
    const analysis = analyzePlan(upwardRingPlan(planOf({ kind: "torus", sizes: [5] }), () => true));
    expect(analysis.sampled).not.toBeNull();
    expect(analysis.bound).toBeLessThan(1);
  });

  it("the bounds of several patterns on one network", () => {
    const topology = { kind: "mesh", sizes: [4] };
    const bounds = ["complement", "uniform"].map((name) => analyzeChannelLoads(planOf(topology, name)).bound);
    // Under uniform traffic each of the two sources in a half sends 2/3 of its packets to the other half, 4/3 in all.
    expect(bounds.map((bound) => Math.round(bound * 1e9) / 1e9)).toEqual([0.5, 0.75]);
  });
});

describe("channel load from a sample", () => {
  it("Valiant on four switches all joined, complement: half a packet on every channel", () => {
    // Each switch is the intermediate of a quarter of the packets; for two of the four it is the source's or destination's own switch, so
    // there is no detour. Direct channels carry 1/2. All others carry a quarter of a first leg and a quarter of a second leg.
    const plan = planOf({ kind: "hyperx", sizes: [4], terminalsPerSwitch: 1 }, "complement", "valiant");
    const analysis = analyzePlan(plan);
    expect(analysis.sampled?.packets).toBeGreaterThan(100_000);
    for (const load of switchChannelLoads(plan, analysis)) expect(load).toBeCloseTo(0.5, 1.5);
    expect(analysis.meanHops).toBeCloseTo(3.5, 1.5);
  });

  it("UGAL in an empty network goes directly", () => {
    const topology = { kind: "torus", sizes: [4, 4] };
    const ugal = analyzePlan(planOf(topology, "complement", "ugal"));
    const direct = analyzePlan(planOf(topology, "complement", "dimension-order"));
    expect(ugal.meanHops).toBeCloseTo(direct.meanHops, 1);
    expect(ugal.bound).toBeCloseTo(direct.bound, 2);
    expect([ugal.exact, direct.exact]).toEqual([false, true]);
  });

  it("how many channels packets could choose among at one place, whether they are followed or not", () => {
    const tree = { kind: "k-ary-n-tree", k: 3, n: 2 };
    expect(analyzePlan(planOf(tree)).widest).toBe(3);
    expect(sampleChannelLoads(planOf(tree)).maxCandidates).toBe(3);
    // Several virtual channels of one channel do not count as a choice.
    expect(analyzePlan(planOf({ kind: "torus", sizes: [5, 4] })).widest).toBe(1);
    expect(sampleChannelLoads(planOf({ kind: "torus", sizes: [5, 4] })).maxCandidates).toBe(1);
    // There is at most one direction in each of three dimensions; in a ring of 4, both directions are minimal for the opposite switch.
    expect(analyzePlan(planOf({ kind: "mesh", sizes: [3, 3, 3] }, "uniform", "minimal-adaptive")).widest).toBe(3);
    expect(analyzePlan(planOf({ kind: "torus", sizes: [4, 4] }, "uniform", "minimal-adaptive")).widest).toBe(4);
  });

  it("uniform traffic on 16,384 terminals: k/8 on every channel, within the reported spread", () => {
    const { bound, sampled, exact, meanHops } = analyzePlan(planOf({ kind: "torus", sizes: [128, 128] }));
    expect(exact).toBe(true);
    expect(sampled?.spread).toBeLessThan(0.05);
    expect(Math.abs(bound * 16 - 1)).toBeLessThan(4 * (sampled?.spread ?? 0));
    expect(Math.abs(meanHops / 66 - 1)).toBeLessThan(0.02);
  });

  const cases: readonly (readonly [string, Plan])[] = [
    ["dimension order", planOf({ kind: "torus", sizes: [5, 4] })],
    ["minimal adaptive", planOf({ kind: "torus", sizes: [4, 4] }, "bit-reversal", "minimal-adaptive")],
    ["nearest common ancestor", planOf({ kind: "slender-tree", k: 4, kUp: 2, n: 3 }, { kind: "hot-spot", share: 0.3 })],
    ["up*/down*", planOf({ kind: "torus", sizes: [4, 4] }, "uniform", "up-down")],
    ["shortest paths, classes by hops", planOf({ kind: "torus", sizes: [4, 3] }, "uniform", "shortest-path")],
    ["local, global, local", planOf({ kind: "dragonfly", p: 2, a: 4, h: 2, g: 5 })],
    ["faults", planOf({ kind: "faulty", of: { kind: "torus", sizes: [4, 4] }, links: 1, switches: 2 }, "uniform", "up-down")],
    ["terminals that forward", planOf({ kind: "three-quads", m: 3 })],
  ];
  it.each(cases)("%s: the estimate agrees with the computation", (_, plan) => {
    const computed = spreadLoads(plan);
    const { first, second, scale, meanHops } = sampleChannelLoads(plan);
    expect(computed).not.toBeNull();
    const { channelLoad, totalHops, totalSent } = computed!;
    expect(meanHops).toBeCloseTo(totalHops / totalSent, 1);
    expect(channelLoad.reduce((a, b) => a + b)).toBeCloseTo(totalHops, 6);
    channelLoad.forEach((load, c) => {
      // Each half of the sample is checked separately. The limit is six standard deviations of a count, because hundreds of channels are
      // compared.
      const deviation = Math.sqrt(Math.max(1, load / scale));
      expect(Math.abs(first[c] - load / scale), `channel ${c}`).toBeLessThan(6 * deviation);
      expect(Math.abs(second[c] - load / scale), `channel ${c}`).toBeLessThan(6 * deviation);
    });
  });

  it("depends on the seed, and on nothing else", () => {
    const plan = planOf({ kind: "torus", sizes: [4, 4] }, "uniform", "valiant");
    const analysis = analyzePlan(plan);
    expect(analyzePlan(plan)).toEqual(analysis);
    expect(analyzePlan({ ...plan, seed: 2 }).bound).not.toBe(analysis.bound);
  });
});

/**
 * Plan for a ring whose packets go up as long as `continues(node, destination switch)` is true and leave the network as soon as it is
 * false.
 */
function upwardRingPlan(plan: Plan, continues: (at: number, goal: number) => boolean): Plan {
  const { network } = plan;
  const { terminals, firstOut, head, reverse } = network;
  const upChannelOf = (at: number) => channelTo(network, at, (coordinate(network, at, 0) + 1) % network.switches);
  return {
    ...plan,
    routing: {
      vcClasses: 1,
      maxCandidates: 1,
      route(at, to, _, out) {
        out[0] = at < terminals ? firstOut[at] : continues(at, head[firstOut[to]]) ? upChannelOf(at) : reverse[firstOut[to]];
        return 1;
      },
    },
  };
}

function channelTo(network: Network, node: number, coordinateValue: number): number {
  let c = network.firstOut[node];
  while (network.head[c] < network.terminals || coordinate(network, network.head[c], 0) !== coordinateValue) c++;
  return c;
}
