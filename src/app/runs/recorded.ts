/** Results recorded beside the page: looked up by the document's name, and put where kept results are looked for. */
import type { Recorded } from "../../core/recorded.ts";
import { claimedRuns, type Document, documentHash } from "../../core/scenario/document.ts";
import { engineVersion } from "../../core/version.ts";
import { holdResults } from "./kept-results.ts";

/** Milliseconds after which the names of what is recorded, and a file of it, are waited for no more. */
const patience = { names: 4000, file: 20_000 } as const;
const asked = (milliseconds: number): RequestInit => ({ credentials: "omit", signal: AbortSignal.timeout(milliseconds) });

let index: Promise<ReadonlySet<string>> | null = null;

/** Names of the documents that have been recorded with this edition of the engine. */
function recordedNames(): Promise<ReadonlySet<string>> {
  index ??= fetch("./recorded/index.json", asked(patience.names))
    .then((response) => response.json() as Promise<readonly { readonly hash: string; readonly engine: string }[]>)
    .then((entries) => new Set(entries.filter(({ engine }) => engine === engineVersion).map(({ hash }) => hash)))
    .catch(() => new Set<string>());
  return index;
}

/** Files that have been read, by their documents' names: several pages stand on the same. */
const files = new Map<string, Promise<Recorded | null>>();

/** Reads a file; null where another edition of the engine computed it, whatever the list of names says. */
async function read(hash: string): Promise<Recorded | null> {
  const response = await fetch(`./recorded/${hash}.json`, asked(patience.file));
  const { readRecorded } = await import("../../core/recorded.ts");
  const { recorded, document } = readRecorded(await response.json(), hash);
  if (recorded.engine !== engineVersion) return null;
  claimedRuns(document).forEach((scenario, i) => holdResults(scenario, recorded.runs[i]));
  return recorded;
}

/** The recorded results of a document, which then are at hand for each of its runs; null where there are none. */
export async function recordedOf(document: Document): Promise<Recorded | null> {
  const hash = documentHash(document);
  if (!(await recordedNames()).has(hash)) return null;
  const file = files.get(hash) ?? read(hash);
  files.set(hash, file);
  // Without them everything is run as if nobody had recorded it; they are asked for again next time.
  return file.catch(() => {
    files.delete(hash);
    return null;
  });
}
