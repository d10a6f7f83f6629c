/** Results published next to the page: found by the hash of the document, and added to the result cache. */
import { ScenarioError } from "../../core/base/errors.ts";
import type { PublishedFile } from "../../core/results/published.ts";
import { claimedRuns, type Document, documentHash } from "../../core/scenario/document.ts";
import { engineVersion } from "../../core/run/version.ts";
import { fetchPageFile } from "../page-files.ts";
import { cachedLoader } from "../cached-loader.ts";
import type { ResultCache } from "./result-cache.ts";

/** Timeouts for the index of published results and for one file, milliseconds. */
const timeouts = { names: 4000, file: 20_000 } as const;
const requestInit = (milliseconds: number): RequestInit => ({ credentials: "omit", signal: AbortSignal.timeout(milliseconds) });

/**
 * Finds the published results of a document, and adds the results of each of its runs to the cache. Null if there are none.
 * @throws if the host does not answer; the next call tries again
 */
export type PublishedResultsOf = (document: Document) => Promise<PublishedFile | null>;

/**
 * Creates the function that gives the published results of a document, which are stored next to the page in a file named by the hash of the
 * document; null if there are none for this version of the engine. Files are fetched when they are first needed.
 * @param cache receives the results that are read
 */
export function createPublishedResults(cache: ResultCache): PublishedResultsOf {
  /** Hashes of the documents with published results of this version of the engine. */
  const loadIndex = cachedLoader(() =>
    fetchPageFile("recorded/index.json", requestInit(timeouts.names))
      .then((response) => response.json() as Promise<readonly { readonly hash: string; readonly engine: string }[]>)
      .then((entries) => new Set(entries.filter(({ engine }) => engine === engineVersion).map(({ hash }) => hash))),
  );
  /**
   * Reads a file of published results. Null if the file is damaged or, although the index lists it, was computed by another version of the
   * engine.
   */
  const readFile = cachedLoader(async (hash) => {
    const response = await fetchPageFile(`recorded/${hash}.json`, requestInit(timeouts.file));
    const { readPublishedFile } = await import("../../core/results/published.ts");
    try {
      const { recorded, document } = readPublishedFile(await response.json(), hash);
      if (recorded.engine !== engineVersion) return null;
      claimedRuns(document).forEach((scenario, i) => cache.putInMemory(scenario, recorded.runs[i]));
      return recorded;
    } catch (error) {
      if (error instanceof ScenarioError || error instanceof SyntaxError) return null;
      throw error;
    }
  });
  return async (document) => {
    const hash = documentHash(document);
    return (await loadIndex()).has(hash) ? readFile(hash) : null;
  };
}
