/** Computes an exhibit in the page: closed forms on the main thread, runs in workers. Outcomes are kept for as long as the page is open. */
import { useEffect, useMemo, useState } from "react";
import type { Results } from "../../../../core/measures/results.ts";
import type { Exhibit, ExhibitFigure, Outcome } from "../../../../reproductions/contract.ts";
import { type MovedConstants, noMovedConstants } from "../../../../reproductions/moved-constants.ts";
import { type ComputeEnvironment, emptyOutcome, computeOutcome } from "../../../../reproductions/outcome.ts";
import { recordedOutcome } from "../../../../reproductions/recorded-outcomes.ts";
import { withResultCache } from "../../../runs/result-cache.ts";
import { CancelledError, type Job } from "../../../../worker/client.ts";
import { parseDocument } from "../../../../core/scenario/read-document.ts";
import type { Page } from "../../../create-page.ts";
import { usePage } from "../../../hooks.ts";
import { yieldToEventLoop } from "./yield-to-event-loop.ts";

/** The state of the computation of an exhibit. */
export interface ReproductionState {
  readonly outcome: Outcome;
  /** The completed fraction of all runs, from 0 to 1, and the number of finished runs. */
  readonly progress: number;
  readonly runsDone: number;
  /** The reason why the computation ended early, because a run was lost; null otherwise. */
  readonly lostReason: string | null;
  /** Whether the reader had the exhibit computed again, and the outcome is the new one. */
  readonly isRepeated: boolean;
  /** Computes the exhibit again. */
  readonly recompute: () => void;
}

type ReproductionProgress = Omit<ReproductionState, "recompute" | "isRepeated">;
const initialProgress: ReproductionProgress = { outcome: emptyOutcome, progress: 0, runsDone: 0, lostReason: null };

/** Figures that need per-node, per-rank or per-channel data, which recorded outcomes do not contain. */
const figuresFromRuns: readonly ExhibitFigure["is"][] = ["matrix", "ranks", "times"];

/**
 * The outcome of an exhibit (our values), with the progress of its runs. A recorded outcome is shown immediately; runs start only if there
 * is none, a figure needs them, or the reader asks for them (`recompute`). Unmounting cancels them.
 * @param exhibit Must be the same object whenever the component is rendered.
 */
export function useOutcome(exhibit: Exhibit): ReproductionState {
  const page = usePage();
  const { outcomes, toRecompute } = page.papers;
  const [attempt, setAttempt] = useState(0);
  const recorded = useMemo(() => recordedOutcome(exhibit), [exhibit]);
  const [state, setState] = useState<ReproductionProgress>(initialProgress);
  const computed = outcomes.get(exhibit.id);
  const needsRuns =
    recorded === null || toRecompute.has(exhibit.id) || exhibit.figures?.some(({ is }) => figuresFromRuns.includes(is)) === true;
  useEffect(
    () =>
      attempt >= 0 && needsRuns && !outcomes.has(exhibit.id) ? startReproduction(page, exhibit, noMovedConstants, setState) : undefined,
    [page, outcomes, exhibit, needsRuns, attempt],
  );
  const recompute = () => {
    toRecompute.add(exhibit.id);
    outcomes.delete(exhibit.id);
    setState(initialProgress);
    setAttempt(attempt + 1);
  };
  const isRepeated = toRecompute.has(exhibit.id);
  if (computed !== undefined)
    return { outcome: computed, progress: 1, runsDone: exhibit.runs.length, lostReason: null, isRepeated, recompute };
  if (recorded === null || isRepeated) return { ...state, isRepeated: isRepeated && state.outcome.isComplete, recompute };
  return { ...state, outcome: { ...state.outcome, ...recorded }, isRepeated: false, recompute };
}

/** The computation with constants that the reader has changed, which can be stopped. */
export interface ReaderReproduction extends ReproductionProgress {
  readonly isStopped: boolean;
  /** Cancels the remaining runs; finished results stay. */
  readonly stop: () => void;
  /** Resumes after a stop. */
  readonly resume: () => void;
}

/**
 * The computation with the reader's constants; null while no constant is changed. Until new numbers are known it contains the previous
 * ones, so that nothing flickers during a drag.
 */
export function useReaderOutcome(exhibit: Exhibit, movedConstants: MovedConstants): ReaderReproduction | null {
  const page = usePage();
  const [progress, setProgress] = useState<ReproductionProgress>(initialProgress);
  // A stop applies only to these constants: when the reader changes them, runs start again.
  const [stoppedConstants, setStoppedConstants] = useState<MovedConstants | null>(null);
  const isStopped = stoppedConstants === movedConstants;
  useEffect(() => {
    if (movedConstants.size === 0 || isStopped) return undefined;
    return startReproduction(page, exhibit, movedConstants, (update) =>
      setProgress((previous) => ({ ...update, outcome: mergeOutcomes(previous.outcome, update.outcome) })),
    );
  }, [page, exhibit, movedConstants, isStopped]);
  if (movedConstants.size === 0) return null;
  return { ...progress, isStopped, stop: () => setStoppedConstants(movedConstants), resume: () => setStoppedConstants(null) };
}

/** The new outcome, with the numbers of the previous outcome where new numbers are not known yet. */
function mergeOutcomes(previous: Outcome, current: Outcome): Outcome {
  if (current.isComplete) return current;
  return {
    values: new Map([...previous.values, ...current.values]),
    checked: new Map([...previous.checked, ...current.checked]),
    times: new Map([...(previous.times ?? []), ...(current.times ?? [])]),
    counted: new Map([...(previous.counted ?? []), ...(current.counted ?? [])]),
    isComplete: false,
  };
}

/**
 * Starts the computation of an exhibit. Returns a function that cancels it. Outcomes with changed constants are not stored: there is no
 * limit to their number.
 */
function startReproduction(
  { workers, resultCache, publishedResults, papers }: Page,
  exhibit: Exhibit,
  movedConstants: MovedConstants,
  onUpdate: (progress: ReproductionProgress) => void,
): () => void {
  // Use the results of earlier visits, which are in the cache of this browser.
  const runners = withResultCache(workers, resultCache);
  let isCancelled = false;
  let hasServerAnswered = true;
  let outcome = emptyOutcome;
  const jobs: Job<Results>[] = [];
  const fractions = exhibit.runs.map(() => 0);
  const report = (lostReason: string | null = null) => {
    if (isCancelled) return;
    const completed = fractions.reduce((sum, fraction) => sum + fraction, 0);
    onUpdate({
      outcome,
      progress: fractions.length === 0 ? 1 : completed / fractions.length,
      runsDone: fractions.filter((fraction) => fraction === 1).length,
      lostReason,
    });
  };
  // The environment that `reproductions` computes in: runs, recordings, and updates.
  const environment: ComputeEnvironment = {
    /**
     * Runs a scenario in a worker. `runners` return cached results if there are any. Runs with constants that the reader has changed
     * (`isMoved`), and runs that the reader wants to repeat, bypass the cache. `isCounted`: the results must have counters of each channel.
     */
    run(scenario, isMoved, isCounted) {
      // The recorded results were fetched first, and the reader may have left in the meantime.
      if (isCancelled) return Promise.reject(new CancelledError());
      const runIndex = jobs.length;
      const bypassesCache = isMoved || (papers.toRecompute.has(exhibit.id) && movedConstants.size === 0);
      const job = (bypassesCache ? workers : runners).run(
        scenario,
        false,
        (fraction) => {
          // A run counts as finished only when its results have arrived.
          fractions[runIndex] = Math.min(0.999, fraction);
          report();
        },
        isCounted,
      );
      jobs.push(job);
      return job.done.finally(() => {
        fractions[runIndex] = 1;
        report();
      });
    },
    async recorded({ document }) {
      try {
        return (await publishedResults(parseDocument(document)))?.runs ?? null;
      } catch {
        hasServerAnswered = false;
        return null;
      }
    },
    onOutcome(next) {
      outcome = next;
      report();
    },
    async yieldThread() {
      await yieldToEventLoop();
      // The reader has left; skip the rest.
      if (isCancelled) throw new CancelledError();
    },
  };
  computeOutcome(exhibit, environment, movedConstants).then(
    (completed) => {
      // If the server did not answer, store nothing, so that the next visit tries again.
      if (!isCancelled && hasServerAnswered && movedConstants.size === 0) papers.outcomes.set(exhibit.id, completed);
    },
    (fault: unknown) => {
      if (!(fault instanceof CancelledError)) report(fault instanceof Error ? fault.message : String(fault));
    },
  );
  return () => {
    isCancelled = true;
    for (const job of jobs) job.cancel();
  };
}
