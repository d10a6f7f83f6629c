/**
 * The upper bound on accepted uniform traffic for any routing: compared with all cuts of small networks, with trees in closed form, and
 * with the load that engines accept.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import { throughputBoundsOf } from "../../src/core/analysis/throughput-bounds.ts";
import { networkMetricsOf } from "../../src/core/analysis/size.ts";
import { findSparsestCut } from "../../src/core/analysis/sparsest-cut.ts";
import { compile } from "../../src/core/run/compile.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { rateOf } from "../../src/core/plan/links.ts";
import { run } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { cases } from "../effort.ts";
import { anyLinks, withLinks } from "./any-links.ts";

interface TestGraph {
  readonly switches: number;
  readonly links: readonly { readonly a: number; readonly b: number }[];
  /** Switch of each terminal. */
  readonly terminals: readonly number[];
}

const rates = [0.1, 0.25, 0.5, 1, 2] as const;

/** A connected graph of two to `most` switches: a random tree and up to `more` additional links, with terminals on any of them. */
const anyGraph = (more: number, most = 8): fc.Arbitrary<TestGraph> =>
  fc.integer({ min: 2, max: most }).chain((switches) => {
    const any = fc.integer({ min: 0, max: switches - 1 });
    const tree = fc.tuple(...Array.from({ length: switches - 1 }, (_, i) => fc.integer({ min: 0, max: i }).map((b) => ({ a: i + 1, b }))));
    const others = fc.array(
      fc.record({ a: any, b: any }).filter(({ a, b }) => a !== b),
      { maxLength: more },
    );
    return fc.record({
      switches: fc.constant(switches),
      links: fc.tuple(tree, others).map(([some, rest]) => [...some, ...rest]),
      terminals: fc.array(any, { minLength: 2, maxLength: 20 }),
    });
  });

const topologyOf = ({ switches, links, terminals }: TestGraph) => ({ kind: "graph", switches, links, terminals });
const planOf = (graph: TestGraph, more: object = {}): Plan =>
  compile(readScenario({ topology: topologyOf(graph), workload: { kind: "open-loop", pattern: "uniform" }, ...more })).plan;

/** The load that the sparsest cut allows, as the minimum over all sets of switches with their terminals, and over single terminals. */
function searchSparsestCut({ network, links }: Plan): number {
  const { terminals: T, switches, head, tail, firstOut } = network;
  const switchOf = Array.from({ length: T }, (_, t) => head[firstOut[t]] - T);
  let minimum = Infinity;
  for (let t = 0; t < T; t++) minimum = Math.min(minimum, rateOf(links, firstOut[t]), rateOf(links, network.reverse[firstOut[t]]));
  for (let set = 1; set < 2 ** switches - 1; set++) {
    const isIn = (n: number) => ((set >> (n < T ? switchOf[n] : n - T)) & 1) === 1;
    const inside = switchOf.filter((_, t) => isIn(t)).length;
    if (inside === 0 || inside === T) continue;
    let [out, into] = [0, 0];
    for (let c = 0; c < head.length; c++) {
      if (isIn(tail[c]) && !isIn(head[c])) out += rateOf(links, c);
      if (!isIn(tail[c]) && isIn(head[c])) into += rateOf(links, c);
    }
    minimum = Math.min(minimum, (Math.min(out, into) * (T - 1)) / (inside * (T - inside)));
  }
  return minimum;
}

const anyPlan = (more: number, most?: number) =>
  fc.tuple(anyGraph(more, most), anyLinks(fc.constant(0))).map(([graph, links]) => ({ graph, plan: withLinks(planOf(graph), links) }));

describe("the sparsest cut", () => {
  it("around a leaf of two terminals behind a slow link", () => {
    // Six terminals, two of them on switch 1: 2 × 4 / 5 of the load of each crosses a link with a rate of one tenth.
    const graph = { switches: 2, links: [{ a: 0, b: 1 }], terminals: [0, 0, 0, 0, 1, 1] };
    const plan = planOf(graph, { links: [{ class: "0-1", rate: 0.1 }] });
    expect(findSparsestCut(plan)).toEqual({ load: 0.0625, links: "the links that leave switch 0" });
  });

  it("around two leaves that a fast link joins", () => {
    // Switches 0 and 1 have two terminals each, and together half a phit per cycle to the core with its four terminals: 4 × 4 / 7 of the
    // load cross it.
    const graph = {
      switches: 3,
      links: [
        { a: 0, b: 1 },
        { a: 0, b: 2 },
        { a: 1, b: 2 },
      ],
      terminals: [0, 0, 1, 1, 2, 2, 2, 2],
    };
    const rate = (name: string, rate: number) => ({ class: name, rate });
    const plan = planOf(graph, { links: [rate("0-1", 2), rate("0-2", 0.25), rate("1-2", 0.25)] });
    expect(findSparsestCut(plan)?.load).toBeCloseTo((0.5 * 7) / 16, 12);
  });

  it("is the sparsest of all cuts of a small network, whatever the links", () => {
    fc.assert(
      fc.property(anyPlan(6), ({ plan }) => {
        const { load } = findSparsestCut(plan)!;
        expect(load / searchSparsestCut(plan)).toBeCloseTo(1, 9);
      }),
      { numRuns: cases(60) },
    );
  });

  it("is what a tree delivers: the one path of each pair fills its first channel there", () => {
    fc.assert(
      fc.property(anyPlan(0, 40), ({ plan }) => {
        const { uniform } = throughputBoundsOf(plan, networkMetricsOf(plan.network), null);
        expect(uniform!.load).toBeCloseTo(analyzePlan(plan).bound, 9);
      }),
      { numRuns: cases(60) },
    );
  });
});

/** A rate for every pair of connected switches. */
const rulesOf = ({ links }: TestGraph, drawn: readonly number[]) =>
  [...new Set(links.map(({ a, b }) => `${Math.min(a, b)}-${Math.max(a, b)}`))].map((name, i) => ({
    class: name,
    rate: drawn[i % drawn.length],
  }));

describe("what engines accept on unlike links", () => {
  const anyRuled = fc.tuple(anyGraph(4, 6), fc.array(fc.constantFrom(...rates), { minLength: 3, maxLength: 9 }));
  const scenarioOf = (graph: TestGraph, drawn: readonly number[], more: object) =>
    readScenario({ topology: topologyOf(graph), links: rulesOf(graph, drawn), run: { warmUp: 4000, window: 8000, drain: 0 }, ...more });
  const uniform = (load: number) => ({ kind: "open-loop", pattern: "uniform", load });

  it.each(["fluid", "virtual-cut-through"])("%s is never above what is called a bound", (flowControl) => {
    fc.assert(
      fc.property(anyRuled, ([graph, drawn]) => {
        const at = (load: number) => run(scenarioOf(graph, drawn, { flowControl, workload: uniform(load) }));
        const { plan } = compile(scenarioOf(graph, drawn, { workload: uniform(1) }));
        const { uniform: delivered, accepted } = throughputBoundsOf(plan, networkMetricsOf(plan.network), null);
        // Two percent for packets in flight at the ends of the window.
        expect(at(1).acceptedPerSender).toBeLessThanOrEqual(accepted! * 1.02);
        expect(delivered!.load).toBeLessThanOrEqual(accepted! * (1 + 1e-9));
      }),
      { numRuns: cases(12) },
    );
  });
});
