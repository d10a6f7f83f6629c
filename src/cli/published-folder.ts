/** Reads and writes the published results, which are stored next to the page. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { ScenarioError } from "../core/base/errors.ts";
import type { Results } from "../core/measures/results.ts";
import { readPublishedFile, type PublishedFile } from "../core/results/published.ts";
import { documentHash } from "../core/scenario/document.ts";
import { parseDocument } from "../core/scenario/read-document.ts";
import { engineVersion } from "../core/run/version.ts";
import type { Recording } from "../reproductions/contract.ts";
import type { TextOutput } from "./command.ts";
import { writeFileAtomically } from "./files.ts";

/** Folder of published results in the project, where the page finds them. */
export const publishedFolder = "public/recorded";

/** Published results in a folder: a file per document, named by its hash, and an index. */
export class PublishedFolder {
  /** Invalid files that were reported. Each is reported once, although the index is rewritten after every document. */
  private readonly reportedFiles = new Set<string>();

  /** @param stderr where invalid files are reported */
  constructor(
    private readonly folder: string,
    private readonly stderr: TextOutput,
  ) {}

  /** The published runs of a recording; null if there are none of the current engine version. */
  runsOf({ document }: Pick<Recording, "document">): readonly Results[] | null {
    const publication = this.read(documentHash(parseDocument(document)));
    return publication?.recorded.engine === engineVersion ? publication.recorded.runs : null;
  }

  /** Stores results by the hash of their document and updates the index; returns the file. */
  store(results: PublishedFile): string {
    const file = this.fileOf(results.hash);
    writeFileAtomically(file, `${JSON.stringify(results)}\n`);
    this.writeIndex();
    return file;
  }

  /** Lists all published results, so that the page requests only files that exist. */
  private writeIndex(): void {
    const entries = readdirSync(this.folder)
      .flatMap((name) => /^([0-9a-f]{16})\.json$/.exec(name)?.[1] ?? [])
      .toSorted()
      .flatMap((hash) => {
        const publication = this.read(hash);
        if (publication === null) return [];
        const { engine, runs, digest } = publication.recorded;
        return [{ hash, engine, runs: runs.length, digest, title: publication.document.title }];
      });
    writeFileAtomically(`${this.folder}/index.json`, `${JSON.stringify(entries, null, 2)}\n`);
  }

  private fileOf(hash: string): string {
    return `${this.folder}/${hash}.json`;
  }

  /** The published results of a document; null if there are none. Invalid files are reported and ignored. */
  private read(hash: string): ReturnType<typeof readPublishedFile> | null {
    const file = this.fileOf(hash);
    if (!existsSync(file)) return null;
    try {
      return readPublishedFile(parseJsonOrUndefined(readFileSync(file, "utf8")), hash);
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      const [{ message, remedy = "" }] = error.issues;
      if (!this.reportedFiles.has(file)) this.stderr.write(`${file} is left out: ${message} ${remedy}\n`);
      this.reportedFiles.add(file);
      return null;
    }
  }
}

/** Parses JSON; undefined if the text is not JSON or incomplete. */
function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
