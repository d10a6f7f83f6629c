/** The card with the selected networks, and the button that opens them in the workbench. */
import { useStore } from "zustand";
import { isSameValue } from "../../../core/base/same.ts";
import { letterOf } from "../../../core/scenario/document.ts";
import { usualAxes } from "../../../core/study/axes.ts";
import { equal } from "../../../core/study/front.ts";
import type { Plan } from "../../../core/study/order.ts";
import { nameOfNetwork } from "../../../words/candidates.ts";
import { formatMoney } from "../../../words/numbers.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { usePage } from "../../hooks.ts";
import { FamilyMark } from "./FamilyMark.tsx";
import { familiesOf } from "./front-data.ts";
import { layBeside } from "./lay-beside.ts";
import { mostPicked, pickAll, type StudyStore, togglePick } from "./study-store.ts";

export function PickedCard({ study, plan }: { readonly study: StudyStore; readonly plan: Plan }) {
  const page = usePage();
  const { need, picked, before } = useStore(study);
  const families = familiesOf(before);
  const best = bestOfEach(plan, need.budget);
  const isBest = isSameValue(best.slice(0, mostPicked), picked);
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
              <Button
                className="study-pick"
                aria-label={`${letterOf(i)}: ${nameOfNetwork(candidate.topology)}`}
                onPointerEnter={() => study.setState({ shown: candidate.id })}
                onFocus={() => study.setState({ shown: candidate.id })}
                onClick={() => study.setState({ shown: candidate.id })}
              >
                <FamilyMark family={families.findIndex(({ id }) => id === candidate.topology.kind)} isFilled={isMeasured} />
                <span>{nameOfNetwork(candidate.topology)}</span>
              </Button>
              <span className="study-price">{formatMoney(Math.round(candidate.perTerminal))}</span>
              <IconButton label={`Unpick ${letterOf(i)}`} onClick={() => togglePick(study, candidate.id)}>
                ×
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <p className="row wrap study-ways">
        {those.length > 0 && (
          <Button variant="primary" onClick={() => layBeside(page, need, those)}>
            {those.length === 1 ? "To the workbench" : "Lay side by side"}
          </Button>
        )}
        {!isBest && (
          <Button variant="underlined" onClick={() => pickAll(study, best)}>
            {best.length > mostPicked ? `Best of each family (${mostPicked} of ${best.length})` : "Best of each family"}
          </Button>
        )}
      </p>
    </section>
  );
}

/**
 * The best network of each family, the best family first: the highest throughput within the budget, as far as it is known, and the lowest
 * price among networks that count as equal. With the default axes, networks that their bound excludes are considered only if their family
 * has no other network.
 */
export function bestOfEach({ standings, view }: Plan, budget: number): readonly string[] {
  const within = standings.filter(({ candidate }) => candidate.perTerminal <= budget);
  return [...new Set(within.map(({ candidate }) => candidate.topology.kind))]
    .map((family) => {
      const all = within.filter(({ candidate }) => candidate.topology.kind === family);
      const isUsual = view.across.id === usualAxes.across && view.up.id === usualAxes.up;
      // Networks that are not excluded, or all if there are none.
      const hopeful = all.filter(({ isBeaten }) => !isBeaten || !isUsual);
      const those = hopeful.length > 0 ? hopeful : all;
      const most = Math.max(...those.map(({ carries }) => carries));
      const equals = those.filter(({ carries }) => carries > most - equal);
      return equals.reduce((a, b) => (b.candidate.cost < a.candidate.cost ? b : a));
    })
    .sort((a, b) => b.carries - a.carries || a.candidate.cost - b.candidate.cost)
    .map(({ candidate }) => candidate.id);
}
