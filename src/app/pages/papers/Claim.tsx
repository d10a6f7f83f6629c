/** The claim of a paper: its verdict, the sentences that the verdict rests on, and one number. */
import { type ClaimVerdict, claims, heldOfClaim, rowOfClaim, verdictOnClaim } from "../../../reproductions/claims.ts";
import type { Exhibit } from "../../../reproductions/contract.ts";
import { findExhibit } from "../../../reproductions/index.ts";
import { grouped } from "../../../reproductions/numbers.ts";
import type { Paper } from "../../../reproductions/papers.ts";
import { Typeset } from "./Typeset.tsx";
import { Lane } from "./runs/Lane.tsx";
import { marksOf } from "./runs/lane.ts";
import type { OutcomeOf } from "./runs/useKnown.ts";

/** The verdict on the claim of a paper; null until all results are known. */
export const verdictOf = ({ id }: Paper, outcomeOf: OutcomeOf) => verdictOnClaim(claims[id], byId(outcomeOf));
const byId = (outcomeOf: OutcomeOf) => (exhibit: string) => outcomeOf(findExhibit(exhibit) as Exhibit);

/** Says how many of the sentences behind the verdict hold. */
export function sayHolding({ id }: Paper, outcomeOf: OutcomeOf): string {
  const found = heldOfClaim(claims[id], byId(outcomeOf));
  if (found === null) return "";
  const { held, of } = found;
  const said = held < of ? `${held === 0 ? "none" : held} of the ${of}` : of === 2 ? "both" : `all ${of}`;
  return `${said} sentences it rests on ${held < 2 ? "holds" : "hold"}`;
}

/** A square that is full, half full, or crossed out. */
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
const inThreeDigits = (value: number) => (value < 1000 ? value.toPrecision(3) : grouped(value));

/** The number that goes with a claim: our value, in large type, and a lane that compares it with the printed value. */
export function OneNumber({ paper: { id }, outcomeOf }: { readonly paper: Paper; readonly outcomeOf: OutcomeOf }) {
  const { number } = claims[id];
  const row = rowOfClaim(claims[id]);
  const exhibit = findExhibit(number.exhibit) as Exhibit;
  const outcome = outcomeOf(exhibit);
  const value = outcome?.values.get(row.id);
  const marks = outcome === null ? null : marksOf(row, exhibit, outcome, { of: "ratios" });
  return (
    <div className="paper-number">
      <p>
        <b>{value === undefined ? "–" : inThreeDigits(value.value)}</b>
        <span className="small">
          <Typeset text={number.of} />
          {row.published !== null && `; printed ${row.published.text}`}
        </span>
      </p>
      {marks !== null && <Lane {...marks} relative={exhibit.tolerance.relative} />}
    </div>
  );
}
