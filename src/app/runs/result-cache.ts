/**
 * Results that were computed before, by the name of their scenario and the version of the engine: for this visit in
 * memory, for later ones in the browser's store, and those published next to the page. A run is the same every time, so
 * a scenario whose results are here need not be run.
 */
import { bytesOf, Lru } from "../../core/base/lru.ts";
import type { Results } from "../../core/measures/results.ts";
import { toldHash } from "../../core/scenario/canonical.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import type { Workers } from "../../worker/client.ts";
import { composeJob } from "../../worker/job.ts";
import { ResultsStore } from "./results-store.ts";

/** Most results kept for later visits; beyond that the store begins anew. */
const mostKept = 20_000;
/** Bytes of results that are kept for this visit, about: those that were asked for last. Others are found in the store, or run again. */
export const mostBytes = 32e6;
/** Results with more messages than this are kept for this visit only. */
const mostMessages = 2000;

/** Milliseconds that a lookup may take; to run a small network takes less. */
const patience = 500;

/** Where results are looked for before a scenario is run, and kept afterwards. */
export interface Memory {
  find(scenario: Scenario): Promise<Results | null>;
  keep(scenario: Scenario, results: Results): void;
}

export class ResultCache implements Memory {
  private readonly known = new Lru<string, Results>(mostBytes, (results) => bytesOf(results));
  /** Results of earlier visits. */
  private readonly store = new ResultsStore("results");
  private written = 0;

  /** The results of a scenario if they are at hand; null if it has to be run. */
  async find(scenario: Scenario): Promise<Results | null> {
    const name = toldHash(scenario);
    const found = this.known.get(name);
    if (found !== undefined) return found;
    // Some browsers' stores never answer.
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patience));
    const results = await Promise.race([this.store.find([name]).then(([kept]) => kept), late]);
    if (results !== null) this.known.set(name, results);
    return results;
  }

  /** The same, where they have been at hand on this visit. */
  peek(scenario: Scenario): Results | null {
    return this.known.get(toldHash(scenario)) ?? null;
  }

  /** Has results at hand for this visit. */
  hold(scenario: Scenario, results: Results): void {
    this.known.set(toldHash(scenario), results);
  }

  /** Keeps the results of a scenario. */
  keep(scenario: Scenario, results: Results): void {
    this.hold(scenario, results);
    if (results.messages.length > mostMessages) return;
    // Looked at seldom: to count is to read all names.
    if (this.written++ % 500 === 499) void this.store.bound(mostKept);
    void this.store.keep(toldHash(scenario), results);
  }
}

/** Workers that run only what has not been run before. */
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
