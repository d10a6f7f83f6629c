/** Tests of the order in which a study simulates networks: the Pareto front is the same as if all networks had been simulated. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { usualAxes, type View, viewOf } from "../../src/core/study/axes.ts";
import type { Candidate } from "../../src/core/study/candidates.ts";
import { equal, frontOf } from "../../src/core/study/front.ts";
import type { Known, Measured } from "../../src/core/study/known.ts";
import { planOf } from "../../src/core/study/order.ts";
import { readNeed } from "../../src/core/study/need.ts";
import { cases } from "../effort.ts";

/** A synthetic candidate and the throughput under each traffic that its simulation would find. */
interface Made {
  readonly candidate: Candidate;
  readonly truth: readonly number[];
}

const made = (id: string, cost: number, bounds: readonly number[], truth: readonly number[]): Made => ({
  candidate: { id, cost, perTerminal: cost, bounds, bound: Math.min(...bounds) } as unknown as Candidate,
  truth,
});

/** Networks that respect their bounds. There are few different costs, so that many networks cost the same. */
const worlds = fc
  .array(
    fc.record({
      cost: fc.integer({ min: 1, max: 12 }),
      traffic: fc.tuple(
        ...[0, 1].map(() => fc.record({ bound: fc.integer({ min: 2, max: 100 }), part: fc.integer({ min: 30, max: 100 }) })),
      ),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((all) =>
    all.map(({ cost, traffic }, i) =>
      made(
        `n${i}`,
        cost,
        traffic.map(({ bound }) => bound / 100),
        traffic.map(({ bound, part }) => (bound / 100) * (part / 100)),
      ),
    ),
  );

const usual = viewOf(readNeed({}, []), usualAxes);
const part = fc.double({ min: 0, max: 1, noNaN: true });
const error = fc.constantFrom(0, 0.005, 0.02);
const all = { budget: 100, asked: 0.5, view: usual };

/** Simulates the planned next network until the plan is complete. */
function simulated(world: readonly Made[], options: Parameters<typeof planOf>[2], error = 0) {
  const measured = new Map<string, Measured>();
  const candidates = world.map(({ candidate }) => candidate);
  const order: string[] = [];
  for (;;) {
    const plan = planOf(candidates, measured, options);
    const [next] = plan.next;
    if (next === undefined) return { plan, order };
    const { candidate, truth } = world[next];
    expect(measured.has(candidate.id)).toBe(false);
    measured.set(candidate.id, { under: truth.map((throughput) => ({ throughput, error })) });
    order.push(candidate.id);
  }
}

describe("the order of a study", () => {
  it("ends with the front of all, though only some were simulated", () => {
    fc.assert(
      fc.property(
        worlds,
        fc.record({ asked: part, budget: fc.integer({ min: 1, max: 12 }), error, isTurned: fc.boolean() }),
        (world, more) => {
          const { asked, budget, isTurned } = more;
          // A network that is too expensive may be cheap on another axis.
          const paysOf = (cost: number) => (isTurned ? 13 - cost : cost);
          const view = { ...usual, across: { ...usual.across, of: ({ candidate }: Known) => paysOf(candidate.cost) } };
          const { plan } = simulated(world, { budget, asked, view }, more.error);
          const within = world.filter(({ candidate }) => candidate.cost <= budget);
          const whole = frontOf(within.map(({ candidate: { cost }, truth }) => ({ pays: paysOf(cost), worth: Math.min(...truth) })));
          expect(plan.front.map((i) => world[i].candidate.id)).toEqual(whole.map((i) => within[i].candidate.id));
          expect(plan.front.every((i) => plan.standings[i].isMeasured)).toBe(true);
        },
      ),
      { numRuns: cases(300) },
    );
  });

  it("follows the axes in view: the front of less is better, against another price, comes out as if all had been run", () => {
    const view: View = {
      across: { ...usual.across, of: ({ candidate }) => (candidate.cost === 3 ? null : 13 - candidate.cost) },
      up: {
        ...usual.up,
        isMoreBetter: false,
        equal: 2,
        isThroughput: false,
        needs: ["latency"],
        of: ({ candidate, latency }) =>
          latency === null
            ? { value: 20 * candidate.bounds[0], error: 0, isMeasured: false, bound: 0 }
            : latency.cycles === null
              ? null
              : { value: latency.cycles, error: 0, isMeasured: true, bound: 0 },
      },
    };
    fc.assert(
      fc.property(worlds, (world) => {
        const cyclesOf = ({ candidate, truth }: Made) => (truth[1] < 0.2 ? null : 20 * candidate.bounds[0] + 20 * truth[1]);
        const measured = new Map<string, Measured>();
        const wish = { budget: 10, asked: 0.5, view };
        const candidates = world.map(({ candidate }) => candidate);
        for (;;) {
          const plan = planOf(candidates, measured, wish);
          const [next] = plan.next;
          if (next !== undefined) {
            const { id, cost } = candidates[next];
            expect(measured.has(id) || cost > 10 || cost === 3).toBe(false);
            measured.set(id, { under: [null, null], latency: { cycles: cyclesOf(world[next]), error: 0 } });
            continue;
          }
          const drawn = world.filter((each) => each.candidate.cost !== 3 && each.candidate.cost <= 10 && cyclesOf(each) !== null);
          const whole = frontOf(
            drawn.map((each) => ({ pays: 13 - each.candidate.cost, worth: -cyclesOf(each)! })),
            2,
          );
          expect(plan.front.map((i) => candidates[i].id)).toEqual(whole.map((i) => drawn[i].candidate.id));
          return;
        }
      }),
      { numRuns: cases(200) },
    );
  });

  it("leaves out only what a network that costs no more was measured to beat", () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const { plan, order } = simulated(world, all);
        const done = new Set(order);
        world.forEach(({ candidate }, i) => {
          if (done.has(candidate.id)) return;
          expect(plan.standings[i].isBeaten).toBe(true);
          const better = world.some(
            (other) =>
              done.has(other.candidate.id) && other.candidate.cost <= candidate.cost && Math.min(...other.truth) > candidate.bound - equal,
          );
          expect(better).toBe(true);
        });
      }),
      { numRuns: cases(200) },
    );
  });

  it("simulates everything when asked to, nothing that is too dear, and what is picked in any case and first", () => {
    fc.assert(
      fc.property(worlds, fc.integer({ min: 0, max: 12 }), fc.nat(), (world, budget, pick) => {
        const within = world.filter(({ candidate }) => candidate.perTerminal <= budget).map(({ candidate }) => candidate.id);
        const { order } = simulated(world, { ...all, budget, isAll: true });
        expect(order.toSorted()).toEqual(within.toSorted());
        if (within.length === 0) return;
        const picked = within[pick % within.length];
        expect(simulated(world, { ...all, budget, picked: [picked] }).order[0]).toBe(picked);
      }),
      { numRuns: cases(100) },
    );
  });

  it("saves what a bound rules out: a dear network below a cheap one is never run", () => {
    const world = [made("cheap", 1, [0.9], [0.8]), made("dear", 2, [0.7], [0.6]), made("best", 3, [1], [0.95])];
    const { order, plan } = simulated(world, { ...all, asked: 0.8 });
    expect(order).toEqual(["cheap", "best"]);
    expect(plan.standings[1].isBeaten).toBe(true);
  });

  it("begins near the throughput that is asked for", () => {
    const world = [0.2, 0.4, 0.6, 0.8, 1].map((bound, i) => made(`n${i}`, i + 1, [bound], [bound]));
    expect(simulated(world, { ...all, asked: 0.6 }).order[0]).toBe("n2");
    expect(simulated(world, { ...all, asked: 1 }).order[0]).toBe("n4");
  });

  it("takes no step of the front from what the front does not draw, nor an answer from what cannot be run", () => {
    const [a, b, c] = [
      ["a", 1, 0.5, 0.01],
      ["b", 1, 0.515, 0.005],
      ["c", 2, 0.525, 0],
    ].map(([id, cost, value, off]) => ({ ...made(String(id), Number(cost), [Number(value)], [Number(value)]), off: Number(off) }));
    const measured = new Map([a, b].map(({ candidate, truth, off }) => [candidate.id, { under: [{ throughput: truth[0], error: off }] }]));
    const three = [a, b, c].map(({ candidate }) => candidate);
    const plan = planOf(three, measured, all);
    // B is the front at this price. C could at best be equal to it.
    expect(plan.front).toEqual([1]);
    expect(plan.next).toEqual([]);
    const faulty = planOf(three, new Map(), { ...all, faults: new Map([["c", "No routing fits this network."]]) });
    expect(faulty.front).not.toContain(2);
    expect(faulty.next).not.toContain(2);
  });

  it("believes no measurement above a bound, nor one by half", () => {
    const [one] = [made("one", 1, [0.5, 0.9], [0.5, 0.9])].map(({ candidate }) => candidate);
    const half = planOf([one], new Map([["one", { under: [{ throughput: 0.53, error: 0.01 }, null] }]]), all);
    expect(half.standings[0]).toMatchObject({ carries: 0.5, isMeasured: false });
    expect(half.next).toEqual([0]);
  });
});
