/** Rates of streams over circuits after random sequences of begins and ends, compared with a full computation by the rule. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { CircuitStreams } from "../../src/core/flow-control/circuit/streams.ts";
import { times } from "../reference/creation.ts";
import { cases } from "../effort.ts";

/** Maximum number of simultaneous streams. */
const maxStreams = 10;

/** One step: a stream begins over some resources, with the number of times that it crosses each; or the k-th oldest stream ends. */
type Step = { readonly begin: ReadonlyMap<number, number> } | { readonly end: number };

interface StreamHistory {
  readonly capacities: readonly number[];
  readonly steps: readonly Step[];
}

/** Random capacities, and steps over up to 12 resources, most of them crossed once. */
const anyHistory: fc.Arbitrary<StreamHistory> = fc.integer({ min: 1, max: 12 }).chain((resources) => {
  const capacity = fc.oneof(fc.constantFrom(1, 1, 1, 0.5, 2), fc.double({ min: 0.01, max: 4, noNaN: true }));
  const crossed = fc.constantFrom(1, 1, 1, 2, 3);
  const use = fc.tuple(fc.nat({ max: resources - 1 }), crossed);
  const uses = fc.uniqueArray(use, { minLength: 1, maxLength: 12, selector: ([resource]) => resource });
  const step: fc.Arbitrary<Step> = fc.oneof(
    uses.map((each) => ({ begin: new Map(each) })),
    fc.nat({ max: maxStreams - 1 }).map((end) => ({ end })),
  );
  return fc.record({
    capacities: fc.array(capacity, { minLength: resources, maxLength: resources }),
    steps: fc.array(step, { minLength: 1, maxLength: 60, size: "max" }),
  });
});

interface Stream {
  readonly p: number;
  readonly uses: ReadonlyMap<number, number>;
}

/** The rate of each stream: the oldest takes the full remaining capacity, the next one the remainder. */
function ratesOf(streams: readonly Stream[], capacities: readonly number[]): number[] {
  const remaining = [...capacities];
  return streams.map(({ uses }) => {
    const share = Math.min(...[...uses].map(([k, times]) => remaining[k] / times));
    const rate = share < 1e-9 ? 0 : share;
    for (const [k, times] of uses) remaining[k] -= rate * times;
    return rate;
  });
}

/**
 * Executes the steps, and calls `look` after each with the current streams, the oldest first, and the streams whose rates were reported as
 * changed.
 */
function runSteps({ capacities, steps }: StreamHistory, look: (now: StepView) => void): void {
  const rates = new CircuitStreams(maxStreams, Float64Array.from(capacities), new Int32Array(capacities.length).fill(maxStreams));
  let streams: readonly Stream[] = [];
  for (const [i, step] of steps.entries()) {
    const before = new Map(streams.map(({ p }) => [p, rates.rate[p]]));
    let index = streams.length;
    if ("begin" in step) {
      const free = times(maxStreams, (j) => (i + j) % maxStreams).find((p) => streams.every((each) => each.p !== p));
      if (free === undefined) continue;
      streams = [...streams, { p: free, uses: step.begin }];
      rates.beginStream(free, { count: step.begin.size, resource: [...step.begin.keys()], times: [...step.begin.values()] });
    } else {
      if (streams.length === 0) continue;
      index = step.end % streams.length;
      const ending = streams[index];
      streams = streams.filter((each) => each !== ending);
      rates.endStream(ending.p);
    }
    look({ rates, streams, capacities, before, place: index, changed: [...rates.changed.subarray(0, rates.changedCount)] });
  }
}

interface StepView {
  readonly rates: CircuitStreams;
  readonly streams: readonly Stream[];
  readonly capacities: readonly number[];
  /** Rates before the step, by stream. */
  readonly before: ReadonlyMap<number, number>;
  /** Index of the stream that begins, or that has ended, among all streams. */
  readonly place: number;
  readonly changed: readonly number[];
}

/** Checks a property after every step of random histories. */
function expectAfterEachStep(law: (now: StepView) => void, numRuns = cases(100)): void {
  let steps = 0;
  fc.assert(
    fc.property(anyHistory, (story) =>
      runSteps(story, (now) => {
        law(now);
        steps++;
      }),
    ),
    { numRuns },
  );
  expect(steps).toBeGreaterThan(cases(1250));
}

it("each stream gets the least of what older ones leave on its way, to the bit", () => {
  expectAfterEachStep(({ rates, streams, capacities }) => {
    expect(streams.map(({ p }) => rates.rate[p])).toEqual(ratesOf(streams, capacities));
  });
});

it("no resource carries more than it can", () => {
  expectAfterEachStep(({ rates, streams, capacities }) => {
    for (const [k, capacity] of capacities.entries()) {
      const load = streams.reduce((sum, { p, uses }) => sum + rates.rate[p] * (uses.get(k) ?? 0), 0);
      expect(load).toBeLessThanOrEqual(capacity * (1 + 1e-12));
    }
  });
});

it("nothing is left over: a stream crosses a resource that it and older ones fill", () => {
  expectAfterEachStep(({ streams, rates, capacities }) => {
    for (const [i, { uses }] of streams.entries()) {
      const left = (k: number) =>
        capacities[k] - streams.slice(0, i + 1).reduce((sum, each) => sum + rates.rate[each.p] * (each.uses.get(k) ?? 0), 0);
      expect(Math.min(...[...uses.keys()].map(left))).toBeLessThan(1e-8);
    }
  });
});

it("an older stream never loses to a younger one: when another begins or ends, streams before it keep their rates", () => {
  expectAfterEachStep(({ rates, streams, before, place }) => {
    for (const { p } of streams.slice(0, place)) expect(rates.rate[p]).toBe(before.get(p));
  });
});

it("it tells of each stream whose rate is another one, once, and of each that begins", () => {
  expectAfterEachStep(({ rates, streams, before, changed }) => {
    const expected = streams.filter(({ p }) => rates.rate[p] !== before.get(p)).map(({ p }) => p);
    expect([...changed].sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
  });
});

it("it tells how many use a resource, and the largest of them, the oldest where several are", () => {
  expectAfterEachStep(({ rates, streams, capacities }) => {
    for (const k of capacities.keys()) {
      const on = streams.filter(({ uses }) => uses.has(k)).map(({ p }) => p);
      const largest = Math.max(...on.map((p) => rates.rate[p]));
      expect([rates.streamsOn(k), rates.largestOn(k)]).toEqual([on.length, on.find((p) => rates.rate[p] === largest) ?? -1]);
    }
  });
});
