/** Progress of a sweep, or of a slow load curve: finished runs, remaining time, and buttons to pause and stop. */
import { formatCount, sayDuration } from "../../../words/numbers.ts";
import type { Batch, Progress } from "../../runs/batch.ts";
import { curvePatience, curvePoints } from "../../runs/scenario-runs.ts";
import { Button } from "../../ui/Button.tsx";
import { usePaced, usePage } from "../../hooks.ts";
import type { PageRuns } from "../../runs/page-runs.ts";

/** Interval between two updates, milliseconds. */
const pace = 200;

export function RunsLine() {
  const { runs, store } = usePage();
  usePaced(pace);
  const { batches, progress } = current(runs);
  if (progress === null && runs.sweep.published !== null) return <RecordedLine />;
  if (progress === null) return runs.all.some((each) => each.snapshot().curve.isWaiting) ? <WaitingLine /> : null;
  const act = (does: (batch: Batch) => void) => () => batches.forEach(does);
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
        <Button variant="quiet" onClick={act((batch) => batch.pause())}>
          Pause
        </Button>
      )}
      {progress.is === "paused" && (
        <Button variant="quiet" onClick={act((batch) => batch.resume())}>
          Go on
        </Button>
      )}
      {(progress.is === "running" || progress.is === "paused") && (
        <Button variant="quiet" onClick={act((batch) => batch.stop())}>
          Stop
        </Button>
      )}
      {(progress.is === "stopped" || progress.is === "done") && (
        <Button
          variant="quiet"
          onClick={() =>
            runs.sweep.batch === null
              ? runs.all.forEach((each) => each.snapshot().isCurveLost && each.restart())
              : runs.sweep.goOn(store.getState().document.current)
          }
        >
          Run the rest
        </Button>
      )}
    </div>
  );
}

/** Offers to run the load curve of a large network, which does not start automatically. */
function WaitingLine() {
  const { runs } = usePage();
  const waiting = runs.all.filter((each) => each.snapshot().curve.isWaiting);
  return (
    <div className="runs row small" role="group" aria-label="Runs">
      <span>A load curve takes {curvePoints} runs of a network this large.</span>
      <Button variant="quiet" onClick={() => waiting.forEach((each) => each.askCurve())}>
        Run them
      </Button>
    </div>
  );
}

/** States which engine recorded the shown results, and offers to run them again here. */
function RecordedLine() {
  const { runs, store } = usePage();
  const { published, comparison } = runs.sweep;
  if (published === null) return null;
  const whose = `${formatCount(published.runs.length)} runs, recorded with engine ${published.engine}`;
  const said = {
    "not yet": `${whose}.`,
    running: `${whose}; run again here, they are being compared.`,
    reproduced: `Run again here, all ${formatCount(published.runs.length)} runs give the recorded numbers: digest ${published.digest}, reproduced.`,
    differs: `Run again here, the numbers differ from those recorded with engine ${published.engine}.`,
  }[comparison];
  return (
    <div className="runs row small" role="group" aria-label="Runs">
      <span>{said}</span>
      <Button variant="quiet" onClick={() => runs.sweep.repeat(store.getState().document.current)}>
        Run again here
      </Button>
    </div>
  );
}

/** Progress of the sweep if there is one, otherwise of slow load curves. */
function current(runs: PageRuns): { readonly batches: readonly Batch[]; readonly progress: Progress | null } {
  if (runs.sweep.batch !== null) {
    const { progress } = runs.sweep.batch;
    const isWhole = progress.is === "done" && progress.failed === 0;
    return { batches: [runs.sweep.batch], progress: isWhole ? null : progress };
  }
  const batches = runs.all.flatMap((each) => {
    const { curveRuns } = each;
    return curveRuns === null || (curveRuns.progress.is === "done" && !each.snapshot().isCurveLost) ? [] : [curveRuns];
  });
  const all = batches.map((batch) => batch.progress).filter(({ is }) => is !== "stopped");
  // The curves run in parallel and slow each other down, so the last one to finish determines the remaining time.
  const left = Math.max(0, ...all.map(({ secondsLeft }) => secondsLeft ?? 0));
  const isPaused = all.some(({ is }) => is === "paused");
  const isDone = all.every(({ is }) => is === "done");
  const seconds = Math.max(0, ...all.map((each) => each.seconds));
  // Estimates jump at first, and the line would flicker.
  if (all.length === 0 || (seconds < curvePatience && !isPaused && !isDone)) return { batches, progress: null };
  const sum = (of: (progress: Progress) => number) => all.reduce((total, each) => total + of(each), 0);
  return {
    batches,
    progress: {
      is: isDone ? "done" : isPaused ? "paused" : "running",
      done: sum(({ done }) => done),
      failed: sum(({ failed }) => failed),
      total: sum(({ total }) => total),
      part: sum(({ part, total }) => part * total) / sum(({ total }) => total),
      seconds,
      secondsLeft: left > 0 ? left : null,
    },
  };
}

/** `34 of 120 runs, about 12 s left`. */
function sayProgress({ is, done, failed, total, secondsLeft }: Progress): string {
  const runs = `${formatCount(done)} of ${formatCount(total)} runs`;
  const lost = failed > 0 ? `, ${formatCount(failed)} could not be run` : "";
  if (is === "stopped") return `Stopped after ${runs}${lost}; finished runs are kept.`;
  if (is === "paused") return `Paused at ${runs}${lost}.`;
  if (is === "done") return `${runs}${lost}.`;
  return `${runs}${lost}${secondsLeft === null ? "" : `, about ${sayDuration(secondsLeft)} left`}`;
}
