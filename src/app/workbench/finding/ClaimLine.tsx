/** Verdict on the claim in a link: reproduced or different. */
import { verdictOn } from "../../../words/claim.ts";
import { useWorkbench } from "../../hooks.ts";
import { useOwnClaim } from "./useOwnClaim.ts";

export function ClaimLine() {
  const claim = useWorkbench(({ document: { current: scenario } }) => scenario.claim);
  const own = useOwnClaim();
  if (claim === null || own === undefined) return null;
  const { is, why } = verdictOn(claim, own);
  return (
    <p className="claim-line small" data-verdict={is} role="status">
      <span aria-hidden="true">{{ reproduced: "=", differs: "≠", open: "…" }[is]}</span> {why}
    </p>
  );
}
