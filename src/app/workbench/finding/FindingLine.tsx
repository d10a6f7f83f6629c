/** The answer with its first evidence; the rest on request. A stale answer stays, paler, until the new one arrives. */
import "./finding.css";
import { useEffect, useState } from "react";
import { workloads } from "../../../core/workloads/shelf.ts";
import { sayEngines } from "../../../words/engines.ts";
import { causeOf } from "../../../findings/cause.ts";
import { findingOfTraffic, foundAt } from "../../../findings/traffic.ts";
import { sayDuration } from "../../../words/numbers.ts";
import { curvePatience, lostIn } from "../../runs/scenario-runs.ts";
import { Told } from "../../glossary/Told.tsx";
import { FigureLine } from "./FigureLine.tsx";
import { lazy, lazyCode, useLazy } from "../../ui/lazy.ts";
import { namedVariants } from "../../../words/variants.ts";
import { saturationOf } from "../../../core/measures/curve.ts";
import { tellLoadsIn } from "../../state/units.ts";
import { useComputed, usePage, useActiveRuns, useUnits, useWorkbench } from "../../hooks.ts";
import { Button } from "../../ui/Button.tsx";
import type { Page } from "../../create-page.ts";

const { Component: ClaimLine } = lazy(() => import("./lines.ts").then((file) => file.ClaimLine));
const { Component: LookLine } = lazy(() => import("./lines.ts").then((file) => file.LookLine));
const { Component: LostLine } = lazy(() => import("./lines.ts").then((file) => file.LostLine));
const { Component: RunsLine } = lazy(() => import("./lines.ts").then((file) => file.RunsLine));
const { Component: Prospect } = lazy(() => import("../drawing/Prospect.tsx").then((file) => file.Prospect));
const { Component: CrowdingLine } = lazy(() => import("./lines.ts").then((file) => file.CrowdingLine));
const { Component: ProgramLines } = lazy(() => import("./ProgramLines.tsx").then((file) => file.ProgramLines));

/** Delay before the finding is announced to screen readers, milliseconds, so that a drag is not announced frame by frame. */
const politeness = 900;

/** Chooses between the finding of a single scenario and of the whole document, and shows progress, staleness and the previous number. */
export function FindingLine() {
  const page = usePage();
  const units = useUnits();
  const answer = useActiveRuns((state) => state.answer);
  const analysis = useActiveRuns((state) => (state.isCurveStale ? null : state.analysis));
  // A drawing that cannot run yet has no answer.
  const isWaiting = useWorkbench(({ document: { pending } }) => pending?.isDrawn === true);
  const isStale = useActiveRuns((state) => state.isAnswerStale) || isWaiting;
  const percent = useActiveRuns((state) => (state.isAnswerStale ? Math.floor(state.progress * 100) : 0));
  // Rounded, so that the line is not rendered with every slice of the run.
  const left = useActiveRuns((state) => (state.secondsLeft === null ? "" : `, about ${sayDuration(state.secondsLeft)} left`));
  // Subscriptions: what decides which optional lines are shown.
  const hasSpan = useWorkbench((state) => state.session.span !== null);
  const lost = useActiveRuns(lostIn);
  // The cost basis is a view option, which does not notify the runs.
  useWorkbench((state) => state.view.choices["performance-per-cost"]);
  const grains = useWorkbench(({ document: { current: scenario } }) => sayEngines(scenario));
  const point = useWorkbench(({ document: { current: scenario } }) => namedVariants(scenario).point);
  const hasRuns = useComputed(mayTellOfRuns);
  // A document opened from a file beside the page may belong to the gallery and have a hint.
  const isOpened = useWorkbench(({ document: { isEdited, draft } }) => draft !== "" && !isEdited && location.hash.includes("src="));
  const hasClaim = useWorkbench(({ document: { current: scenario } }) => scenario.claim !== null);
  // A cheap condition first; the line itself checks more closely.
  const mayCrowd = useWorkbench(({ document: { current: scenario } }) =>
    namedVariants(scenario).scenarios.some(({ flowControl }) => flowControl.values["selection"] === "queue-credits"),
  );
  const isDrawing = useWorkbench(({ mode: { drawing } }) => drawing !== null);
  const [isOpen, setOpen] = useState(false);
  // The finding: of the whole document if there is one, otherwise of the active scenario.
  const key = useComputed(wholeKey);
  const ofWhole = useLazy(wholeCode, key !== "");
  const isProgram = answer?.results.ranks !== undefined;
  // Loaded while the run is still in progress, so that the previous answer is never replaced by an empty line.
  const mayBeProgram = useWorkbench(({ document: { current: scenario } }) => !workloads.get(scenario.workload.kind).endless);
  const findingOf = useLazy(anyCode, isProgram || mayBeProgram)?.findingOf ?? (isProgram ? null : findingOfTraffic);
  const whole = key === "" ? null : (ofWhole?.findingOfPage(page) ?? null);
  // A scenario that cannot run has no finding. The previous one would be misread as its own.
  const isGone = lost !== null && isStale && answer !== null;
  // With several networks, wait until all have an answer.
  const isComing = useComputed(isAwaited);
  const own =
    whole !== null || isComing || findingOf === null || answer === null
      ? null
      : findingOf(units, answer.scenario, answer.results, analysis);
  const finding = isGone ? null : (whole ?? (own === null ? null : foundAt(point, own)));
  const figure = finding?.figure;
  const cause = own === null ? null : causeOf(units, answer!.scenario, answer!.results, analysis, own);
  // The number is then a total, while the bar below shows one sender.
  const isTotal = answer !== null && workloads.get(answer.scenario.workload.kind).total !== undefined;
  const isToldByNumber = figure !== undefined && cause !== null;
  // If a number gives the answer, the sentence that repeats it is behind "More".
  const scope = finding?.scope;
  const [first = "", ...others] = finding?.evidence.filter((each) => each !== scope) ?? [];
  const rest = !isToldByNumber ? others : [finding!.answer, first, ...others].filter((each) => each !== cause?.rest);
  // Comparison with the state before the last change.
  const hasFormer = useWorkbench(({ document: { previous: former } }) => former !== null);
  const beforeOf = useLazy(beforeCode, hasFormer)?.beforeOf;
  const before = isStale || !hasFormer || finding?.isPartial === true ? null : (beforeOf?.(page) ?? null);
  const wasFigure = before?.figure ?? null;
  const saturation = useActiveRuns((state) => (state.isCurveStale ? null : (saturationOf(state.curve.points)?.load ?? null)));
  const news = percent > 0 ? `The new answer is being computed: ${percent} %${left}` : null;
  return (
    <section className="finding" aria-label="Finding" tabIndex={-1}>
      {lost !== null && <LostLine isGone={isGone} />}
      {finding === null ? (
        lost === null && <p className="muted">The first answer is being computed{percent > 0 ? `: ${percent} %${left}` : "…"}</p>
      ) : (
        <div className="answer" data-stale={isStale || undefined}>
          {figure !== undefined && (
            <FigureLine
              figure={figure}
              before={wasFigure}
              saturation={saturation}
              below={<Whole saturation={saturation} isMean={isTotal} />}
            />
          )}
          <p data-stale={isStale || undefined}>
            {hasSpan && <span className="muted">Of the whole run: </span>}
            {scope !== undefined && `${scope} `}
            {whole !== null && before !== null && <span>{before.said}</span>}{" "}
            <b className={isToldByNumber ? "said visually-hidden" : "said"}>
              {isToldByNumber ? finding.answer : <Told text={finding.answer} />}
            </b>{" "}
            {news === null && whole === null && before !== null && <b className="head">{before.said}</b>}{" "}
            {news === null &&
              cause !== null &&
              cause.head !== "" &&
              (before === null ? (
                <b className="head">
                  <Told text={cause.head} />
                </b>
              ) : (
                <Told text={cause.head} />
              ))}{" "}
            <span className="muted">{news ?? <Told text={unbroken(cause?.rest ?? first)} />}</span>{" "}
            <Button variant="inline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? "Less" : "More"}
            </Button>
          </p>
        </div>
      )}
      {isOpen && finding !== null && (
        <p className="muted small" data-stale={isStale || undefined}>
          <Told text={unbroken([...rest, grains].join(" "))} />
        </p>
      )}
      {isDrawing && <Prospect />}
      {mayCrowd && finding !== null && <CrowdingLine />}
      {isProgram && own !== null && <ProgramLines isOpen={isOpen} />}
      {hasRuns && <RunsLine />}
      {hasClaim && <ClaimLine />}
      {isOpened && <LookLine />}
      <Announcement text={finding === null || isStale || finding.isPartial === true ? "" : finding.answer} />
    </section>
  );
}

/** Whether a network is still waiting for its first answer. */
function isAwaited({ runs }: Page): boolean {
  return runs.all.some((each) => each.snapshot().answer === null && lostIn(each.snapshot()) === null);
}

/** Whether the status of runs is worth a line: a sweep, or load curves that wait, are paused, or take long. */
function mayTellOfRuns({ runs }: Page): boolean {
  if (runs.sweep.batch !== null || runs.sweep.published !== null) return true;
  const curves = runs.all.map(({ curveRuns }) => curveRuns?.progress);
  return (
    curves.some((curve) => curve?.is === "paused" || (curve?.is === "running" && curve.seconds >= curvePatience)) ||
    runs.all.some((each) => each.snapshot().curve.isWaiting)
  );
}

/** The finding of a sweep is updated whenever this share of its runs has arrived. */
const step = 0.02;

/** Key of the data behind the finding, which changes whenever the finding may change; empty for a single scenario. */
function wholeKey({ store, runs }: Page): string {
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
  const weighed = sweep.length === 0 ? "" : JSON.stringify([cost, choices["performance-per-cost"], sweep.map(({ weights }) => weights)]);
  return [...answers, baseline, is, Math.floor(part / step), weighed].join(" ");
}

/** Code for findings of several scenarios and of rank programs, loaded when needed. */
const wholeCode = lazyCode(() => import("./whole-finding.ts"));
const anyCode = lazyCode(() => import("../../../findings/scenario.ts"));
const beforeCode = lazyCode(() => import("./before.ts"));

/** Meaning of the bar's full length. Pressing it shows all loads as shares of that, or in the previous unit. */
function Whole({ saturation, isMean }: { readonly saturation: number | null; readonly isMean: boolean }) {
  const { store } = usePage();
  const units = useUnits();
  const isShare = useWorkbench((state) => state.view.unit?.is === "share");
  const words = `${isMean ? "a sender on average, " : ""}of a link’s ${units.whole}${saturation === null ? "" : `, ○ saturates at ${units.formatLoad(saturation)}`}`;
  return (
    <Button
      className="unit"
      aria-label={`${words.replace("○ ", "")}; tell loads ${isShare ? "as they were" : "in % of a link"}`}
      onClick={() => tellLoadsIn(store, isShare ? null : { is: "share" })}
    >
      {words}
    </Button>
  );
}

/** Keeps the coordinates of a switch on one line. */
function unbroken(text: string): string {
  return text.replace(/(?<=\d), (?=\d)/g, ",\u00a0");
}

/** Announces the finding to screen readers once it has settled. */
function Announcement({ text }: { readonly text: string }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (text === "") return;
    const timer = setTimeout(() => setSaid(text), politeness);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}
