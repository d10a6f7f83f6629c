/** Tests of routing on rings: the direction where both are equally long, and the virtual-channel class at the dateline. */
import { describe, expect, it, test } from "vitest";
import { analyzeChannelLoads } from "../../src/core/analysis/channel-load.ts";
import { dependencyGraph } from "../reference/dependency-graph.ts";
import { countPaths } from "../../src/core/analysis/path-diversity.ts";
import { defaultsOf } from "../../src/core/base/params.ts";
import { compile } from "../../src/core/run/compile.ts";
import type { Network } from "../../src/core/network/network.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { allRoutings } from "../../src/core/routings/index.ts";
import { run, startRun } from "../../src/core/run/run.ts";
import { readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import { scalar } from "../../src/core/simulation/frame.ts";
import { readDocumentLink } from "../../src/links/index.ts";
import { build } from "../contracts/arbitrary.ts";
import { runToEnd } from "../contracts/scenarios.ts";

const halfWays = ["parity", "random", "up"] as const;

function scenarioOn(sizes: readonly number[], routing: object, pattern: string, more: object = {}): Scenario {
  return readScenario({
    topology: { kind: "torus", sizes },
    routing: { kind: "dimension-order", ...routing },
    workload: { kind: "open-loop", pattern, load: 0.2 },
    ...more,
  });
}

const planOf = (...args: Parameters<typeof scenarioOn>) => compile(scenarioOn(...args)).plan;

/** Every path of dimension order between all pairs, with the share of the packets that take it. */
function* pathsOf({ network, routing }: Plan): Generator<{ from: number; to: number; part: number; ids: readonly number[] }> {
  const { terminals, head } = network;
  const { initialState, equalDraws = 1, nextState, route, vcClasses, maxCandidates } = routing;
  const out = new Int32Array(maxCandidates);
  for (let from = 0; from < terminals; from++) {
    for (let to = 0; to < terminals; to++) {
      if (from === to) continue;
      for (let draw = 0; draw < equalDraws; draw++) {
        let state = initialState?.(from, to, Math.floor(((draw + 0.5) / equalDraws) * 2 ** 32)) ?? 0;
        const candidateIds: number[] = [];
        for (let node = from; node !== to; node = head[Math.floor(candidateIds[candidateIds.length - 1] / vcClasses)]) {
          const count = route(node, to, state, out);
          // A call of `expect` costs more than the hop, so it is called only for mismatches.
          if (count !== 1) expect(count, `ways on from node ${node} to terminal ${to}`).toBe(1);
          candidateIds.push(out[0]);
          state = nextState?.(node, to, state, out[0]) ?? state;
        }
        yield { from, to, part: 1 / equalDraws, ids: candidateIds };
      }
    }
  }
}

/** Dimension of a channel, whether it leads up, and whether it wraps around the ring; null for terminal channels. */
function directionOf({ axes, coordinates, tail, head, terminals }: Network, channel: number) {
  if (tail[channel] < terminals || head[channel] < terminals) return null;
  const dimensions = axes.length;
  const d = axes.findIndex((_, d) => coordinates[tail[channel] * dimensions + d] !== coordinates[head[channel] * dimensions + d]);
  const [position, next] = [coordinates[tail[channel] * dimensions + d], coordinates[head[channel] * dimensions + d]];
  return { d, isUp: next === (position + 1) % axes[d].size, isOverEnd: Math.abs(next - position) > 1 };
}

describe("of the transpose on a torus of 8 × 8, whose rows each have one packet that goes half-way", () => {
  // In row y all packets go to column y: from three nodes on either side, and from the opposite node. If the opposite node has one
  // direction, a link carries 4 packets, otherwise 3 ½.
  it.each([
    ["parity", 1 / 4],
    ["random", 2 / 7],
    ["up", 1 / 4],
  ])("a terminal may send, with ties taken by %s, at most %d", (halfWay, bound) => {
    const loads = analyzeChannelLoads(planOf([8, 8], { halfWay }, "transpose"));
    expect(loads.bound).toBeCloseTo(bound, 12);
    expect(loads).toMatchObject({ exact: true, sampled: null });
  });

  it.each(["virtual-cut-through", "store-and-forward", "wormhole", "circuit", "fluid"])("so it is simulated under %s", (kind) => {
    for (const [halfWay, most] of [
      ["parity", 4],
      ["random", 3.5],
      ["up", 4],
    ] as const) {
      const load = 0.1;
      const scenario = scenarioOn([8, 8], { halfWay }, "transpose", {
        flowControl: { kind },
        workload: { kind: "open-loop", pattern: "transpose", load },
      });
      const { plan, simulation } = startRun(scenario);
      const { channelLoad } = analyzeChannelLoads(plan);
      const { windowPhits, scalars } = runToEnd(simulation);
      // The mean over all channels with the largest load, because the load of a single channel varies randomly.
      const busiest = [...channelLoad.keys()].filter((c) => channelLoad[c] > most - 1e-9);
      expect(busiest.length).toBeGreaterThan(4);
      const carried = busiest.reduce((sum, c) => sum + windowPhits[c], 0) / busiest.length / scalars[scalar.windowCycles];
      expect(Math.abs(carried / load / most - 1), halfWay).toBeLessThan(0.03);
    }
  });

  it("more is carried where ties are drawn", () => {
    const workload = { kind: "open-loop", pattern: "transpose", load: 0.28 };
    const [parity, random] = ["parity", "random"].map(
      (halfWay) => run(scenarioOn([8, 8], { halfWay }, "transpose", { workload })).accepted,
    );
    expect(random).toBeGreaterThan(1.04 * parity);
  });
});

test("uniform traffic favours parity as much as a draw, and not one way for all", () => {
  // In a ring of 8 each link carries (1 + 2 + 3) / 8 + 4 / 16 of the packets of a terminal. With all ties upward, the upward links carry (1
  // + 2 + 3) / 8 + 4 / 8. Both are multiplied by 64 / 63.
  const [parity, random, up] = halfWays.map((halfWay) => analyzeChannelLoads(planOf([8, 8], { halfWay }, "uniform")).bound);
  expect([parity, random]).toEqual([expect.closeTo(63 / 64, 12), expect.closeTo(63 / 64, 12)]);
  expect(up).toBeCloseTo((63 / 64) * (8 / 10), 12);
});

test.each(halfWays.flatMap((halfWay) => ["dateline", "on-entry"].map((channelClasses) => ({ halfWay, channelClasses }))))(
  "the loads computed are those of every way, each with its part: $halfWay, $channelClasses",
  (routing) => {
    for (const sizes of [[6], [4, 4], [4, 3, 2]]) {
      const plan = planOf(sizes, routing, "uniform");
      const { terminals, head } = plan.network;
      const expected = new Float64Array(head.length);
      for (const { part, ids } of pathsOf(plan))
        for (const id of ids) expected[Math.floor(id / plan.routing.vcClasses)] += part / (terminals - 1);
      const { channelLoad, sampled } = analyzeChannelLoads(plan);
      expect(sampled).toBeNull();
      channelLoad.forEach((load, c) => expect(load).toBeCloseTo(expected[c], 10));
    }
  },
);

test("ties are taken as they are said to be, and count as ways where they are drawn", () => {
  for (const halfWay of halfWays) {
    const plan = planOf([6, 4], { halfWay }, "uniform");
    const { coordinates, axes } = plan.network;
    for (const { from, to, ids } of pathsOf(plan)) {
      for (let d = 0; d < 2; d++) {
        const x = coordinates[from * 2 + d];
        if (2 * Math.abs(coordinates[to * 2 + d] - x) !== axes[d].size) continue;
        const steps = ids.map((id) => directionOf(plan.network, Math.floor(id / plan.routing.vcClasses))).filter((step) => step?.d === d);
        expect(steps.length).toBe(axes[d].size / 2);
        expect(new Set(steps.map((step) => step?.isUp)).size).toBe(1);
        if (halfWay !== "random") expect(steps[0]?.isUp).toBe(halfWay === "up" || x % 2 === 0);
      }
    }
    // The distance is half of a ring in both dimensions, in one, in none.
    const drawn = halfWay === "random";
    expect([15, 3, 1].map((to) => countPaths(plan, 0, to))).toEqual(drawn ? [4, 2, 1] : [1, 1, 1]);
  }
});

test("a class chosen on entering a ring is kept there: 0 for those that pass its end, 1 for the others", () => {
  for (const halfWay of halfWays) {
    const plan = planOf([6, 5], { halfWay, channelClasses: "on-entry" }, "uniform");
    for (const { ids } of pathsOf(plan)) {
      for (let d = 0; d < 2; d++) {
        const taken = ids.flatMap((id) => {
          const step = directionOf(plan.network, id >> 1);
          return step?.d === d ? [{ ...step, class: id & 1 }] : [];
        });
        const passes = taken.some(({ isOverEnd }) => isOverEnd);
        for (const step of taken) expect(step.class).toBe(passes ? 0 : 1);
      }
    }
  }
});

test.each(halfWays)("with every choice of classes no circle of waits closes: %s", (halfWay) => {
  const choices = [
    ...["dateline", "on-entry", "bubble"].map((channelClasses) => ["dimension-order", { channelClasses }] as const),
    ...["dateline", "on-entry", "bubble"].map((escape) => ["minimal-adaptive", { escape }] as const),
    ...["valiant", "ugal"].flatMap((id) => ["where-passed", "on-entry"].map((dateline) => [id, { dateline }] as const)),
  ];
  for (const sizes of [[4], [5], [8], [4, 4], [3, 6]]) {
    const network = build({ kind: "torus", values: { sizes, wrap: [], terminalsPerSwitch: 1 } });
    for (const [id, values] of choices) {
      const routing = allRoutings.get(id);
      const compiled = routing.compile({ ...defaultsOf(routing.params), ...values, halfWay }, network);
      expect(dependencyGraph(network, compiled)?.isDeadlockFree, `${id} ${JSON.stringify(values)} on ${sizes.join(" × ")}`).toBe(true);
    }
  }
});

test("without classes, a ring of four deadlocks unless its ties go by parity", async () => {
  const link = "#v=1&topology=torus:sizes4&traffic=uniform&load=1&queue=1&routing=dimension-order:channelClasses~none,halfWay~";
  const [parity, random, up] = await Promise.all(halfWays.map(async (halfWay) => run(await readDocumentLink(link + halfWay)).status));
  expect(parity).toBe("finished");
  expect([random, up]).toContain("deadlocked");
});

test("who draws no way round has the names and ways that it always had", async () => {
  const plain = await readDocumentLink("#v=1&topology=torus:sizes8x8&routing=dimension-order&traffic=transpose&load=.2");
  const linkDocument = await readDocumentLink(
    "#v=1&topology=torus:sizes8x8&routing=dimension-order:halfWay~parity&traffic=transpose&load=.2",
  );
  expect(linkDocument).toEqual(plain);
  expect(compile(plain).plan.routing.initialState).toBeUndefined();
});
