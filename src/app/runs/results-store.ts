/** Results in the browser's own store, by the names of their runs. A browser that keeps nothing has none of them. */
import { clear, createStore, delMany, getMany, keys, set, type UseStore } from "idb-keyval";
import { readKept, writeKept } from "../../core/results/cached.ts";
import { type Results, resultsShape } from "../../core/measures/results.ts";
import { engineVersion } from "../../core/run/version.ts";

export class ResultsStore {
  private opened: UseStore | undefined;

  /** @param title what sets it apart from the other stores of the page */
  constructor(private readonly title: string) {}

  /** The results of runs; null for each that has to be run: what is not as it was kept is as good as nothing, and is written over. */
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

  /** Begins anew where more results than `most` are kept. */
  async bound(most: number): Promise<void> {
    await this.ask(async (store) => {
      if ((await keys(store)).length > most) await clear(store);
    });
  }

  /** Opens the store when it is first asked; undefined where there is none. Some browsers refuse by throwing, some by rejecting. */
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
