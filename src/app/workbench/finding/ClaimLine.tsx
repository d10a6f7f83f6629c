/** Says whether the results of this page reproduce the results that a link claims. */
import { verdictOnDigest } from "../../../words/claim.ts";
import { useWorkbench } from "../../hooks.ts";
import { useOwnClaim } from "./useOwnClaim.ts";

export function ClaimLine() {
  const claim = useWorkbench(({ document: { current: scenario } }) => scenario.claim);
  const ownClaim = useOwnClaim();
  if (claim === null || ownClaim === undefined) return null;
  const { is, why } = verdictOnDigest(claim, ownClaim);
  return (
    <p className="claim-line small" data-verdict={is} role="status">
      <span aria-hidden="true">{{ reproduced: "=", differs: "≠", open: "…" }[is]}</span> {why}
    </p>
  );
}
