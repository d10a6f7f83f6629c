/** The answer with its first evidence; the button "More" shows all evidence. A stale answer stays, paler, until the new one arrives. */
import "./finding.css";
import { useEffect, useState } from "react";
import { workloads } from "../../../core/workloads/registry.ts";
import { sayEngines } from "../../../words/engines.ts";
import { causeOf } from "../../../findings/cause/cause.ts";
import { findingOfTraffic, findingAtPoint } from "../../../findings/traffic.ts";
import { sayDuration } from "../../../words/numbers.ts";
import { curveProgressDelay, runFailureOf } from "../../runs/scenario-runs.ts";
import { GlossaryText } from "../../glossary/GlossaryText.tsx";
import { FigureLine } from "./FigureLine.tsx";
import { lazyComponent, lazyCode, useLazy } from "../../ui/lazy.ts";
import { namedVariants } from "../../../words/variants.ts";
import { saturationOf } from "../../../core/measures/curve.ts";
import { setLoadUnit } from "../../state/units.ts";
import { usePageRuns, usePage, useActiveRuns, useUnits, useWorkbench } from "../../hooks.ts";
import { Button } from "../../ui/Button.tsx";
import type { Page } from "../../create-page.ts";

const { Component: ClaimLine } = lazyComponent(() => import("./lines.ts").then((file) => file.ClaimLine));
const { Component: GalleryHint } = lazyComponent(() => import("./lines.ts").then((file) => file.GalleryHint));
const { Component: LostRunLine } = lazyComponent(() => import("./lines.ts").then((file) => file.LostRunLine));
const { Component: RunProgressLine } = lazyComponent(() => import("./lines.ts").then((file) => file.RunProgressLine));
const { Component: LinkPreview } = lazyComponent(() => import("../drawing/LinkPreview.tsx").then((file) => file.LinkPreview));
const { Component: CrowdingLine } = lazyComponent(() => import("./lines.ts").then((file) => file.CrowdingLine));
const { Component: DecidingSettings } = lazyComponent(() => import("./lines.ts").then((file) => file.DecidingSettings));
const { Component: ProgramLines } = lazyComponent(() => import("./ProgramLines.tsx").then((file) => file.ProgramLines));

/** Delay before the finding is announced to screen readers, milliseconds, so that a drag is not announced frame by frame. */
const announceDelay = 900;

/** Chooses between the finding of a single scenario and of the whole document, and shows progress, staleness and the previous number. */
export function FindingLine() {
  const page = usePage();
  const units = useUnits();
  const answer = useActiveRuns((state) => state.answer);
  const analysis = useActiveRuns((state) => (state.isCurveStale ? null : state.analysis));
  // What is being edited cannot run yet, so the answer is that of the last valid document.
  const isUnrunnable = useWorkbench(({ document: { pending } }) => pending !== null);
  const isStale = useActiveRuns((state) => state.isAnswerStale) || isUnrunnable;
  const percent = useActiveRuns((state) => (state.isAnswerStale ? Math.floor(state.progress * 100) : 0));
  // Rounded, so that the line is not rendered with every slice of the run.
  const remainingText = useActiveRuns((state) => (state.secondsLeft === null ? "" : `, about ${sayDuration(state.secondsLeft)} left`));
  // The state that decides which optional lines are shown; each change renders the component again.
  const hasSpan = useWorkbench((state) => state.session.span !== null);
  const lostReason = useActiveRuns(runFailureOf);
  // The cost basis is a view option, which does not notify the runs.
  useWorkbench((state) => state.view.choices["performance-per-cost"]);
  const enginesText = useWorkbench(({ document: { current: scenario } }) => sayEngines(scenario));
  const sweepPoint = useWorkbench(({ document: { current: scenario } }) => namedVariants(scenario).point);
  const hasRuns = usePageRuns(hasRunStatus);
  // A document opened from a file beside the page may belong to the gallery and have a hint.
  const isFromFile = useWorkbench(({ document: { isEdited, source } }) => !isEdited && source.includes("src="));
  const hasClaim = useWorkbench(({ document: { current: scenario } }) => scenario.claim !== null);
  // A cheap condition that decides whether `CrowdingLine` is rendered; that component checks more closely.
  const mayCrowd = useWorkbench(({ document: { current: scenario } }) =>
    namedVariants(scenario).scenarios.some(({ flowControl }) => flowControl.values["selection"] === "queue-credits"),
  );
  const isDrawing = useWorkbench(({ mode: { drawing } }) => drawing !== null);
  const [isOpen, setOpen] = useState(false);
  // The finding of the whole document if there is one, otherwise the finding of the active scenario.
  const wholeFindingKey = usePageRuns(findingKey);
  const wholeModule = useLazy(wholeFindingCode, wholeFindingKey !== "");
  const isProgram = answer?.results.ranks !== undefined;
  // The code for findings of finite workloads is loaded while the run is still in progress, so that no empty line replaces the previous answer.
  const isFiniteWorkload = useWorkbench(({ document: { current: scenario } }) => !workloads.get(scenario.workload.kind).isEndless);
  const needsOtherFinding =
    answer !== null && (!workloads.get(answer.scenario.workload.kind).isEndless || answer.results.status === "deadlocked");
  const findingOf =
    useLazy(scenarioFindingCode, needsOtherFinding || isFiniteWorkload)?.findingOfScenario ?? (needsOtherFinding ? null : findingOfTraffic);
  const wholeFinding = wholeFindingKey === "" ? null : (wholeModule?.documentFinding(page) ?? null);
  // A scenario that cannot run has no finding. The previous one would be misread as its own.
  const isOutdated = lostReason !== null && isStale && answer !== null;
  // With several networks, wait until all have an answer.
  const isAnswerMissing = usePageRuns(isAnyAnswerMissing);
  const scenarioFinding =
    wholeFinding !== null || isAnswerMissing || findingOf === null || answer === null
      ? null
      : findingOf(units, answer.scenario, answer.results, analysis);
  const finding = isOutdated ? null : (wholeFinding ?? (scenarioFinding === null ? null : findingAtPoint(sweepPoint, scenarioFinding)));
  const figure = finding?.figure;
  const cause = scenarioFinding === null ? null : causeOf(units, answer!.scenario, answer!.results, analysis, scenarioFinding);
  // The number is then a total, while the bar below shows one sender.
  const isTotal = answer !== null && workloads.get(answer.scenario.workload.kind).totalDemand !== undefined;
  const isAnsweredByNumber = figure !== undefined && cause !== null;
  // If a number gives the answer, the sentence that repeats the number is shown only after a click on "More".
  const scope = finding?.scope;
  const [firstEvidence = "", ...moreEvidence] = finding?.evidence.filter((each) => each !== scope) ?? [];
  const details = !isAnsweredByNumber
    ? moreEvidence
    : [finding!.answer, firstEvidence, ...moreEvidence].filter((each) => each !== cause?.rest);
  // Comparison with the state before the last change.
  const hasPrevious = useWorkbench(({ document: { previous: former } }) => former !== null);
  const findPrevious = useLazy(previousFindingCode, hasPrevious)?.previousFinding;
  const previousFinding = isStale || !hasPrevious || finding?.isPartial === true ? null : (findPrevious?.(page) ?? null);
  const previousFigure = previousFinding?.figure ?? null;
  const saturation = useActiveRuns((state) => (state.isCurveStale ? null : (saturationOf(state.curve.points)?.load ?? null)));
  const progressText = percent > 0 ? `The new answer is being computed: ${percent} %${remainingText}` : null;
  return (
    <section className="finding" aria-label="Finding" tabIndex={-1}>
      {lostReason !== null && <LostRunLine isGone={isOutdated} />}
      {finding === null ? (
        lostReason === null && (
          <p className="muted">The first answer is being computed{percent > 0 ? `: ${percent} %${remainingText}` : "…"}</p>
        )
      ) : (
        <div className="answer" data-stale={isStale || undefined}>
          {figure !== undefined && (
            <FigureLine
              figure={figure}
              previous={previousFigure}
              saturation={saturation}
              behindBar={<BarScale saturation={saturation} isMean={isTotal} />}
            />
          )}
          <p data-stale={isStale || undefined}>
            {isUnrunnable && <span className="muted">Before this change: </span>}
            {hasSpan && <span className="muted">Of the whole run: </span>}
            {scope !== undefined && `${scope} `}
            {wholeFinding !== null && previousFinding !== null && <span>{previousFinding.changeText}</span>}{" "}
            <b className={isAnsweredByNumber ? "said visually-hidden" : "said"}>
              {isAnsweredByNumber ? finding.answer : <GlossaryText text={finding.answer} />}
            </b>{" "}
            {progressText === null && wholeFinding === null && previousFinding !== null && (
              <b className="head">{previousFinding.changeText}</b>
            )}{" "}
            {progressText === null &&
              cause !== null &&
              cause.head !== "" &&
              (previousFinding === null ? (
                <b className="head">
                  <GlossaryText text={cause.head} />
                </b>
              ) : (
                <GlossaryText text={cause.head} />
              ))}{" "}
            <span className="muted">{progressText ?? <GlossaryText text={keepCoordinatesTogether(cause?.rest ?? firstEvidence)} />}</span>{" "}
            <Button variant="inline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? "Less" : "More"}
            </Button>
            {/* The cause is final once the analysis is known. The line is below it, so that no word moves sideways when it comes. */}
            {cause !== null && analysis !== null && !isStale && <DecidingSettings cause={cause} />}
          </p>
        </div>
      )}
      {isOpen && finding !== null && (
        <p className="muted small" data-stale={isStale || undefined}>
          <GlossaryText text={keepCoordinatesTogether([...details, enginesText].join(" "))} />
        </p>
      )}
      {isDrawing && <LinkPreview />}
      {mayCrowd && finding !== null && <CrowdingLine />}
      {isProgram && scenarioFinding !== null && <ProgramLines isOpen={isOpen} />}
      {hasRuns && <RunProgressLine />}
      {hasClaim && <ClaimLine />}
      {isFromFile && <GalleryHint />}
      <Announcement text={finding === null || isStale || finding.isPartial === true ? "" : finding.answer} />
    </section>
  );
}

/** Whether a network is still waiting for its first answer. */
function isAnyAnswerMissing({ runs }: Page): boolean {
  return runs.all.some((each) => each.snapshot().answer === null && runFailureOf(each.snapshot()) === null);
}

/** Whether the status of runs is worth a line: a sweep, or load curves that wait, are paused, or take long. */
function hasRunStatus({ runs }: Page): boolean {
  if (runs.sweep.batch !== null || runs.sweep.published !== null) return true;
  const curves = runs.all.map(({ curveRuns }) => curveRuns?.progress);
  return (
    curves.some((curve) => curve?.is === "paused" || (curve?.is === "running" && curve.seconds >= curveProgressDelay)) ||
    runs.all.some((each) => each.snapshot().curve.isOnDemand)
  );
}

/** The finding of a sweep is updated whenever this share of its runs has arrived. */
const updateStep = 0.02;

/** Key of the data behind the finding, which changes whenever the finding may change; empty for a single scenario. */
function findingKey({ store, runs }: Page): string {
  const {
    document: { current: scenario },
    view: { choices },
  } = store.getState();
  const { beside, baseline, sweep, cost } = scenario;
  if (beside.length + sweep.length === 0) return "";
  const { is = "", part = 0 } = runs.sweep.batch?.progress ?? {};
  const answers = runs.all.map((each) => {
    const { answer, isAnswerStale } = each.snapshot();
    return isAnswerStale ? "" : (answer?.results.fingerprint ?? "");
  });
  // Weights and prices change the finding without a new run.
  const weightsAndPrices =
    sweep.length === 0 ? "" : JSON.stringify([cost, choices["performance-per-cost"], sweep.map(({ weights }) => weights)]);
  return [...answers, baseline, is, Math.floor(part / updateStep), weightsAndPrices].join(" ");
}

/** Code for findings of several scenarios, and of finite workloads and deadlocks, loaded when needed. */
const wholeFindingCode = lazyCode(() => import("./whole-finding.ts"));
const scenarioFindingCode = lazyCode(() => import("../../../findings/scenario.ts"));
const previousFindingCode = lazyCode(() => import("./previous-finding.ts"));

/** Meaning of the bar's full length. Pressing it shows all loads as shares of that, or in the previous unit. */
function BarScale({ saturation, isMean }: { readonly saturation: number | null; readonly isMean: boolean }) {
  const { store } = usePage();
  const units = useUnits();
  const isShare = useWorkbench((state) => state.view.unit?.is === "share");
  const label = `${isMean ? "mean per sender, " : ""}link capacity ${units.whole}${saturation === null ? "" : `, ○ saturation at ${units.formatLoad(saturation)}`}`;
  return (
    <Button
      className="unit"
      aria-label={`${label.replace("○ ", "")}; show loads ${isShare ? "in the previous unit" : "in % of a link"}`}
      onClick={() => setLoadUnit(store, isShare ? null : { is: "share" })}
    >
      {label}
    </Button>
  );
}

/** Keeps the coordinates of a switch on one line. */
function keepCoordinatesTogether(text: string): string {
  return text.replace(/(?<=\d), (?=\d)/g, ",\u00a0");
}

/** Announces the finding to screen readers once it has settled. */
function Announcement({ text }: { readonly text: string }) {
  const [announced, setAnnounced] = useState("");
  useEffect(() => {
    if (text === "") return;
    const timer = setTimeout(() => setAnnounced(text), announceDelay);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p className="visually-hidden" role="status">
      {announced}
    </p>
  );
}
