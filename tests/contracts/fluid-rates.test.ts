/** Rates of flows that begin and end, compared with a full computation and with the definition of max-min fairness. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FluidRates } from "../../src/core/flow-control/fluid/rates.ts";
import type { PathUses } from "../../src/core/flow-control/fluid/paths.ts";
import { cases } from "../effort.ts";
import { isExhausted, maxMinRates, type FlowWeights } from "../reference/max-min.ts";

/** Maximum number of simultaneous flows. */
const maxFlows = 40;

/** The resources of a flow, with weights. */
type ResourceUses = readonly (readonly [resource: number, weight: number])[];

/** One instant: flows that end, by their index among the current flows, and flows that begin. */
interface FlowChange {
  readonly ends: readonly number[];
  readonly begins: readonly ResourceUses[];
}

interface FlowHistory {
  /** Maximum rate of every flow. */
  readonly fastest: number;
  readonly capacity: readonly number[];
  readonly changes: readonly FlowChange[];
}

/**
 * Integer and fractional capacities and weights. Few resources are shared by many flows; with many resources, a change can propagate far.
 */
const anyHistory: fc.Arbitrary<FlowHistory> = fc.integer({ min: 1, max: 24 }).chain((resources) => {
  const weight = fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, fc.constantFrom(0.5, 1 / 3, 2, 0.01));
  const uses = fc
    .uniqueArray(fc.tuple(fc.nat({ max: resources - 1 }), weight), { maxLength: 6, selector: ([k]) => k })
    .map((each): ResourceUses => each);
  return fc.record({
    fastest: fc.oneof(fc.constant(1), fc.constantFrom(0.5, 2, 5 / 3)),
    capacity: fc.array(fc.oneof(fc.constant(1), fc.constantFrom(0.5, 2, 3.7, 0.05), fc.double({ min: 0.01, max: 4, noNaN: true })), {
      minLength: resources,
      maxLength: resources,
    }),
    changes: fc.array(
      fc.record({ ends: fc.array(fc.nat({ max: maxFlows }), { maxLength: 3 }), begins: fc.array(uses, { minLength: 1, maxLength: 4 }) }),
      { minLength: 1, maxLength: 14 },
    ),
  });
});

/**
 * Hundreds of flows over channels and groups of channels with capacities from 0.01 to 100. Many of them begin and end at the same instant,
 * and they use a resource partially, fully, or several times. Lists of flows therefore become long, lose most of their entries, and grow
 * again.
 */
const crowdedHistory: fc.Arbitrary<FlowHistory> = fc
  .tuple(fc.integer({ min: 4, max: 40 }), fc.integer({ min: 1, max: 4 }))
  .chain(([channels, groups]) => {
    const weight = fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.constantFrom(0.5, 1 / 3, 1 / 64, 2, 3, 7.25));
    // Channel c belongs to group c modulo the number of groups, and uses the same weight of its group.
    const uses = fc
      .uniqueArray(fc.tuple(fc.nat({ max: channels - 1 }), weight), { minLength: 1, maxLength: 5, selector: ([c]) => c })
      .map((each): ResourceUses => {
        const all = new Map<number, number>(each);
        for (const [c, part] of each) all.set(channels + (c % groups), (all.get(channels + (c % groups)) ?? 0) + part);
        return [...all];
      });
    const capacity = fc.oneof(fc.constant(1), fc.constantFrom(0.01, 0.25, 3, 100), fc.double({ min: 0.01, max: 100, noNaN: true }));
    return fc.record({
      fastest: fc.constantFrom(1, 0.5, 4),
      capacity: fc.array(capacity, { minLength: channels + groups, maxLength: channels + groups }),
      changes: fc.array(
        fc.record({
          ends: fc.array(fc.nat({ max: 1000 }), { maxLength: 150, size: "max" }),
          begins: fc.array(uses, { minLength: 1, maxLength: 150, size: "max" }),
        }),
        { minLength: 2, maxLength: 6 },
      ),
    });
  });

function usesOfFlow(uses: ResourceUses): PathUses {
  return {
    count: uses.length,
    resource: Int32Array.from(uses, ([k]) => k),
    weight: Float64Array.from(uses, ([, weight]) => weight),
    hop: new Int32Array(uses.length),
  };
}

/** Executes the changes; `look` gets the rates after every instant. */
function runHistory(
  { fastest, capacity, changes }: FlowHistory,
  look: (rates: FluidRates, flows: ReadonlyMap<number, FlowWeights>) => void,
  flowLimit = maxFlows,
): void {
  const rates = new FluidRates(flowLimit, Float64Array.from(capacity), fastest);
  const flows = new Map<number, FlowWeights>();
  for (const { ends, begins } of changes) {
    for (const index of ends) {
      const f = [...flows.keys()][index % Math.max(1, flows.size)];
      if (f === undefined) continue;
      rates.endFlow(f);
      flows.delete(f);
    }
    for (const uses of begins) {
      const f = Array.from({ length: flowLimit }, (_, each) => each).find((each) => !flows.has(each));
      if (f === undefined) continue;
      rates.beginFlow(f, usesOfFlow(uses));
      flows.set(f, new Map(uses));
    }
    rates.solve();
    for (let i = 0; i < rates.filledCount; i++) rates.applyNewRate(rates.filled[i]);
    rates.forgetFilled();
    look(rates, flows);
  }
}

describe("max-min fair rates", () => {
  it("are those of filling all flows anew, after every change", () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        runHistory(history, (rates, flows) => {
          const expected = maxMinRates([...flows.values()], history.capacity, history.fastest);
          [...flows.keys()].forEach((f, i) => expect(Math.abs(rates.rate[f] - expected[i])).toBeLessThan(1e-9));
        });
      }),
      { numRuns: cases(100) },
    );
  });

  it("are so for hundreds of flows that begin and end together", () => {
    let flowing = 0;
    fc.assert(
      fc.property(crowdedHistory, (history) => {
        /** Compares all rates, and the lists of flows by resource, with a full computation. */
        const look = (rates: FluidRates, flows: ReadonlyMap<number, FlowWeights>) => {
          const expected = maxMinRates([...flows.values()], history.capacity, history.fastest);
          [...flows.keys()].forEach((f, i) => expect(Math.abs(rates.rate[f] / expected[i] - 1)).toBeLessThan(1e-8));
          history.capacity.forEach((_, k) => {
            const used = [...flows].filter(([, uses]) => uses.has(k)).map(([f]) => f);
            expect(rates.usesOf(k)).toBe(used.length);
            const shown: number[] = [];
            rates.forEachUse(k, (use, f) => {
              expect(rates.resourceOf(use)).toBe(k);
              shown.push(f);
            });
            expect(shown.sort((a, b) => a - b)).toEqual(used.sort((a, b) => a - b));
          });
          flowing = Math.max(flowing, flows.size);
        };
        runHistory(history, look, 400);
      }),
      { numRuns: cases(36) },
    );
    expect(flowing).toBeGreaterThan(100);
  });

  it("take no more than the capacity, and are limited only by exhausted resources on which none is faster", () => {
    let limitedCount = 0;
    fc.assert(
      fc.property(anyHistory, (history) => {
        runHistory(history, (rates, flows) => {
          const all = [...flows.entries()];
          const plain = all.map(([, uses]) => uses);
          const rate = all.map(([f]) => rates.rate[f]);
          history.capacity.forEach((capacity, k) => {
            const taken = all.reduce((sum, [f, uses]) => sum + rates.rate[f] * (uses.get(k) ?? 0), 0);
            expect(taken).toBeLessThanOrEqual(capacity * (1 + 1e-9));
          });
          for (const [f] of all) {
            expect(rates.rate[f]).toBeGreaterThan(0);
            const k = rates.bottleneck[f];
            if (k < 0) {
              expect(rates.rate[f]).toBe(history.fastest);
              continue;
            }
            limitedCount++;
            expect(isExhausted(k, plain, rate, history.capacity)).toBe(true);
            for (const [g, uses] of all) if (uses.has(k)) expect(rates.rate[g]).toBeLessThanOrEqual(rates.rate[f] * (1 + 1e-9));
          }
        });
      }),
      { numRuns: cases(60) },
    );
    expect(limitedCount).toBeGreaterThan(cases(100));
  });

  it("change only where something may change", () => {
    // Two chains of flows without a common resource: a flow that joins one chain does not affect the other.
    const rates = new FluidRates(maxFlows, new Float64Array(20).fill(1));
    const settle = () => {
      rates.solve();
      const filled = [...rates.filled.subarray(0, rates.filledCount)];
      for (const f of filled) rates.applyNewRate(f);
      rates.forgetFilled();
      return filled;
    };
    for (let f = 0; f < 8; f++) {
      rates.beginFlow(
        f,
        usesOfFlow([
          [f, 1],
          [f + 1, 1],
        ]),
      );
      rates.beginFlow(
        10 + f,
        usesOfFlow([
          [10 + f, 1],
          [11 + f, 1],
        ]),
      );
    }
    settle();
    rates.beginFlow(9, usesOfFlow([[4, 1]]));
    expect(settle().every((f) => f < 10)).toBe(true);
    // A flow that shares no resource changes no other rate.
    rates.beginFlow(30, usesOfFlow([[9, 1]]));
    expect(settle()).toEqual([30]);
  });
});
