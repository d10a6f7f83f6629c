/** The claim of a document: version of the engine and digest of its results. */
import { digestOf } from "../../core/measures/digest.ts";
import type { Results } from "../../core/measures/results.ts";
import { claimedRuns, type Claim, type Document } from "../../core/scenario/document.ts";
import { engineVersion } from "../../core/run/version.ts";
import type { ResultMemory } from "./result-cache.ts";

/** The claim that the cached results of a document support; null if some runs have not been computed. */
export async function claimOf(document: Document, cache: Pick<ResultMemory, "find">): Promise<Claim | null> {
  const runs: Results[] = [];
  for (const scenario of claimedRuns(document)) {
    const results = await cache.find(scenario);
    if (results === null) return null;
    runs.push(results);
  }
  return { engine: engineVersion, digest: digestOf(runs) };
}

export { type DigestVerdict, verdictOnDigest } from "../../words/claim.ts";
