/** Tests of the paths of a pair and their shares: counted by hand, and against the channel loads of its packets. */
import type { ChosenKind } from "../../src/core/base/params.ts";
import { describe, expect, it } from "vitest";
import { spreadLoads } from "../../src/core/analysis/spread.ts";
import { type PathsBetween, pathsBetween } from "../../src/core/analysis/paths-between.ts";
import { withAllCandidates } from "../../src/core/analysis/candidate-finder.ts";
import { uniformBelow, mix } from "../../src/core/base/random.ts";
import { compile } from "../../src/core/run/compile.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { allRoutings } from "../../src/core/routings/index.ts";
import { readScenario, isSuitableRouting } from "../../src/core/scenario/scenario.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { examplesOf, factsOf } from "../contracts/arbitrary.ts";
import { coveringSubset } from "../effort.ts";

type KindChoice = string | (Readonly<Record<string, unknown>> & { readonly kind: string });

/** The plan of one message from one terminal to another. */
const planOf = (topology: KindChoice, routing: KindChoice, source = 0, destination = 1): Plan =>
  compile(readScenario({ topology, routing, workload: { kind: "messages", list: [{ source, destination, bytes: "64 B" }] } })).plan;
const pathsOfPair = (topology: KindChoice, routing: KindChoice, source: number, destination: number) =>
  pathsBetween(planOf(topology, routing, source, destination), source, destination);

const uniform = readScenario({ workload: { kind: "open-loop", pattern: "uniform" } });

const scenarioOf = (virtualChannels: number) => ({
  topology: { kind: "mesh", sizes: [4, 4] },
  flowControl: { kind: "virtual-cut-through", virtualChannels },
  workload: { kind: "open-loop", pattern: "uniform" },
});

const sharesOf = ({ paths }: PathsBetween) => paths.map(({ share }) => share);
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);
/** Checks that there are `count` numbers and that each equals `each` to nine digits. */
const expectAllEqual = (numbers: readonly number[], count: number, each: number) => {
  expect(numbers.length).toBe(count);
  for (const number of numbers) expect(number).toBeCloseTo(each, 9);
};

describe("by hand", () => {
  const tree = { kind: "k-ary-n-tree", k: 4, n: 3 };
  const nca = (up: string) => ({ kind: "nearest-common-ancestor", up });

  it("a tree: 16 ways over the top, of which the flow control chooses, packets draw, or flows have one", () => {
    const chosen = pathsOfPair(tree, nca("adaptive"), 0, 63);
    expectAllEqual(sharesOf(chosen), 16, 1 / 16);
    expect(chosen).toMatchObject({ count: 16, isAdaptive: true, isRandom: false, isQueueDependent: false });
    const drawn = pathsOfPair(tree, nca("sprayed"), 0, 63);
    expect(drawn).toEqual({ ...chosen, isAdaptive: false, isRandom: true });
    for (const up of ["by-flow", "destination", "source"]) {
      const fixed = pathsOfPair(tree, nca(up), 0, 63);
      expect(fixed).toMatchObject({ count: 1, isAdaptive: false, isRandom: false, isQueueDependent: false });
      expectAllEqual(sharesOf(fixed), 1, 1);
      expect(drawn.paths.map(({ channels }) => channels)).toContainEqual(fixed.paths[0].channels);
    }
    expect(pathsOfPair(tree, nca("sprayed"), 0, 3)).toMatchObject({ count: 1, isRandom: false });
  });

  it("a full graph of 16: Valiant goes directly where it draws one of the two ends", () => {
    const full = { kind: "hyperx", sizes: [16], terminalsPerSwitch: 1 };
    const { paths, ...valiant } = pathsOfPair(full, "valiant", 2, 9);
    expect(valiant).toMatchObject({ count: 15, isRandom: true, isAdaptive: false, isQueueDependent: false });
    expect(paths[0].channels.length).toBe(3);
    expectAllEqual([paths[0].share], 1, 2 / 16);
    expectAllEqual(
      paths.slice(1).map(({ share }) => share),
      14,
      1 / 16,
    );
    expect(paths.slice(1).every(({ channels }) => channels.length === 4)).toBe(true);
  });

  it("a full graph of 16: UGAL goes directly while nothing waits, and compares each of the others", () => {
    const { paths, ...ugal } = pathsOfPair({ kind: "hyperx", sizes: [16], terminalsPerSwitch: 1 }, "ugal", 2, 9);
    expect(ugal).toMatchObject({ count: 15, isRandom: false, isAdaptive: false, isQueueDependent: true });
    expect(paths[0]).toMatchObject({ share: 1, compared: 0 });
    expectAllEqual(
      paths.slice(1).map(({ compared }) => compared),
      14,
      1 / 16,
    );
    expect(paths.slice(1).every(({ share, isMinimal }) => share === 0 && !isMinimal)).toBe(true);
    // Packets use the first class up to the intermediate switch and the second class after it.
    expect(paths[0]).toMatchObject({ isMinimal: true, virtualChannels: [[0], [1], [0]] });
    expect(paths[1].virtualChannels).toEqual([[0], [0], [1], [0]]);
    expect(ugal).toMatchObject({ listedCount: 15, takenCount: 1 });
  });

  it("a ring of 4 with ties at random: half of the packets go either way", () => {
    const drawn = pathsOfPair({ kind: "torus", sizes: [4] }, { kind: "dimension-order", halfWay: "random" }, 0, 2);
    expectAllEqual(sharesOf(drawn), 2, 1 / 2);
    expect(drawn.isRandom).toBe(true);
  });

  it("a mesh: of an even choice at each step, ways along the edge have more than others", () => {
    // 3 × 2, corner to corner: three paths. Half of the packets go up first and then have no choice. The others go right and then split in
    // half again.
    const found = pathsOfPair({ kind: "mesh", sizes: [3, 2] }, "minimal-adaptive", 0, 5);
    expect(sharesOf(found)).toEqual([1 / 2, 1 / 4, 1 / 4]);
    expect(found.isAdaptive).toBe(true);
  });

  it("a hypercube of 8 dimensions: 8! paths, more than are distinguished", () => {
    const found = pathsOfPair({ kind: "hypercube", n: 8 }, { kind: "minimal-adaptive" }, 0, 255);
    expect(found.count).toBe(40_320);
    expect(found).toMatchObject({ listedCount: 10_000, takenCount: 10_000 });
    expect(found.paths.length).toBe(10_000);
    expect(sumOf(sharesOf(found))).toBeCloseTo(10_000 / 40_320, 9);
  });

  it("several virtual channels: a packet may get any of its class", () => {
    const scenario = readScenario({
      topology: { kind: "torus", sizes: [4] },
      routing: "dimension-order",
      flowControl: { kind: "virtual-cut-through", virtualChannels: 2 },
      workload: { kind: "open-loop", pattern: "uniform" },
    });
    // Two classes of two virtual channels each: class 0 up to and over the dateline, class 1 after it.
    const [{ virtualChannels }] = pathsBetween(compile(scenario).plan, 3, 0).paths;
    for (const own of virtualChannels) expect(own.length % 2).toBe(0);
    expect(virtualChannels.flat().every((v) => v < 4)).toBe(true);
    const sprayed = { kind: "shortest-path", ways: "sprayed" };
    const drawn = compile(readScenario({ ...scenarioOf(2), routing: sprayed })).plan;
    expect(pathsBetween(drawn, 0, 15).paths[0].virtualChannels[0]).toEqual([0, 1]);
  });

  it("none where faults have parted the pair", () => {
    const mesh = { kind: "mesh", sizes: [4] };
    const { tail, head, terminals } = compile(readScenario({ topology: mesh })).plan.network;
    const cut = tail.findIndex((n, c) => n === terminals + 1 && head[c] === terminals + 2);
    const faulty = { kind: "faulty", of: mesh, links: 0, deadLinks: [cut] };
    const { plan } = compile({ ...readScenario({ topology: faulty, routing: "shortest-path" }), workload: uniform.workload });
    expect(pathsBetween(plan, 0, 3)).toMatchObject({ paths: [], count: 0, isRandom: false });
    expect(pathsBetween(plan, 0, 1)).toMatchObject({ count: 1 });
  });
});

/** Two pairs of terminals: their indices differ as much as possible, and by half of that. */
const pairsOf = (terminals: number) => [
  [0, terminals - 1],
  [Math.floor(terminals / 2), 0],
];

/** Rails that are not joined have no spines over which a path could lead. */
const needsMissingSpines = ({ values: way }: ChosenKind, { values: network }: ChosenKind) =>
  way["other"] === "spines" && (network["wiring"] === "only" || Number(network["planes"] ?? 1) > 1);

describe.each(allRoutings.kinds)("everywhere, $id", (routing) => {
  const networks = allTopologies.kinds
    .flatMap((kind) => examplesOf(kind))
    .filter((topology) => {
      const facts = factsOf(topology);
      return facts !== undefined && facts.terminals >= 2 && facts.terminals <= 40 && routing.reasonUnsupported(facts) === null;
    });
  const examples = [...examplesOf(routing)];
  const fitting = networks.flatMap((topology) =>
    examples
      .filter((chosen) => isSuitableRouting(chosen, topology) && !needsMissingSpines(chosen, topology))
      .map((chosen) => ({ topology, chosen })),
  );
  const all = coveringSubset(fitting, ({ topology, chosen }) => [topology, chosen]);

  it("ways lead from end to end, and their shares are the loads that the packets of the pair put on channels", () => {
    let compared = 0;
    for (const { topology, chosen } of all) {
      const whole = compile({ ...uniform, topology, routing: chosen }).plan;
      for (const [source, destination] of pairsOf(whole.network.terminals)) {
        const { paths, count } = pathsBetween(whole, source, destination);
        if (whole.routing.canReach?.(source, destination) === false) {
          expect(paths).toEqual([]);
          continue;
        }
        const { tail, head } = whole.network;
        expect(count).toBe(paths.length);
        const shortest = Math.min(...paths.map(({ channels }) => channels.length));
        // Some routings never take the shortest of all paths.
        expect(paths.filter(({ channels, isMinimal }) => isMinimal && channels.length > shortest)).toEqual([]);
        const isOwn = (own: readonly number[]) => own.length > 0 && own.every((v) => v >= 0 && v < whole.routing.vcClasses);
        expect(paths.filter(({ virtualChannels }) => !virtualChannels.every(isOwn))).toEqual([]);
        expect(sumOf(paths.map(({ share }) => share))).toBeCloseTo(1, 6);
        const shares = new Float64Array(head.length);
        for (const { channels, share } of paths) {
          const leads =
            tail[channels[0]] === source &&
            head[channels[channels.length - 1]] === destination &&
            channels.every((c, i) => i === 0 || tail[c] === head[channels[i - 1]]);
          if (!leads) expect.fail(`channels ${channels.join(", ")} do not lead from terminal ${source} to ${destination}`);
          for (const c of channels) shares[c] += share;
        }
        const only = { source: Int32Array.of(source), destination: Int32Array.of(destination), packets: Int32Array.of(1) };
        const loads = spreadLoads(withAllCandidates({ ...whole, demand: { ...only, form: "messages" } as never }));
        const furthest = loads?.channelLoad.reduce((most, load, c) => Math.max(most, Math.abs(shares[c] - load)), 0) ?? 0;
        expect(furthest).toBeCloseTo(0, 9);
        if (loads !== null) compared++;
        const known = new Set(paths.filter(({ share, compared: offered }) => share + offered > 0).map(({ channels }) => channels.join()));
        const others = Array.from({ length: 50 }, (_, i) => randomWalk(whole, source, destination, i).join()).filter(
          (path) => !known.has(path),
        );
        expect(others).toEqual([]);
      }
    }
    // Where a draw decides among many states, only single packets are followed.
    if (!["valiant", "ugal", "progressive-adaptive"].includes(routing.id)) expect(compared).toBeGreaterThan(0);
  });
});

/** The channels of a packet that chooses at random among its candidates. */
function randomWalk({ network, routing }: Plan, source: number, destination: number, packet: number): readonly number[] {
  const { initialState, nextState, injectionDecision, route, vcClasses, maxCandidates } = routing;
  const out = new Int32Array(maxCandidates);
  const channels: number[] = [];
  let state = initialState?.(source, destination, mix(1, packet, 0)) ?? 0;
  for (let node = source; node !== destination; node = network.head[channels[channels.length - 1]]) {
    if (channels.length === 1 && packet % 2 === 0) state = injectionDecision?.(node, destination, state, () => 0) ?? state;
    const candidateId = out[uniformBelow(mix(1, packet, channels.length + 1), route(node, destination, state, out))];
    state = nextState?.(node, destination, state, candidateId) ?? state;
    channels.push(Math.floor(candidateId / vcClasses));
  }
  return channels;
}
