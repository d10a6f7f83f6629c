/** Finished runs kept in a folder, each under its scenario's name, so that what was interrupted goes on where it was. */
import { existsSync, readFileSync, statSync } from "node:fs";
import type { Results } from "../core/measures/results.ts";
import { longestKept, readKept } from "../core/results/cached.ts";
import { keptFile } from "../core/results/cache-folder.ts";
import type { TextOutput } from "./command.ts";
import { makeFolder } from "./files.ts";

export class KeptRuns {
  /** What has been looked for or kept; null for what has to be run. */
  private readonly known = new Map<string, Results | null>();

  /** Runs of which there is a file that does not count. */
  private readonly refused = new Set<string>();

  /**
   * @param folder made where it is not there; null to keep nothing beyond this command
   * @param stderr where files that cannot be used are named
   */
  constructor(
    private readonly folder: string | null,
    private readonly stderr: TextOutput,
  ) {
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

  /** Takes what a run gave, which its process has kept in {@link fileOf} it. */
  keep(name: string, results: Results): void {
    this.known.set(name, results);
  }

  /** Whether a file has come since: another command keeps its runs in the same folder. One that does not count stays so. */
  hasCome(name: string): boolean {
    const file = this.fileOf(name);
    if (file === null || this.refused.has(name) || !existsSync(file)) return false;
    this.known.delete(name);
    return this.find(name) !== null;
  }

  private read(name: string): Results | null {
    const file = this.fileOf(name);
    if (file === null || !existsSync(file)) return null;
    const results = readKept(textOf(file), name);
    if (results !== null) return results;
    this.refused.add(name);
    this.stderr.write(`${file} does not hold what this engine keeps of the run; it is run again.\n`);
    return null;
  }

  /** Where a run is kept; null where nothing is. */
  fileOf(name: string): string | null {
    return this.folder === null ? null : `${this.folder}/${keptFile(name)}`;
  }
}

/** What a file says; null where it cannot be read, or is longer than anything kept. */
export function textOf(file: string): string | null {
  try {
    // A character takes one to three bytes.
    return statSync(file).size > 3 * longestKept ? null : readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
