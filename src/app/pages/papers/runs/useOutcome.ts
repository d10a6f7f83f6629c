/** An exhibit computed in the page: closed forms here, runs on the workers, all of it kept for the rest of the visit. */
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

/** How far an exhibit is. */
export interface Reproduced {
  readonly outcome: Outcome;
  /** Part of its runs that is done, 0 to 1, and how many of them are done whole. */
  readonly progress: number;
  readonly runsDone: number;
  /** Why there will be no more of it, when a run was lost; null when all is well. */
  readonly lost: string | null;
  /** Computes it once more. */
  readonly recompute: () => void;
}

type Told = Omit<Reproduced, "recompute">;
const beginning: Told = { outcome: nothingYet, progress: 0, runsDone: 0, lost: null };

/** Figures that draw what is not recorded: what a run did node by node, rank by rank, channel by channel. */
const drawnFromRuns: readonly Figure["is"][] = ["matrix", "ranks", "times"];

/**
 * An exhibit as it is shown. What is recorded is there at once, and nothing is computed but what a figure needs besides, until the
 * reader asks for it; leaving cancels what is under way. The component belongs to one exhibit.
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

/** What comes out with constants that the reader has moved, and a hand to stop it. */
export interface OwnReproduced extends Told {
  readonly isStopped: boolean;
  /** Ends what is under way; what is in stays. */
  readonly stop: () => void;
  /** Runs it, after it was stopped. */
  readonly goOn: () => void;
}

/**
 * What comes out with constants that the reader has moved; null while none is. Numbers that are not in yet are those of the
 * values before, so that nothing flickers under a hand.
 */
export function useOwnOutcome(exhibit: Exhibit, moved: Moved): OwnReproduced | null {
  const page = usePage();
  const [own, setOwn] = useState<Told>(beginning);
  // Other values are run again whatever became of those before.
  const [stopped, setStopped] = useState<Moved | null>(null);
  const isStopped = stopped === moved;
  useEffect(() => {
    if (moved.size === 0 || isStopped) return undefined;
    return reproduce(page, exhibit, moved, (told) => setOwn((before) => ({ ...told, outcome: over(before.outcome, told.outcome) })));
  }, [page, exhibit, moved, isStopped]);
  if (moved.size === 0) return null;
  return { ...own, isStopped, stop: () => setStopped(moved), goOn: () => setStopped(null) };
}

/** An outcome as far as it has come, and what was there before where it has not. */
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

/** Begins to compute an exhibit; returns the way to stop. What comes of moved constants is not kept: there is no end of it. */
function reproduce(
  { workers, resultCache, publishedResults, papers }: Page,
  exhibit: Exhibit,
  moved: Moved,
  tell: (told: Told) => void,
): () => void {
  // What was run on an earlier visit is not run again.
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
  const bench: Bench = {
    run(scenario, isMoved, isCounted) {
      // Its results were looked for among what is recorded, and meanwhile nobody waits for them any more.
      if (isLeft) return Promise.reject(new Cancelled());
      const place = jobs.length;
      const job = (isMoved || (papers.anew.has(exhibit.id) && moved.size === 0) ? workers : runners).run(
        scenario,
        false,
        (part) => {
          // It is done when its results are in.
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
      // Nobody looks any more: the rest need not be worked out.
      if (isLeft) throw new Cancelled();
    },
  };
  outcomeOf(exhibit, bench, moved).then(
    (done) => {
      // Where the host has not answered, the next visit asks again.
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
