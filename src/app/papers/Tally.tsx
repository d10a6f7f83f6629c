/** How many printed numbers fared how, over several exhibits, as large figures. */
import type { Exhibit } from "../../reproductions/contract.ts";
import { isReckoned } from "../../reproductions/outcome.ts";
import { type VerdictId, verdictIds, verdictOfRow, verdictWords } from "../../reproductions/verdict.ts";
import { VerdictShape } from "./Chip.tsx";
import type { OutcomeOf } from "./useOutcomes.ts";

export function Tally({ exhibits, outcomeOf }: { readonly exhibits: readonly Exhibit[]; readonly outcomeOf: OutcomeOf }) {
  const counts = new Map<VerdictId, number>();
  const open = { here: 0, onTheirPage: 0 };
  for (const exhibit of exhibits) {
    const outcome = outcomeOf(exhibit);
    for (const row of exhibit.rows) {
      if (row.published === null) continue;
      const verdict = outcome === null ? null : verdictOfRow(exhibit, row, outcome);
      if (verdict === null) open[isReckoned(exhibit) ? "here" : "onTheirPage"]++;
      else counts.set(verdict.id, (counts.get(verdict.id) ?? 0) + 1);
    }
  }
  return (
    <ul className="tally" aria-label="Printed numbers, by verdict">
      {verdictIds
        .filter((id) => counts.has(id))
        .map((id) => (
          <li key={id} title={verdictWords[id].meaning}>
            <b>{counts.get(id)}</b>
            <span>
              <VerdictShape id={id} /> {verdictWords[id].title}
            </span>
          </li>
        ))}
      {open.here > 0 && (
        <li>
          <b>{open.here}</b>
          <span>being computed</span>
        </li>
      )}
      {open.onTheirPage > 0 && (
        <li>
          <b>{open.onTheirPage}</b>
          <span>run, or recorded, on {open.onTheirPage === 1 ? "its own page" : "their own pages"}</span>
        </li>
      )}
    </ul>
  );
}
