/** Notes below the finding of a rank program: a remedy for skew, and whether its time is chaotic. */
import { useState } from "react";
import type { Analysis } from "../../../core/analysis/analysis.ts";
import { uncapitalize } from "../../../core/base/words.ts";
import { perturbationsOf } from "../../../findings/sensitivity.ts";
import { mayBeChaotic, sayByteChange, saySensitivity } from "../../../findings/sensitivity-sentences.ts";
import { rankSkewOf, sayRendezvousRemedy, rendezvousLabel } from "../../../findings/skew.ts";
import { namedVariants } from "../../../words/variants.ts";
import { canCompareAlgorithms, compareAlgorithms, comparisonLabel } from "../../document/compare-algorithms.ts";
import { editedDocument } from "../../state/document-state.ts";
import { propose } from "../../document/edits.ts";
import { usePageRuns, usePage, useWorkbench } from "../../hooks.ts";
import { isSensitivityAutomatic, sensitivityQuery } from "../../runs/sensitivity.ts";
import { errorText } from "../../runs/query.ts";
import { useQuery } from "../../runs/useQuery.ts";
import type { ScenarioRunsState } from "../../runs/scenario-runs.ts";
import type { Page } from "../../create-page.ts";
import { FailedLine } from "../FailedLine.tsx";
import { Button } from "../../ui/Button.tsx";
import { withLockstep } from "./remedies-in-document.ts";

/** @param isOpen Whether the full finding is shown, which names the remedy already. */
export function ProgramLines({ isOpen }: { readonly isOpen: boolean }) {
  return (
    <>
      <SkewLine isOpen={isOpen} />
      <ChaosLine />
      <CompareAlgorithmsLine />
    </>
  );
}

/**
 * Offers to run a rank program with hosts in lockstep, if its ranks have moved apart in time and the program takes longer because of it.
 * `isOpen` is true where the evidence of the finding is shown, which gives the reason already.
 */
function SkewLine({ isOpen }: { readonly isOpen: boolean }) {
  const { store } = usePage();
  const document = useWorkbench(({ document: { current: scenario } }) => scenario);
  const isLocked = useWorkbench(({ view: { lock } }) => lock?.isLocked(["host"]) ?? false);
  const isSkewed = usePageRuns((page) => {
    const { answer, analysis } = singleScenarioAnswer(page) ?? {};
    if (answer === undefined) return false;
    return rankSkewOf(answer.scenario, answer.results, analysis?.program?.inStep ?? null) !== null;
  });
  if (!isSkewed || isLocked) return null;
  const lockstepDocument = withLockstep(document);
  if (lockstepDocument === null) return null;
  return (
    <p className="crowding">
      {!isOpen && `${sayRendezvousRemedy()} `}
      <Button
        variant="inline"
        onClick={({ currentTarget }) => {
          // The change removes the reason for this button, and so the button: move the focus to the section.
          currentTarget.closest("section")?.focus();
          propose(store, withLockstep(editedDocument(store.getState())) ?? lockstepDocument);
        }}
      >
        {rendezvousLabel}
      </Button>
    </p>
  );
}

/** Offers to compare the algorithms of a collective operation, the natural next question. */
function CompareAlgorithmsLine() {
  const { store } = usePage();
  const isPossible = useWorkbench(
    ({ document: { current: scenario }, view: { lock } }) => canCompareAlgorithms(scenario) && lock?.isLocked(["sweep"]) !== true,
  );
  if (!isPossible) return null;
  return (
    <p className="crowding">
      <Button variant="inline" onClick={() => compareAlgorithms(store)}>
        {comparisonLabel}
      </Button>
    </p>
  );
}

type Answer = NonNullable<ScenarioRunsState["answer"]>;

/**
 * A warning that the time of a program is chaotic: it changes strongly if each message gets one more byte. A second run with such messages
 * (the perturbed program) finds that out; for a long run it starts on request only.
 */
function ChaosLine() {
  const { runs } = usePage();
  const answer = usePageRuns(perturbableAnswer);
  /** Length of the scenario's cycle in cycles of the document's first network. */
  const cycle = useWorkbench(({ document: { current: scenario } }) => namedVariants(scenario).cycles[0]);
  const [requested, setRequested] = useState<Answer | null>(null);
  const isRequested = requested !== null && requested === answer;
  const isWanted = answer !== null && (isRequested || isSensitivityAutomatic(answer.scenario));
  const [state, onRetry] = useQuery(() => sensitivityQuery(runs.runners), isWanted ? { answer, cycle } : null);
  if (answer === null) return null;
  if (state.is === "error") {
    return <FailedLine failure="The second run failed" error={errorText(state.error)} onRetry={onRetry} />;
  }
  // The perturbed program cannot run, so sensitivity is unknown.
  if (state.is === "refused") return null;
  if (state.is === "value") {
    const sensitivity = state.value;
    return sensitivity !== null && (sensitivity.isChaotic || isRequested) ? (
      <p className="crowding muted">{saySensitivity(sensitivity)}</p>
    ) : null;
  }
  // A second run that the reader has not requested is not mentioned before its result.
  if (isWanted && !isRequested) return null;
  return (
    <p className="crowding muted">
      {isRequested
        ? `Running with ${uncapitalize(sayByteChange(perturbationsOf(answer.scenario)[0].bytes))} in each message …`
        : "A second run shows whether the digits of this time are reliable."}{" "}
      <Button variant="inline" onClick={() => setRequested(isRequested ? null : answer)}>
        {isRequested ? "Stop" : "Run it"}
      </Button>
    </p>
  );
}

/** The answer whose messages can be perturbed to test for chaos; null if there is none, or its time cannot be chaotic. */
function perturbableAnswer(page: Page): Answer | null {
  const { answer, analysis } = singleScenarioAnswer(page) ?? {};
  if (answer === undefined || !mayBeChaotic(answer.results, analysis ?? null)) return null;
  return perturbationsOf(answer.scenario).length === 0 ? null : answer;
}

/** Answer and analysis of a document with a single scenario; null while they are missing or stale. */
function singleScenarioAnswer({ store, runs }: Page): { readonly answer: Answer; readonly analysis: Analysis | null } | null {
  const { current: scenario, pending } = store.getState().document;
  if (pending !== null || scenario.beside.length + scenario.sweep.length > 0) return null;
  const { answer, isAnswerStale, analysis, isCurveStale } = runs.first.snapshot();
  return answer === null || isAnswerStale || isCurveStale ? null : { answer, analysis };
}
