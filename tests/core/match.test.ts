/**
 * Tests of networks matched to another one in size or cost: never further off than the best of all small parameter values, and exact where
 * a network of that size exists.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChosenKind, defaultsOf } from "../../src/core/base/params.ts";
import { isSameValue } from "../../src/core/base/same.ts";
import { factsOf } from "../../src/core/scenario/facts.ts";
import { matched } from "../../src/core/scenario/edits/match.ts";
import type { Facts } from "../../src/core/topologies/contract.ts";
import { topologies } from "../../src/core/topologies/index.ts";
import { cases, isThorough } from "../effort.ts";

/** Kinds with the most parameter combinations. They are tested on request only, two of them also below. */
const manyNumbers = ["xgft", "clos", "jellyfish", "thin-tree"];

const terminalsOf = ({ terminals }: Facts) => terminals;
const usual = (kind: string, more: Record<string, unknown> = {}): ChosenKind => ({
  kind,
  values: { ...defaultsOf(topologies.get(kind).params), ...(more as object) },
});
const miss = (topology: ChosenKind | null, wanted: number) =>
  topology === null ? Infinity : Math.abs(factsOf(topology).terminals - wanted);

describe("a network of the same size as another", () => {
  it("comes at least as near as by trying all small numbers", () => {
    const kinds = topologies.kinds.filter(({ sizes }) => sizes !== undefined).map(({ id }) => id);
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.integer({ min: 2, max: isThorough ? 20_000 : 4000 }), (kind, wanted) => {
        const by = (terminals?: number) => miss(matched(usual(kind), terminalsOf, wanted, undefined, terminals), wanted);
        expect(by(wanted)).toBeLessThanOrEqual(by());
      }),
      { numRuns: cases(6) },
    );
  });

  it("is exact where somebody sells that size in that form", () => {
    const [terminals, mostTerminals] = isThorough ? [1000, 1500] : [100, 150];
    for (const kind of topologies.kinds) {
      if (!isThorough && manyNumbers.includes(kind.id)) continue;
      for (const values of [...(kind.sizes?.({ terminals, mostTerminals, ports: 64 }) ?? [])].slice(0, isThorough ? 2 : 1)) {
        const sold: ChosenKind = { kind: kind.id, values };
        const own = factsOf(sold).terminals;
        const found = matched(sold, terminalsOf, own, undefined, own);
        // A network that already has the size stays unchanged.
        expect(found, kind.id).toEqual(sold);
      }
    }
  });

  it.each(topologies.kinds.filter(({ sizes }) => sizes !== undefined).map((kind) => [kind.id, kind] as const))(
    "is sold as %s only in numbers that can be built, few as they may be",
    (_, kind) => {
      const counts = isThorough ? Array.from({ length: 200 }, (__, i) => i + 2) : [2, 3, 5, 8, 12, 20, 33];
      for (const terminals of counts)
        for (const values of kind.sizes!({ terminals, mostTerminals: 2 * terminals, ports: 64 }))
          expect(kind.check(values), JSON.stringify(values)).toEqual([]);
    },
  );

  it("has numbers as large as they need be, and keeps its form", () => {
    const jellyfish = matched(usual("jellyfish", { seed: 7 }), terminalsOf, 4096, undefined, 4096);
    expect(miss(jellyfish, 4096)).toBe(0);
    expect(jellyfish?.values["seed"]).toBe(7);
    expect(miss(matched(usual("single-switch"), terminalsOf, 500, undefined, 500), 500)).toBe(0);
    const clos = matched(usual("clos", { oversubscription: 2, planes: 4 }), terminalsOf, 4096, undefined, 4096);
    expect(clos?.values).toMatchObject({ oversubscription: 2 });
    const torus = matched(usual("torus", { sizes: [4, 4, 4] }), terminalsOf, 1000, undefined, 1000);
    expect(torus?.values["sizes"]).toHaveLength(3);
    expect(miss(torus, 1000)).toBe(0);
    expect(isSameValue(matched(usual("torus"), terminalsOf, 64, undefined, 64)?.values, usual("torus").values)).toBe(true);
  });

  it("is none where no numbers fit", () => {
    expect(matched(usual("torus"), terminalsOf, 64, () => false, 64)).toBeNull();
  });
});
