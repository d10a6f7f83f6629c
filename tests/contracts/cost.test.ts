/**
 * Properties of all cost models on the parts of many networks: no cost is negative, and the items of a bill of materials add up to its
 * total.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Values } from "../../src/core/base/params.ts";
import { billOf } from "../../src/core/costs/bill.ts";
import { allCosts } from "../../src/core/costs/index.ts";
import { hostInternalsOf } from "../../src/core/network/host-internals.ts";
import { type BillOfMaterials, billOfMaterials, usedBillOfMaterials } from "../../src/core/network/bill-of-materials.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { cases } from "../effort.ts";
import { arbitraryParams, examplesOf } from "./arbitrary.ts";

/** Small networks of every topology. */
const networks = allTopologies.kinds.flatMap((topology) =>
  examplesOf(topology)
    .filter(({ values }) => topology.expectedFacts(values).links <= 2000)
    .map(({ values }) => ({ name: topology.id, network: topology.build(values) })),
);

describe.each(allCosts.kinds)("$id", (kind) => {
  const anyValues = fc.oneof(
    fc.constantFrom(...examplesOf(kind).map(({ values }) => values)),
    arbitraryParams(kind.params, { span: 1e9, length: 4 }),
  );
  const anyParts = fc.constantFrom(...networks).map(({ network }) => billOfMaterials(network));
  const bill = (values: Values, parts: BillOfMaterials) => billOf({ kind: kind.id, values }, parts);

  it("never charges less than nothing, and its lines add up", () => {
    fc.assert(
      fc.property(anyValues, anyParts, (values, parts) => {
        const { lines, total, perTerminal } = bill(values, parts);
        for (const { count, each, total } of lines) {
          expect(each).toBeGreaterThanOrEqual(0);
          expect(total).toBe(count * each);
        }
        expect(total).toBe(lines.reduce((sum, line) => sum + line.total, 0));
        expect(perTerminal * parts.terminals).toBeCloseTo(total, -Math.floor(Math.log10(total + 1)) + 6);
      }),
      { numRuns: cases(40) },
    );
  });

  it("charges for what is outside hosts, and for nothing inside", () => {
    const values = examplesOf(kind)[0].values;
    for (const { network } of networks) {
      const { lines, inside } = bill(values, billOfMaterials(network));
      const count = (category: string) => lines.reduce((sum, line) => sum + (line.of === category ? line.count : 0), 0);
      const within = hostInternalsOf(network) ?? { switches: 0, links: 0 };
      expect(inside).toEqual({ switches: within.switches, links: within.links });
      expect(count("switches")).toBe(network.switches - within.switches);
      expect(count("links")).toBe(network.head.length / 2 - within.links);
    }
  });

  it("charges no less when a price or a length rises", () => {
    const numbers = Object.entries(kind.params).filter(([, { type }]) => type === "number" || type === "integer");
    fc.assert(
      fc.property(
        anyValues,
        anyParts,
        fc.constantFrom(...numbers),
        fc.double({ min: 0, max: 1000, noNaN: true }),
        (values, parts, [name], more) => {
          const dearer = { ...values, [name]: (values[name] as number) + more };
          expect(bill(dearer, parts).total).toBeGreaterThanOrEqual(bill(values, parts).total);
          if (!Array.isArray(values["lengths"])) return;
          const longer = { ...values, lengths: values["lengths"].map((length: number) => length + more) };
          expect(bill(longer, parts).total).toBeGreaterThanOrEqual(bill(values, parts).total);
        },
      ),
      { numRuns: cases(40) },
    );
  });

  it("charges no more for ports with a link than for all, and less by what it says", () => {
    fc.assert(
      fc.property(anyValues, anyParts, (values, parts) => {
        const all = bill({ ...values, pricedPorts: "all" }, parts);
        const plugged = bill({ ...values, pricedPorts: "plugged" }, parts);
        const saved = all.spare?.cost ?? 0;
        expect(saved).toBeGreaterThanOrEqual(0);
        expect(Math.abs(all.total - plugged.total - saved)).toBeLessThanOrEqual(1e-9 * all.total);
      }),
      { numRuns: cases(40) },
    );
  });

  it("charges no more for what a job uses than for the whole network", () => {
    fc.assert(
      fc.property(anyValues, fc.constantFrom(...networks), fc.nat(), fc.nat(), (values, { network }, a, b) => {
        const ranks = 1 + (a % network.terminals);
        const first = b % (network.terminals - ranks + 1);
        const job = Array.from({ length: ranks }, (_, i) => first + i);
        expect(bill(values, usedBillOfMaterials(network, job)).total).toBeLessThanOrEqual(
          bill(values, billOfMaterials(network)).total * (1 + 1e-12),
        );
      }),
      { numRuns: cases(40) },
    );
  });
});

describe("parts", () => {
  it.each(networks)("of $name are all its switches, links and terminals, and those of a job on all of them the same", ({ network }) => {
    const parts = billOfMaterials(network);
    const sum = (counts: readonly { readonly count: number }[]) => counts.reduce((all, { count }) => all + count, 0);
    expect(sum(parts.switches)).toBe(network.switches);
    expect(sum(parts.links)).toBe(network.head.length / 2);
    expect(parts.terminals).toBe(network.terminals);
    const everybody = Array.from({ length: network.terminals }, (_, t) => t);
    if (network.regular) expect(usedBillOfMaterials(network, everybody)).toEqual(parts);
  });
});
