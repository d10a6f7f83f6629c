/** Results in the browser's IndexedDB, by the names of their runs. If storage is not available, it is always empty. */
import { clear, createStore, delMany, getMany, keys, set, type UseStore } from "idb-keyval";
import { readCachedResults, writeCachedResults } from "../../core/results/cached.ts";
import { type Results, resultsShape } from "../../core/measures/results.ts";
import { engineVersion } from "../../core/run/version.ts";

/** A persistent store of results. All methods do nothing if storage is not available. */
export class ResultsStore {
  private openedStore: UseStore | undefined;

  /** @param title distinguishes this store from the other stores of the page */
  constructor(private readonly title: string) {}

  /** The results of runs; null if missing or damaged. A damaged entry is overwritten by the next result. */
  async find(names: readonly string[]): Promise<readonly (Results | null)[]> {
    const stored = await this.withStore((store) => getMany<unknown>([...names], store));
    return names.map((name, i) => readCachedResults(stored?.[i], name));
  }

  async keep(name: string, results: Results): Promise<void> {
    await this.withStore((store) => set(name, writeCachedResults(name, results), store));
  }

  async forget(names: readonly string[]): Promise<void> {
    await this.withStore((store) => delMany([...names], store));
  }

  /** Clears the store if it has more than `limit` entries. */
  async clearIfLargerThan(limit: number): Promise<void> {
    await this.withStore(async (store) => {
      if ((await keys(store)).length > limit) await clear(store);
    });
  }

  /**
   * Opens the store on first use and runs an operation; undefined if storage is not available. Then some browsers throw an error, and
   * others reject the promise.
   */
  private async withStore<T>(operation: (store: UseStore) => Promise<T>): Promise<T | undefined> {
    try {
      if (typeof indexedDB === "undefined") return undefined;
      this.openedStore ??= createStore(`fabricscope-${this.title}-${engineVersion}.${resultsShape}`, "runs");
      return await operation(this.openedStore);
    } catch {
      return undefined;
    }
  }
}
