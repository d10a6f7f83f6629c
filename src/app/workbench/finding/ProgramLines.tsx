/** Notes below the finding of a rank program: a remedy for skew, and whether its time is chaotic. */
import { useState } from "react";
import type { Analysis } from "../../../core/analysis/analysis.ts";
import { nearbyOf } from "../../../findings/nearby.ts";
import { mayBeChaotic, sayChangeOf, saySensitivity } from "../../../findings/chaos.ts";
import { driftOf, sayTogether, togetherWords } from "../../../findings/drift.ts";
import { namedVariants } from "../../../words/variants.ts";
import { canContest, contest, contestWords } from "../../document/contest.ts";
import { edited } from "../../state/document-state.ts";
import { propose } from "../../document/edits.ts";
import { useComputed, usePage, useWorkbench } from "../../hooks.ts";
import { isSmall, sensitivityQuery } from "../../runs/sensitivity.ts";
import { faultWords } from "../../runs/query.ts";
import { useQuery } from "../../runs/useQuery.ts";
import type { ScenarioRunsState } from "../../runs/scenario-runs.ts";
import type { Page } from "../../create-page.ts";
import { FailedLine } from "../FailedLine.tsx";
import { Button } from "../../ui/Button.tsx";
import { inStep } from "./cure.ts";

/** @param isOpen Whether the full finding is shown, which names the remedy already. */
export function ProgramLines({ isOpen }: { readonly isOpen: boolean }) {
  return (
    <>
      <DriftLine isOpen={isOpen} />
      <ChaosLine />
      <ContestLine />
    </>
  );
}

/** Offers lockstep hosts if ranks have skewed. */
function DriftLine({ isOpen }: { readonly isOpen: boolean }) {
  const { store } = usePage();
  const document = useWorkbench(({ document: { current: scenario } }) => scenario);
  const isLocked = useWorkbench(({ view: { lock } }) => lock?.isLocked(["host"]) ?? false);
  const isApart = useComputed((page) => {
    const { answer, analysis } = knownAlone(page) ?? {};
    if (answer === undefined) return false;
    return driftOf(answer.scenario, answer.results, analysis?.program?.inStep ?? null) !== null;
  });
  if (!isApart || isLocked) return null;
  const mended = inStep(document);
  if (mended === null) return null;
  return (
    <p className="crowding">
      {!isOpen && `${sayTogether()} `}
      <Button
        variant="inline"
        onClick={({ currentTarget }) => {
          // The button disappears with its reason; move the focus to the section.
          currentTarget.closest("section")?.focus();
          propose(store, inStep(edited(store.getState())) ?? mended);
        }}
      >
        {togetherWords}
      </Button>
    </p>
  );
}

/** Offers to compare the algorithms of a collective operation, the natural next question. */
function ContestLine() {
  const { store } = usePage();
  const isOffered = useWorkbench(
    ({ document: { current: scenario }, view: { lock } }) => canContest(scenario) && lock?.isLocked(["sweep"]) !== true,
  );
  if (!isOffered) return null;
  return (
    <p className="crowding">
      <Button variant="inline" onClick={() => contest(store)}>
        {contestWords}
      </Button>
    </p>
  );
}

type Answer = NonNullable<ScenarioRunsState["answer"]>;

/** Reports a chaotic result once a second run has shown it. For a long run, that second run starts on request only. */
function ChaosLine() {
  const { runs } = usePage();
  const answer = useComputed(chaoticOf);
  const cycle = useWorkbench(({ document: { current: scenario } }) => namedVariants(scenario).cycles[0]);
  const [asked, setAsked] = useState<Answer | null>(null);
  const isAsked = asked !== null && asked === answer;
  const isWanted = answer !== null && (isAsked || isSmall(answer.scenario));
  const [state, onAgain] = useQuery(() => sensitivityQuery(runs.runners), isWanted ? { answer, cycle } : null);
  if (answer === null) return null;
  if (state.is === "error") {
    return <FailedLine what="Whether the digits of this time hold was not found" words={faultWords(state.fault)} onAgain={onAgain} />;
  }
  // The perturbed program cannot run, so sensitivity is unknown.
  if (state.is === "refused") return null;
  if (state.is === "value") {
    const found = state.value;
    return found !== null && (found.isChaotic || isAsked) ? <p className="crowding muted">{saySensitivity(found)}</p> : null;
  }
  if (isWanted && !isAsked) return null;
  return (
    <p className="crowding muted">
      {isAsked
        ? `${sayChangeOf(nearbyOf(answer.scenario)[0].bytes)} in each message is being run …`
        : "Whether the digits of this time hold takes another run."}{" "}
      <Button variant="inline" onClick={() => setAsked(isAsked ? null : answer)}>
        {isAsked ? "Stop" : "Run it"}
      </Button>
    </p>
  );
}

/** The answer whose messages can be perturbed to test for chaos; null if there is none, or its time cannot be chaotic. */
function chaoticOf(page: Page): Answer | null {
  const { answer, analysis } = knownAlone(page) ?? {};
  if (answer === undefined || !mayBeChaotic(answer.results, analysis ?? null)) return null;
  return nearbyOf(answer.scenario).length === 0 ? null : answer;
}

/** Answer and analysis of a document with a single scenario; null while they are missing or stale. */
function knownAlone({ store, runs }: Page): { readonly answer: Answer; readonly analysis: Analysis | null } | null {
  const { current: scenario, pending } = store.getState().document;
  if (pending !== null || scenario.beside.length + scenario.sweep.length > 0) return null;
  const { answer, isAnswerStale, analysis, isCurveStale } = runs.first.snapshot();
  return answer === null || isAnswerStale || isCurveStale ? null : { answer, analysis };
}
