/**
 * Tests of networks matched to another one in size or cost: never further off than the best of all small parameter values, and exact where
 * a network of that size exists.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChosenKind, defaultsOf } from "../../src/core/base/params.ts";
import { isSameValue } from "../../src/core/base/equality.ts";
import { topologyFacts } from "../../src/core/scenario/facts.ts";
import { matchTopology } from "../../src/core/scenario/edits/match-topology.ts";
import type { TopologyFacts } from "../../src/core/topologies/contract.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { cases, isThorough } from "../effort.ts";

/**
 * Kinds with the most parameter combinations. The test of all kinds includes them in thorough runs only; two of them have further tests
 * below.
 */
const manyParameters = ["xgft", "clos", "jellyfish", "thin-tree"];

const terminalsOf = ({ terminals }: TopologyFacts) => terminals;
const withDefaults = (kind: string, changes: Record<string, unknown> = {}): ChosenKind => ({
  kind,
  values: { ...defaultsOf(allTopologies.get(kind).params), ...(changes as object) },
});
const sizeError = (topology: ChosenKind | null, wanted: number) =>
  topology === null ? Infinity : Math.abs(topologyFacts(topology).terminals - wanted);

describe("a network of the same size as another", () => {
  it("comes at least as near as by trying all small numbers", () => {
    const kinds = allTopologies.kinds.filter(({ designsOfSize }) => designsOfSize !== undefined).map(({ id }) => id);
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.integer({ min: 2, max: isThorough ? 20_000 : 4000 }), (kind, wanted) => {
        const by = (terminals?: number) => sizeError(matchTopology(withDefaults(kind), terminalsOf, wanted, undefined, terminals), wanted);
        expect(by(wanted)).toBeLessThanOrEqual(by());
      }),
      { numRuns: cases(6) },
    );
  });

  it("is exact where somebody sells that size in that form", () => {
    const [terminals, mostTerminals] = isThorough ? [1000, 1500] : [100, 150];
    for (const kind of allTopologies.kinds) {
      if (!isThorough && manyParameters.includes(kind.id)) continue;
      for (const values of [...(kind.designsOfSize?.({ terminals, maxTerminals: mostTerminals, ports: 64 }) ?? [])].slice(
        0,
        isThorough ? 2 : 1,
      )) {
        const sold: ChosenKind = { kind: kind.id, values };
        const own = topologyFacts(sold).terminals;
        const found = matchTopology(sold, terminalsOf, own, undefined, own);
        // A network that already has the size stays unchanged.
        expect(found, kind.id).toEqual(sold);
      }
    }
  });

  it.each(allTopologies.kinds.filter(({ designsOfSize }) => designsOfSize !== undefined).map((kind) => [kind.id, kind] as const))(
    "is sold as %s only in numbers that can be built, few as they may be",
    (_, kind) => {
      const counts = isThorough ? Array.from({ length: 200 }, (__, i) => i + 2) : [2, 3, 5, 8, 12, 20, 33];
      for (const terminals of counts)
        for (const values of kind.designsOfSize!({ terminals, maxTerminals: 2 * terminals, ports: 64 }))
          expect(kind.check(values), JSON.stringify(values)).toEqual([]);
    },
  );

  it("has numbers as large as they need be, and keeps its form", () => {
    const jellyfish = matchTopology(withDefaults("jellyfish", { seed: 7 }), terminalsOf, 4096, undefined, 4096);
    expect(sizeError(jellyfish, 4096)).toBe(0);
    expect(jellyfish?.values["seed"]).toBe(7);
    expect(sizeError(matchTopology(withDefaults("single-switch"), terminalsOf, 500, undefined, 500), 500)).toBe(0);
    const clos = matchTopology(withDefaults("clos", { oversubscription: 2, planes: 4 }), terminalsOf, 4096, undefined, 4096);
    expect(clos?.values).toMatchObject({ oversubscription: 2 });
    const torus = matchTopology(withDefaults("torus", { sizes: [4, 4, 4] }), terminalsOf, 1000, undefined, 1000);
    expect(torus?.values["sizes"]).toHaveLength(3);
    expect(sizeError(torus, 1000)).toBe(0);
    expect(isSameValue(matchTopology(withDefaults("torus"), terminalsOf, 64, undefined, 64)?.values, withDefaults("torus").values)).toBe(
      true,
    );
  });

  it("is none where no numbers fit", () => {
    expect(matchTopology(withDefaults("torus"), terminalsOf, 64, () => false, 64)).toBeNull();
  });
});
