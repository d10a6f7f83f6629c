/** The runs of a sweep as one batch, and the resulting points. Loaded with the first sweep. */
import { digestOf } from "../../core/measures/digest.ts";
import type { Results } from "../../core/measures/results.ts";
import type { SweepTable } from "../../core/measures/sweep.ts";
import { rescaledResults } from "../../core/results/rescale.ts";
import type { cellsOf, Document } from "../../core/scenario/document.ts";
import { cycleOnPage } from "../../core/scenario/page-clock.ts";
import { sweepPointsOf } from "../../findings/sweep-table.ts";
import type { Workers } from "../../worker/client.ts";
import { Batch, type TaskProgress, runTasks } from "./batch.ts";

/** Callbacks of the runs of a sweep. */
export interface SweepListener {
  /** Whether the batch is still the current one. The other callbacks are called for the current batch only. */
  isCurrent(batch: Batch): boolean;
  /** Called when a run has ended. The argument `points` computes the points of all runs that have ended. */
  onPoints(points: () => SweepTable["points"]): void;
  /**
   * Called when the progress has changed; `isNew` tells whether its status (`is`) has changed.
   * @param resultsByCell results by cell, null for runs that have not ended
   */
  onProgress(is: TaskProgress["is"], isNew: boolean, news: "changed" | "moved", resultsByCell: readonly (Results | null)[]): void;
}

/**
 * Starts the runs of all cells of a sweep as one batch. After each run, the points of the sweep are computed from the results that have
 * arrived, with times in cycles of the first network. Nothing is reported once another batch has become the current one.
 */
export function runCells(document: Document, cells: ReturnType<typeof cellsOf>, workers: Workers, listener: SweepListener): Batch {
  const resultsByCell: (Results | null)[] = cells.map(() => null);
  const rescaledByCell = resultsByCell.slice();
  let lastStatus: TaskProgress["is"] = "running";
  const tasks = runTasks(
    workers,
    cells.map(({ scenario }) => scenario),
  );
  const batch = new Batch(tasks, {
    onEnd(i, results) {
      if (!listener.isCurrent(batch) || results === null) return;
      resultsByCell[i] = results;
      rescaledByCell[i] = rescaledResults(results, cycleOnPage(document, cells[i].scenario));
      listener.onPoints(() => sweepPointsOf(cells, document.seeds, rescaledByCell));
    },
    onProgress() {
      if (!listener.isCurrent(batch)) return;
      const { is, done } = batch.progress;
      const isNew = is !== lastStatus;
      lastStatus = is;
      // After the first result, thousands of results may arrive within a second: report them as `moved`.
      listener.onProgress(is, isNew, isNew || done <= 1 ? "changed" : "moved", resultsByCell);
    },
  });
  return batch;
}

/** Whether all runs have ended with the published results. */
export function isReproduced(resultsByCell: readonly (Results | null)[], digest: string | undefined): boolean {
  const finished = resultsByCell.filter((each) => each !== null);
  return finished.length === resultsByCell.length && digestOf(finished) === digest;
}
