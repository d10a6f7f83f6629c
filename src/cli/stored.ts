/** Recorded results beside the page, as the command line reads and writes them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Results } from "../core/measures/results.ts";
import { readRecorded, type Recorded } from "../core/recorded.ts";
import { documentHash, readDocument } from "../core/scenario/document.ts";
import { engineVersion } from "../core/version.ts";
import type { Recording } from "../reproductions/contract.ts";

// npm runs scripts in the project's folder.
export const storeFolder = "public/recorded";

/** The runs stored for a recording; null where there are none by the present engine. */
export function storedRuns({ document }: Recording): Promise<readonly Results[] | null> {
  const file = `${storeFolder}/${documentHash(readDocument(document))}.json`;
  const found = existsSync(file) ? read(file).recorded : null;
  return Promise.resolve(found?.engine === engineVersion ? found.runs : null);
}

/** Stores results in a folder by their document's name, and names them in its index; returns the file. */
export function store(results: Recorded, folder: string): string {
  const file = `${folder}/${results.hash}.json`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(results)}\n`);
  writeIndex(folder);
  return file;
}

/** The names of all that is stored, for the page to ask for nothing that is not there. */
function writeIndex(folder: string): void {
  const entries = readdirSync(folder)
    .filter((name) => /^[0-9a-f]{16}\.json$/.test(name))
    .toSorted()
    .map((name) => {
      const { recorded: file, document } = read(`${folder}/${name}`);
      return { hash: file.hash, engine: file.engine, runs: file.runs.length, digest: file.digest, title: document.title };
    });
  writeFileSync(`${folder}/index.json`, `${JSON.stringify(entries, null, 2)}\n`);
}

function read(file: string) {
  return readRecorded(JSON.parse(readFileSync(file, "utf8")));
}
