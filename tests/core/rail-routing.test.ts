/** Tests of rails: the paths of packets, their channel loads in closed form, and the time of small cases in every engine. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import type { ScenarioError } from "../../src/core/base/errors.ts";
import { defaultsOf } from "../../src/core/base/params.ts";
import { compile } from "../../src/core/run/compile.ts";
import { nameOfNode } from "../../src/core/network/network.ts";
import { rail } from "../../src/core/routings/rail.ts";
import { allRoutings } from "../../src/core/routings/index.ts";
import { run } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { build, factsOf } from "../contracts/arbitrary.ts";
import { cases } from "../effort.ts";
import { dependencyGraph } from "../reference/dependency-graph.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";

const railsOf = (values: object) => ({ kind: "rails", values: { ...defaultsOf(allTopologies.get("rails").params), ...values } });

/** The nodes of the path from one terminal to another, always by the first candidate. */
function pathOf(values: object, routing: object, from: number, to: number): string {
  const network = build(railsOf(values));
  const { route, initialState, nextState, maxCandidates } = rail.compile({ ...defaultsOf(rail.params), ...routing } as never, network);
  const out = new Int32Array(maxCandidates);
  let state = initialState?.(from, to, 0) ?? 0;
  const names: string[] = [];
  for (let node = from; node !== to;) {
    route(node, to, state, out);
    state = nextState?.(node, to, state, out[0]) ?? state;
    node = network.head[out[0]];
    names.push(nameOfNode(network, node));
  }
  return names.join(", ");
}

describe("ways", () => {
  const only = { hosts: 2, accelerators: 2, wiring: "only", ports: 4 };
  const joined = { hosts: 4, accelerators: 2, ports: 4 };

  it("host first: to the sister on the destination’s rail, then along that rail (PXN)", () => {
    expect(pathOf(only, {}, 0, 3)).toBe("host switch 0, terminal 1, leaf 0 of rail 1, terminal 3");
    expect(pathOf({ ...only, inner: "mesh" }, {}, 0, 3)).toBe("terminal 1, leaf 0 of rail 1, terminal 3");
    expect(pathOf(joined, {}, 0, 7)).toBe("host switch 0, terminal 1, leaf 0 of rail 1, spine 0, leaf 1 of rail 1, terminal 7");
  });

  it("host last: along the own rail, and on inside of the destination’s host", () => {
    expect(pathOf(only, { other: "last" }, 0, 3)).toBe("leaf 0 of rail 0, terminal 2, host switch 1, terminal 3");
    expect(pathOf(joined, { other: "last" }, 0, 7)).toBe(
      "leaf 0 of rail 0, spine 0, leaf 1 of rail 0, terminal 6, host switch 3, terminal 7",
    );
  });

  it("spines: up to one that joins the rails", () => {
    expect(pathOf(joined, { other: "spines" }, 0, 7)).toBe("leaf 0 of rail 0, spine 0, leaf 1 of rail 1, terminal 7");
  });

  it.each(["first", "last", "spines"])("within a host inside of it, on one rail directly: %s", (other) => {
    expect(pathOf(joined, { other }, 0, 1)).toBe("host switch 0, terminal 1");
    expect(pathOf(joined, { other }, 0, 2)).toBe("leaf 0 of rail 0, terminal 2");
  });
});

describe("deadlock", () => {
  const values = fc.record({
    hosts: fc.integer({ min: 1, max: 9 }),
    accelerators: fc.integer({ min: 2, max: 4 }),
    inner: fc.constantFrom("switch", "mesh"),
    wiring: fc.constantFrom("optimised", "only"),
    ports: fc.integer({ min: 1, max: 3 }).map((half) => 2 * half),
  });

  it("none with one class, by the dependency graph of every choice", () => {
    fc.assert(
      fc.property(
        values,
        fc.constantFrom("first", "last", "spines"),
        fc.constantFrom("adaptive", "destination"),
        (railValues, other, ways) => {
          if (factsOf(railsOf(railValues)) === undefined || (other === "spines" && railValues.wiring === "only")) return;
          const network = build(railsOf(railValues));
          const compiled = rail.compile({ other, ways }, network);
          expect(compiled.vcClasses).toBe(1);
          expect(dependencyGraph(network, compiled)?.isDeadlockFree).toBe(true);
        },
      ),
      { numRuns: cases(60), seed: 2 },
    );
  });

  it("one with one class where some go through a host first and others last", () => {
    const network = build(railsOf({ hosts: 2, accelerators: 2, wiring: "only", ports: 4 }));
    const compiled = allRoutings.get("shortest-path").compile({ ways: "all", classes: "none" }, network);
    expect(dependencyGraph(network, compiled)?.isDeadlockFree).toBe(false);
  });
});

const railScenario = (topology: object, more: object) => readScenario({ topology: { kind: "rails", ...topology }, ...more });

describe("throughput bound", () => {
  const bound = (topology: object, more: object) => {
    const { plan } = compile(railScenario(topology, more));
    return analyzePlan(plan).bound;
  };
  const uniform = { workload: { kind: "open-loop", pattern: "uniform" } };
  const inner = (rate: number) => ({ links: rate === 1 ? [] : [{ class: "inner", rate }] });

  it.each([
    [2, 2],
    [2, 4],
    [4, 4],
    [8, 3],
  ])("rails only under uniform traffic, %i hosts of %i: T − 1 of (H − 1) A leave by a port, of H (A − 1) by one inside", (hosts, A) => {
    const T = hosts * A;
    const fabric = (T - 1) / ((hosts - 1) * A);
    const inside = (T - 1) / (hosts * (A - 1));
    for (const [rate, terminalLinks] of [
      [0.25, 1],
      [1, 1],
      [9, 1],
      [9, 2],
    ]) {
      for (const [other, ways] of [
        ["first", "adaptive"],
        ["last", "adaptive"],
        ["first", "sprayed"],
      ]) {
        const found = bound(
          { hosts, accelerators: A, wiring: "only", ports: 8, terminalLinks },
          { ...uniform, ...inner(rate), routing: { kind: "rail", other, ways } },
        );
        expect(found).toBeCloseTo(Math.min(Math.max(1, rate), terminalLinks * fabric, rate * inside), 12);
      }
    }
  });

  it("only to other rails of other hosts: what is less, a port or a link inside", () => {
    for (const rate of [0.25, 0.5, 1, 9]) {
      const complement = { workload: { kind: "open-loop", pattern: "complement" }, ...inner(rate) };
      expect(bound({ hosts: 2, accelerators: 2, wiring: "only", ports: 4 }, complement)).toBeCloseTo(Math.min(1, rate), 12);
    }
  });

  it("through spines no link inside is crossed", () => {
    const complement = { workload: { kind: "open-loop", pattern: "complement" }, ...inner(0.25) };
    expect(bound({ hosts: 4, accelerators: 2, ports: 4 }, { ...complement, routing: { kind: "rail", other: "spines" } })).toBe(1);
    expect(bound({ hosts: 4, accelerators: 2, ports: 4 }, complement)).toBeCloseTo(0.25, 12);
  });
});

describe("time of a message of L phits", () => {
  const L = 16;
  const send = (destination: number, source = 0, packets = 1) => ({ source, destination, bytes: `${64 * packets} B`, time: 0 });
  const time = (flowControl: string, inner: string, rate: number, list: readonly object[], hosts = 2) =>
    run(
      railScenario(
        { hosts, accelerators: 2, wiring: "only", inner, ports: 4 },
        { flowControl, links: rate === 1 ? [] : [{ class: "inner", rate }], workload: { kind: "messages", list } },
      ),
    ).makespan!;

  it.each([
    ["switch", 2],
    ["mesh", 1],
  ])("two hosts of two about a %s: %i channels more to another rail", (inner, step) => {
    for (const engine of ["virtual-cut-through", "wormhole", "fluid"]) {
      expect(time(engine, inner, 1, [send(2)])).toBe(2 + L);
      expect(time(engine, inner, 1, [send(3)])).toBe(2 + step + L);
      expect(time(engine, inner, 1, [send(1)])).toBe(step + L);
    }
    expect(time("store-and-forward", inner, 1, [send(2)])).toBe(2 * L + 1);
    expect(time("store-and-forward", inner, 1, [send(3)])).toBe((2 + step) * L + 1);
    // A packet of 16 phits crosses a link of nine times the rate in two cycles.
    expect(time("store-and-forward", inner, 9, [send(3)])).toBe(2 * L + 2 * step + 1);
    expect(time("fluid", inner, 0.5, [send(3)])).toBeCloseTo(2 + step / 0.5 + L / 0.5, 9);
  });

  it("a sister’s port is shared by what she sends herself and what passes her", () => {
    const packets = 50;
    const both = [send(3, 0, packets), send(5, 1, packets)];
    expect(time("fluid", "switch", 1, both, 3)).toBeCloseTo(4 + 2 * packets * L, 6);
    for (const engine of ["virtual-cut-through", "wormhole"]) {
      const made = time(engine, "switch", 1, both, 3);
      expect(made).toBeGreaterThanOrEqual(2 * packets * L + 2);
      expect(made).toBeLessThanOrEqual(2 * packets * L + 4 + L);
    }
  });
});

describe("what does not fit", () => {
  const rails = { hosts: 2, accelerators: 2, wiring: "only", ports: 4 };
  const refusal = (topology: object, routing: object) => {
    try {
      compile(railScenario(topology, { routing }));
    } catch (fault) {
      return (fault as ScenarioError).issues[0];
    }
    return undefined;
  };

  it("is refused with what fits", () => {
    expect(refusal(rails, { kind: "rail", other: "spines" })).toMatchObject({ path: "routing.other", nearest: "first" });
    for (const kind of ["nearest-common-ancestor", "valiant", "ugal", "dimension-order", "local-global-local"]) {
      expect(refusal(rails, { kind })).toMatchObject({ path: "routing", nearest: "rail" });
    }
  });

  it.each(["rail", "shortest-path", "up-down"])("%s fits", (kind) => {
    expect(refusal(rails, { kind })).toBeUndefined();
  });

  it("is the first that fits rails, and no other network", () => {
    expect(railScenario(rails, {}).routing.kind).toBe("rail");
    expect(rail.reasonUnsupported(factsOf(railsOf({ ...rails, accelerators: 1 }))!)).toMatch(/^needs rails/);
  });
});
