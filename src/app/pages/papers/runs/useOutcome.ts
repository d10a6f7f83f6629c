/** Computes an exhibit in the page: closed forms on the main thread, runs in workers. Outcomes are kept for as long as the page is open. */
import { useEffect, useMemo, useState } from "react";
import type { Results } from "../../../../core/measures/results.ts";
import type { Exhibit, Figure, Outcome } from "../../../../reproductions/contract.ts";
import { type Moved, nothingMoved } from "../../../../reproductions/constants.ts";
import { type Bench, nothingYet, outcomeOf } from "../../../../reproductions/outcome.ts";
import { recordedOutcome } from "../../../../reproductions/recorded-outcomes.ts";
import { remembering } from "../../../runs/result-cache.ts";
import { Cancelled, type Job } from "../../../../worker/client.ts";
import { readDocument } from "../../../../core/scenario/read-document.ts";
import type { Page } from "../../../create-page.ts";
import { usePage } from "../../../hooks.ts";
import { breathe } from "./breathe.ts";

/** The state of the computation of an exhibit. */
export interface Reproduced {
  readonly outcome: Outcome;
  /** The completed fraction of all runs, from 0 to 1, and the number of finished runs. */
  readonly progress: number;
  readonly runsDone: number;
  /** The reason why the computation ended early, because a run was lost; null otherwise. */
  readonly lost: string | null;
  /** Computes the exhibit again. */
  readonly recompute: () => void;
}

type Told = Omit<Reproduced, "recompute">;
const beginning: Told = { outcome: nothingYet, progress: 0, runsDone: 0, lost: null };

/** Figures that need per-node, per-rank or per-channel data, which recorded outcomes do not contain. */
const drawnFromRuns: readonly Figure["is"][] = ["matrix", "ranks", "times"];

/**
 * The outcome of an exhibit. A recorded outcome is shown immediately; runs start only if a figure needs them or the reader asks for them.
 * Unmounting cancels them.
 * @param exhibit The same in every render of a component.
 */
export function useOutcome(exhibit: Exhibit): Reproduced {
  const page = usePage();
  const { outcomes, anew } = page.papers;
  const [turn, setTurn] = useState(0);
  const recorded = useMemo(() => recordedOutcome(exhibit), [exhibit]);
  const [state, setState] = useState<Told>(beginning);
  const known = outcomes.get(exhibit.id);
  const isNeeded = recorded === null || anew.has(exhibit.id) || exhibit.figures?.some(({ is }) => drawnFromRuns.includes(is)) === true;
  useEffect(
    () => (turn >= 0 && isNeeded && !outcomes.has(exhibit.id) ? reproduce(page, exhibit, nothingMoved, setState) : undefined),
    [page, outcomes, exhibit, isNeeded, turn],
  );
  const recompute = () => {
    anew.add(exhibit.id);
    outcomes.delete(exhibit.id);
    setState(beginning);
    setTurn(turn + 1);
  };
  if (known !== undefined) return { outcome: known, progress: 1, runsDone: exhibit.runs.length, lost: null, recompute };
  if (recorded === null || anew.has(exhibit.id)) return { ...state, recompute };
  return { ...state, outcome: { ...state.outcome, ...recorded }, recompute };
}

/** The computation with constants that the reader has changed, which can be stopped. */
export interface OwnReproduced extends Told {
  readonly isStopped: boolean;
  /** Cancels the remaining runs; finished results stay. */
  readonly stop: () => void;
  /** Resumes after a stop. */
  readonly goOn: () => void;
}

/**
 * The computation with the reader's constants; null while no constant is changed. Until new numbers are known it contains the previous
 * ones, so that nothing flickers during a drag.
 */
export function useOwnOutcome(exhibit: Exhibit, moved: Moved): OwnReproduced | null {
  const page = usePage();
  const [own, setOwn] = useState<Told>(beginning);
  // A stop applies only to these constants: other ones are computed again.
  const [stopped, setStopped] = useState<Moved | null>(null);
  const isStopped = stopped === moved;
  useEffect(() => {
    if (moved.size === 0 || isStopped) return undefined;
    return reproduce(page, exhibit, moved, (told) => setOwn((before) => ({ ...told, outcome: over(before.outcome, told.outcome) })));
  }, [page, exhibit, moved, isStopped]);
  if (moved.size === 0) return null;
  return { ...own, isStopped, stop: () => setStopped(moved), goOn: () => setStopped(null) };
}

/** The new outcome, with the previous one for numbers that are not known yet. */
function over(before: Outcome, outcome: Outcome): Outcome {
  if (outcome.isComplete) return outcome;
  return {
    values: new Map([...before.values, ...outcome.values]),
    checked: new Map([...before.checked, ...outcome.checked]),
    times: new Map([...(before.times ?? []), ...(outcome.times ?? [])]),
    counted: new Map([...(before.counted ?? []), ...(outcome.counted ?? [])]),
    isComplete: false,
  };
}

/**
 * Starts the computation of an exhibit. Returns a function that cancels it. Outcomes with changed constants are not stored: there is no
 * limit to their number.
 */
function reproduce(
  { workers, resultCache, publishedResults, papers }: Page,
  exhibit: Exhibit,
  moved: Moved,
  tell: (told: Told) => void,
): () => void {
  // Use the results of earlier visits, which are in the cache of this browser.
  const runners = remembering(workers, resultCache);
  let isLeft = false;
  let isAnswered = true;
  let outcome = nothingYet;
  const jobs: Job<Results>[] = [];
  const parts = exhibit.runs.map(() => 0);
  const report = (lost: string | null = null) => {
    if (isLeft) return;
    const done = parts.reduce((sum, part) => sum + part, 0);
    tell({
      outcome,
      progress: parts.length === 0 ? 1 : done / parts.length,
      runsDone: parts.filter((part) => part === 1).length,
      lost,
    });
  };
  // The environment that `reproductions` computes in: runs, recordings, and updates.
  const bench: Bench = {
    run(scenario, isMoved, isCounted) {
      // The recorded results were fetched first, and the reader has left in the meantime.
      if (isLeft) return Promise.reject(new Cancelled());
      const place = jobs.length;
      const job = (isMoved || (papers.anew.has(exhibit.id) && moved.size === 0) ? workers : runners).run(
        scenario,
        false,
        (part) => {
          // A run counts as finished only when its results have arrived.
          parts[place] = Math.min(0.999, part);
          report();
        },
        isCounted,
      );
      jobs.push(job);
      return job.done.finally(() => {
        parts[place] = 1;
        report();
      });
    },
    async recorded({ document }) {
      try {
        return (await publishedResults(readDocument(document)))?.runs ?? null;
      } catch {
        isAnswered = false;
        return null;
      }
    },
    told(next) {
      outcome = next;
      report();
    },
    async breathe() {
      await breathe();
      // The reader has left; skip the rest.
      if (isLeft) throw new Cancelled();
    },
  };
  outcomeOf(exhibit, bench, moved).then(
    (done) => {
      // If the server did not answer, store nothing, so that the next visit tries again.
      if (!isLeft && isAnswered && moved.size === 0) papers.outcomes.set(exhibit.id, done);
    },
    (fault: unknown) => {
      if (!(fault instanceof Cancelled)) report(fault instanceof Error ? fault.message : String(fault));
    },
  );
  return () => {
    isLeft = true;
    for (const job of jobs) job.cancel();
  };
}
