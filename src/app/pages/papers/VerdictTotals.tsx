/** Totals over several exhibits, in large digits: printed numbers by verdict, and statements that hold or do not hold. */
import { DefinedTerm } from "../../glossary/GlossaryText.tsx";
import "./tally.css";
import { judgedRows, sayCoverage } from "../../../reproductions/coverage.ts";
import type { Exhibit, Provenance } from "../../../reproductions/contract.ts";
import { sayProvenanceCounts, verdictSummaryOf, type VerdictId, verdictIds, verdictWords } from "../../../reproductions/verdict.ts";
import { StatementShape, VerdictShape } from "./VerdictChip.tsx";
import type { OutcomeLookup } from "./runs/useKnownOutcomes.ts";

/**
 * The totals of several exhibits: how many printed numbers have each verdict, split by provenance; how many are not computed yet; how many
 * statements of the papers hold; and what of the exhibits is compared.
 */
export function VerdictTotals({ exhibits, outcomeOf }: { readonly exhibits: readonly Exhibit[]; readonly outcomeOf: OutcomeLookup }) {
  // How many printed numbers have each verdict and each provenance (exact, or from a model with fitted, chosen or assumed constants).
  const counts = new Map<VerdictId, Partial<Record<Provenance["is"], number>>>();
  let [pendingCount, holdingCount, failingCount] = [0, 0, 0];
  for (const exhibit of exhibits) {
    const outcome = outcomeOf(exhibit);
    const summary = outcome === null ? null : verdictSummaryOf(exhibit, outcome);
    if (summary === null) {
      pendingCount += judgedRows(exhibit).length;
      continue;
    }
    holdingCount += summary.holding;
    failingCount += summary.failing;
    for (const id of verdictIds) {
      const countsByProvenance = counts.get(id) ?? {};
      for (const [provenance, count] of Object.entries(summary.numbers[id] ?? {}) as [Provenance["is"], number][])
        countsByProvenance[provenance] = (countsByProvenance[provenance] ?? 0) + count;
      counts.set(id, countsByProvenance);
    }
  }
  const countOfVerdict = (id: VerdictId) => Object.values(counts.get(id) ?? {}).reduce((sum, count) => sum + count, 0);
  const noteOf = (id: VerdictId) => sayProvenanceCounts(counts.get(id) ?? {});
  return (
    <>
      <ul className="tally wrap" aria-label="Printed numbers, by verdict, and statements">
        {verdictIds
          .filter((id) => countOfVerdict(id) > 0)
          .map((id) => (
            <li key={id}>
              <b>{countOfVerdict(id)}</b>
              <span>
                <VerdictShape id={id} />{" "}
                <DefinedTerm meaning={{ title: verdictWords[id].title, says: verdictWords[id].meaning }}>
                  {verdictWords[id].title}
                </DefinedTerm>
              </span>
              {noteOf(id) !== "" && <small>{noteOf(id)}</small>}
            </li>
          ))}
        {pendingCount > 0 && (
          <li>
            <b>{pendingCount}</b>
            <span>not computed yet</span>
          </li>
        )}
        {holdingCount + failingCount > 0 &&
          ([true, false] as const).map((holds) => (
            <li key={String(holds)}>
              <b>{holds ? holdingCount : failingCount}</b>
              <span>
                <StatementShape holds={holds} /> {holds ? "statements hold" : "statements do not hold"}
              </span>
            </li>
          ))}
      </ul>
      <p className="paper-status">{sayCoverage(exhibits)}</p>
    </>
  );
}
