/** Tests of the axes of a study's chart against closed forms. */
import { describe, expect, it } from "vitest";
import { horizontalAxes, findAxis, verticalAxes, defaultAxes, axisSelection } from "../../src/core/study/axes.ts";
import { candidateOfTopology } from "../../src/core/study/candidates.ts";
import { readStudyNeed } from "../../src/core/study/need.ts";
import { planStudy } from "../../src/core/study/study-plan.ts";
import { defaultsOf } from "../../src/core/base/params.ts";
import { topologies } from "../../src/core/topologies/registry.ts";

const need = readStudyNeed({ terminals: 16, under: ["uniform", "half-way"] }, []);
const torus = { kind: "torus", values: { ...defaultsOf(topologies.get("torus").params), sizes: [4, 4] } };
const candidate = candidateOfTopology(torus, need)!;
const studyOptions = { budget: 1e6, requiredThroughput: 0.5, view: axisSelection(need, defaultAxes) };
const assessment = planStudy([candidate], new Map(), studyOptions).statuses[0];

describe("across", () => {
  it("metres are those of each class of links, for each terminal", () => {
    const { facts } = candidate;
    const lengths = [3, 7, 11];
    const axes = horizontalAxes({ ...need, cost: { ...need.cost, values: { ...need.cost.values, lengths } } });
    // 4 × 4 with a terminal at each switch: 16 terminal links, 16 along X, 16 along Y.
    expect(facts.terminals).toBe(16);
    expect(findAxis(axes, "metres").of(assessment)).toBe(3 + 7 + 11);
  });

  it("metres are offered only where the price list knows lengths", () => {
    const kinds = ["own-prices", "myrinet-2000"].map((kind) =>
      horizontalAxes({ ...need, cost: { ...need.cost, kind } }).some(({ id }) => id === "metres"),
    );
    expect(kinds).toEqual([true, false]);
  });
});

describe("power", () => {
  const withWatts = (watts: number) => ({ ...need, cost: { ...need.cost, values: { ...need.cost.values, watts } } });
  it("is that of all switch ports with a link, for each terminal", () => {
    // 16 switches, each with a terminal and four neighbors.
    expect(findAxis(horizontalAxes(withWatts(6)), "power").of(assessment)).toBe(5 * 6);
    // The top of a tree has ports without a link: 16 switches of 8 ports, 8 per level, and 4 ports of each top switch are free.
    const tree = candidateOfTopology(
      { kind: "k-ary-n-tree", values: { ...defaultsOf(topologies.get("k-ary-n-tree").params), k: 4, n: 2 } },
      need,
    )!;
    const { parts, terminals } = tree.facts;
    const plugged = parts.links.reduce((sum, { isTerminal, count }) => sum + count * (isTerminal ? 1 : 2), 0);
    const [known] = planStudy([tree], new Map(), studyOptions).statuses;
    expect(findAxis(horizontalAxes(withWatts(6)), "power").of(known)).toBe((plugged * 6) / terminals);
  });

  it("is offered only where the price list states watts", () => {
    const offers = (each: Parameters<typeof horizontalAxes>[0]) => horizontalAxes(each).some(({ id }) => id === "power");
    expect([withWatts(6), need, { ...need, cost: { ...need.cost, kind: "myrinet-2000" } }].map(offers)).toEqual([true, false, false]);
  });
});

describe("up", () => {
  const latency = findAxis(verticalAxes(need), "latency");
  const knownAs = (found: { readonly cycles: number | null; readonly error: number }) =>
    planStudy([candidate], new Map([[candidate.id, { under: [null, null], latency: found }]]), studyOptions).statuses[0];

  it("latency is at least that of the empty network, then what was measured; none where it is full", () => {
    // 4 × 4: a mean distance of 2 × 16 / 15 between switches, one channel at either end, and 16 phits.
    const least = 2 * (16 / 15) + 2 + 16;
    const bounded = latency.of(assessment)!;
    expect(bounded.isMeasured).toBe(false);
    expect(bounded.value).toBeCloseTo(least, 9);
    expect(latency.of(knownAs({ cycles: 30, error: 0.5 }))).toMatchObject({ value: 30, error: 0.5, isMeasured: true });
    expect(latency.of(knownAs({ cycles: 20, error: 0.5 }))!.value).toBeCloseTo(least, 9);
    expect(latency.of(knownAs({ cycles: null, error: 0 }))).toBeNull();
    // Half of all terminals cannot send at 0.3 over one link.
    const thin = candidateOfTopology(
      { kind: "thin-tree", values: { ...defaultsOf(topologies.get("thin-tree").params), k: 8, kUp: 1, n: 2 } },
      readStudyNeed({ terminals: 64, ports: 16 }, []),
    )!;
    expect(latency.of(planStudy([thin], new Map(), studyOptions).statuses[0])).toBeNull();
  });

  const roomOf = (kind: string, values: Record<string, number | readonly number[]>, more: Record<string, unknown>) => {
    const need = readStudyNeed({ under: ["uniform"], ...more }, []);
    const one = candidateOfTopology({ kind, values: { ...defaultsOf(topologies.get(kind).params), ...values } }, need)!;
    const axis = findAxis(verticalAxes(need), "room");
    return [axis.of(planStudy([one], new Map(), studyOptions).statuses[0])!.value, axis.max];
  };

  it("room to grow: trees go on by levels, a torus loses throughput, a dragonfly has all its groups", () => {
    // Switches of 16 ports carry the full load from 64 to 65,536 terminals, ten doublings: 4⁸ terminals with trees of 8-port switches.
    expect(roomOf("k-ary-n-tree", { k: 8, n: 2 }, { terminals: 64, ports: 16 })).toEqual([10, 10]);
    // 16 × 16 with five ports carries half of the load. With twice as many terminals it would carry less.
    expect(roomOf("torus", { sizes: [16, 16] }, { terminals: 256, ports: 16 })).toEqual([0, 8]);
    // Two terminals, three neighbors and two global channels per switch give at most 9 groups, 72 terminals (Kim et al., ISCA 2008, §3).
    expect(roomOf("dragonfly", { p: 2, a: 4, h: 2, g: 8 }, { terminals: 36, ports: 7 })[0]).toBe(1);
    expect(roomOf("dragonfly", { p: 2, a: 4, h: 2, g: 9 }, { terminals: 72, ports: 7 })[0]).toBe(0);
    // No larger network can be built, so the axis is not offered.
    expect(verticalAxes(readStudyNeed({ terminals: 65_536 }, [])).map(({ id }) => id)).not.toContain("room");
  });

  it("a traffic alone shows what was measured under it, else its bound", () => {
    const measured = new Map([[candidate.id, { under: [null, { throughput: 0.25, error: 0.01 }] }]]);
    const [half] = planStudy([candidate], measured, studyOptions).statuses;
    const [, uniform, halfWay] = verticalAxes(need);
    expect(uniform.of(half)).toEqual({ value: candidate.bounds[0], error: 0, isMeasured: false, bound: candidate.bounds[0] });
    expect(halfWay.of(half)).toEqual({ value: 0.25, error: 0.01, isMeasured: true, bound: candidate.bounds[1] });
  });

  it("one traffic alone is the worst, and what is no longer offered falls back to it", () => {
    expect(verticalAxes({ ...need, under: ["uniform"] }).map(({ id }) => id)).toEqual(["throughput", "latency", "room"]);
    expect(findAxis(verticalAxes({ ...need, under: ["uniform"] }), "throughput half-way").id).toBe("throughput");
  });
});
