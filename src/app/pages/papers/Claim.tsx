/** The claim of a paper: our verdict on the claim, the paper's sentences that decide the verdict, and one number. */
import { type ClaimVerdict, claims, statementCountsOf, rowOfClaim, verdictOnClaim } from "../../../reproductions/claims.ts";
import type { Exhibit, ModelScale } from "../../../reproductions/contract.ts";
import { sayNotReproduced } from "../../../reproductions/coverage.ts";
import { findExhibit } from "../../../reproductions/index.ts";
import { withThousands } from "../../../reproductions/numbers.ts";
import type { Paper } from "../../../reproductions/papers.ts";
import { Typeset } from "./Typeset.tsx";
import { DotPlotRow } from "./runs/DotPlotRow.tsx";
import { dotPlotMarks } from "./runs/dot-plot.ts";
import type { OutcomeLookup } from "./runs/useKnownOutcomes.ts";

/** The verdict on the claim of a paper; null until all results are known. */
export const claimVerdictOf = ({ id }: Paper, outcomeOf: OutcomeLookup) => verdictOnClaim(claims[id], outcomeById(outcomeOf));
const outcomeById = (outcomeOf: OutcomeLookup) => (exhibit: string) => outcomeOf(findExhibit(exhibit) as Exhibit);

/** What is scaled down in the runs that a claim rests on; undefined if nothing is. */
export function scaleOfClaim({ id }: Paper): ModelScale | undefined {
  return Object.keys(claims[id].statements).flatMap((exhibit) => findExhibit(exhibit)?.scale ?? [])[0];
}

/** The verdict on the claim of a paper in words: a scaled-down model says nothing about the full size. */
export function sayClaimVerdict(paper: Paper, verdict: ClaimVerdict): string {
  const scale = scaleOfClaim(paper);
  if (verdict === "not reproduced") return sayNotReproduced(scale);
  return scale === undefined ? verdict : `${verdict}, in a scaled-down model`;
}

/** Says how many of the paper's sentences that decide the verdict hold. */
export function sayHoldingStatements({ id }: Paper, outcomeOf: OutcomeLookup): string {
  const counts = statementCountsOf(claims[id], outcomeById(outcomeOf));
  if (counts === null) return "";
  const { holdingCount: heldCount, total } = counts;
  const countText = heldCount < total ? `${heldCount === 0 ? "none" : heldCount} of the ${total}` : total === 2 ? "both" : `all ${total}`;
  return `${countText} statements that support it ${heldCount < 2 ? "holds" : "hold"}`;
}

/**
 * The icon of the verdict on a claim: a full square if the claim is reproduced, a half-full square for "partly", a crossed square for "not
 * reproduced".
 */
export function ClaimShape({ verdict }: { readonly verdict: ClaimVerdict }) {
  return (
    <svg width={16} height={16} viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth={1.8} aria-hidden="true">
      <rect x={1.5} y={1.5} width={13} height={13} rx={2.5} />
      {verdict === "not reproduced" ? (
        <path d="M5 5l6 6M11 5l-6 6" />
      ) : (
        <rect
          x={4.5}
          y={verdict === "partly" ? 8.5 : 4.5}
          width={7}
          height={verdict === "partly" ? 3 : 7}
          fill="currentColor"
          stroke="none"
        />
      )}
    </svg>
  );
}

/** Writes a value with three significant digits; integers of more digits keep them all. */
const formatThreeDigits = (value: number) => (value < 1000 ? value.toPrecision(3) : withThousands(value));

/** The number that goes with the claim of a paper: our value in large type, and a dot plot that compares it with the printed value. */
export function ClaimNumber({ paper: { id }, outcomeOf }: { readonly paper: Paper; readonly outcomeOf: OutcomeLookup }) {
  const { number } = claims[id];
  const row = rowOfClaim(claims[id]);
  const exhibit = findExhibit(number.exhibit) as Exhibit;
  const outcome = outcomeOf(exhibit);
  const value = outcome?.values.get(row.id);
  const marks = outcome === null ? null : dotPlotMarks(row, exhibit, outcome, { of: "ratios" });
  return (
    <div className="paper-number">
      <p>
        <b>{value === undefined ? "–" : formatThreeDigits(value.value)}</b>
        <span className="small">
          <Typeset text={number.of} />
          {row.published !== null && `; printed ${row.published.text}`}
        </span>
      </p>
      {marks !== null && <DotPlotRow {...marks} relative={exhibit.tolerance.relative} />}
    </div>
  );
}
