/**
 * The result cache, by scenario and version of the engine: in memory for this visit, in the browser's store for later ones, and filled with
 * published results. Simulations are deterministic, so a cached scenario need not be run again.
 */
import { bytesOf, Lru } from "../../core/base/lru.ts";
import type { Results } from "../../core/measures/results.ts";
import { toldHash } from "../../core/scenario/canonical.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import type { Workers } from "../../worker/client.ts";
import { composeJob } from "../../worker/job.ts";
import { ResultsStore } from "./results-store.ts";

/** Most results in the browser's store. When there are more, the store is cleared. */
const mostKept = 20_000;
/** Approximate bytes of results kept in memory: the most recently used. Others are read from the store or computed again. */
export const mostBytes = 32e6;
/** Results with more messages than this are kept in memory only. */
const mostMessages = 2000;

/** Milliseconds that a lookup may take; simulating a small network is faster. */
const patience = 500;

/** A place to look for results before a run, and to keep them after it. */
export interface Memory {
  find(scenario: Scenario): Promise<Results | null>;
  keep(scenario: Scenario, results: Results): void;
}

/** Results in memory and in the browser's store. */
export class ResultCache implements Memory {
  private readonly known = new Lru<string, Results>(mostBytes, (results) => bytesOf(results));
  /** Results of earlier visits. */
  private readonly store = new ResultsStore("results");
  private written = 0;

  /** The cached results of a scenario; null if it has to be run. */
  async find(scenario: Scenario): Promise<Results | null> {
    const name = toldHash(scenario);
    const found = this.known.get(name);
    if (found !== undefined) return found;
    // The storage of some browsers never answers.
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patience));
    const results = await Promise.race([this.store.find([name]).then(([kept]) => kept), late]);
    if (results !== null) this.known.set(name, results);
    return results;
  }

  /** The results of a scenario if they are in memory. */
  peek(scenario: Scenario): Results | null {
    return this.known.get(toldHash(scenario)) ?? null;
  }

  /** Puts results into memory only. */
  hold(scenario: Scenario, results: Results): void {
    this.known.set(toldHash(scenario), results);
  }

  /** Puts results into memory and into the store. */
  keep(scenario: Scenario, results: Results): void {
    this.hold(scenario, results);
    if (results.messages.length > mostMessages) return;
    // Rarely checked, because counting reads all keys.
    if (this.written++ % 500 === 499) void this.store.bound(mostKept);
    void this.store.keep(toldHash(scenario), results);
  }
}

/** Workers that run only scenarios without cached results. */
export function remembering(workers: Workers, memory: Memory): Workers {
  return {
    ...workers,
    run: (scenario, urgent, onProgress, isCounted = false) =>
      composeJob(async (run) => {
        const known = await memory.find(scenario);
        if (known !== null && (!isCounted || known.channels !== undefined)) return known;
        const results = await run(() => workers.run(scenario, urgent, onProgress, isCounted));
        memory.keep(scenario, results);
        return results;
      }),
  };
}
