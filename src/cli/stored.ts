/** Recorded results beside the page, as the command line reads and writes them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { ScenarioError } from "../core/base/errors.ts";
import type { Results } from "../core/measures/results.ts";
import { readRecorded, type Recorded } from "../core/results/published.ts";
import { documentHash } from "../core/scenario/document.ts";
import { readDocument } from "../core/scenario/read-document.ts";
import { engineVersion } from "../core/run/version.ts";
import type { Recording } from "../reproductions/contract.ts";
import type { TextOutput } from "./command.ts";
import { writeWhole } from "./files.ts";

/** Where the page finds recorded results, in the project's folder. */
export const publishedFolder = "public/recorded";

/** Results of documents in a folder, each under the name of its document, with an index of them all. */
export class PublishedResults {
  /** Files that have been named as broken: the index is written after every document. */
  private readonly named = new Set<string>();

  /** @param stderr where files that cannot be used are named */
  constructor(
    private readonly folder: string,
    private readonly stderr: TextOutput,
  ) {}

  /** The runs stored for a recording; null where there are none by the present engine. */
  runsOf({ document }: Pick<Recording, "document">): readonly Results[] | null {
    const found = this.read(documentHash(readDocument(document)));
    return found?.recorded.engine === engineVersion ? found.recorded.runs : null;
  }

  /** Stores results by their document's name, and names them in the index; returns the file. */
  store(results: Recorded): string {
    const file = this.fileOf(results.hash);
    writeWhole(file, `${JSON.stringify(results)}\n`);
    this.writeIndex();
    return file;
  }

  /** The names of all that is stored, for the page to ask for nothing that is not there. */
  private writeIndex(): void {
    const entries = readdirSync(this.folder)
      .flatMap((name) => /^([0-9a-f]{16})\.json$/.exec(name)?.[1] ?? [])
      .toSorted()
      .flatMap((hash) => {
        const found = this.read(hash);
        if (found === null) return [];
        const { engine, runs, digest } = found.recorded;
        return [{ hash, engine, runs: runs.length, digest, title: found.document.title }];
      });
    writeWhole(`${this.folder}/index.json`, `${JSON.stringify(entries, null, 2)}\n`);
  }

  private fileOf(hash: string): string {
    return `${this.folder}/${hash}.json`;
  }

  /** What is stored for a document; null where nothing is. A file that holds anything else is named and left out. */
  private read(hash: string): ReturnType<typeof readRecorded> | null {
    const file = this.fileOf(hash);
    if (!existsSync(file)) return null;
    try {
      return readRecorded(parsed(readFileSync(file, "utf8")), hash);
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      const [{ message, remedy = "" }] = error.issues;
      if (!this.named.has(file)) this.stderr.write(`${file} is left out: ${message} ${remedy}\n`);
      this.named.add(file);
      return null;
    }
  }
}

/** The JSON in a text; undefined where it is none, or cut short. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
