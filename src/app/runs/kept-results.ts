/**
 * Results that were computed before, by the name of their scenario and the edition of the engine: for this visit in
 * memory, for later ones in the browser's store, and those recorded beside the page. A run is the same every time, so
 * whoever has its results need not run it.
 */
import type { Results } from "../../core/measures/results.ts";
import { scenarioHash } from "../../core/scenario/canonical.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import type { Job, Workers } from "../../worker/client.ts";
import { Cancelled } from "../../worker/pool.ts";
import { ResultsStore } from "./results-store.ts";

/** Most results kept for later visits; beyond that the store begins anew. */
const mostKept = 20_000;
/** Results with more messages than this are kept for this visit only. */
const mostMessages = 2000;

/** Milliseconds that a lookup may take; to run a small network takes less. */
const patience = 500;

const known = new Map<string, Results>();
/** Results of earlier visits. */
const store = new ResultsStore("results");
let written = 0;

/** The results of a scenario if they are at hand; null if it has to be run. */
export async function keptResults(scenario: Scenario): Promise<Results | null> {
  const name = scenarioHash(scenario);
  const found = known.get(name);
  if (found !== undefined) return found;
  const results = await withinPatience(store.find([name]).then(([kept]) => kept));
  if (results !== null) known.set(name, results);
  return results;
}

/** Waits for the browser's store, which some never answer. */
async function withinPatience<T>(answer: Promise<T>): Promise<T | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patience));
  return Promise.race([answer, late]);
}

/** Has results at hand for this visit. */
export function holdResults(scenario: Scenario, results: Results): void {
  known.set(scenarioHash(scenario), results);
}

/** Keeps the results of a scenario. */
function keepResults(scenario: Scenario, results: Results): void {
  const name = scenarioHash(scenario);
  known.set(name, results);
  if (results.messages.length > mostMessages) return;
  // Looked at seldom: to count is to read all names.
  if (written++ % 500 === 499) void store.bound(mostKept);
  void store.keep(name, results);
}

/** Where results are looked for before a scenario is run, and kept afterwards. */
export interface Memory {
  find(scenario: Scenario): Promise<Results | null>;
  keep(scenario: Scenario, results: Results): void;
}

const everything: Memory = { find: keptResults, keep: keepResults };

/** Workers that run only what has not been run before. */
export function remembering(workers: Workers, { find, keep }: Memory = everything): Workers {
  return {
    ...workers,
    run(scenario, urgent, told, isCounted = false) {
      let job: Job<Results> | null = null;
      let isCancelled = false;
      let isSuspended = false;
      const done = find(scenario).then((results) => {
        if (isCancelled) throw new Cancelled();
        if (results !== null && (!isCounted || results.channels !== undefined)) return results;
        job = workers.run(scenario, urgent, told, isCounted);
        if (isSuspended) job.suspend();
        return job.done.then((computed) => {
          keep(scenario, computed);
          return computed;
        });
      });
      done.catch(() => undefined);
      return {
        done,
        cancel: () => {
          isCancelled = true;
          job?.cancel();
        },
        suspend: () => {
          isSuspended = true;
          job?.suspend();
        },
        resume: () => {
          isSuspended = false;
          job?.resume();
        },
      };
    },
  };
}
