/** How an exhibit came out, where its numbers do not stand: on this visit, or else as it was recorded. */
import "./verdict.css";
import type { Exhibit, Outcome } from "../../../reproductions/contract.ts";
import { isReckoned } from "../../../reproductions/outcome.ts";
import { countWords, sayHidden } from "../../../reproductions/verdict.ts";
import { Chip, HoldsShape } from "./Chip.tsx";
import { sayRuns } from "./runs/runs-words.ts";
import { standingIn } from "./runs/useOutcomes.ts";

interface StandingProps {
  readonly exhibit: Exhibit;
  readonly outcome: Outcome | null;
}

/** The verdict on its numbers, with what that would hide; of what has none, how many runs it is. */
export function StandingChip({ exhibit, outcome }: StandingProps) {
  const standing = standingIn(exhibit, outcome);
  if (standing !== null && standing.verdict !== null)
    return <Chip id={standing.verdict} title={standing.sentence} hides={sayHidden(countWords(exhibit.rows))} />;
  return isReckoned(exhibit) ? null : <span>{sayRuns(exhibit)}</span>;
}

/** How many of its statements hold; nothing where it has none. */
export function StatementsLine({ exhibit, outcome }: StandingProps) {
  const standing = standingIn(exhibit, outcome);
  if (standing === null || standing.statements === "") return null;
  const isHolding = standing.failing === 0;
  return (
    <p className="statements-line" data-holds={isHolding}>
      <HoldsShape holds={isHolding} /> {standing.statements}
    </p>
  );
}
