/** Tests of the channel dependency graph: cycles, compared with cycles whose channels are listed by hand, and freedom from deadlock. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dependencyGraph, type DependencyGraph } from "../reference/dependency-graph.ts";
import { defaultsOf, type Values } from "../../src/core/base/params.ts";
import type { Network } from "../../src/core/network/network.ts";
import type { CompiledRouting } from "../../src/core/plan/routing.ts";
import { compile as compileScenario } from "../../src/core/run/compile.ts";
import { allRoutings } from "../../src/core/routings/index.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { build } from "../contracts/arbitrary.ts";
import { networkOfLinks as graphOfLinks } from "../contracts/random-plans.ts";
import { cases, coveringPairs } from "../effort.ts";

const gridNetwork = (kind: "torus" | "mesh", sizes: readonly number[]) =>
  build({ kind, values: { sizes, ...(kind === "torus" ? { wrap: [] } : {}), terminalsPerSwitch: 1 } });

function graphOf(network: Network, id: string, values: Values = {}): DependencyGraph {
  return dependencyGraphOf(network, compileRouting(network, id, values));
}

function compileRouting(network: Network, id: string, values: Values): CompiledRouting {
  const routing = allRoutings.get(id);
  return routing.compile({ ...defaultsOf(routing.params), ...values }, network);
}

function dependencyGraphOf(network: Network, routing: CompiledRouting): DependencyGraph {
  const found = dependencyGraph(network, routing);
  if (found === null) throw new Error("too large");
  return found;
}

describe("a ring of five", () => {
  const ring = gridNetwork("torus", [5]);

  it("without a dateline has a circle all round, by name", () => {
    const { cycle, cycleNames, isDeadlockFree } = graphOf(ring, "dimension-order", { channelClasses: "none" });
    expect(isDeadlockFree).toBe(false);
    expect(cycle.length).toBe(5);
    const up = (x: number) => `switch (${x}) → switch (${(x + 1) % 5})`;
    const down = (x: number) => `switch (${(x + 1) % 5}) → switch (${x})`;
    const direction = cycleNames.includes(up(0)) ? up : down;
    expect([...cycleNames].toSorted()).toEqual([0, 1, 2, 3, 4].map(direction).toSorted());
    // Each channel waits for a channel that begins at the switch where it ends.
    cycle.forEach((id, i) => expect(ring.tail[cycle[(i + 1) % 5]]).toBe(ring.head[id]));
  });

  it("has none with two classes, and none with bubbles", () => {
    for (const channelClasses of ["dateline", "bubble"]) {
      const found = graphOf(ring, "dimension-order", { channelClasses });
      expect([found.isDeadlockFree, found.cycle]).toEqual([true, []]);
    }
  });

  it("is counted exactly: a terminal's channel leads into two, a channel of the ring into the next", () => {
    // Paths have at most two steps between switches, so channel c is held only by packets that go one step further: 5 dependencies up, 5
    // down, and 10 from terminals.
    const found = graphOf(ring, "dimension-order", { channelClasses: "none" });
    expect(found.dependencies).toBe(20);
    const injection = ring.firstOut[0];
    expect(found.successors(injection).length).toBe(2);
  });

  it("has a circle of bubbles that are none: rings forgotten", () => {
    const { rings, ...forgetful } = compileRouting(ring, "dimension-order", { channelClasses: "bubble" });
    expect(rings).toBeDefined();
    expect(dependencyGraphOf(ring, forgetful).isDeadlockFree).toBe(false);
  });
});

describe("a square of four switches", () => {
  const square = gridNetwork("mesh", [2, 2]);

  it("has a circle of four turns where packets may turn as they like", () => {
    const { cycle, isDeadlockFree } = graphOf(square, "minimal-adaptive", { escape: "none" });
    expect(isDeadlockFree).toBe(false);
    expect(new Set(cycle.map((id) => square.tail[id])).size).toBe(4);
  });

  it("is free with an escape class, and no longer where the escape is not offered", () => {
    const routing = compileRouting(square, "minimal-adaptive", {});
    expect(dependencyGraphOf(square, routing)).toMatchObject({ isDeadlockFree: true, isConnected: true, cycle: [] });
    const mute: CompiledRouting = {
      ...routing,
      route: (at, to, state, out) => Math.min(routing.route(at, to, state, out), at < 4 ? 8 : 1),
    };
    expect(dependencyGraphOf(square, mute)).toMatchObject({ isDeadlockFree: false, isConnected: false });
  });

  it("is not free when every class counts as an escape", () => {
    const { isEscape, ...routing } = compileRouting(square, "minimal-adaptive", {});
    expect(isEscape).toBeDefined();
    expect(dependencyGraphOf(square, routing).isDeadlockFree).toBe(false);
  });

  it("walks all states: two phases on the same class close a circle", () => {
    const routing = compileRouting(square, "valiant", {});
    expect(dependencyGraphOf(square, routing).isDeadlockFree).toBe(true);
    const merged: CompiledRouting = {
      ...routing,
      vcClasses: 1,
      route(at, to, state, out) {
        const count = routing.route(at, to, state, out);
        out[0] = Math.floor(out[0] / routing.vcClasses);
        return count;
      },
    };
    expect(dependencyGraphOf(square, merged).isDeadlockFree).toBe(false);
    // Without random initial states this routing is dimension order.
    const { initialState, ...direct } = merged;
    expect(initialState).toBeDefined();
    expect(dependencyGraphOf(square, direct).isDeadlockFree).toBe(true);
  });

  it("walks both decisions of an adaptive source", () => {
    const routing = compileRouting(square, "ugal", {});
    const { injectionDecision, ...round } = routing;
    expect(injectionDecision).toBeDefined();
    const [all, some, none] = [round, routing, { ...routing, injectionDecision: () => 0 }].map(
      (each) => dependencyGraphOf(square, each).dependencies,
    );
    // The three routings are always non-minimal, non-minimal only if the first channel differs from that of the minimal path, and never
    // non-minimal.
    expect(some).toBeLessThanOrEqual(all);
    expect(none).toBeLessThan(some);
  });
});

it.each([
  [{ kind: "dimension-order" }, 4],
  [{ kind: "dimension-order", channelClasses: "bubble" }, 2],
  [{ kind: "minimal-adaptive" }, 6],
  [{ kind: "minimal-adaptive", adaptiveClasses: 2, escape: "bubble" }, 6],
  [{ kind: "valiant" }, 8],
])("stays free with two virtual channels for each class: %o", (routing, classes) => {
  const { plan } = compileScenario(
    readScenario({
      topology: { kind: "torus", sizes: [5, 3] },
      routing,
      flowControl: { kind: "virtual-cut-through", virtualChannels: 2 },
      workload: { kind: "open-loop", pattern: { kind: "uniform" } },
    }),
  );
  expect(plan.routing.vcClasses).toBe(classes);
  expect(dependencyGraphOf(plan.network, plan.routing)).toMatchObject({ isDeadlockFree: true, cycle: [] });
});

/** Every rule on every form of network with non-minimal paths. The property tests of routings add random networks. */
describe("detours are free of deadlock", () => {
  const networks: readonly (readonly [string, Network])[] = [
    ["dragonfly", build({ kind: "dragonfly", values: { p: 1, a: 4, h: 2, g: 9 } })],
    ["dragonfly of few groups", build({ kind: "dragonfly", values: { p: 1, a: 3, h: 2, g: 2 } })],
    ["Megafly", build({ kind: "megafly", values: { p: 1, s: 2, h: 2, g: 0 } })],
    ["Megafly of few groups", build({ kind: "megafly", values: { p: 1, s: 3, h: 1, g: 3 } })],
    ["torus", gridNetwork("torus", [4, 3])],
    ["mesh", gridNetwork("mesh", [3, 3])],
    ["flattened butterfly", build({ kind: "hyperx", values: { sizes: [3, 3], terminalsPerSwitch: 2 } })],
    ["any graph", build({ kind: "graph", values: defaultsOf(allTopologies.get("graph").params) })],
  ];
  const choices = ["usual", "switch"].flatMap((over) => ["local", "global"].map((queues) => ({ over, queues, candidates: 3 })));

  const pairs = coveringPairs(
    networks.map(([, network]) => network),
    choices,
  );
  it.each(networks)("UGAL, %s", (_, network) => {
    for (const [, values] of pairs.filter(([each]) => each === network))
      expect(graphOf(network, "ugal", values)).toMatchObject({ isDeadlockFree: true, cycle: [] });
  });

  it.each(networks)("Valiant, %s", (_, network) => {
    for (const over of ["usual", "switch"])
      expect(graphOf(network, "valiant", { over })).toMatchObject({ isDeadlockFree: true, cycle: [] });
  });

  it.each(networks.slice(0, 4))("progressive adaptive, %s", (_, network) => {
    for (const queues of ["local", "global"]) {
      expect(graphOf(network, "progressive-adaptive", { queues, candidates: 3 })).toMatchObject({ isDeadlockFree: true, cycle: [] });
    }
  });

  it("UGAL, where terminals pass packets on and ways are too long to be counted: who has gone down may have no direct way left", () => {
    // A line of switches, with each terminal on one or two of them.
    const homes = fc.array(fc.tuple(fc.integer({ min: 0, max: 39 }), fc.integer({ min: 0, max: 39 })), { minLength: 4, maxLength: 6 });
    const rules = fc.record({ queues: fc.constantFrom("local", "global") });
    let tabled = 0;
    fc.assert(
      fc.property(homes, rules, (homes, values) => {
        const first = homes.length;
        const network = graphOfLinks({
          terminals: first,
          switches: 40,
          links: [
            ...Array.from({ length: 39 }, (_, s) => [first + s, first + s + 1] as const),
            ...homes.flatMap(([a, b], t) => [...new Set([a, b])].map((s) => [t, first + s] as const)),
          ],
          forwards: true,
        });
        const routing = compileRouting(network, "ugal", values);
        if (routing.vcClasses === 2) tabled++;
        expect(dependencyGraphOf(network, routing)).toMatchObject({ isDeadlockFree: true, isConnected: true });
      }),
      { numRuns: cases(180) },
    );
    expect(tabled).toBeGreaterThan(10);
  });

  it.each([
    ["dragonfly", "progressive-adaptive", {}, 4],
    ["dragonfly", "valiant", { over: "switch" }, 4],
    ["Megafly", "progressive-adaptive", {}, 3],
    ["Megafly", "valiant", {}, 2],
    ["Megafly", "valiant", { over: "switch" }, 2],
    ["Megafly", "ugal", {}, 2],
  ] as const)(
    "and would not be with a class less, %s, %s %o: a packet that turns round waits for local channels that come before",
    (name, id, values, classes) => {
      const network = networks.find(([each]) => each === name)![1];
      const routing = compileRouting(network, id, values);
      expect(routing.vcClasses).toBe(classes);
      for (let merged = 1; merged < routing.vcClasses; merged++) {
        const route: CompiledRouting["route"] = (at, to, state, out) => {
          const count = routing.route(at, to, state, out);
          for (let i = 0; i < count; i++) if (out[i] % routing.vcClasses === merged) out[i]--;
          return count;
        };
        // The class decides only which packets wait for which.
        expect(dependencyGraphOf(network, { ...routing, route }).isDeadlockFree, `${id}, classes ${merged - 1} and ${merged}`).toBe(false);
      }
    },
  );

  it("one class is enough for minimal ways between leaves: up, global, down", () => {
    for (const [, network] of networks.slice(2, 4)) {
      const routing = compileRouting(network, "local-global-local", {});
      expect(routing.vcClasses).toBe(1);
      expect(dependencyGraphOf(network, routing)).toMatchObject({ isDeadlockFree: true, isConnected: true });
    }
  });
});

it("needs no walk where there is too much to walk", () => {
  const large = gridNetwork("mesh", [128, 128]);
  expect(dependencyGraph(large, compileRouting(large, "dimension-order", {}))).toBeNull();
});
