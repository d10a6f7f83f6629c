/** The verdict on claimed results: whether the digest computed here equals the claimed digest. */
import type { Claim } from "../core/scenario/document.ts";

export interface Verdict {
  readonly is: "reproduced" | "differs" | "open";
  /** The verdict in a sentence. */
  readonly why: string;
}

/**
 * The verdict on a claim.
 * @param computed digest and engine of the results computed here; null until all runs have finished
 * @param source the source of the claim
 */
export function verdictOn(claim: Claim, own: Claim | null, where: "link" | "file" = "link"): Verdict {
  if (own === null) return { is: "open", why: `The ${where} claims digest ${claim.digest}; its runs are being computed here.` };
  const engines =
    claim.engine === own.engine || claim.engine === "" ? "" : ` It was made with engine ${claim.engine}; this is engine ${own.engine}.`;
  return own.digest === claim.digest
    ? {
        is: "reproduced",
        why: `Reproduced: the results here have the digest that the ${where} claims, ${claim.digest}${engines === "" ? "." : `, though it was made with engine ${claim.engine} and this is engine ${own.engine}.`}`,
      }
    : { is: "differs", why: `Differs: the ${where} claims digest ${claim.digest}, the results here have ${own.digest}.${engines}` };
}
