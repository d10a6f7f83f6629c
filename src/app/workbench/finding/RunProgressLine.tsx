/** Progress of a sweep, or of a slow load curve: finished runs, remaining time, and buttons to pause and stop. */
import { formatCount, sayDuration } from "../../../words/numbers.ts";
import type { Batch, TaskProgress } from "../../runs/batch.ts";
import { curveProgressDelay, curvePointCount } from "../../runs/scenario-runs.ts";
import { Button } from "../../ui/Button.tsx";
import { usePage } from "../../hooks.ts";
import { useThrottledRender } from "../../runs/useThrottledRender.ts";
import type { PageRuns } from "../../runs/page-runs.ts";

/** Interval between two updates, milliseconds. */
const updateInterval = 200;

/**
 * The line below the finding with the progress of a sweep or of slow load curves, and buttons that pause, resume, stop or complete them.
 * For published results, which come from a file instead of from runs of this page, it says so instead. For a load curve that is only
 * computed on demand, it has a button that starts the computation. A batch is a set of runs that are computed together on all cores.
 */
export function RunProgressLine() {
  const { runs, store } = usePage();
  useThrottledRender(updateInterval);
  const { batches, progress } = currentProgress(runs);
  if (progress === null && runs.sweep.published !== null) return <PublishedResultsLine />;
  if (progress === null) return runs.all.some((each) => each.snapshot().curve.isOnDemand) ? <CurveOffer /> : null;
  const onBatches = (action: (batch: Batch) => void) => () => batches.forEach(action);
  return (
    <div className="runs row small" role="group" aria-label="Runs">
      <span className="runs-bar" aria-hidden="true">
        <i style={{ width: `${100 * progress.part}%` }} />
      </span>
      <span>
        {(progress.is === "running" || progress.is === "done") && (runs.sweep.batch === null ? "Load curve: " : "Sweep: ")}
        {sayProgress(progress)}
      </span>
      {progress.is === "running" && (
        <Button variant="quiet" onClick={onBatches((batch) => batch.pause())}>
          Pause
        </Button>
      )}
      {progress.is === "paused" && (
        <Button variant="quiet" onClick={onBatches((batch) => batch.resume())}>
          Resume
        </Button>
      )}
      {(progress.is === "running" || progress.is === "paused") && (
        <Button variant="quiet" onClick={onBatches((batch) => batch.stop())}>
          Stop
        </Button>
      )}
      {(progress.is === "stopped" || progress.is === "done") && (
        <Button
          variant="quiet"
          onClick={() =>
            runs.sweep.batch === null
              ? runs.all.forEach((each) => each.snapshot().isCurveIncomplete && each.restart())
              : runs.sweep.resume(store.getState().document.current)
          }
        >
          Run the rest
        </Button>
      )}
    </div>
  );
}

/** Offers to run the load curve of a large network, which does not start automatically. */
function CurveOffer() {
  const { runs } = usePage();
  const waiting = runs.all.filter((each) => each.snapshot().curve.isOnDemand);
  return (
    <div className="runs row small" role="group" aria-label="Runs">
      <span>The load curve of this large network takes {curvePointCount} runs.</span>
      <Button variant="quiet" onClick={() => waiting.forEach((each) => each.requestCurve())}>
        Run them
      </Button>
    </div>
  );
}

/**
 * States which version of the engine computed the published results of the document, and offers to run them again on this device for
 * comparison. The digest is a hash of the results' headline numbers.
 */
function PublishedResultsLine() {
  const { runs, store } = usePage();
  const { published, comparison } = runs.sweep;
  if (published === null) return null;
  const originText = `${formatCount(published.runs.length)} runs, recorded with engine ${published.engine}`;
  const comparisonText = {
    "not yet": `${originText}.`,
    running: `${originText}; they are running again here for comparison.`,
    reproduced: `Run again here: all ${formatCount(published.runs.length)} runs equal our recording, digest ${published.digest}.`,
    differs: `Run again here: the numbers differ from our recording with engine ${published.engine}.`,
  }[comparison];
  return (
    <div className="runs row small" role="group" aria-label="Runs">
      <span role="status">{comparisonText}</span>
      <Button variant="quiet" onClick={() => runs.sweep.repeat(store.getState().document.current)}>
        Run again here
      </Button>
    </div>
  );
}

/**
 * The batches of runs in progress and their combined progress: the sweep if there is one, otherwise the slow load curves of all networks.
 * Progress is null if there is nothing to report. `part` is the completed fraction, 0 to 1; times are in seconds.
 */
function currentProgress(runs: PageRuns): { readonly batches: readonly Batch[]; readonly progress: TaskProgress | null } {
  if (runs.sweep.batch !== null) {
    const { progress } = runs.sweep.batch;
    const isComplete = progress.is === "done" && progress.failed === 0;
    return { batches: [runs.sweep.batch], progress: isComplete ? null : progress };
  }
  // Without a sweep, the line reports the load curves that are not complete yet.
  const batches = runs.all.flatMap((each) => {
    const { curveRuns } = each;
    return curveRuns === null || (curveRuns.progress.is === "done" && !each.snapshot().isCurveIncomplete) ? [] : [curveRuns];
  });
  const progressOfBatches = batches.map((batch) => batch.progress).filter(({ is }) => is !== "stopped");
  // The curves run in parallel and slow each other down, so the last one to finish determines the remaining time.
  const longestSecondsLeft = Math.max(0, ...progressOfBatches.map(({ secondsLeft }) => secondsLeft ?? 0));
  const isPaused = progressOfBatches.some(({ is }) => is === "paused");
  const isDone = progressOfBatches.every(({ is }) => is === "done");
  const longestSeconds = Math.max(0, ...progressOfBatches.map((each) => each.seconds));
  // Short computations are not reported: the estimated time jumps at first, and the line would appear only briefly.
  if (progressOfBatches.length === 0 || (longestSeconds < curveProgressDelay && !isPaused && !isDone)) return { batches, progress: null };
  const sum = (valueOf: (progress: TaskProgress) => number) => progressOfBatches.reduce((total, each) => total + valueOf(each), 0);
  return {
    batches,
    progress: {
      is: isDone ? "done" : isPaused ? "paused" : "running",
      done: sum(({ done }) => done),
      failed: sum(({ failed }) => failed),
      total: sum(({ total }) => total),
      part: sum(({ part, total }) => part * total) / sum(({ total }) => total),
      seconds: longestSeconds,
      secondsLeft: longestSecondsLeft > 0 ? longestSecondsLeft : null,
    },
  };
}

/** `34 of 120 runs, about 12 s left`. */
function sayProgress({ is, done, failed, total, secondsLeft }: TaskProgress): string {
  const runs = `${formatCount(done)} of ${formatCount(total)} runs`;
  const failedText = failed > 0 ? `, ${formatCount(failed)} could not be run` : "";
  if (is === "stopped") return `Stopped after ${runs}${failedText}; finished runs are kept.`;
  if (is === "paused") return `Paused at ${runs}${failedText}.`;
  if (is === "done") return `${runs}${failedText}.`;
  return `${runs}${failedText}${secondsLeft === null ? "" : `, about ${sayDuration(secondsLeft)} left`}`;
}
