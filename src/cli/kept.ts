/** A cache of finished runs in a folder, by the name of the scenario, so that an interrupted batch can be continued. */
import { existsSync, readFileSync, statSync } from "node:fs";
import type { Results } from "../core/measures/results.ts";
import { longestKept, readKept } from "../core/results/cached.ts";
import { keptFile } from "../core/results/cache-folder.ts";
import type { TextOutput } from "./command.ts";
import { makeFolder } from "./files.ts";

export class KeptRuns {
  /** Results that were looked up or added; null for runs that are missing. */
  private readonly known = new Map<string, Results | null>();

  /** Runs whose file is invalid. */
  private readonly refused = new Set<string>();

  /**
   * @param folder created if necessary; null to cache in memory only, for the duration of the command
   * @param stderr where invalid files are reported
   */
  constructor(
    private readonly folder: string | null,
    private readonly stderr: TextOutput,
  ) {
    if (folder !== null) makeFolder(folder);
  }

  /** Whether the results outlast the command. */
  get isInFolder(): boolean {
    return this.folder !== null;
  }

  /** The results of a run, or null if it has to be run. An invalid file is reported and will be overwritten. */
  find(name: string): Results | null {
    let found = this.known.get(name);
    if (found === undefined) this.known.set(name, (found = this.read(name)));
    return found;
  }

  /** Adds the results of a run, which its process has written to {@link fileOf} already. */
  keep(name: string, results: Results): void {
    this.known.set(name, results);
  }

  /** Whether another command has added the run to the folder since. Invalid files are not checked again. */
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

  /** File of a run; null without a folder. */
  fileOf(name: string): string | null {
    return this.folder === null ? null : `${this.folder}/${keptFile(name)}`;
  }
}

/** Content of a file; null if it cannot be read, or is longer than any cached result. */
export function textOf(file: string): string | null {
  try {
    // A character takes one to three bytes.
    return statSync(file).size > 3 * longestKept ? null : readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
