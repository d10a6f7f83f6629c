/** The networks picked, and the way with them to the workbench. */
import { useStore } from "zustand";
import { letterOf } from "../../../core/scenario/document.ts";
import type { Plan } from "../../../core/study/order.ts";
import { nameOfNetwork } from "../../../words/candidates.ts";
import { formatMoney } from "../../../words/numbers.ts";
import { usePage } from "../../hooks.ts";
import { FamilyMark } from "./FamilyMark.tsx";
import { familiesOf } from "./front-data.ts";
import { layBeside } from "./lay-beside.ts";
import { mostPicked, pickAll, type StudyStore, togglePick } from "./study-store.ts";

export function PickedCard({ study, plan }: { readonly study: StudyStore; readonly plan: Plan }) {
  const page = usePage();
  const { need, picked, before } = useStore(study);
  const families = familiesOf(before);
  const those = picked.flatMap((id) => plan.standings.find(({ candidate }) => candidate.id === id) ?? []);
  return (
    <section className="panel study-picked" aria-label="Picked">
      <header className="row">
        <h2>Picked</h2>
        <span className="muted">
          {picked.length} of {mostPicked}
        </span>
      </header>
      {those.length === 0 ? (
        <p className="small">
          Pick networks in the picture to lay them side by side on the workbench: their drawings, load curves and runs.
        </p>
      ) : (
        <ul>
          {those.map(({ candidate, isMeasured }, i) => (
            <li key={candidate.id}>
              <span className="letter" data-ring={i > 0 || undefined}>
                {letterOf(i)}
              </span>
              <button
                type="button"
                className="study-pick"
                aria-label={`${letterOf(i)}: ${nameOfNetwork(candidate.topology)}`}
                onPointerEnter={() => study.setState({ shown: candidate.id })}
                onFocus={() => study.setState({ shown: candidate.id })}
                onClick={() => study.setState({ shown: candidate.id })}
              >
                <FamilyMark family={families.findIndex(({ id }) => id === candidate.topology.kind)} isFilled={isMeasured} />
                <span>{nameOfNetwork(candidate.topology)}</span>
              </button>
              <span className="study-price">{formatMoney(Math.round(candidate.perTerminal))}</span>
              <button type="button" className="icon" aria-label={`Unpick ${letterOf(i)}`} onClick={() => togglePick(study, candidate.id)}>
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="row wrap study-ways">
        {those.length > 0 && (
          <button type="button" className="underlined strong" onClick={() => layBeside(page, need, those)}>
            {those.length === 1 ? "To the workbench" : "Lay side by side"}
          </button>
        )}
        <button type="button" className="underlined" onClick={() => pickAll(study, bestOfEach(plan, need.budget))}>
          Best of each family
        </button>
      </p>
    </section>
  );
}

/** Of every family the one that carries most within the budget, the cheapest of equals; the best families first. */
function bestOfEach({ standings }: Plan, budget: number): readonly string[] {
  const best = new Map<string, Plan["standings"][number]>();
  for (const each of standings) {
    const { topology, cost, perTerminal } = each.candidate;
    if (perTerminal > budget) continue;
    const before = best.get(topology.kind);
    if (before === undefined || each.carries > before.carries || (each.carries === before.carries && cost < before.candidate.cost))
      best.set(topology.kind, each);
  }
  return [...best.values()]
    .sort((a, b) => b.carries - a.carries || a.candidate.cost - b.candidate.cost)
    .map(({ candidate }) => candidate.id);
}
