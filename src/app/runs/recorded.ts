/** Results recorded beside the page: looked up by the document's name, and put where kept results are looked for. */
import { readRecorded, type Recorded } from "../../core/recorded.ts";
import { claimedRuns, type Document, documentHash } from "../../core/scenario/document.ts";
import { engineVersion } from "../../core/version.ts";
import { holdResults } from "./kept-results.ts";

/** Milliseconds after which nothing recorded is waited for any more. */
const patience = 4000;
const asked = (): RequestInit => ({ credentials: "omit", signal: AbortSignal.timeout(patience) });

let index: Promise<ReadonlySet<string>> | null = null;

/** Names of the documents that have been recorded with this edition of the engine. */
function recordedNames(): Promise<ReadonlySet<string>> {
  index ??= fetch("./recorded/index.json", asked())
    .then((response) => response.json() as Promise<readonly { readonly hash: string; readonly engine: string }[]>)
    .then((entries) => new Set(entries.filter(({ engine }) => engine === engineVersion).map(({ hash }) => hash)))
    .catch(() => new Set<string>());
  return index;
}

async function read(file: string): Promise<Recorded> {
  const response = await fetch(`./recorded/${file}`, asked());
  const { recorded, document } = readRecorded(await response.json());
  if (recorded.engine === engineVersion) claimedRuns(document).forEach((scenario, i) => holdResults(scenario, recorded.runs[i]));
  return recorded;
}

/** The recorded results of a document, which then are at hand for each of its runs; null where there are none. */
export async function recordedOf(document: Document): Promise<Recorded | null> {
  const hash = documentHash(document);
  if (!(await recordedNames()).has(hash)) return null;
  // Without them everything is run as if nobody had recorded it.
  return read(`${hash}.json`).catch(() => null);
}
