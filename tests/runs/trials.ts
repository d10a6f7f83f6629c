/** Trials of complete scenarios, which run in a separate thread: see `tests/trial-threads.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import * as fc from "fast-check";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { measureTables } from "../../src/core/measures/tables.ts";
import { type Run, startRun } from "../../src/core/run/run.ts";
import { readScenario, type Scenario, writeScenario } from "../../src/core/scenario/scenario.ts";
import { scalar } from "../../src/core/simulation/frame.ts";
import { frameOf } from "../contracts/scenarios.ts";
import type { TrialMessage } from "../trial-threads.ts";
import { anyScenario } from "./any-document.ts";

const { seed, count } = workerData as { readonly seed: number; readonly count: number };
/** Maximum number of cycles: programs may compute for a very long time. */
const maxCycles = 20_000;

/** Reports the scenario that is tried next, so that a hang can be attributed to it, or the final result. */
function report(message: TrialMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(message);
}

/** Advances a run to its end or to the maximum time, in the given slices if there are any. */
function advanceToEnd({ simulation }: Run, slices?: Iterator<{ readonly cycles: number; readonly work: number }>): void {
  while (simulation.status === "running" && simulation.now < maxCycles) {
    const { cycles, work } = slices?.next().value ?? { cycles: maxCycles, work: Infinity };
    simulation.advance(Math.min(maxCycles, simulation.now + cycles), work);
  }
}

/** All results and tables of a run. */
function allResultsOf(run: Run): unknown {
  return [run.results(true), ...measureTables.map((table) => run.table(table))];
}

/** Paths at which −1 is allowed: a time that has not come, or a missing reference. */
const absentNumberPaths = /^told\.0\.(messages|timeline|deadlockChannels)|^analysis/;

/** Throws if a number anywhere in the value is not finite or is negative. */
function expectFiniteNumbers(value: unknown, path: string): void {
  if (typeof value === "number" && !(Number.isFinite(value) && value >= (absentNumberPaths.test(path) ? -1 : 0)))
    throw new Error(`${path} is ${value}`);
  if (typeof value !== "object" || value === null) return;
  for (const [key, each] of Object.entries(value)) expectFiniteNumbers(each, `${path}.${key}`);
}

/** Runs a scenario as a whole and in slices. Throws if results differ or a number is invalid. Returns whether packets were created. */
function expectEqualRuns(scenario: Scenario, slices: Iterable<{ readonly cycles: number; readonly work: number }>): boolean {
  const written = writeScenario(scenario);
  report({ at: JSON.stringify(written) });
  const [whole, sliced] = [startRun(readScenario(written)), startRun(scenario)];
  advanceToEnd(whole);
  advanceToEnd(sliced, slices[Symbol.iterator]());
  const [frame, slicedFrame] = [frameOf(whole.simulation), frameOf(sliced.simulation)];
  if (!Buffer.from(frame.scalars.buffer).equals(Buffer.from(slicedFrame.scalars.buffer))) throw new Error("slices change the frame");
  const allResults = allResultsOf(whole);
  if (JSON.stringify(allResults) !== JSON.stringify(allResultsOf(sliced))) throw new Error("slices change what is told");
  expectFiniteNumbers(allResults, "told");
  const { scalars } = frame;
  const [created, arrived] = [scalars[scalar.tagged], scalars[scalar.taggedDelivered]];
  if (whole.simulation.status !== "running" && arrived > created) throw new Error(`${arrived} of ${created} packets arrived`);
  // Paths via all possible intermediates are counted one by one, so only a quarter of the scenarios are analyzed.
  if (scenario.seed % 4 === 0) expectFiniteNumbers(analyzePlan(whole.plan), "analysis");
  return created > 0;
}

let runsWithPackets = 0;
const anySlices = fc.infiniteStream(fc.record({ cycles: fc.integer({ min: 0, max: 200 }), work: fc.integer({ min: 1, max: 400 }) }));
fc.assert(
  fc.property(anyScenario, anySlices, (scenario, cut) => {
    try {
      if (expectEqualRuns(scenario, cut)) runsWithPackets++;
    } catch (fault) {
      // Some parts turn out to be incompatible only once the network is built. They must be rejected with sentences.
      if (!(fault instanceof ScenarioError) || fault.issues.some(({ message }) => !/[.?]$/.test(message))) throw fault;
    }
  }),
  { seed, numRuns: count },
);
report({ done: runsWithPackets });
