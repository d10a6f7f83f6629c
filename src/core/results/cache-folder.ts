/** Cached results of a document's runs in a folder, one file per run, for example computed on other machines. */
import { judgeKept, type Verdict } from "./cached.ts";
import type { Results } from "../measures/results.ts";
import { toldHash } from "../scenario/canonical.ts";
import { type Cell, cellsOf, type Document } from "../scenario/document.ts";

/** Name of the file that caches a run. */
export const keptFile = (name: string) => `${name}.json`;

/** A run of a document, with its cell. */
export interface NamedCell {
  readonly cell: Cell;
  /** Hash of the run, 16 hexadecimal digits: runs of the same name give the same results. */
  readonly name: string;
}

/** All runs of a document, in its order. */
export function namedCells(document: Document): readonly NamedCell[] {
  return cellsOf(document).map((cell) => ({ cell, name: toldHash(cell.scenario) }));
}

/** The cached results of a document in a folder. */
export class KeptFolder {
  readonly cells: readonly NamedCell[];
  private readonly names: ReadonlySet<string>;
  private readonly known = new Map<string, Verdict>();

  constructor(document: Document) {
    this.cells = namedCells(document);
    this.names = new Set(this.cells.map(({ name }) => name));
  }

  /** Whether a file with that name, without its folder, may contain a run of the document; other files need not be read. */
  wants(file: string): boolean {
    return this.names.has(nameIn(file));
  }

  /**
   * Adds a file of the folder. Valid results are never replaced by an invalid file of the same run.
   * @param file Name, without its folder.
   * @param text Its content; anything except a string is invalid.
   * @returns The verdict; null if the document has no run of that name
   */
  take(file: string, text: unknown): Verdict | null {
    if (!this.wants(file)) return null;
    const [name, verdict] = [nameIn(file), judgeKept(text, nameIn(file))];
    if (this.known.get(name)?.is !== "kept") this.known.set(name, verdict);
    return verdict;
  }

  /** The results of a run by its name; null if the folder has no valid ones. */
  find(name: string): Results | null {
    const verdict = this.known.get(name);
    return verdict?.is === "kept" ? verdict.results : null;
  }

  /** Names of the runs whose file has this verdict, or is missing; each once, in the order of the document. */
  namesOf(what: Verdict["is"] | "missing"): readonly string[] {
    return [...this.names].filter((name) => (this.known.get(name)?.is ?? "missing") === what);
  }
}

const nameIn = (file: string) => (file.endsWith(".json") ? file.slice(0, -".json".length) : "");
