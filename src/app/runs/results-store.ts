/** Results in the browser's IndexedDB, by the names of their runs. If storage is not available, it is always empty. */
import { clear, createStore, delMany, getMany, keys, set, type UseStore } from "idb-keyval";
import { readKept, writeKept } from "../../core/results/cached.ts";
import { type Results, resultsShape } from "../../core/measures/results.ts";
import { engineVersion } from "../../core/run/version.ts";

/** A persistent store of results. All methods do nothing if storage is not available. */
export class ResultsStore {
  private opened: UseStore | undefined;

  /** @param title distinguishes this store from the other stores of the page */
  constructor(private readonly title: string) {}

  /** The results of runs; null if missing or damaged. A damaged entry is overwritten by the next result. */
  async find(names: readonly string[]): Promise<readonly (Results | null)[]> {
    const found = await this.ask((store) => getMany<unknown>([...names], store));
    return names.map((name, i) => readKept(found?.[i], name));
  }

  async keep(name: string, results: Results): Promise<void> {
    await this.ask((store) => set(name, writeKept(name, results), store));
  }

  async forget(names: readonly string[]): Promise<void> {
    await this.ask((store) => delMany([...names], store));
  }

  /** Clears the store if it has more than `limit` entries. */
  async bound(most: number): Promise<void> {
    await this.ask(async (store) => {
      if ((await keys(store)).length > most) await clear(store);
    });
  }

  /** Opens the store on first use and runs an operation; undefined if storage is not available. Some browsers throw, others reject. */
  private async ask<T>(question: (store: UseStore) => Promise<T>): Promise<T | undefined> {
    try {
      if (typeof indexedDB === "undefined") return undefined;
      this.opened ??= createStore(`fabricscope-${this.title}-${engineVersion}.${resultsShape}`, "runs");
      return await question(this.opened);
    } catch {
      return undefined;
    }
  }
}
