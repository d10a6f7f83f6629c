/** Recorded results beside the page, as the command line reads and writes them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { ScenarioError } from "../core/base/errors.ts";
import type { Results } from "../core/measures/results.ts";
import { readRecorded, type Recorded } from "../core/recorded.ts";
import { documentHash } from "../core/scenario/document.ts";
import { readDocument } from "../core/scenario/read-document.ts";
import { engineVersion } from "../core/version.ts";
import type { Recording } from "../reproductions/contract.ts";
import { writeWhole } from "./files.ts";

// npm runs scripts in the project's folder.
export const storeFolder = "public/recorded";

/** The runs stored for a recording; null where there are none by the present engine. */
export function storedRuns({ document }: Recording): Promise<readonly Results[] | null> {
  const found = read(storeFolder, documentHash(readDocument(document)));
  return Promise.resolve(found?.recorded.engine === engineVersion ? found.recorded.runs : null);
}

/** Stores results in a folder by their document's name, and names them in its index; returns the file. */
export function store(results: Recorded, folder: string): string {
  const file = fileOf(folder, results.hash);
  writeWhole(file, `${JSON.stringify(results)}\n`);
  writeIndex(folder);
  return file;
}

/** The names of all that is stored, for the page to ask for nothing that is not there. */
function writeIndex(folder: string): void {
  const entries = readdirSync(folder)
    .flatMap((name) => /^([0-9a-f]{16})\.json$/.exec(name)?.[1] ?? [])
    .toSorted()
    .flatMap((hash) => {
      const found = read(folder, hash);
      if (found === null) return [];
      const { engine, runs, digest } = found.recorded;
      return [{ hash, engine, runs: runs.length, digest, title: found.document.title }];
    });
  writeWhole(`${folder}/index.json`, `${JSON.stringify(entries, null, 2)}\n`);
}

const fileOf = (folder: string, hash: string) => `${folder}/${hash}.json`;

/** Files that have been named as broken: the index is written after every document. */
const named = new Set<string>();

/** What is stored for a document; null where nothing is. A file that holds anything else is named and left out. */
function read(folder: string, hash: string): ReturnType<typeof readRecorded> | null {
  const file = fileOf(folder, hash);
  if (!existsSync(file)) return null;
  try {
    return readRecorded(parsed(readFileSync(file, "utf8")), hash);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const [{ message, remedy = "" }] = error.issues;
    if (!named.has(file)) process.stderr.write(`${file} is left out: ${message} ${remedy}\n`);
    named.add(file);
    return null;
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
