/**
 * Results that were computed before, by the name of their scenario and the edition of the engine: for this visit in
 * memory, for later ones in the browser's store, and those recorded beside the page. A run is the same every time, so
 * whoever has its results need not run it.
 */
import { clear, createStore, get, keys, set, type UseStore } from "idb-keyval";
import type { Results } from "../core/measures/results.ts";
import { scenarioHash } from "../core/scenario/canonical.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { engineVersion } from "../core/version.ts";
import type { Job, Workers } from "../worker/client.ts";
import { Cancelled } from "../worker/pool.ts";

/** Most results kept for later visits; beyond that the store begins anew. */
const mostKept = 4000;
/** Results with more messages than this are kept for this visit only. */
const mostMessages = 2000;

const known = new Map<string, Results>();
let store: UseStore | null | undefined;
let written = 0;

/** Where results of earlier visits lie; null where the browser keeps nothing. */
function earlier(): UseStore | null {
  if (store !== undefined) return store;
  try {
    store = typeof indexedDB === "undefined" ? null : createStore("fabricscope-results", `engine-${engineVersion}`);
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
  const results = await get<Results>(name, kept).catch(() => undefined);
  if (results !== undefined) known.set(name, results);
  return results ?? null;
}

/** Has results at hand for this visit. */
export function holdResults(scenario: Scenario, results: Results): void {
  known.set(scenarioHash(scenario), results);
}

/** Keeps the results of a scenario. */
export function keepResults(scenario: Scenario, results: Results): void {
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

/** Workers that run only what has not been run before. */
export function remembering(workers: Workers): Workers {
  return {
    ...workers,
    run(scenario, urgent, told) {
      let job: Job<Results> | null = null;
      let isCancelled = false;
      let isSuspended = false;
      const done = keptResults(scenario).then((results) => {
        if (isCancelled) throw new Cancelled();
        if (results !== null) return results;
        job = workers.run(scenario, urgent, told);
        if (isSuspended) job.suspend();
        return job.done.then((computed) => {
          keepResults(scenario, computed);
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
