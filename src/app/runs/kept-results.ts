/**
 * Results that were computed before, by the name of their scenario and the edition of the engine: for this visit in
 * memory, for later ones in the browser's store, and those recorded beside the page. A run is the same every time, so
 * whoever has its results need not run it.
 */
import { clear, createStore, get, keys, set, type UseStore } from "idb-keyval";
import { isResults, type Results, resultsShape } from "../../core/measures/results.ts";
import { scenarioHash } from "../../core/scenario/canonical.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { engineVersion } from "../../core/version.ts";
import type { Job, Workers } from "../../worker/client.ts";
import { Cancelled } from "../../worker/pool.ts";

/** Most results kept for later visits; beyond that the store begins anew. */
const mostKept = 20_000;
/** Results with more messages than this are kept for this visit only. */
const mostMessages = 2000;

/** Milliseconds that a lookup may take; to run a small network takes less. */
const patience = 500;

const known = new Map<string, Results>();
let store: UseStore | null | undefined;
let written = 0;

/** Where results of earlier visits lie; null where the browser keeps nothing. */
function earlier(): UseStore | null {
  if (store !== undefined) return store;
  try {
    store = typeof indexedDB === "undefined" ? null : createStore(`fabricscope-results-${engineVersion}.${resultsShape}`, "runs");
  } catch {
    store = null;
  }
  return store;
}

/** The results of a scenario if they are at hand; null if it has to be run. */
export async function keptResults(scenario: Scenario): Promise<Results | null> {
  const name = scenarioHash(scenario);
  const found = known.get(name);
  if (found !== undefined) return found;
  const kept = earlier();
  if (kept === null) return null;
  const results = await withinPatience(async () => get<unknown>(name, kept));
  // What is not whole is as good as nothing: it is computed anew, and written over.
  if (!isResults(results)) return null;
  known.set(name, results);
  return results;
}

/** Asks the browser's store, which some refuse by throwing, some by rejecting, and some by never answering. */
async function withinPatience<T>(ask: () => Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patience));
  return Promise.race([ask().catch(() => undefined), late]);
}

/** Has results at hand for this visit. */
export function holdResults(scenario: Scenario, results: Results): void {
  known.set(scenarioHash(scenario), results);
}

/** Keeps the results of a scenario. */
function keepResults(scenario: Scenario, results: Results): void {
  const name = scenarioHash(scenario);
  known.set(name, results);
  const kept = earlier();
  if (kept === null || results.messages.length > mostMessages) return;
  void (async () => {
    // Looked at seldom: to count is to read all names.
    if (written++ % 500 === 499 && (await keys(kept)).length > mostKept) await clear(kept);
    await set(name, results, kept);
  })().catch(() => undefined);
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
