/** Trials of complete scenarios, which run in a separate thread: see `tests/watched.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import * as fc from "fast-check";
import { analyse } from "../../src/core/analysis/analyse.ts";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { tables } from "../../src/core/measures/tables.ts";
import { type Run, start } from "../../src/core/run/run.ts";
import { readScenario, type Scenario, writeScenario } from "../../src/core/scenario/scenario.ts";
import { scalar } from "../../src/core/simulation/frame.ts";
import { frameOf } from "../contracts/scenarios.ts";
import type { Said } from "../watched.ts";
import { anyWhole } from "./any-document.ts";

const { seed, count } = workerData as { readonly seed: number; readonly count: number };
/** Maximum number of cycles: programs may compute for a very long time. */
const longest = 20_000;

/** Reports the scenario that is tried next, so that a hang can be attributed to it, or the final result. */
function say(said: Said): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(said);
}

/** Advances a run to its end or to the maximum time, in the given slices if there are any. */
function runThrough({ simulation }: Run, slices?: Iterator<{ readonly cycles: number; readonly work: number }>): void {
  while (simulation.status === "running" && simulation.now < longest) {
    const { cycles, work } = slices?.next().value ?? { cycles: longest, work: Infinity };
    simulation.advance(Math.min(longest, simulation.now + cycles), work);
  }
}

/** All results and tables of a run. */
function toldBy(run: Run): unknown {
  return [run.results(true), ...tables.map((table) => run.table(table))];
}

/** Paths at which −1 is allowed: a time that has not come, or a missing reference. */
const none = /^told\.0\.(messages|timeline|deadlockChannels)|^analysis/;

/** Throws if a number anywhere in the value is not finite or is negative. */
function expectNumbers(value: unknown, path: string): void {
  if (typeof value === "number" && !(Number.isFinite(value) && value >= (none.test(path) ? -1 : 0))) throw new Error(`${path} is ${value}`);
  if (typeof value !== "object" || value === null) return;
  for (const [key, each] of Object.entries(value)) expectNumbers(each, `${path}.${key}`);
}

/** Runs a scenario as a whole and in slices. Throws if results differ or a number is invalid. Returns whether packets were created. */
function expectLaws(scenario: Scenario, slices: Iterable<{ readonly cycles: number; readonly work: number }>): boolean {
  const written = writeScenario(scenario);
  say({ at: JSON.stringify(written) });
  const [whole, sliced] = [start(readScenario(written)), start(scenario)];
  runThrough(whole);
  runThrough(sliced, slices[Symbol.iterator]());
  const [frame, other] = [frameOf(whole.simulation), frameOf(sliced.simulation)];
  if (!Buffer.from(frame.scalars.buffer).equals(Buffer.from(other.scalars.buffer))) throw new Error("slices change the frame");
  const told = toldBy(whole);
  if (JSON.stringify(told) !== JSON.stringify(toldBy(sliced))) throw new Error("slices change what is told");
  expectNumbers(told, "told");
  const { scalars } = frame;
  const [created, arrived] = [scalars[scalar.tagged], scalars[scalar.taggedDelivered]];
  if (whole.simulation.status !== "running" && arrived > created) throw new Error(`${arrived} of ${created} packets arrived`);
  // Paths via all possible intermediates are counted one by one, so only a quarter of the scenarios are analyzed.
  if (scenario.seed % 4 === 0) expectNumbers(analyse(whole.plan), "analysis");
  return created > 0;
}

let busy = 0;
const slices = fc.infiniteStream(fc.record({ cycles: fc.integer({ min: 0, max: 200 }), work: fc.integer({ min: 1, max: 400 }) }));
fc.assert(
  fc.property(anyWhole, slices, (scenario, cut) => {
    try {
      if (expectLaws(scenario, cut)) busy++;
    } catch (fault) {
      // Some parts turn out to be incompatible only once the network is built. They must be rejected with sentences.
      if (!(fault instanceof ScenarioError) || fault.issues.some(({ message }) => !/[.?]$/.test(message))) throw fault;
    }
  }),
  { seed, numRuns: count },
);
say({ done: busy });
