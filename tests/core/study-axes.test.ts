/** What networks are drawn against, in closed form. */
import { describe, expect, it } from "vitest";
import "../../src/core/all-kinds.ts";
import { acrossAxesOf, findAxis, upAxesOf } from "../../src/core/study/axes.ts";
import { candidateOf } from "../../src/core/study/candidates.ts";
import { readNeed } from "../../src/core/study/need.ts";
import { planOf } from "../../src/core/study/order.ts";
import { defaultsOf } from "../../src/core/base/params.ts";
import { topologies } from "../../src/core/topologies/shelf.ts";

const need = readNeed({ terminals: 16, under: ["uniform", "half-way"] }, []);
const torus = { kind: "torus", values: { ...defaultsOf(topologies.get("torus").params), sizes: [4, 4] } };
const candidate = candidateOf(torus, need)!;
const wish = { budget: 1e6, asked: 0.5 };
const standing = planOf([candidate], new Map(), wish).standings[0];

describe("across", () => {
  it("metres are those of each class of links, for each terminal", () => {
    const { facts } = candidate;
    const lengths = [3, 7, 11];
    const axes = acrossAxesOf({ cost: { ...need.cost, values: { ...need.cost.values, lengths } } });
    // 4 × 4 with a terminal at each switch: 16 links to terminals, 16 along X, 16 along Y.
    expect(facts.terminals).toBe(16);
    expect(findAxis(axes, "metres").of(standing)).toBe(3 + 7 + 11);
  });

  it("metres are offered only where the price list knows lengths", () => {
    const kinds = ["own-prices", "myrinet-2000"].map((kind) =>
      acrossAxesOf({ cost: { ...need.cost, kind } }).some(({ id }) => id === "metres"),
    );
    expect(kinds).toEqual([true, false]);
  });
});

describe("up", () => {
  it("a traffic alone shows what was measured under it, else its bound", () => {
    const measured = new Map([[candidate.id, { under: [null, { throughput: 0.25, error: 0.01 }] }]]);
    const [half] = planOf([candidate], measured, wish).standings;
    const [, uniform, halfWay] = upAxesOf(need);
    expect(uniform.of(half)).toEqual({ value: candidate.bounds[0], error: 0, isMeasured: false, bound: candidate.bounds[0] });
    expect(halfWay.of(half)).toEqual({ value: 0.25, error: 0.01, isMeasured: true, bound: candidate.bounds[1] });
  });

  it("one traffic alone is the worst, and what is no longer offered falls back to it", () => {
    expect(upAxesOf({ under: ["uniform"] }).map(({ id }) => id)).toEqual(["throughput"]);
    expect(findAxis(upAxesOf({ under: ["uniform"] }), "throughput half-way").id).toBe("throughput");
  });
});
