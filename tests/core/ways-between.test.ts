/** Tests of the paths of a pair and their shares: counted by hand, and against the channel loads of its packets. */
import type { ChosenKind } from "../../src/core/base/params.ts";
import { describe, expect, it } from "vitest";
import { spread } from "../../src/core/analysis/spread.ts";
import { type WaysBetween, waysBetween } from "../../src/core/analysis/ways-between.ts";
import { withAllWays } from "../../src/core/analysis/ways-on.ts";
import { below, mix } from "../../src/core/base/random.ts";
import { compile } from "../../src/core/run/compile.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { routings } from "../../src/core/routings/index.ts";
import { readScenario, routingFits } from "../../src/core/scenario/scenario.ts";
import { topologies } from "../../src/core/topologies/index.ts";
import { examplesOf, factsOf } from "../contracts/arbitrary.ts";
import { coveringAmong } from "../effort.ts";

type Chosen = string | (Readonly<Record<string, unknown>> & { readonly kind: string });

/** The plan of one message from one terminal to another. */
const planOf = (topology: Chosen, routing: Chosen, source = 0, destination = 1): Plan =>
  compile(readScenario({ topology, routing, workload: { kind: "messages", list: [{ source, destination, bytes: "64 B" }] } })).plan;
const between = (topology: Chosen, routing: Chosen, source: number, destination: number) =>
  waysBetween(planOf(topology, routing, source, destination), source, destination);

const uniform = readScenario({ workload: { kind: "open-loop", pattern: "uniform" } });

const scenarioOf = (virtualChannels: number) => ({
  topology: { kind: "mesh", sizes: [4, 4] },
  flowControl: { kind: "virtual-cut-through", virtualChannels },
  workload: { kind: "open-loop", pattern: "uniform" },
});

const sharesOf = ({ ways }: WaysBetween) => ways.map(({ share }) => share);
const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);
/** Checks that there are `count` numbers and that each equals `each` to nine digits. */
const expectAll = (numbers: readonly number[], count: number, each: number) => {
  expect(numbers.length).toBe(count);
  for (const number of numbers) expect(number).toBeCloseTo(each, 9);
};

describe("by hand", () => {
  const tree = { kind: "k-ary-n-tree", k: 4, n: 3 };
  const nca = (up: string) => ({ kind: "nearest-common-ancestor", up });

  it("a tree: 16 ways over the top, of which the flow control chooses, packets draw, or flows have one", () => {
    const chosen = between(tree, nca("adaptive"), 0, 63);
    expectAll(sharesOf(chosen), 16, 1 / 16);
    expect(chosen).toMatchObject({ count: 16, isChosen: true, isDrawn: false, isCompared: false });
    const drawn = between(tree, nca("sprayed"), 0, 63);
    expect(drawn).toEqual({ ...chosen, isChosen: false, isDrawn: true });
    for (const up of ["by-flow", "destination", "source"]) {
      const fixed = between(tree, nca(up), 0, 63);
      expect(fixed).toMatchObject({ count: 1, isChosen: false, isDrawn: false, isCompared: false });
      expectAll(sharesOf(fixed), 1, 1);
      expect(drawn.ways.map(({ channels }) => channels)).toContainEqual(fixed.ways[0].channels);
    }
    expect(between(tree, nca("sprayed"), 0, 3)).toMatchObject({ count: 1, isDrawn: false });
  });

  it("a full graph of 16: Valiant goes directly where it draws one of the two ends", () => {
    const full = { kind: "hyperx", sizes: [16], terminalsPerSwitch: 1 };
    const { ways, ...valiant } = between(full, "valiant", 2, 9);
    expect(valiant).toMatchObject({ count: 15, isDrawn: true, isChosen: false, isCompared: false });
    expect(ways[0].channels.length).toBe(3);
    expectAll([ways[0].share], 1, 2 / 16);
    expectAll(
      ways.slice(1).map(({ share }) => share),
      14,
      1 / 16,
    );
    expect(ways.slice(1).every(({ channels }) => channels.length === 4)).toBe(true);
  });

  it("a full graph of 16: UGAL goes directly while nothing waits, and compares each of the others", () => {
    const { ways, ...ugal } = between({ kind: "hyperx", sizes: [16], terminalsPerSwitch: 1 }, "ugal", 2, 9);
    expect(ugal).toMatchObject({ count: 15, isDrawn: false, isChosen: false, isCompared: true });
    expect(ways[0]).toMatchObject({ share: 1, compared: 0 });
    expectAll(
      ways.slice(1).map(({ compared }) => compared),
      14,
      1 / 16,
    );
    expect(ways.slice(1).every(({ share, isMinimal }) => share === 0 && !isMinimal)).toBe(true);
    // Packets use the first class up to the intermediate switch and the second class after it.
    expect(ways[0]).toMatchObject({ isMinimal: true, virtualChannels: [[0], [1], [0]] });
    expect(ways[1].virtualChannels).toEqual([[0], [0], [1], [0]]);
    expect(ugal).toMatchObject({ told: 15, taken: 1 });
  });

  it("a ring of 4 with ties at random: half of the packets go either way", () => {
    const drawn = between({ kind: "torus", sizes: [4] }, { kind: "dimension-order", halfWay: "random" }, 0, 2);
    expectAll(sharesOf(drawn), 2, 1 / 2);
    expect(drawn.isDrawn).toBe(true);
  });

  it("a mesh: of an even choice at each step, ways along the edge have more than others", () => {
    // 3 × 2, corner to corner: three paths. Half of the packets go up first and then have no choice. The others go right and then split in
    // half again.
    const found = between({ kind: "mesh", sizes: [3, 2] }, "minimal-adaptive", 0, 5);
    expect(sharesOf(found)).toEqual([1 / 2, 1 / 4, 1 / 4]);
    expect(found.isChosen).toBe(true);
  });

  it("a hypercube of 8 dimensions: 8! ways, more than are told apart", () => {
    const found = between({ kind: "hypercube", n: 8 }, { kind: "minimal-adaptive" }, 0, 255);
    expect(found.count).toBe(40_320);
    expect(found).toMatchObject({ told: 10_000, taken: 10_000 });
    expect(found.ways.length).toBe(10_000);
    expect(total(sharesOf(found))).toBeCloseTo(10_000 / 40_320, 9);
  });

  it("several virtual channels: a packet may get any of its class", () => {
    const scenario = readScenario({
      topology: { kind: "torus", sizes: [4] },
      routing: "dimension-order",
      flowControl: { kind: "virtual-cut-through", virtualChannels: 2 },
      workload: { kind: "open-loop", pattern: "uniform" },
    });
    // Two classes of two virtual channels each: class 0 up to and over the dateline, class 1 after it.
    const [{ virtualChannels }] = waysBetween(compile(scenario).plan, 3, 0).ways;
    for (const own of virtualChannels) expect(own.length % 2).toBe(0);
    expect(virtualChannels.flat().every((v) => v < 4)).toBe(true);
    const sprayed = { kind: "shortest-path", ways: "sprayed" };
    const drawn = compile(readScenario({ ...scenarioOf(2), routing: sprayed })).plan;
    expect(waysBetween(drawn, 0, 15).ways[0].virtualChannels[0]).toEqual([0, 1]);
  });

  it("none where faults have parted the pair", () => {
    const mesh = { kind: "mesh", sizes: [4] };
    const { tail, head, terminals } = compile(readScenario({ topology: mesh })).plan.network;
    const cut = tail.findIndex((n, c) => n === terminals + 1 && head[c] === terminals + 2);
    const faulty = { kind: "faulty", of: mesh, links: 0, deadLinks: [cut] };
    const { plan } = compile({ ...readScenario({ topology: faulty, routing: "shortest-path" }), workload: uniform.workload });
    expect(waysBetween(plan, 0, 3)).toMatchObject({ ways: [], count: 0, isDrawn: false });
    expect(waysBetween(plan, 0, 1)).toMatchObject({ count: 1 });
  });
});

/** Two pairs of terminals: with the largest difference of numbers, and with half of it. */
const pairsOf = (terminals: number) => [
  [0, terminals - 1],
  [Math.floor(terminals / 2), 0],
];

/** Rails that are not joined have no spines on which a path could lead. */
const isThroughNoSpines = ({ values: way }: ChosenKind, { values: network }: ChosenKind) =>
  way["other"] === "spines" && (network["wiring"] === "only" || Number(network["planes"] ?? 1) > 1);

describe.each(routings.kinds)("everywhere, $id", (routing) => {
  const networks = topologies.kinds
    .flatMap((kind) => examplesOf(kind))
    .filter((topology) => {
      const facts = factsOf(topology);
      return facts !== undefined && facts.terminals >= 2 && facts.terminals <= 40 && routing.needs(facts) === null;
    });
  const examples = [...examplesOf(routing)];
  const fitting = networks.flatMap((topology) =>
    examples
      .filter((chosen) => routingFits(chosen, topology) && !isThroughNoSpines(chosen, topology))
      .map((chosen) => ({ topology, chosen })),
  );
  const all = coveringAmong(fitting, ({ topology, chosen }) => [topology, chosen]);

  it("ways lead from end to end, and their shares are the loads that the packets of the pair put on channels", () => {
    let compared = 0;
    for (const { topology, chosen } of all) {
      const whole = compile({ ...uniform, topology, routing: chosen }).plan;
      for (const [source, destination] of pairsOf(whole.network.terminals)) {
        const { ways, count } = waysBetween(whole, source, destination);
        if (whole.routing.reaches?.(source, destination) === false) {
          expect(ways).toEqual([]);
          continue;
        }
        const { tail, head } = whole.network;
        expect(count).toBe(ways.length);
        const shortest = Math.min(...ways.map(({ channels }) => channels.length));
        // Some routings never take the shortest of all paths.
        expect(ways.filter(({ channels, isMinimal }) => isMinimal && channels.length > shortest)).toEqual([]);
        const isOwn = (own: readonly number[]) => own.length > 0 && own.every((v) => v >= 0 && v < whole.routing.classes);
        expect(ways.filter(({ virtualChannels }) => !virtualChannels.every(isOwn))).toEqual([]);
        expect(total(ways.map(({ share }) => share))).toBeCloseTo(1, 6);
        const shares = new Float64Array(head.length);
        for (const { channels, share } of ways) {
          const leads =
            tail[channels[0]] === source &&
            head[channels[channels.length - 1]] === destination &&
            channels.every((c, i) => i === 0 || tail[c] === head[channels[i - 1]]);
          if (!leads) expect.fail(`channels ${channels.join(", ")} do not lead from terminal ${source} to ${destination}`);
          for (const c of channels) shares[c] += share;
        }
        const only = { source: Int32Array.of(source), destination: Int32Array.of(destination), packets: Int32Array.of(1) };
        const loads = spread(withAllWays({ ...whole, demand: { ...only, form: "messages" } as never }));
        const furthest = loads?.channelLoad.reduce((most, load, c) => Math.max(most, Math.abs(shares[c] - load)), 0) ?? 0;
        expect(furthest).toBeCloseTo(0, 9);
        if (loads !== null) compared++;
        const known = new Set(ways.filter(({ share, compared: offered }) => share + offered > 0).map(({ channels }) => channels.join()));
        const others = Array.from({ length: 50 }, (_, i) => walked(whole, source, destination, i).join()).filter((way) => !known.has(way));
        expect(others).toEqual([]);
      }
    }
    // Where a draw decides among many states, only single packets are followed.
    if (!["valiant", "ugal", "progressive-adaptive"].includes(routing.id)) expect(compared).toBeGreaterThan(0);
  });
});

/** The channels of a packet that chooses at random among its candidates. */
function walked({ network, routing }: Plan, source: number, destination: number, packet: number): readonly number[] {
  const { begin, next, adapt, route, classes, maxCandidates } = routing;
  const out = new Int32Array(maxCandidates);
  const channels: number[] = [];
  let state = begin?.(source, destination, mix(1, packet, 0)) ?? 0;
  for (let at = source; at !== destination; at = network.head[channels[channels.length - 1]]) {
    if (channels.length === 1 && packet % 2 === 0) state = adapt?.(at, destination, state, () => 0) ?? state;
    const id = out[below(mix(1, packet, channels.length + 1), route(at, destination, state, out))];
    state = next?.(at, destination, state, id) ?? state;
    channels.push(Math.floor(id / classes));
  }
  return channels;
}
