/** Results that are published next to the page: looked up by the document's name, and put into the cache. */
import { ScenarioError } from "../../core/base/errors.ts";
import type { Recorded } from "../../core/results/published.ts";
import { claimedRuns, type Document, documentHash } from "../../core/scenario/document.ts";
import { engineVersion } from "../../core/run/version.ts";
import { beside } from "../beside.ts";
import { once } from "../once.ts";
import type { ResultCache } from "./result-cache.ts";

/** Milliseconds after which the names of what is recorded, and a file of it, are waited for no more. */
const patience = { names: 4000, file: 20_000 } as const;
const asked = (milliseconds: number): RequestInit => ({ credentials: "omit", signal: AbortSignal.timeout(milliseconds) });

/**
 * The published results of a document, which then are in the cache for each of its runs; null where there are none.
 * @throws where the host does not answer: that is no answer, and the next request asks again
 */
export type PublishedResultsOf = (document: Document) => Promise<Recorded | null>;

/** @param cache holds the runs that are read */
export function publishedResultsFor(cache: ResultCache): PublishedResultsOf {
  /** Names of the documents that have been recorded with this version of the engine. */
  const names = once(() =>
    beside("recorded/index.json", asked(patience.names))
      .then((response) => response.json() as Promise<readonly { readonly hash: string; readonly engine: string }[]>)
      .then((entries) => new Set(entries.filter(({ engine }) => engine === engineVersion).map(({ hash }) => hash))),
  );
  /** Reads a file; null where it is damaged, or another version of the engine computed it, whatever the list of names says. */
  const read = once(async (hash) => {
    const response = await beside(`recorded/${hash}.json`, asked(patience.file));
    const { readRecorded } = await import("../../core/results/published.ts");
    try {
      const { recorded, document } = readRecorded(await response.json(), hash);
      if (recorded.engine !== engineVersion) return null;
      claimedRuns(document).forEach((scenario, i) => cache.hold(scenario, recorded.runs[i]));
      return recorded;
    } catch (fault) {
      if (fault instanceof ScenarioError || fault instanceof SyntaxError) return null;
      throw fault;
    }
  });
  return async (document) => {
    const hash = documentHash(document);
    return (await names()).has(hash) ? read(hash) : null;
  };
}
