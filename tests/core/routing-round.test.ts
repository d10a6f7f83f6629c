/** Tests of non-minimal paths derived by hand: their mean length, and when UGAL takes them. */
import { describe, expect, it } from "vitest";
import { dependencyGraph } from "../reference/dependency-graph.ts";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { defaultsOf } from "../../src/core/base/params.ts";
import type { Network } from "../../src/core/network/network.ts";
import type { CompiledRouting } from "../../src/core/plan/routing.ts";
import { hopCounter } from "../../src/core/routings/non-minimal/adaptive-decision.ts";
import { viaGroups } from "../../src/core/routings/non-minimal/via-groups.ts";
import { nonMinimalRouting } from "../../src/core/routings/non-minimal/non-minimal-routing.ts";
import { localGlobalLocal } from "../../src/core/routings/local-global-local.ts";
import { progressiveAdaptive } from "../../src/core/routings/progressive-adaptive.ts";
import { ugal } from "../../src/core/routings/ugal.ts";
import { valiant } from "../../src/core/routings/valiant.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { graphNetwork } from "../../src/core/topologies/any/graph.ts";
import { build } from "../contracts/arbitrary.ts";

const torus = build({ kind: "torus", values: { sizes: [4, 4], wrap: [], terminalsPerSwitch: 1 } });
const hyperx = build({ kind: "hyperx", values: { sizes: [4, 4], terminalsPerSwitch: 1 } });
const dragonfly = build({ kind: "dragonfly", values: { p: 2, a: 4, h: 2, g: 9 } });

/** Default options of non-minimal routing. */
const valiantDefaults = { over: "usual", halfWay: "parity", dateline: "where-passed" } as const;
/** Default options of UGAL. */
const ugalDefaults = { ...valiantDefaults, threshold: 0, multiplier: 1, candidates: 1, queues: "local" } as const;

/** Number of channels from node `at` to the destination, always by the first candidate. */
function countChannels(
  network: Network,
  { route, nextState, vcClasses, maxCandidates }: CompiledRouting,
  at: number,
  to: number,
  state: number,
): number {
  const out = new Int32Array(maxCandidates);
  let count = 0;
  for (let node = at, currentState = state; node !== to; count++) {
    if (route(node, to, currentState, out) < 1) throw new Error(`no way from node ${node}`);
    currentState = nextState?.(node, to, currentState, out[0]) ?? currentState;
    node = network.head[Math.floor(out[0] / vcClasses)];
  }
  return count;
}

/** Mean number of channels over `draws` equally likely draws. */
function meanOverDraws(network: Network, routing: CompiledRouting, from: number, to: number, draws: number): number {
  let sum = 0;
  for (let i = 0; i < draws; i++) {
    const draw = Math.floor(((i + 0.5) / draws) * 2 ** 32);
    sum += countChannels(network, routing, from, to, routing.initialState?.(from, to, draw) ?? 0);
  }
  return sum / draws;
}

describe("Valiant", () => {
  it("takes twice the mean distance between switches, for all pairs", () => {
    // 4 × 4 torus: the distances along each dimension are 0, 1, 2, 1, so the mean distance is 2. Valiant takes twice that, plus the two
    // terminal channels.
    const onTorus = valiant.compile(valiantDefaults, torus);
    for (const [from, to] of [
      [0, 1],
      [0, 10],
      [5, 4],
      [15, 0],
    ])
      expect(meanOverDraws(torus, onTorus, from, to, 16)).toBe(6);
    // HyperX 4 × 4: a coordinate differs in 3 of 4 cases, so the mean distance is 1.5.
    const onHyperx = valiant.compile(valiantDefaults, hyperx);
    expect([1, 5, 15].map((to) => meanOverDraws(hyperx, onHyperx, 0, to, 16))).toEqual([5, 5, 5]);
  });

  it("goes over any switch of a graph", () => {
    // Petersen graph, neighbors: 1 + 2 channels over the 4 switches adjacent to one of the two, 2 + 2 over the 4 others, and 1 on the
    // direct path for the two draws of the switches themselves. Together 30 over 10 draws, plus the two terminal channels.
    const petersen = build({ kind: "graph", values: defaultsOf(graphNetwork.params) });
    expect(meanOverDraws(petersen, valiant.compile(valiantDefaults, petersen), 0, 1, 10)).toBeCloseTo(5, 12);
    // Not neighbors: 1 + 1 channels over the one switch between them, 1 + 2 over the 4 others adjacent to one of the two, 2 + 2 over the 3
    // adjacent to neither, and 2 on the direct path twice. Together 30 again.
    expect(meanOverDraws(petersen, valiant.compile(valiantDefaults, petersen), 0, 2, 10)).toBeCloseTo(5, 12);
  });

  it("avoids a missing link, and names the terminals that it cannot reach", () => {
    const whole = { kind: "torus", values: { sizes: [4, 4], wrap: [true, true], terminalsPerSwitch: 1 } };
    const faulty = build({ kind: "faulty", values: { of: whole, links: 0, switches: 0, deadLinks: [20], deadSwitches: [5], seed: 1 } });
    const routing = valiant.compile(valiantDefaults, faulty);
    expect(routing.canReach?.(0, 5)).toBe(false);
    expect(routing.canReach?.(0, 4)).toBe(true);
    for (let to = 1; to < 16; to++) if (to !== 5) expect(meanOverDraws(faulty, routing, 0, to, 15)).toBeGreaterThan(3);
  });

  it.each(["valiant", "ugal"])("takes two classes and up*/down* ways where shortest ways would need too many: %s", (id) => {
    // A line of 12 switches: 2 · 11 + 2 channels at most, which would be 22 classes by hops. From end to end every intermediate gives 11 +
    // 2 channels.
    const links = Array.from({ length: 11 }, (_, i) => ({ a: i, b: i + 1 }));
    const line = build({ kind: "graph", values: { switches: 12, links, terminalsPerSwitch: 1, terminals: [] } });
    const routing = id === "valiant" ? valiant.compile(valiantDefaults, line) : ugal.compile(ugalDefaults, line);
    expect(routing.vcClasses).toBe(2);
    expect(meanOverDraws(line, routing, 0, 11, 12)).toBe(13);
    // From one end to its neighbor: 2 m − 1 channels over switch m and back, or 1 on the direct path if m is one of the two.
    let sum = 1 + 1;
    for (let m = 2; m < 12; m++) sum += 2 * m - 1;
    expect(meanOverDraws(line, routing, 0, 1, 12)).toBeCloseTo(sum / 12 + 2, 12);
    expect(dependencyGraph(line, routing)?.isDeadlockFree).toBe(true);
  });

  it("goes over a group between groups: ¾ + 1 + 6/7 + 1 + ¾ channels between switches on average", () => {
    // A switch has 2 of the 8 global channels of its group, so it has the right one in ¼ of the cases. Of the 7 other channels of the
    // intermediate group, one belongs to the switch at which the packet enters.
    const routing = valiant.compile(valiantDefaults, dragonfly);
    let sum = 0;
    let count = 0;
    let longest = 0;
    for (let from = 0; from < 72; from += 2) {
      for (let to = 1; to < 72; to += 2) {
        for (let middle = 0; middle < 9; middle++) {
          const state = routing.initialState?.(from, to, Math.floor(((middle + 0.5) / 9) * 2 ** 32)) ?? 0;
          const groups = [from >> 3, to >> 3];
          // Within a group, and if the intermediate is one of the two groups, the path is direct.
          const isDirect = groups[0] === groups[1] || groups.includes(middle);
          if (state !== (isDirect ? 0 : middle + 1)) throw new Error(`state ${state} from ${from} to ${to} over group ${middle}`);
          if (isDirect) continue;
          const length = countChannels(dragonfly, routing, from, to, state);
          longest = Math.max(longest, length);
          sum += length;
          count++;
        }
      }
    }
    expect(longest).toBe(7);
    expect(sum / count).toBeCloseTo(2 + 0.75 + 1 + 6 / 7 + 1 + 0.75, 10);
  });
});

it("local, global, local takes 5 channels at most, and ¾ + 1 + ¾ between switches of two groups on average", () => {
  const routing = localGlobalLocal.compile({}, dragonfly);
  const lengths: number[] = [];
  for (let from = 0; from < 72; from++) {
    for (let to = from % 2; to < 72; to += 2) if (from >> 3 !== to >> 3) lengths.push(countChannels(dragonfly, routing, from, to, 0));
  }
  expect(Math.max(...lengths)).toBe(5);
  expect(Math.min(...lengths)).toBe(3);
  expect(lengths.reduce((a, b) => a + b, 0) / lengths.length).toBe(4.5);
});

it("offers every shortest way where two groups are joined more than once", () => {
  // Two groups of three switches with two global links per switch: six links, two from each switch.
  const network = build({ kind: "dragonfly", values: { p: 1, a: 3, h: 2, g: 2 } });
  const routing = localGlobalLocal.compile({}, network);
  const out = new Int32Array(routing.maxCandidates);
  for (let from = 0; from < 3; from++) {
    for (let to = 3; to < 6; to++) {
      const at = network.head[network.firstOut[from]];
      const goal = network.head[network.firstOut[to]];
      const count = routing.route(at, to, 0, out);
      const direct: number[] = [];
      for (let c = network.firstOut[at]; c < network.firstOut[at + 1]; c++) if (network.head[c] === goal) direct.push(c);
      const found = [...out.subarray(0, count)].map((id) => id / 2);
      if (direct.length > 0) expect(found).toEqual(direct);
      else expect(countChannels(network, routing, from, to, 0)).toBe(4);
    }
  }
});

describe("UGAL", () => {
  const hops = (network: Network, routing: CompiledRouting, from: number, to: number, state: number) =>
    countChannels(network, routing, network.head[network.firstOut[from]], to, state) - 1;
  const firstChannel = ({ route, vcClasses, maxCandidates }: CompiledRouting, at: number, to: number, state: number) => {
    const out = new Int32Array(maxCandidates);
    route(at, to, state, out);
    return Math.floor(out[0] / vcClasses);
  };

  it.each([
    ["dragonfly", dragonfly, 0, 30],
    ["HyperX", hyperx, 0, 5],
    ["torus", torus, 0, 5],
  ] as const)("takes a detour only beyond the threshold, to the phit: %s", (_, network, from, to) => {
    for (const [threshold, multiplier] of [
      [0, 1],
      [7, 1],
      [100, 1],
      [0, 0.5],
      [7, 2.5],
      [3, 0],
    ]) {
      const routing = ugal.compile({ ...ugalDefaults, threshold, multiplier }, network);
      const at = network.head[network.firstOut[from]];
      const direct = firstChannel(routing, at, to, 0);
      // The first intermediate whose path begins with another channel and is longer.
      let state = 1;
      const isOther = () =>
        firstChannel(routing, at, to, state) !== direct && hops(network, routing, from, to, state) > hops(network, routing, from, to, 0);
      while (!isOther()) state++;
      const round = firstChannel(routing, at, to, state);
      const [short, long] = [hops(network, routing, from, to, 0), hops(network, routing, from, to, state)];
      const decide = (a: number, b: number) => routing.injectionDecision?.(at, to, state, (c) => (c === direct ? a : c === round ? b : 0));
      // direct × short ≤ multiplier × round × long + threshold: the largest number of phits for which it holds, and the next number.
      for (const b of [0, 3, 16]) {
        const last = Math.floor((multiplier * b * long + threshold) / short);
        expect([decide(last, b), decide(last + 1, b)]).toEqual([0, state]);
      }
    }
  });

  it("leaves packets alone whose way round was none", () => {
    const routing = ugal.compile(ugalDefaults, dragonfly);
    expect(routing.injectionDecision?.(72, 30, 0, () => 1000)).toBe(0);
  });

  it("sends packets between terminals of one switch directly", () => {
    const network = build({ kind: "hyperx", values: { sizes: [4], terminalsPerSwitch: 2 } });
    const routing = ugal.compile(ugalDefaults, network);
    expect(routing.injectionDecision?.(8, 1, 3, () => 1000)).toBe(0);
  });

  it("looks at several detours where it may, and takes an empty one", () => {
    for (const network of [dragonfly, hyperx, torus]) {
      const [at, to] = [network.head[network.firstOut[0]], network.terminals - 1];
      const [one, many] = [1, 16].map((candidates) => ugal.compile({ ...ugalDefaults, candidates }, network));
      const direct = firstChannel(one, at, to, 0);
      let state = 1;
      while (firstChannel(one, at, to, state) === direct) state++;
      const round = firstChannel(one, at, to, state);
      const phits = (c: number) => (c === direct || c === round ? 100 : 0);
      // With a single candidate, the detour is as full as the direct path, and not shorter.
      expect(one.injectionDecision?.(at, to, state, phits)).toBe(0);
      const found = many.injectionDecision?.(at, to, state, phits) ?? 0;
      expect([direct, round]).not.toContain(firstChannel(many, at, to, found));
      // All candidates are full, and none is better than the first.
      expect(many.injectionDecision?.(at, to, state, (c) => (c === direct ? 1000 : c === round ? 1 : 2))).toBe(state);
    }
  });

  it("draws further detours evenly, whatever the first is", () => {
    const ways = viaGroups(dragonfly, "at-once");
    // From group 0 to group 3: these two groups are no intermediates.
    for (let i = 1; i < 5; i++) {
      const found = Array.from({ length: 9 }, (_, middle) => ways.alternativeState(72, 30, middle + 1, i));
      expect([...new Set(found)].toSorted((a, b) => a - b)).toEqual([0, 2, 3, 5, 6, 7, 8, 9]);
      expect(found.filter((state) => state === 0).length).toBe(2);
    }
  });

  it("sees with global queues what no switch sees with local ones", () => {
    const [local, global] = (["local", "global"] as const).map((queues) => ugal.compile({ ...ugalDefaults, queues }, dragonfly));
    const [at, to] = [72, 30];
    const direct = firstChannel(local, at, to, 0);
    const second = firstChannel(local, dragonfly.head[direct], to, 0);
    let state = 1;
    while (firstChannel(local, at, to, state) === direct || global.injectionDecision?.(at, to, state, (c) => (c === second ? 5 : 0)) === 0)
      state++;
    const decide = (routing: CompiledRouting, far: number, near: number) =>
      routing.injectionDecision?.(at, to, state, (c) => (c === second ? far : c === firstChannel(local, at, to, state) ? near : 0));
    // Only the second channel of the direct path is full, which local queues do not show. With global queues the packet takes the
    // detour while the first channel of the detour is less full. Hops do not count.
    expect([decide(local, 5, 5), decide(global, 5, 4), decide(global, 5, 5)]).toEqual([0, state, 0]);
  });

  it.each([
    ["dragonfly", dragonfly, "usual"],
    ["dragonfly, over a switch", dragonfly, "switch"],
    ["HyperX", hyperx, "usual"],
    ["torus", torus, "usual"],
  ] as const)("knows how long its ways are without walking them: %s", (_, network, over) => {
    const ways = nonMinimalRouting(network, over, { halfWay: "parity", hasClassOnEntry: false });
    const walked = hopCounter(ways, network);
    for (let from = 0; from < network.terminals; from += 5) {
      const at = network.head[network.firstOut[from]];
      for (let to = 0; to < network.terminals; to++) {
        if (to === from) continue;
        for (let i = 0; i < network.switches; i++) {
          const state = ways.initialState(from, to, Math.floor(((i + 0.5) / network.switches) * 2 ** 32));
          if (ways.hops(at, to, state) !== walked(at, to, state)) throw new Error(`from ${from} to ${to} in state ${state}`);
        }
      }
    }
  });
});

it("Valiant over any switch of a dragonfly: 2 · (¾ + 1 + ¾) channels where all three groups differ", () => {
  const routing = valiant.compile({ ...valiantDefaults, over: "switch" }, dragonfly);
  expect(routing.vcClasses).toBe(4);
  let [sum, count, longest] = [0, 0, 0];
  for (let from = 0; from < 72; from += 2) {
    for (let to = 0; to < 72; to += 2) {
      for (let middle = 0; middle < 36; middle++) {
        const state = routing.initialState?.(from, to, Math.floor(((middle + 0.5) / 36) * 2 ** 32)) ?? 0;
        if (new Set([from >> 3, to >> 3, middle >> 2]).size < 3) continue;
        const length = countChannels(dragonfly, routing, from, to, state) - 2;
        sum += length;
        count++;
        longest = Math.max(longest, length);
      }
    }
  }
  expect([sum / count, longest]).toEqual([5, 6]);
});

describe("progressive adaptive routing", () => {
  const routing = progressiveAdaptive.compile({ threshold: 0, multiplier: 1, candidates: 1, queues: "local" }, dragonfly);
  const out = new Int32Array(routing.maxCandidates);
  const ask = (at: number, to: number, state: number) => {
    routing.route(at, to, state, out);
    return { id: out[0], channel: Math.floor(out[0] / routing.vcClasses), virtualClass: out[0] % routing.vcClasses };
  };
  const isLocal = (c: number) => dragonfly.head[c] >= 72 && (dragonfly.head[c] - 72) >> 2 === (dragonfly.tail[c] - 72) >> 2;

  /**
   * A destination whose direct path begins with a local channel at switch 72, and an intermediate group that is neither its group nor the
   * first.
   */
  const to = Array.from({ length: 64 }, (_, i) => 8 + i).find((t) => isLocal(ask(72, t, 0).channel)) ?? -1;
  const state = 1 + [1, 2].filter((group) => group !== to >> 3)[0];

  it("decides again behind a first local channel, on a separate class, and then never again", () => {
    const undecided = routing.injectionDecision?.(72, to, state, () => 0) ?? 0;
    expect(undecided & (routing.undecidedMask ?? 0)).not.toBe(0);
    const first = ask(72, to, undecided);
    expect([isLocal(first.channel), first.virtualClass]).toEqual([true, 0]);
    const second = dragonfly.head[first.channel];
    const then = routing.nextState?.(72, to, undecided, first.id) ?? 0;
    const direct = ask(second, to, then);
    expect([isLocal(direct.channel), direct.virtualClass]).toEqual([false, 1]);
    // The first switch could not see the queue of this channel.
    const round = routing.injectionDecision?.(second, to, then, (c) => (c === direct.channel ? 100 : 0)) ?? 0;
    expect(round).toBe(state);
    const turned = ask(second, to, round);
    expect(turned.virtualClass).toBe(isLocal(turned.channel) ? 1 : 0);
    // With an empty queue the packet keeps its direct path. After it has left the group, its state names no intermediate any more.
    expect(routing.injectionDecision?.(second, to, then, () => 0)).toBe(then);
    expect(routing.nextState?.(second, to, then, direct.id)).toBe(0);
  });

  it("a packet that takes a detour at the source does not decide again", () => {
    const { channel } = ask(72, to, 0);
    expect(routing.injectionDecision?.(72, to, state, (c) => (c === channel ? 100 : 0))).toBe(state);
    expect(state & (routing.undecidedMask ?? 0)).toBe(0);
  });
});

describe("what does not fit is refused at the word, with what is nearest", () => {
  const faulty = { kind: "faulty", of: { kind: "dragonfly" }, links: 1 };
  it.each([
    [{ kind: "torus", sizes: [4, 4] }, { kind: "progressive-adaptive" }, "routing", "ugal", /needs groups .*Use UGAL\./],
    [faulty, { kind: "progressive-adaptive" }, "routing", "ugal", /cannot avoid faults.*Use UGAL\./],
    // A tree has no non-minimal paths.
    [{ kind: "k-ary-n-tree" }, { kind: "progressive-adaptive" }, "routing", "nearest-common-ancestor", /needs groups/],
    [{ kind: "torus", sizes: [4, 4] }, { kind: "ugal", over: "group" }, "routing.over", "switch", /a detour over a group needs groups/],
    [{ kind: "hyperx" }, { kind: "valiant", over: "group" }, "routing.over", "switch", /a detour over a group needs groups/],
    [faulty, { kind: "valiant", over: "group" }, "routing.over", "switch", /a detour over a group cannot avoid faults/],
    [
      { kind: "three-quads" },
      { kind: "ugal", candidates: 2 },
      "routing.candidates",
      1,
      /2 candidates need terminals that do not forward packets/,
    ],
    [{ kind: "dragonfly" }, { kind: "ugal", candidates: 17 }, "routing.candidates", undefined, /from 1 to 16/],
  ])("%o with %o", (topology, routing, path, nearest, words) => {
    const workload = { kind: "open-loop", pattern: "uniform" };
    let error: unknown;
    try {
      readScenario({ topology, routing, workload });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(ScenarioError);
    expect((error as ScenarioError).message).toMatch(words);
    const [issue] = (error as ScenarioError).issues;
    expect(issue.path).toBe(path);
    if (nearest === undefined) return;
    expect(issue.nearest).toBe(nearest);
    // The suggested value is valid.
    const instead = path === "routing" ? { kind: nearest } : { ...routing, [path.slice("routing.".length)]: nearest };
    expect(() => readScenario({ topology, routing: instead, workload })).not.toThrow();
  });
});
