/** The card with the selected networks, and the button that opens them in the workbench. */
import { useStore } from "zustand";
import { isSameValue } from "../../../core/base/equality.ts";
import { letterOf } from "../../../core/scenario/document.ts";
import { defaultAxes } from "../../../core/study/axes.ts";
import { throughputTolerance } from "../../../core/study/pareto-front.ts";
import type { StudyPlan } from "../../../core/study/study-plan.ts";
import { candidateName } from "../../../words/study-candidates.ts";
import { formatMoney } from "../../../words/numbers.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { usePage } from "../../hooks.ts";
import { FamilyMark } from "./FamilyMark.tsx";
import { studyFamiliesOf } from "./plot-data.ts";
import { openComparison } from "./open-comparison.ts";
import { maxSelected, selectAll, type StudyStore, toggleSelection } from "./study-store.ts";

/**
 * The selected networks, each with its letter and price, and the buttons that open them in the workbench or select the best network of each
 * family.
 */
export function SelectedNetworksCard({ study, plan }: { readonly study: StudyStore; readonly plan: StudyPlan }) {
  const page = usePage();
  const { need, selectedIds, shownCandidates } = useStore(study);
  const families = studyFamiliesOf(shownCandidates);
  const bestIds = bestOfEachFamily(plan, need.budget);
  const areBestSelected = isSameValue(bestIds.slice(0, maxSelected), selectedIds);
  const selectedNetworks = selectedIds.flatMap((id) => plan.statuses.find(({ candidate }) => candidate.id === id) ?? []);
  return (
    <section className="panel study-picked" aria-label="Selected">
      <header className="row">
        <h2>Selected</h2>
        <span className="muted">
          {selectedIds.length} of {maxSelected}
        </span>
      </header>
      {selectedNetworks.length === 0 ? (
        <p className="small">Select networks in the plot to compare their drawings, load curves and runs on the workbench.</p>
      ) : (
        <ul>
          {selectedNetworks.map(({ candidate, isMeasured }, i) => (
            <li key={candidate.id}>
              <span className="letter" data-ring={i > 0 || undefined}>
                {letterOf(i)}
              </span>
              <Button
                className="study-pick"
                aria-label={`${letterOf(i)}: ${candidateName(candidate.topology)}`}
                onPointerEnter={() => study.setState({ hoveredId: candidate.id })}
                onFocus={() => study.setState({ hoveredId: candidate.id })}
                onClick={() => study.setState({ hoveredId: candidate.id })}
              >
                <FamilyMark family={families.findIndex(({ id }) => id === candidate.topology.kind)} isFilled={isMeasured} />
                <span>{candidateName(candidate.topology)}</span>
              </Button>
              <span className="study-price">{formatMoney(Math.round(candidate.perTerminal))}</span>
              <IconButton label={`Deselect ${letterOf(i)}`} onClick={() => toggleSelection(study, candidate.id)}>
                ×
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <p className="row wrap study-actions">
        {selectedNetworks.length > 0 && (
          <Button variant="primary" onClick={() => openComparison(page, need, selectedNetworks)}>
            {selectedNetworks.length === 1 ? "To the workbench" : "Lay side by side"}
          </Button>
        )}
        {!areBestSelected && (
          <Button variant="underlined" onClick={() => selectAll(study, bestIds)}>
            {bestIds.length > maxSelected ? `Best of each family (${maxSelected} of ${bestIds.length})` : "Best of each family"}
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
export function bestOfEachFamily({ statuses, view }: StudyPlan, budget: number): readonly string[] {
  const affordable = statuses.filter(({ candidate }) => candidate.perTerminal <= budget);
  return [...new Set(affordable.map(({ candidate }) => candidate.topology.kind))]
    .map((family) => {
      const familyMembers = affordable.filter(({ candidate }) => candidate.topology.kind === family);
      const hasDefaultAxes = view.across.id === defaultAxes.horizontalAxisId && view.up.id === defaultAxes.verticalAxisId;
      // Networks that are not excluded, or all if there are none.
      const notExcluded = familyMembers.filter(({ isExcluded }) => !isExcluded || !hasDefaultAxes);
      const contenders = notExcluded.length > 0 ? notExcluded : familyMembers;
      const maxThroughput = Math.max(...contenders.map(({ worstThroughput }) => worstThroughput));
      const tied = contenders.filter(({ worstThroughput }) => worstThroughput > maxThroughput - throughputTolerance);
      return tied.reduce((a, b) => (b.candidate.cost < a.candidate.cost ? b : a));
    })
    .sort((a, b) => b.worstThroughput - a.worstThroughput || a.candidate.cost - b.candidate.cost)
    .map(({ candidate }) => candidate.id);
}
