/** A cache of finished runs in a folder, by the name of the scenario, so that an interrupted batch can be continued. */
import { existsSync, readFileSync, statSync } from "node:fs";
import type { Results } from "../core/measures/results.ts";
import { maxCachedCharacters, readCachedResults } from "../core/results/cached.ts";
import { cacheFileName } from "../core/results/cache-folder.ts";
import type { TextOutput } from "./command.ts";
import { ensureWritableFolder } from "./files.ts";

export class FolderResultCache {
  /** Results that were looked up or added; null for runs that are missing. */
  private readonly results = new Map<string, Results | null>();

  /** Runs whose file is invalid. */
  private readonly invalidRuns = new Set<string>();

  /**
   * @param folder created if necessary; null to cache in memory only, for the duration of the command
   * @param stderr where invalid files are reported
   */
  constructor(
    private readonly folder: string | null,
    private readonly stderr: TextOutput,
  ) {
    if (folder !== null) ensureWritableFolder(folder);
  }

  /** Whether the results outlast the command. */
  get isInFolder(): boolean {
    return this.folder !== null;
  }

  /** The results of a run, or null if it has to be run. An invalid file is reported and will be overwritten. */
  find(name: string): Results | null {
    let cached = this.results.get(name);
    if (cached === undefined) this.results.set(name, (cached = this.read(name)));
    return cached;
  }

  /** Adds the results of a run, which its process has written to {@link fileOf} already. */
  add(name: string, results: Results): void {
    this.results.set(name, results);
  }

  /** Whether another command has added the run to the folder since. Invalid files are not checked again. */
  hasBeenAdded(name: string): boolean {
    const file = this.fileOf(name);
    if (file === null || this.invalidRuns.has(name) || !existsSync(file)) return false;
    this.results.delete(name);
    return this.find(name) !== null;
  }

  private read(name: string): Results | null {
    const file = this.fileOf(name);
    if (file === null || !existsSync(file)) return null;
    const results = readCachedResults(cachedFileText(file), name);
    if (results !== null) return results;
    this.invalidRuns.add(name);
    this.stderr.write(`${file} holds no valid results of this run and this version of the engine; it is run again.\n`);
    return null;
  }

  /** File of a run; null without a folder. */
  fileOf(name: string): string | null {
    return this.folder === null ? null : `${this.folder}/${cacheFileName(name)}`;
  }
}

/** Content of a file; null if it cannot be read, or is longer than any cached result. */
export function cachedFileText(file: string): string | null {
  try {
    // A character takes one to three bytes.
    return statSync(file).size > 3 * maxCachedCharacters ? null : readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
