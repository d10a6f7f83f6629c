/** The overall result of an exhibit, for places without its numbers. */
import "./verdict.css";
import type { Exhibit, Outcome } from "../../../reproductions/contract.ts";
import { standingOf } from "../../../reproductions/verdict.ts";
import { Chip, HoldsShape } from "./Chip.tsx";

/** The verdict on the numbers, with a note on fitted or assumed ones, and how many statements hold. */
export function StandingChip({ exhibit, outcome }: { readonly exhibit: Exhibit; readonly outcome: Outcome | null }) {
  const standing = outcome === null ? null : standingOf(exhibit, outcome);
  if (standing === null) return null;
  const { verdict, title, hides, failing, statements } = standing;
  return (
    <>
      {verdict !== null && <Chip id={verdict} text={title} hides={hides} />}
      {verdict === null && statements === "" && <span className="verdict">nothing printed to judge</span>}
      {statements !== "" && (
        <span className="verdict verdict-statements" data-verdict={failing === 0 ? "exact" : "differs"}>
          <HoldsShape holds={failing === 0} /> {statements.replace(/\.$/, "")}
        </span>
      )}
    </>
  );
}
