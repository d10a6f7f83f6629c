/** Tests of the order in which a study simulates networks: the Pareto front is the same as if all networks had been simulated. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultAxes, type AxisSelection, axisSelection } from "../../src/core/study/axes.ts";
import type { Candidate } from "../../src/core/study/candidates.ts";
import { throughputTolerance, paretoFront } from "../../src/core/study/pareto-front.ts";
import type { Assessment, Measurements } from "../../src/core/study/assessment.ts";
import { planStudy } from "../../src/core/study/study-plan.ts";
import { readStudyNeed } from "../../src/core/study/need.ts";
import { cases } from "../effort.ts";

/** A synthetic candidate and the throughput under each traffic that its simulation would find. */
interface SyntheticCandidate {
  readonly candidate: Candidate;
  readonly truth: readonly number[];
}

const syntheticCandidate = (id: string, cost: number, bounds: readonly number[], truth: readonly number[]): SyntheticCandidate => ({
  candidate: { id, cost, perTerminal: cost, bounds, bound: Math.min(...bounds) } as unknown as Candidate,
  truth,
});

/** Networks that respect their bounds. There are few different costs, so that many networks cost the same. */
const anyCandidates = fc
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
      syntheticCandidate(
        `n${i}`,
        cost,
        traffic.map(({ bound }) => bound / 100),
        traffic.map(({ bound, part }) => (bound / 100) * (part / 100)),
      ),
    ),
  );

const defaultView = axisSelection(readStudyNeed({}, []), defaultAxes);
const anyFraction = fc.double({ min: 0, max: 1, noNaN: true });
const anyError = fc.constantFrom(0, 0.005, 0.02);
const defaultOptions = { budget: 100, requiredThroughput: 0.5, view: defaultView };

/** Simulates the planned next network until the plan is complete. */
function simulateInOrder(networks: readonly SyntheticCandidate[], options: Parameters<typeof planStudy>[2], error = 0) {
  const measured = new Map<string, Measurements>();
  const candidates = networks.map(({ candidate }) => candidate);
  const order: string[] = [];
  for (;;) {
    const plan = planStudy(candidates, measured, options);
    const [next] = plan.next;
    if (next === undefined) return { plan, order };
    const { candidate, truth } = networks[next];
    expect(measured.has(candidate.id)).toBe(false);
    measured.set(candidate.id, { under: truth.map((throughput) => ({ throughput, error })) });
    order.push(candidate.id);
  }
}

describe("the order of a study", () => {
  it("ends with the front of all, though only some were simulated", () => {
    fc.assert(
      fc.property(
        anyCandidates,
        fc.record({ asked: anyFraction, budget: fc.integer({ min: 1, max: 12 }), error: anyError, isTurned: fc.boolean() }),
        (world, more) => {
          const { asked, budget, isTurned } = more;
          // A network that is too expensive may be cheap on another axis.
          const paysOf = (cost: number) => (isTurned ? 13 - cost : cost);
          const view = { ...defaultView, across: { ...defaultView.across, of: ({ candidate }: Assessment) => paysOf(candidate.cost) } };
          const { plan } = simulateInOrder(world, { budget, requiredThroughput: asked, view }, more.error);
          const within = world.filter(({ candidate }) => candidate.cost <= budget);
          const whole = paretoFront(within.map(({ candidate: { cost }, truth }) => ({ price: paysOf(cost), benefit: Math.min(...truth) })));
          expect(plan.front.map((i) => world[i].candidate.id)).toEqual(whole.map((i) => within[i].candidate.id));
          expect(plan.front.every((i) => plan.statuses[i].isMeasured)).toBe(true);
        },
      ),
      { numRuns: cases(300) },
    );
  });

  it("follows the axes in view: the front of less is better, against another price, as if all had been run", () => {
    const view: AxisSelection = {
      across: { ...defaultView.across, of: ({ candidate }) => (candidate.cost === 3 ? null : 13 - candidate.cost) },
      up: {
        ...defaultView.up,
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
      fc.property(anyCandidates, (world) => {
        const cyclesOf = ({ candidate, truth }: SyntheticCandidate) => (truth[1] < 0.2 ? null : 20 * candidate.bounds[0] + 20 * truth[1]);
        const measured = new Map<string, Measurements>();
        const wish = { budget: 10, requiredThroughput: 0.5, view };
        const candidates = world.map(({ candidate }) => candidate);
        for (;;) {
          const plan = planStudy(candidates, measured, wish);
          const [next] = plan.next;
          if (next !== undefined) {
            const { id, cost } = candidates[next];
            expect(measured.has(id) || cost > 10 || cost === 3).toBe(false);
            measured.set(id, { under: [null, null], latency: { cycles: cyclesOf(world[next]), error: 0 } });
            continue;
          }
          const drawn = world.filter((each) => each.candidate.cost !== 3 && each.candidate.cost <= 10 && cyclesOf(each) !== null);
          const whole = paretoFront(
            drawn.map((each) => ({ price: 13 - each.candidate.cost, benefit: -cyclesOf(each)! })),
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
      fc.property(anyCandidates, (world) => {
        const { plan, order } = simulateInOrder(world, defaultOptions);
        const done = new Set(order);
        world.forEach(({ candidate }, i) => {
          if (done.has(candidate.id)) return;
          expect(plan.statuses[i].isExcluded).toBe(true);
          const better = world.some(
            (other) =>
              done.has(other.candidate.id) &&
              other.candidate.cost <= candidate.cost &&
              Math.min(...other.truth) > candidate.bound - throughputTolerance,
          );
          expect(better).toBe(true);
        });
      }),
      { numRuns: cases(200) },
    );
  });

  it("simulates everything when asked to, nothing that is too dear, and what is picked in any case and first", () => {
    fc.assert(
      fc.property(anyCandidates, fc.integer({ min: 0, max: 12 }), fc.nat(), (world, budget, pick) => {
        const within = world.filter(({ candidate }) => candidate.perTerminal <= budget).map(({ candidate }) => candidate.id);
        const { order } = simulateInOrder(world, { ...defaultOptions, budget, runsExcluded: true });
        expect(order.toSorted()).toEqual(within.toSorted());
        if (within.length === 0) return;
        const picked = within[pick % within.length];
        expect(simulateInOrder(world, { ...defaultOptions, budget, selectedIds: [picked] }).order[0]).toBe(picked);
      }),
      { numRuns: cases(100) },
    );
  });

  it("saves what a bound rules out: a dear network below a cheap one is never run", () => {
    const world = [
      syntheticCandidate("cheap", 1, [0.9], [0.8]),
      syntheticCandidate("dear", 2, [0.7], [0.6]),
      syntheticCandidate("best", 3, [1], [0.95]),
    ];
    const { order, plan } = simulateInOrder(world, { ...defaultOptions, requiredThroughput: 0.8 });
    expect(order).toEqual(["cheap", "best"]);
    expect(plan.statuses[1].isExcluded).toBe(true);
  });

  it("begins near the throughput that is asked for", () => {
    const world = [0.2, 0.4, 0.6, 0.8, 1].map((bound, i) => syntheticCandidate(`n${i}`, i + 1, [bound], [bound]));
    expect(simulateInOrder(world, { ...defaultOptions, requiredThroughput: 0.6 }).order[0]).toBe("n2");
    expect(simulateInOrder(world, { ...defaultOptions, requiredThroughput: 1 }).order[0]).toBe("n4");
  });

  it("takes no step of the front from what the front does not draw, nor an answer from what cannot be run", () => {
    const [a, b, c] = [
      ["a", 1, 0.5, 0.01],
      ["b", 1, 0.515, 0.005],
      ["c", 2, 0.525, 0],
    ].map(([id, cost, value, off]) => ({
      ...syntheticCandidate(String(id), Number(cost), [Number(value)], [Number(value)]),
      off: Number(off),
    }));
    const measured = new Map([a, b].map(({ candidate, truth, off }) => [candidate.id, { under: [{ throughput: truth[0], error: off }] }]));
    const three = [a, b, c].map(({ candidate }) => candidate);
    const plan = planStudy(three, measured, defaultOptions);
    // B has the highest throughput at its price. C costs more, and its bound is not clearly higher than the throughput of B.
    expect(plan.front).toEqual([1]);
    expect(plan.next).toEqual([]);
    const faulty = planStudy(three, new Map(), { ...defaultOptions, faults: new Map([["c", "No routing fits this network."]]) });
    expect(faulty.front).not.toContain(2);
    expect(faulty.next).not.toContain(2);
  });

  it("believes no measurement above a bound, nor one by half", () => {
    const [one] = [syntheticCandidate("one", 1, [0.5, 0.9], [0.5, 0.9])].map(({ candidate }) => candidate);
    const half = planStudy([one], new Map([["one", { under: [{ throughput: 0.53, error: 0.01 }, null] }]]), defaultOptions);
    expect(half.statuses[0]).toMatchObject({ worstThroughput: 0.5, isMeasured: false });
    expect(half.next).toEqual([0]);
  });
});
