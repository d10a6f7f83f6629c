/** The overall result of an exhibit, for places without its numbers. */
import "./verdict.css";
import { capitalize } from "../../../words/params.ts";
import type { Exhibit, Outcome } from "../../../reproductions/contract.ts";
import { verdictSummaryOf } from "../../../reproductions/verdict.ts";
import { VerdictChip, StatementShape } from "./VerdictChip.tsx";

/** The verdict on the numbers, with a note on fitted or assumed ones; how many statements hold; and, in a card, what is not compared. */
export function ExhibitVerdictChip({
  exhibit,
  outcome,
  isCard = false,
}: {
  readonly exhibit: Exhibit;
  readonly outcome: Outcome | null;
  readonly isCard?: boolean;
}) {
  const summary = outcome === null ? null : verdictSummaryOf(exhibit, outcome);
  if (summary === null) return null;
  const { verdict, title, provenances: note, failing: failingCount, statements, uncompared } = summary;
  return (
    <>
      {verdict !== null && <VerdictChip id={verdict} text={title} note={note} />}
      {verdict === null && statements === "" && <span className="verdict">no printed value to compare</span>}
      {statements !== "" && (
        <span className="verdict verdict-statements" data-verdict={failingCount === 0 ? "exact" : "differs"}>
          <StatementShape holds={failingCount === 0} /> {statements.replace(/\.$/, "")}
        </span>
      )}
      {isCard && uncompared !== "" && <small>{capitalize(uncompared)}.</small>}
    </>
  );
}
