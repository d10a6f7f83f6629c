/** Finished runs kept in a folder, each under its scenario's name, so that what was interrupted goes on where it was. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { refuse } from "../core/base/errors.ts";
import { isResults, type Results } from "../core/measures/results.ts";
import { forRecord } from "../core/recorded.ts";

export class KeptRuns {
  private readonly known = new Map<string, Results>();

  /** @param folder made where it is not there; null to keep nothing beyond this command */
  constructor(private readonly folder: string | null) {
    if (folder !== null) mkdirSync(folder, { recursive: true });
  }

  /**
   * The results of a run, or undefined where it has to be run.
   * @throws ScenarioError when the file of that name holds something else
   */
  find(name: string): Results | undefined {
    const found = this.known.get(name) ?? this.read(name);
    if (found !== undefined) this.known.set(name, found);
    return found;
  }

  keep(name: string, all: Results): void {
    const results = forRecord(all);
    this.known.set(name, results);
    if (this.folder === null) return;
    // Written whole or not at all, whenever the command is cut short.
    const file = this.fileOf(name);
    writeFileSync(`${file}.part`, `${JSON.stringify(results)}\n`);
    renameSync(`${file}.part`, file);
  }

  private read(name: string): Results | undefined {
    if (this.folder === null || !existsSync(this.fileOf(name))) return undefined;
    const found: unknown = JSON.parse(readFileSync(this.fileOf(name), "utf8"));
    return isResults(found) ? found : refuse("", `${this.fileOf(name)} holds no results of a run.`, "Remove it.");
  }

  private fileOf(name: string): string {
    return `${this.folder}/${name}.json`;
  }
}
