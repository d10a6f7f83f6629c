/** An exhibit computed in the page: closed forms here, runs on the workers, all of it kept for the rest of the visit. */
import { useEffect, useState } from "react";
import type { Results } from "../../core/measures/results.ts";
import type { Exhibit, Outcome } from "../../reproductions/contract.ts";
import { nothingYet, outcomeOf } from "../../reproductions/outcome.ts";
import { remembering } from "../runs/kept-results.ts";
import { Cancelled, type Job, workers } from "../../worker/client.ts";
import { readDocument } from "../../core/scenario/document.ts";
import { recordedOf } from "../runs/recorded.ts";
import { breathe, kept } from "./kept.ts";

/** How far an exhibit is. */
export interface Reproduced {
  readonly outcome: Outcome;
  /** Part of its runs that is done, 0 to 1. */
  readonly progress: number;
  /** Why there will be no more of it, when a run was lost; null when all is well. */
  readonly lost: string | null;
  /** Computes it once more. */
  readonly again: () => void;
}

/** What was run on an earlier visit is not run again. */
const runners = remembering(workers);

/** Exhibits that the reader has asked to be computed anew. */
const afresh = new Set<string>();

type Told = Omit<Reproduced, "again">;
const beginning: Told = { outcome: nothingYet, progress: 0, lost: null };

/** Computes an exhibit while it is shown; leaving it cancels what is under way. The component belongs to one exhibit. */
export function useOutcome(exhibit: Exhibit): Reproduced {
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<Told>(beginning);
  const known = kept.get(exhibit.id);
  useEffect(() => (turn >= 0 && !kept.has(exhibit.id) ? reproduce(exhibit, setState) : undefined), [exhibit, turn]);
  const again = () => {
    afresh.add(exhibit.id);
    kept.delete(exhibit.id);
    setState(beginning);
    setTurn(turn + 1);
  };
  return { ...(known === undefined ? state : { outcome: known, progress: 1, lost: null }), again };
}

/** Begins to compute an exhibit; returns the way to stop. */
function reproduce(exhibit: Exhibit, tell: (told: Told) => void): () => void {
  let isLeft = false;
  let outcome = nothingYet;
  const jobs: Job<Results>[] = [];
  const parts = exhibit.runs.map(() => 0);
  const report = (lost: string | null = null) => {
    if (isLeft) return;
    const done = parts.reduce((sum, part) => sum + part, 0);
    tell({ outcome, progress: parts.length === 0 ? 1 : done / parts.length, lost });
  };
  outcomeOf(exhibit, {
    run(scenario) {
      const place = jobs.length;
      const job = (afresh.has(exhibit.id) ? workers : runners).run(scenario, false, (part) => {
        parts[place] = Math.min(1, part);
        report();
      });
      jobs.push(job);
      return job.done.finally(() => (parts[place] = 1));
    },
    recorded: async ({ document }) => (await recordedOf(readDocument(document)))?.runs ?? null,
    told(next) {
      outcome = next;
      report();
    },
    async breathe() {
      await breathe();
      // Nobody looks any more: the rest need not be worked out.
      if (isLeft) throw new Cancelled();
    },
  }).then(
    (done) => {
      if (!isLeft) kept.set(exhibit.id, done);
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
