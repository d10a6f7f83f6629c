/**
 * The result cache, by scenario and version of the engine: in memory for this visit, in the browser's store for later ones, and filled with
 * published results. Simulations are deterministic, so a cached scenario need not be run again.
 */
import { estimateBytes, Lru } from "../../core/base/lru.ts";
import type { Results } from "../../core/measures/results.ts";
import { resultsHash } from "../../core/scenario/canonical.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import type { Workers } from "../../worker/client.ts";
import { composeJob } from "../../worker/job.ts";
import { ResultsStore } from "./results-store.ts";

/** Most results in the browser's store. When there are more, the store is cleared. */
const maxStoredResults = 20_000;
/** Approximate bytes of results kept in memory: the most recently used. Others are read from the store or computed again. */
export const maxResultBytes = 32e6;
/** Results with more messages than this are kept in memory only. */
const maxStoredMessages = 2000;

/** Milliseconds that a lookup may take; simulating a small network is faster. */
const lookupTimeout = 500;

/** A store in which results are looked up before a run and kept after it. */
export interface ResultMemory {
  find(scenario: Scenario): Promise<Results | null>;
  keep(scenario: Scenario, results: Results): void;
}

/** Results in memory and in the browser's store. */
export class ResultCache implements ResultMemory {
  private readonly inMemory = new Lru<string, Results>(maxResultBytes, (results) => estimateBytes(results));
  /** Results of earlier visits. */
  private readonly store = new ResultsStore("results");
  private written = 0;

  /** The cached results of a scenario; null if it has to be run. */
  async find(scenario: Scenario): Promise<Results | null> {
    const name = resultsHash(scenario);
    const cached = this.inMemory.get(name);
    if (cached !== undefined) return cached;
    // The storage of some browsers never answers.
    const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), lookupTimeout));
    const results = await Promise.race([this.store.find([name]).then(([stored]) => stored), timeout]);
    if (results !== null) this.inMemory.set(name, results);
    return results;
  }

  /** The results of a scenario if they are in memory. */
  peek(scenario: Scenario): Results | null {
    return this.inMemory.get(resultsHash(scenario)) ?? null;
  }

  /** Puts results into memory only. */
  putInMemory(scenario: Scenario, results: Results): void {
    this.inMemory.set(resultsHash(scenario), results);
  }

  /** Puts results into memory and into the store. */
  keep(scenario: Scenario, results: Results): void {
    this.putInMemory(scenario, results);
    if (results.messages.length > maxStoredMessages) return;
    // Rarely checked, because counting reads all keys.
    if (this.written++ % 500 === 499) void this.store.clearIfLargerThan(maxStoredResults);
    void this.store.keep(resultsHash(scenario), results);
  }
}

/** Workers that run only scenarios without cached results. */
export function withResultCache(workers: Workers, cache: ResultMemory): Workers {
  return {
    ...workers,
    run: (scenario, isUrgent, onProgress, isCounted = false) =>
      composeJob(async (run) => {
        const cached = await cache.find(scenario);
        if (cached !== null && (!isCounted || cached.channels !== undefined)) return cached;
        const results = await run(() => workers.run(scenario, isUrgent, onProgress, isCounted));
        cache.keep(scenario, results);
        return results;
      }),
  };
}
