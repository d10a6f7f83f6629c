/** Tests of the scenario that a study runs for a network: it is valid and uses a suitable routing. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultsOf } from "../../src/core/base/params.ts";
import { saturationShortfall } from "../../src/core/measures/curve.ts";
import { run } from "../../src/core/run/run.ts";
import { topologyFacts } from "../../src/core/scenario/facts.ts";
import { checkScenario } from "../../src/core/scenario/scenario.ts";
import { withValueAtPath } from "../../src/core/scenario/param-path.ts";
import { loadPath } from "../../src/core/scenario/load.ts";
import { throughputBound } from "../../src/core/study/bounds.ts";
import { candidatesOf } from "../../src/core/study/candidates.ts";
import { readStudyNeed } from "../../src/core/study/need.ts";
import { studyScenario } from "../../src/core/study/study-scenarios.ts";
import { studyTraffic } from "../../src/core/study/traffic.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { cases } from "../effort.ts";

describe("the scenario that judges a network", () => {
  it("is sound for every network that meets a need, under all traffic", () => {
    const needs = fc.record({ terminals: fc.integer({ min: 2, max: 20_000 }), ports: fc.integer({ min: 3, max: 128 }) });
    fc.assert(
      fc.property(needs, fc.constantFrom(...studyTraffic.map(({ id }) => id)), (need, traffic) => {
        for (const candidate of candidatesOf(readStudyNeed(need, []))) {
          const scenario = studyScenario(candidate, traffic);
          if (typeof scenario === "string") throw new Error(`${candidate.id}: ${scenario}`);
          expect(checkScenario(scenario)).toEqual([]);
        }
      }),
      { numRuns: cases(12) },
    );
  });

  it("goes any way up a tree, any way nearer in a grid, and round what is full elsewhere", () => {
    const routing = (kind: string, values: Record<string, unknown>) => {
      const topology = { kind, values: { ...defaultsOf(allTopologies.get(kind).params), ...(values as object) } };
      const scenario = studyScenario({ topology, facts: topologyFacts(topology) }, "uniform");
      return typeof scenario === "string" ? scenario : scenario.routing.kind;
    };
    for (const kind of ["k-ary-n-tree", "thin-tree", "slender-tree", "xgft", "clos", "single-switch"]) {
      expect(routing(kind, {})).toBe("nearest-common-ancestor");
    }
    for (const kind of ["torus", "mesh", "hypercube"]) expect(routing(kind, {})).toBe("minimal-adaptive");
    for (const kind of ["hyperx", "dragonfly", "megafly", "slim-fly", "polarfly", "jellyfish"]) expect(routing(kind, {})).toBe("ugal");
    for (const [kind, values] of [
      ["rails", {}],
      ["clos", { planes: 2 }],
    ] as const) {
      expect(routing(kind, values)).toBe("rail");
    }
    const topology = { kind: "torus", values: defaultsOf(allTopologies.get("torus").params) };
    expect(studyScenario({ topology, facts: topologyFacts(topology) }, "none")).toContain("no traffic");
  });

  it("is not carried beyond the bound, whatever packets to near terminals do that overtake others", () => {
    const all = candidatesOf(readStudyNeed({ terminals: 20, ports: 12 }, []));
    const kinds = new Map(all.map((each) => [each.topology.kind, each]));
    let tried = 0;
    for (const candidate of kinds.values()) {
      for (const { id } of studyTraffic) {
        const scenario = studyScenario(candidate, id);
        const bound = throughputBound(id, candidate.facts);
        if (typeof scenario === "string" || bound > 0.8) continue;
        const results = run({ ...withValueAtPath(scenario, loadPath, 1.2 * bound), run: { warmUp: 1000, window: 3000, drain: 0 } });
        expect(results.deadlock).toBeNull();
        expect(results.acceptedPerSender, `${candidate.id} under ${id}`).toBeLessThan(results.offeredPerSender * (1 - saturationShortfall));
        tried++;
      }
    }
    expect(tried).toBeGreaterThan(10);
  });
});
