/** The verdict on claimed results: whether the digest computed here equals the claimed digest. */
import type { Claim } from "../core/scenario/document.ts";

export interface DigestVerdict {
  readonly is: "reproduced" | "differs" | "open";
  /** The verdict in a sentence. */
  readonly why: string;
}

/**
 * The verdict on a claim.
 * @param computed digest and engine of the results computed here; null until all runs have finished
 * @param source the source of the claim
 */
export function verdictOnDigest(claim: Claim, computed: Claim | null, source: "link" | "file" = "link"): DigestVerdict {
  if (computed === null) return { is: "open", why: `The ${source} claims digest ${claim.digest}; its runs are being computed here.` };
  const engineClause =
    claim.engine === computed.engine || claim.engine === ""
      ? ""
      : ` It was made with engine ${claim.engine}; this is engine ${computed.engine}.`;
  return computed.digest === claim.digest
    ? {
        is: "reproduced",
        why: `Reproduced: the results here have the digest that the ${source} claims, ${claim.digest}${engineClause === "" ? "." : `, though it was made with engine ${claim.engine} and this is engine ${computed.engine}.`}`,
      }
    : {
        is: "differs",
        why: `Differs: the ${source} claims digest ${claim.digest}, the results here have ${computed.digest}.${engineClause}`,
      };
}
