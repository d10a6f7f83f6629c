/** What a document's results claim, as far as they are known here. */
import { digestOf } from "../../core/measures/digest.ts";
import type { Results } from "../../core/measures/results.ts";
import { claimedRuns, type Claim, type Document } from "../../core/scenario/document.ts";
import { engineVersion } from "../../core/run/version.ts";
import type { Memory } from "./result-cache.ts";

/** The claim that a document's results as they are known here allow; null while some have not been computed. */
export async function claimOf(document: Document, kept: Pick<Memory, "find">): Promise<Claim | null> {
  const runs: Results[] = [];
  for (const scenario of claimedRuns(document)) {
    const results = await kept.find(scenario);
    if (results === null) return null;
    runs.push(results);
  }
  return { engine: engineVersion, digest: digestOf(runs) };
}

export { type Verdict, verdictOn } from "../../words/claim.ts";
