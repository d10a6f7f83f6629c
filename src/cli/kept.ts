/** Finished runs kept in a folder, each under its scenario's name, so that what was interrupted goes on where it was. */
import { existsSync, readFileSync, statSync } from "node:fs";
import type { Results } from "../core/measures/results.ts";
import { longestKept, readKept, writeKept } from "../core/kept.ts";
import { forRecord } from "../core/recorded.ts";
import { makeFolder, writeWhole } from "./files.ts";

export class KeptRuns {
  /** What has been looked for or kept; null for what has to be run. */
  private readonly known = new Map<string, Results | null>();

  /** @param folder made where it is not there; null to keep nothing beyond this command */
  constructor(private readonly folder: string | null) {
    if (folder !== null) makeFolder(folder);
  }

  /** Whether what was run stays when the command ends. */
  get isInFolder(): boolean {
    return this.folder !== null;
  }

  /** The results of a run, or null where it has to be run. A file that does not hold what was kept is named, and written anew. */
  find(name: string): Results | null {
    let found = this.known.get(name);
    if (found === undefined) this.known.set(name, (found = this.read(name)));
    return found;
  }

  keep(name: string, all: Results): void {
    const results = forRecord(all);
    this.known.set(name, results);
    if (this.folder !== null) writeWhole(this.fileOf(name), writeKept(name, results));
  }

  private read(name: string): Results | null {
    const file = this.fileOf(name);
    if (this.folder === null || !existsSync(file)) return null;
    const results = readKept(textOf(file), name);
    if (results === null) process.stderr.write(`${file} does not hold what this engine keeps of the run; it is run again.\n`);
    return results;
  }

  private fileOf(name: string): string {
    return `${this.folder}/${name}.json`;
  }
}

/** What a file says; null where it cannot be read, or is longer than anything kept. */
function textOf(file: string): string | null {
  try {
    // A character takes one to three bytes.
    return statSync(file).size > 3 * longestKept ? null : readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
