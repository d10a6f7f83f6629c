/**
 * The runs of a document by the names of the files that keep them, and what a folder of such files holds of it: what
 * came back from other machines is taken file by file.
 */
import { judgeKept, type Verdict } from "./cached.ts";
import type { Results } from "../measures/results.ts";
import { toldHash } from "../scenario/canonical.ts";
import { type Cell, cellsOf, type Document } from "../scenario/document.ts";

/** The name of the file that keeps a run. */
export const keptFile = (name: string) => `${name}.json`;

/** A run of a document, with its place there. */
export interface NamedCell {
  readonly cell: Cell;
  /** Runs of one name give the same results: 16 hexadecimal digits. */
  readonly name: string;
}

/** All runs of a document, in its order. */
export function namedCells(document: Document): readonly NamedCell[] {
  return cellsOf(document).map((cell) => ({ cell, name: toldHash(cell.scenario) }));
}

/** What a folder holds of a document. */
export class KeptFolder {
  readonly cells: readonly NamedCell[];
  private readonly names: ReadonlySet<string>;
  private readonly known = new Map<string, Verdict>();

  constructor(document: Document) {
    this.cells = namedCells(document);
    this.names = new Set(this.cells.map(({ name }) => name));
  }

  /** Whether a file of that name, without its folder, would keep a run of the document: others need not be read. */
  wants(file: string): boolean {
    return this.names.has(nameIn(file));
  }

  /**
   * Takes a file of the folder. What is good stays, whatever else comes under its name.
   * @param file its name, without its folder
   * @param text all that it says; anything else is broken
   * @returns what it is; null where the document has no run of that name
   */
  take(file: string, text: unknown): Verdict | null {
    if (!this.wants(file)) return null;
    const [name, verdict] = [nameIn(file), judgeKept(text, nameIn(file))];
    if (this.known.get(name)?.is !== "kept") this.known.set(name, verdict);
    return verdict;
  }

  /** The results of a run, by its name; null where the folder has none that count. */
  find(name: string): Results | null {
    const verdict = this.known.get(name);
    return verdict?.is === "kept" ? verdict.results : null;
  }

  /** Names of the runs of which there is such a file, or none at all; each once, in the order of the document. */
  namesOf(what: Verdict["is"] | "missing"): readonly string[] {
    return [...this.names].filter((name) => (this.known.get(name)?.is ?? "missing") === what);
  }
}

const nameIn = (file: string) => (file.endsWith(".json") ? file.slice(0, -".json".length) : "");
