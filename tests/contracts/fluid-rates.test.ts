/** Rates of flows that come and go, against filling all of them anew, and against what max-min fairness means. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FluidRates } from "../../src/core/flow-control/fluid/rates.ts";
import type { Ways } from "../../src/core/flow-control/fluid/ways.ts";
import { cases } from "../effort.ts";
import { isUsedUp, maxMin, type PlainFlow } from "../reference/max-min.ts";
import { seed } from "./arbitrary.ts";

const most = 40;

/** What a flow uses: resource and weight. */
type Uses = readonly (readonly [resource: number, weight: number])[];

/** One instant: flows that end, by their place among those there are, and flows that begin. */
interface Change {
  readonly ends: readonly number[];
  readonly begins: readonly Uses[];
}

interface Story {
  /** What no flow may exceed. */
  readonly fastest: number;
  readonly capacity: readonly number[];
  readonly changes: readonly Change[];
}

/** Whole and broken capacities and weights; few resources, so that much is shared, or many, so that effects have far to go. */
const story: fc.Arbitrary<Story> = fc.integer({ min: 1, max: 24 }).chain((resources) => {
  const weight = fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, fc.constantFrom(0.5, 1 / 3, 2, 0.01));
  const uses = fc
    .uniqueArray(fc.tuple(fc.nat({ max: resources - 1 }), weight), { maxLength: 6, selector: ([k]) => k })
    .map((each): Uses => each);
  return fc.record({
    fastest: fc.oneof(fc.constant(1), fc.constantFrom(0.5, 2, 5 / 3)),
    capacity: fc.array(fc.oneof(fc.constant(1), fc.constantFrom(0.5, 2, 3.7, 0.05), fc.double({ min: 0.01, max: 4, noNaN: true })), {
      minLength: resources,
      maxLength: resources,
    }),
    changes: fc.array(
      fc.record({ ends: fc.array(fc.nat({ max: most }), { maxLength: 3 }), begins: fc.array(uses, { minLength: 1, maxLength: 4 }) }),
      { minLength: 1, maxLength: 14 },
    ),
  });
});

function waysOf(uses: Uses): Ways {
  return {
    count: uses.length,
    resource: Int32Array.from(uses, ([k]) => k),
    weight: Float64Array.from(uses, ([, weight]) => weight),
    hop: new Int32Array(uses.length),
  };
}

/** Plays a story; `look` sees the rates after every instant. */
function play({ fastest, capacity, changes }: Story, look: (rates: FluidRates, flows: ReadonlyMap<number, PlainFlow>) => void): void {
  const rates = new FluidRates(most, Float64Array.from(capacity), fastest);
  const flows = new Map<number, PlainFlow>();
  for (const { ends, begins } of changes) {
    for (const place of ends) {
      const f = [...flows.keys()][place % Math.max(1, flows.size)];
      if (f === undefined) continue;
      rates.end(f);
      flows.delete(f);
    }
    for (const uses of begins) {
      const f = Array.from({ length: most }, (_, each) => each).find((each) => !flows.has(each));
      if (f === undefined) continue;
      rates.begin(f, waysOf(uses));
      flows.set(f, new Map(uses));
    }
    rates.solve();
    for (let i = 0; i < rates.filledCount; i++) rates.take(rates.filled[i]);
    rates.settle();
    look(rates, flows);
  }
}

describe("max-min fair rates", () => {
  it("are those of filling all flows anew, after every change", () => {
    fc.assert(
      fc.property(story, (told) => {
        play(told, (rates, flows) => {
          const expected = maxMin([...flows.values()], told.capacity, told.fastest);
          [...flows.keys()].forEach((f, i) => expect(Math.abs(rates.rate[f] - expected[i])).toBeLessThan(1e-9));
        });
      }),
      { seed, numRuns: cases(100) },
    );
  });

  it("take no more than there is, and hold back nobody but where all is used up and nobody is faster", () => {
    let held = 0;
    fc.assert(
      fc.property(story, (told) => {
        play(told, (rates, flows) => {
          const all = [...flows.entries()];
          const plain = all.map(([, uses]) => uses);
          const rate = all.map(([f]) => rates.rate[f]);
          told.capacity.forEach((capacity, k) => {
            const taken = all.reduce((sum, [f, uses]) => sum + rates.rate[f] * (uses.get(k) ?? 0), 0);
            expect(taken).toBeLessThanOrEqual(capacity * (1 + 1e-9));
          });
          for (const [f] of all) {
            expect(rates.rate[f]).toBeGreaterThan(0);
            const k = rates.bottleneck[f];
            if (k < 0) {
              expect(rates.rate[f]).toBe(told.fastest);
              continue;
            }
            held++;
            expect(isUsedUp(k, plain, rate, told.capacity)).toBe(true);
            for (const [g, uses] of all) if (uses.has(k)) expect(rates.rate[g]).toBeLessThanOrEqual(rates.rate[f] * (1 + 1e-9));
          }
        });
      }),
      { seed, numRuns: cases(60) },
    );
    expect(held).toBeGreaterThan(cases(100));
  });

  it("change only where something may change", () => {
    // Two chains of flows that share nothing: a flow that comes to one leaves the other alone.
    const rates = new FluidRates(most, new Float64Array(20).fill(1));
    const settle = () => {
      rates.solve();
      const filled = [...rates.filled.subarray(0, rates.filledCount)];
      for (const f of filled) rates.take(f);
      rates.settle();
      return filled;
    };
    for (let f = 0; f < 8; f++) {
      rates.begin(
        f,
        waysOf([
          [f, 1],
          [f + 1, 1],
        ]),
      );
      rates.begin(
        10 + f,
        waysOf([
          [10 + f, 1],
          [11 + f, 1],
        ]),
      );
    }
    settle();
    rates.begin(9, waysOf([[4, 1]]));
    expect(settle().every((f) => f < 10)).toBe(true);
    // One that is alone on its way changes nobody.
    rates.begin(30, waysOf([[9, 1]]));
    expect(settle()).toEqual([30]);
  });
});
