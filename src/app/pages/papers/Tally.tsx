/** Totals over several exhibits, in large digits: printed numbers by verdict, and statements that hold or do not hold. */
import { Defined } from "../../glossary/Told.tsx";
import "./tally.css";
import type { Exhibit, Word } from "../../../reproductions/contract.ts";
import { sayHidden, standingOf, type VerdictId, verdictIds, verdictWords } from "../../../reproductions/verdict.ts";
import { HoldsShape, VerdictShape } from "./Chip.tsx";
import type { OutcomeOf } from "./runs/useKnown.ts";

/** Counts the verdicts of all exhibits, by verdict and provenance. Exhibits without an outcome count as not computed yet. */
export function Tally({ exhibits, outcomeOf }: { readonly exhibits: readonly Exhibit[]; readonly outcomeOf: OutcomeOf }) {
  const counts = new Map<VerdictId, Partial<Record<Word["is"], number>>>();
  let [open, holding, failing] = [0, 0, 0];
  for (const exhibit of exhibits) {
    const outcome = outcomeOf(exhibit);
    const standing = outcome === null ? null : standingOf(exhibit, outcome);
    if (standing === null) {
      open += exhibit.rows.filter(({ published }) => published !== null).length;
      continue;
    }
    holding += standing.holding;
    failing += standing.failing;
    for (const id of verdictIds) {
      const all = counts.get(id) ?? {};
      for (const [is, count] of Object.entries(standing.numbers[id] ?? {}) as [Word["is"], number][]) all[is] = (all[is] ?? 0) + count;
      counts.set(id, all);
    }
  }
  const sum = (id: VerdictId) => Object.values(counts.get(id) ?? {}).reduce((all, count) => all + count, 0);
  const hides = (id: VerdictId) => sayHidden(counts.get(id) ?? {});
  return (
    <ul className="tally wrap" aria-label="Printed numbers, by verdict, and statements">
      {verdictIds
        .filter((id) => sum(id) > 0)
        .map((id) => (
          <li key={id}>
            <b>{sum(id)}</b>
            <span>
              <VerdictShape id={id} />{" "}
              <Defined meaning={{ title: verdictWords[id].title, says: verdictWords[id].meaning }}>{verdictWords[id].title}</Defined>
            </span>
            {hides(id) !== "" && <small>{hides(id)}</small>}
          </li>
        ))}
      {open > 0 && (
        <li>
          <b>{open}</b>
          <span>not computed yet</span>
        </li>
      )}
      {holding + failing > 0 &&
        ([true, false] as const).map((holds) => (
          <li key={String(holds)}>
            <b>{holds ? holding : failing}</b>
            <span>
              <HoldsShape holds={holds} /> {holds ? "statements hold" : "statements do not"}
            </span>
          </li>
        ))}
    </ul>
  );
}
