/** How an exhibit came out, where its numbers do not stand. */
import "./verdict.css";
import type { Exhibit, Outcome } from "../../../reproductions/contract.ts";
import { countWords, sayHidden, standingOf } from "../../../reproductions/verdict.ts";
import { Chip, HoldsShape } from "./Chip.tsx";

/** The verdict on its numbers, with what that would hide; below it how many of its statements hold. */
export function StandingChip({ exhibit, outcome }: { readonly exhibit: Exhibit; readonly outcome: Outcome | null }) {
  const standing = outcome === null ? null : standingOf(exhibit, outcome);
  if (standing === null) return null;
  const { verdict, sentence, failing, statements } = standing;
  return (
    <>
      {verdict !== null && (
        <p>
          <Chip id={verdict} title={sentence} hides={sayHidden(countWords(exhibit.rows))} />
        </p>
      )}
      {statements !== "" && (
        <p className="statements-line" data-holds={failing === 0}>
          <HoldsShape holds={failing === 0} /> {statements}
        </p>
      )}
    </>
  );
}
