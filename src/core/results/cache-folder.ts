/** Cached results of a document's runs in a folder, one file per run, for example computed on other machines. */
import { checkCachedText, type CacheVerdict } from "./cached.ts";
import type { Results } from "../measures/results.ts";
import { resultsHash } from "../scenario/canonical.ts";
import { type Cell, cellsOf, type Document } from "../scenario/document.ts";

/** Name of the file that caches a run. */
export const cacheFileName = (name: string) => `${name}.json`;

/** A run of a document, with its cell (scenario and indices of swept values). */
export interface NamedCell {
  readonly cell: Cell;
  /** Hash of the run, 16 hexadecimal digits: runs of the same name give the same results. */
  readonly name: string;
}

/** All runs of a document, in its order. */
export function namedCells(document: Document): readonly NamedCell[] {
  return cellsOf(document).map((cell) => ({ cell, name: resultsHash(cell.scenario) }));
}

/** The cached results of a document in a folder. */
export class CacheFolder {
  readonly cells: readonly NamedCell[];
  private readonly names: ReadonlySet<string>;
  private readonly verdicts = new Map<string, CacheVerdict>();

  constructor(document: Document) {
    this.cells = namedCells(document);
    this.names = new Set(this.cells.map(({ name }) => name));
  }

  /** Whether a file with that name, without its folder, may contain a run of the document; other files need not be read. */
  isExpected(file: string): boolean {
    return this.names.has(runNameOf(file));
  }

  /**
   * Adds a file of the folder. Valid results are never replaced by an invalid file of the same run.
   * @param file Name, without its folder.
   * @param text Its content; anything except a string is invalid.
   * @returns The verdict; null if the document has no run of that name
   */
  addFile(file: string, text: unknown): CacheVerdict | null {
    if (!this.isExpected(file)) return null;
    const [name, verdict] = [runNameOf(file), checkCachedText(text, runNameOf(file))];
    if (this.verdicts.get(name)?.is !== "kept") this.verdicts.set(name, verdict);
    return verdict;
  }

  /** The results of a run by its name; null if the folder has no valid ones. */
  find(name: string): Results | null {
    const verdict = this.verdicts.get(name);
    return verdict?.is === "kept" ? verdict.results : null;
  }

  /** Names of the runs whose file has this verdict, or is missing; each once, in the order of the document. */
  namesWith(state: CacheVerdict["is"] | "missing"): readonly string[] {
    return [...this.names].filter((name) => (this.verdicts.get(name)?.is ?? "missing") === state);
  }
}

const runNameOf = (file: string) => (file.endsWith(".json") ? file.slice(0, -".json".length) : "");
