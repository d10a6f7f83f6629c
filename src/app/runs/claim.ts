/** Whether results are those that a link claims: the digest of what was computed here beside the one that came along. */
import { digestOf } from "../../core/measures/digest.ts";
import type { Results } from "../../core/measures/results.ts";
import { claimedRuns, type Claim, type Document } from "../../core/scenario/document.ts";
import { engineVersion } from "../../core/version.ts";
import type { Memory } from "./kept-results.ts";

export interface Verdict {
  readonly is: "reproduced" | "differs" | "open";
  /** The same in a sentence. */
  readonly why: string;
}

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

/** What is to be said of a claim, beside what was computed here. */
export function verdictOn(claim: Claim, own: Claim | null): Verdict {
  if (own === null) return { is: "open", why: `The link claims digest ${claim.digest}; its runs are being computed here.` };
  if (own.digest === claim.digest)
    return { is: "reproduced", why: `Reproduced: the results here have the digest that the link claims, ${claim.digest}.` };
  const engines =
    claim.engine === own.engine || claim.engine === "" ? "" : ` It was made with engine ${claim.engine}; this is engine ${own.engine}.`;
  return { is: "differs", why: `Differs: the link claims digest ${claim.digest}, the results here have ${own.digest}.${engines}` };
}
