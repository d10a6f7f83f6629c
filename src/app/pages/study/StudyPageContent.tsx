/** The study page, which replaces the workbench: from a need to the network to buy. */
import "../../workbench/sentence/sentence.css";
import "./study.css";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import { horizontalAxes, verticalAxes, axisSelection } from "../../../core/study/axes.ts";
import { formatCount, formatRatio } from "../../../words/numbers.ts";
import { editedDocument } from "../../state/document-state.ts";
import { usePage, useWorkbench } from "../../hooks.ts";
import { isSameValue } from "../../../core/base/equality.ts";
import { type ChosenKind, defaultsOf } from "../../../core/base/params.ts";
import { kindsOf } from "../../../core/kinds/all-kinds.ts";
import { GlossaryText } from "../../glossary/GlossaryText.tsx";
import { CurrentSheet } from "../sheets/CurrentSheet.tsx";
import { Button } from "../../ui/Button.tsx";
import { bindShortcuts } from "../../ui/shortcuts.ts";
import { Toast } from "../../ui/Toast.tsx";
import { ToggleButton, ToggleGroup } from "../../ui/ToggleButton.tsx";
import { answerStudy } from "./study-answer.ts";
import { FamilyMark } from "./FamilyMark.tsx";
import { studyFamiliesOf, studyPlotData, sayUnplotted, describeNetwork, descriptionSentence } from "./plot-data.ts";
import { StudyPlot } from "./StudyPlot.tsx";
import { ListWord } from "./ListWord.tsx";
import { StudyNetworkCard } from "./StudyNetworkCard.tsx";
import { SelectedNetworksCard } from "./SelectedNetworksCard.tsx";
import { StudyBar } from "./StudyBar.tsx";
import { studyShortcuts } from "./study-keys.ts";
import { StudyProgress } from "./StudyProgress.tsx";
import { NeedNumber, StudySentence } from "./StudySentence.tsx";
import { StudyTableView } from "./StudyTableView.tsx";
import type { StudySession } from "./open-study.ts";
import { studyNeedParams } from "../../../core/study/need.ts";
import { changeNeed, beginDrag, endDrag, toggleSelection } from "./study-store.ts";

/** The page: sentence, answer, plot or table, cards, and the progress of the simulations. */
export function StudyPageContent({ study: { store: study, runs } }: { readonly study: StudySession }) {
  const state = useStore(study);
  const results = useSyncExternalStore(runs.subscribe, runs.snapshot);
  const { need, tab, family } = state;
  const answer = useMemo(() => answerStudy(results.plan, need), [results.plan, need]);
  const data = useMemo(() => studyPlotData(state, results.plan, answer), [state, results.plan, answer]);
  const shownStatus =
    results.plan.statuses.find(({ candidate }) => candidate.id === state.hoveredId) ??
    answer.status ??
    results.plan.statuses[results.plan.front.at(-1) ?? -1] ??
    null;
  const { across: horizontalAxis, up: verticalAxis } = axisSelection(need, state);
  const shownText = useMemo(
    () => (shownStatus === null ? null : describeNetwork(shownStatus, data, { across: horizontalAxis, up: verticalAxis })),
    [shownStatus, data, horizontalAxis, verticalAxis],
  );
  const absentText = sayUnplotted(results.plan, { across: horizontalAxis, up: verticalAxis });
  /** With several kinds of traffic, the mark of a network that is not simulated yet may still move down. */
  const boundsMayDecrease = verticalAxis.id === "throughput" && need.under.length > 1;
  const page = usePage();
  useEffect(() => {
    document.title = "Study · Fabricscope";
  }, []);
  useEffect(() => bindShortcuts(studyShortcuts(study, page), () => page.overlay.getState().hasSingleKeys), [study, page]);
  useEffect(() => {
    if (state.message !== "") page.store.setState({ session: { toast: state.message } });
  }, [page, state.message]);
  const families = studyFamiliesOf(state.shownCandidates);
  return (
    <div className="study" data-tab={tab}>
      <StudyBar study={study} />
      <main className="study-main">
        <StudySentence study={study} />
        <p className="study-answer" role="status">
          <strong>
            {answer.before}
            {answer.before !== "" && <NeedNumber study={study} name="carried" format={formatRatio} />}
            {answer.after}
          </strong>{" "}
          {answer.remedy !== null && (
            <Button variant="inline" onClick={() => changeNeed(study, answer.remedy!.change)}>
              {answer.remedy.label}
            </Button>
          )}
          <span className="muted">
            {answer.certainty} <GlossaryText text={answer.frontText} />
          </span>
        </p>
        {tab === "picture" ? (
          <figure className="study-picture" aria-label={`Networks by ${horizontalAxis.title} and ${verticalAxis.title}`}>
            <figcaption>
              <ListWord
                title="Up"
                text={verticalAxis.title}
                options={verticalAxes(need)}
                selectedIds={[verticalAxis.id]}
                onSelect={([id]) => study.setState({ verticalAxisId: id })}
              />
              <span>, {verticalAxis.unit}</span>
              <span className="study-key">
                {verticalAxis.needs.length === 0 ? (
                  <span>● exact, without simulation</span>
                ) : (
                  <>
                    <span>
                      {verticalAxis.isMoreBetter ? "○ at most" : "○ at least"}
                      {boundsMayDecrease ? "; decreases with further runs" : ""}
                    </span>{" "}
                    <span>● simulated, with its error</span>
                  </>
                )}
              </span>
            </figcaption>
            <StudyPlot
              data={data}
              isDragging={state.isDragging}
              label={`${results.plan.statuses.length} networks by ${horizontalAxis.title} and ${verticalAxis.title}. ${shownText === null ? "" : descriptionSentence(shownText)}`}
              hovered={state.hoveredId === null ? null : shownText}
              onHover={(id) => id !== study.getState().hoveredId && study.setState({ hoveredId: id })}
              onSelect={(id) => toggleSelection(study, id)}
              onDragChange={(isStart) => (isStart ? beginDrag(study) : endDrag(study))}
              onBudget={(value) =>
                changeNeed(study, {
                  budget: Math.min(studyNeedParams.budget.max, Math.max(studyNeedParams.budget.min, Math.round(value / 10) * 10)),
                })
              }
              onRequirement={(value) =>
                changeNeed(study, {
                  carried: Number(Math.min(1, Math.max(studyNeedParams.carried.min, Math.round(value / 0.02) * 0.02)).toFixed(2)),
                })
              }
            />
            <figcaption>
              {absentText !== "" && <span className="study-absent">{absentText}.</span>}
              <ListWord
                title="Across"
                placement="top end"
                within=".study-picture"
                text={horizontalAxis.title}
                options={horizontalAxes(need)}
                selectedIds={[horizontalAxis.id]}
                onSelect={([id]) => study.setState({ horizontalAxisId: id })}
              />
              <span>
                {horizontalAxis.unit === "" ? "" : `, ${horizontalAxis.unit}`}
                {horizontalAxis.id === "cost" && ", by "}
              </span>
              {horizontalAxis.id === "cost" && <PriceListWord study={study} />}
            </figcaption>
          </figure>
        ) : (
          <StudyTableView study={study} state={results} />
        )}
        <aside className="study-side">
          {shownStatus !== null && (
            <StudyNetworkCard
              study={study}
              status={shownStatus}
              measurements={results.measurements.get(shownStatus.candidate.id)}
              isRunning={results.runningIds.includes(shownStatus.candidate.id)}
              fault={results.faults.get(shownStatus.candidate.id)}
              onRetry={runs.isLost(shownStatus.candidate.id) ? () => runs.runLost() : null}
            />
          )}
          <SelectedNetworksCard study={study} plan={results.plan} />
        </aside>
        <div className="study-foot row wrap">
          <ToggleGroup label="Show">
            {(["picture", "table"] as const).map((each) => (
              <ToggleButton
                key={each}
                isPressed={tab === each}
                onClick={({ currentTarget: toggle }) => {
                  study.setState({ tab: each });
                  // The table is taller than the picture; keep the button that was pressed in the viewport.
                  requestAnimationFrame(() => toggle.scrollIntoView({ block: "nearest" }));
                }}
              >
                {each === "picture" ? "Picture" : "Table"}
              </ToggleButton>
            ))}
          </ToggleGroup>
          <ul className="study-families wrap" aria-label="Families">
            {families.map(({ id, title, count }, i) => (
              <li key={id}>
                <ToggleButton isPressed={family === id} onClick={() => study.setState({ family: family === id ? null : id })}>
                  <FamilyMark family={i} isFilled={false} /> {title} {formatCount(count)}
                </ToggleButton>
              </li>
            ))}
          </ul>
        </div>
      </main>
      <StudyProgress runs={runs} state={results} />
      <CurrentSheet />
      <Toast />
    </div>
  );
}

/**
 * The word that selects the prices of switches and links for the study: a price list with its default values, or the prices that are set in
 * the workbench.
 */
function PriceListWord({ study }: { readonly study: StudySession["store"] }) {
  const cost = useStore(study, ({ need }) => need.cost);
  const { store } = usePage();
  const workbenchPrices = useWorkbench(editedDocument).cost;
  const { registry } = studyNeedParams.cost;
  const defaultPrices = (kind: string): ChosenKind => ({ kind, values: defaultsOf(registry.get(kind).params) });
  const isDefault = isSameValue(cost, defaultPrices(cost.kind));
  const isFromWorkbench = !isDefault && isSameValue(cost, workbenchPrices);
  const selectedId = isDefault ? cost.kind : isFromWorkbench ? "workbench" : "";
  const fromWorkbench = {
    id: "workbench",
    title: "prices of the workbench",
    summary: `The prices of the document that is open in the workbench: ${registry.get(workbenchPrices.kind).prices}, with the numbers set there under “Cost”.`,
  };
  return (
    <ListWord
      title="Prices"
      placement="top end"
      within=".study-picture"
      text={isDefault ? registry.get(cost.kind).prices : `${registry.get(cost.kind).prices}, changed`}
      options={[...kindsOf(registry).map(({ id, title, summary }) => ({ id, title, summary })), fromWorkbench]}
      selectedIds={[selectedId]}
      onSelect={([id]) => changeNeed(study, { cost: id === fromWorkbench.id ? editedDocument(store.getState()).cost : defaultPrices(id) })}
    />
  );
}
