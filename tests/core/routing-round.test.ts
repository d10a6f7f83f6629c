/** Ways round, worked out by hand: how long they are on average, and when UGAL takes them. */
import { describe, expect, it } from "vitest";
import { dependencyGraph } from "../reference/dependency-graph.ts";
import { defaultsOf } from "../../src/core/base/params.ts";
import type { Network } from "../../src/core/network/network.ts";
import type { CompiledRouting } from "../../src/core/plan/routing.ts";
import { localGlobalLocal } from "../../src/core/routings/local-global-local.ts";
import { ugal } from "../../src/core/routings/ugal.ts";
import { valiant } from "../../src/core/routings/valiant.ts";
import { graph } from "../../src/core/topologies/graph.ts";
import { build } from "../contracts/arbitrary.ts";

const torus = build({ kind: "torus", values: { sizes: [4, 4], wrap: [], terminalsPerSwitch: 1 } });
const hyperx = build({ kind: "hyperx", values: { sizes: [4, 4], terminalsPerSwitch: 1 } });
const dragonfly = build({ kind: "dragonfly", values: { p: 2, a: 4, h: 2, g: 9 } });

/** How rings are taken where nobody says. */
const asUsual = { over: "usual", halfWay: "parity", dateline: "where-passed" } as const;
/** How UGAL decides where nobody says. */
const byRule = { ...asUsual, threshold: 0, multiplier: 1, candidates: 1, queues: "local" } as const;

/** Channels from node `at` on, along first candidates. */
function channels(
  network: Network,
  { route, next, classes, maxCandidates }: CompiledRouting,
  at: number,
  to: number,
  state: number,
): number {
  const out = new Int32Array(maxCandidates);
  let count = 0;
  for (let n = at, s = state; n !== to; count++) {
    if (route(n, to, s, out) < 1) throw new Error(`no way from node ${n}`);
    s = next?.(n, to, s, out[0]) ?? s;
    n = network.head[Math.floor(out[0] / classes)];
  }
  return count;
}

/** Mean over `draws` equally likely draws. */
function meanOverDraws(network: Network, routing: CompiledRouting, from: number, to: number, draws: number): number {
  let sum = 0;
  for (let i = 0; i < draws; i++) {
    const draw = Math.floor(((i + 0.5) / draws) * 2 ** 32);
    sum += channels(network, routing, from, to, routing.begin?.(from, to, draw) ?? 0);
  }
  return sum / draws;
}

describe("Valiant", () => {
  it("takes twice the mean distance between switches, whoever sends to whom", () => {
    // 4 × 4 torus: 0, 1, 2, 1 along each dimension, so 2 on average; twice that, and the two channels of terminals.
    const onTorus = valiant.compile(asUsual, torus);
    for (const [from, to] of [
      [0, 1],
      [0, 10],
      [5, 4],
      [15, 0],
    ])
      expect(meanOverDraws(torus, onTorus, from, to, 16)).toBe(6);
    // HyperX 4 × 4: a coordinate differs in 3 of 4 cases, so 1.5 on average.
    const onHyperx = valiant.compile(asUsual, hyperx);
    expect([1, 5, 15].map((to) => meanOverDraws(hyperx, onHyperx, 0, to, 16))).toEqual([5, 5, 5]);
  });

  it("goes over any switch of a graph", () => {
    // Petersen graph, neighbours: over 4 switches next to one of the two 1 + 2 channels, over the 4 others 2 + 2, and 1
    // directly where the switch drawn is one of the two; 30 over 10 draws, and the two channels of terminals.
    const petersen = build({ kind: "graph", values: defaultsOf(graph.params) });
    expect(meanOverDraws(petersen, valiant.compile(asUsual, petersen), 0, 1, 10)).toBeCloseTo(5, 12);
    // Not neighbours: over the one switch between them 1 + 1, over the 4 others next to one of the two 1 + 2, over the 3
    // next to neither 2 + 2, and 2 directly twice; 30 again.
    expect(meanOverDraws(petersen, valiant.compile(asUsual, petersen), 0, 2, 10)).toBeCloseTo(5, 12);
  });

  it("goes round a link that is missing, and says whom it cannot reach", () => {
    const whole = { kind: "torus", values: { sizes: [4, 4], wrap: [true, true], terminalsPerSwitch: 1 } };
    const faulty = build({ kind: "faulty", values: { of: whole, links: 0, switches: 0, deadLinks: [20], deadSwitches: [5], seed: 1 } });
    const routing = valiant.compile(asUsual, faulty);
    expect(routing.reaches?.(0, 5)).toBe(false);
    expect(routing.reaches?.(0, 4)).toBe(true);
    for (let to = 1; to < 16; to++) if (to !== 5) expect(meanOverDraws(faulty, routing, 0, to, 15)).toBeGreaterThan(3);
  });

  it.each(["valiant", "ugal"])("takes two classes and up*/down* ways where shortest ways would need too many: %s", (id) => {
    // A line of 12 switches: 2 · 11 + 2 channels at most, 22 classes by hops. From end to end, over whichever, 11 + 2.
    const links = Array.from({ length: 11 }, (_, i) => ({ a: i, b: i + 1 }));
    const line = build({ kind: "graph", values: { switches: 12, links, terminalsPerSwitch: 1, terminals: [] } });
    const routing = id === "valiant" ? valiant.compile(asUsual, line) : ugal.compile(byRule, line);
    expect(routing.classes).toBe(2);
    expect(meanOverDraws(line, routing, 0, 11, 12)).toBe(13);
    // From one end to the next: over switch m and back, 2 m − 1, or 1 directly where m is one of the two.
    let sum = 1 + 1;
    for (let m = 2; m < 12; m++) sum += 2 * m - 1;
    expect(meanOverDraws(line, routing, 0, 1, 12)).toBeCloseTo(sum / 12 + 2, 12);
    expect(dependencyGraph(line, routing)?.isFree).toBe(true);
  });

  it("goes over a group between groups: ¾ + 1 + 6/7 + 1 + ¾ channels between switches on average", () => {
    // A switch has 2 of the 8 global channels of its group: it is the right one for a group in ¼ of the cases; of the 7
    // other channels of the group entered, one leaves the switch entered.
    const routing = valiant.compile(asUsual, dragonfly);
    let sum = 0;
    let count = 0;
    let longest = 0;
    for (let from = 0; from < 72; from += 2) {
      for (let to = 1; to < 72; to += 2) {
        for (let middle = 0; middle < 9; middle++) {
          const state = routing.begin?.(from, to, Math.floor(((middle + 0.5) / 9) * 2 ** 32)) ?? 0;
          const groups = [from >> 3, to >> 3];
          // Within a group and over one of the two groups themselves the way is direct.
          const isDirect = groups[0] === groups[1] || groups.includes(middle);
          if (state !== (isDirect ? 0 : middle + 1)) throw new Error(`state ${state} from ${from} to ${to} over group ${middle}`);
          if (isDirect) continue;
          const length = channels(dragonfly, routing, from, to, state);
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
    for (let to = from % 2; to < 72; to += 2) if (from >> 3 !== to >> 3) lengths.push(channels(dragonfly, routing, from, to, 0));
  }
  expect(Math.max(...lengths)).toBe(5);
  expect(Math.min(...lengths)).toBe(3);
  expect(lengths.reduce((a, b) => a + b, 0) / lengths.length).toBe(4.5);
});

it("offers every shortest way where two groups are joined more than once", () => {
  // Two groups of three switches, two global links of each switch: six links, two from each switch.
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
      else expect(channels(network, routing, from, to, 0)).toBe(4);
    }
  }
});

describe("UGAL", () => {
  const hops = (network: Network, routing: CompiledRouting, from: number, to: number, state: number) =>
    channels(network, routing, network.head[network.firstOut[from]], to, state) - 1;
  const firstChannel = ({ route, classes, maxCandidates }: CompiledRouting, at: number, to: number, state: number) => {
    const out = new Int32Array(maxCandidates);
    route(at, to, state, out);
    return Math.floor(out[0] / classes);
  };

  it.each([
    ["dragonfly", dragonfly, 0, 30],
    ["HyperX", hyperx, 0, 5],
    ["torus", torus, 0, 5],
  ] as const)("goes round only beyond the threshold, to the phit: %s", (_, network, from, to) => {
    for (const threshold of [0, 7, 100]) {
      const routing = ugal.compile({ ...byRule, threshold }, network);
      const at = network.head[network.firstOut[from]];
      const direct = firstChannel(routing, at, to, 0);
      // The first intermediate whose way begins by another channel, and is longer.
      let state = 1;
      const isOther = () =>
        firstChannel(routing, at, to, state) !== direct && hops(network, routing, from, to, state) > hops(network, routing, from, to, 0);
      while (!isOther()) state++;
      const round = firstChannel(routing, at, to, state);
      const [short, long] = [hops(network, routing, from, to, 0), hops(network, routing, from, to, state)];
      const decide = (a: number, b: number) => routing.adapt?.(at, to, state, (c) => (c === direct ? a : c === round ? b : 0));
      // direct × short ≤ round × long + threshold: the last number of phits for which it holds, and the next.
      for (const b of [0, 3, 16]) {
        const last = Math.floor((b * long + threshold) / short);
        expect([decide(last, b), decide(last + 1, b)]).toEqual([0, state]);
      }
    }
  });

  it("leaves packets alone whose way round was none", () => {
    const routing = ugal.compile(byRule, dragonfly);
    expect(routing.adapt?.(72, 30, 0, () => 1000)).toBe(0);
  });

  it("sends packets between terminals of one switch directly", () => {
    const network = build({ kind: "hyperx", values: { sizes: [4], terminalsPerSwitch: 2 } });
    const routing = ugal.compile(byRule, network);
    expect(routing.adapt?.(8, 1, 3, () => 1000)).toBe(0);
  });
});
