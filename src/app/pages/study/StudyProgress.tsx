/** The progress of the simulations: a pause button, a bar for each network in the order of simulation, and the estimated time left. */
import { countOf, formatCount, sayDuration } from "../../../words/numbers.ts";
import { Button } from "../../ui/Button.tsx";
import { PlayButton } from "../../ui/PlayButton.tsx";
import type { StudyRuns, StudyRunsState } from "./study-runs.ts";

/**
 * The progress of the simulations, with the time until the Pareto front is final and until all runs are done. Candidates whose bound is
 * below the front are simulated only if the reader asks for it.
 */
export function StudyProgress({ runs, state }: { readonly runs: StudyRuns; readonly state: StudyRunsState }) {
  const { simulationPlan, isPaused, runsExcluded, runningIds, secondsLeft } = state;
  // A network that is saturated at the load for which latency is measured has no latency value (`axisValue` null), but counts as done.
  const doneStatuses = simulationPlan.statuses.filter(({ axisValue, latency }) =>
    axisValue === null ? latency !== null : axisValue.isMeasured,
  );
  const excludedCount = simulationPlan.excluded.length;
  const isFinished = simulationPlan.next.length === 0;
  const totalCount = doneStatuses.length + simulationPlan.next.length;
  const frontIds = new Set(simulationPlan.front.map((i) => simulationPlan.statuses[i].candidate.id));
  return (
    <section className="study-strip" aria-label="Simulation">
      <div className="study-play">
        <PlayButton
          isPlaying={!isPaused && !isFinished}
          aria-label={isPaused ? "Resume the simulation" : "Pause the simulation"}
          disabled={isFinished}
          onClick={() => runs.pause(!isPaused)}
        />
        <p>
          <strong>
            {isFinished && totalCount === 0 ? "Nothing to simulate" : isFinished ? "Finished" : isPaused ? "Paused" : "Simulating"}
          </strong>
          <span>
            {formatCount(doneStatuses.length)} of {formatCount(totalCount)} simulated
            {/* If the axes in view need no simulation, the simulations for the throughput run in the meantime. */}
            {state.plan !== simulationPlan && ", for the throughput"}
          </span>
        </p>
      </div>
      <ProgressBars
        isOnFront={doneStatuses.map(({ candidate }) => frontIds.has(candidate.id))}
        remainingCount={simulationPlan.next.length}
        runningCount={runningIds.length}
        excludedCount={excludedCount}
      />
      <div className="study-progress">
        <p>
          <strong>
            {isFinished
              ? "No runs left"
              : secondsLeft === null
                ? isPaused
                  ? "No estimate yet"
                  : "Estimating …"
                : `About ${sayDuration(secondsLeft.all)} left`}
          </strong>
          {!isFinished && secondsLeft !== null && secondsLeft.front > 0 && secondsLeft.front < secondsLeft.all && (
            <span>the Pareto front is final in {sayDuration(secondsLeft.front)}</span>
          )}
          {isFinished && totalCount > 0 && <span>the Pareto front is final</span>}
        </p>
        {(excludedCount > 0 || runsExcluded) && (
          <Button variant="underlined" onClick={() => runs.runAll(!runsExcluded)}>
            {runsExcluded ? "Only candidates for the Pareto front" : "Simulate all"}
          </Button>
        )}
      </div>
    </section>
  );
}

interface ProgressBarsProps {
  /** For each simulated network, whether it is on the Pareto front. */
  readonly isOnFront: readonly boolean[];
  readonly remainingCount: number;
  readonly runningCount: number;
  readonly excludedCount: number;
}

/**
 * A strip with a bar for each candidate network, from left to right: simulated, running, queued, and excluded (an empty space). Networks on
 * the Pareto front are dark: `isOnFront` says for each simulated network, in their order, whether it is. One unit of the drawing is one bar.
 * @param props.remainingCount Number of networks that are running or queued.
 */
function ProgressBars({ isOnFront, remainingCount, runningCount, excludedCount }: ProgressBarsProps) {
  const totalCount = Math.max(1, isOnFront.length + remainingCount + excludedCount);
  /** Path data of the bars in one color: of `count` bars from position `start` on, those for which `hasColor` is true. */
  const barsPath = (start: number, count: number, hasColor: (i: number) => boolean) =>
    Array.from({ length: count }, (_, i) => i)
      .filter(hasColor)
      .map((i) => `M${start + i + 0.15} 0h0.7v1h-0.7z`)
      .join("");
  return (
    <figure className="study-bars" aria-hidden="true">
      <svg viewBox={`0 0 ${totalCount} 1`} preserveAspectRatio="none">
        <path d={barsPath(0, isOnFront.length, (i) => !isOnFront[i])} fill="var(--edge)" />
        <path d={barsPath(0, isOnFront.length, (i) => isOnFront[i])} fill="var(--ink)" />
        <path d={barsPath(isOnFront.length, Math.min(runningCount, remainingCount), () => true)} fill="var(--accent)" />
        <path d={barsPath(isOnFront.length, remainingCount, (i) => i >= runningCount)} fill="var(--idle)" />
      </svg>
      <figcaption className="small">
        <span>one bar per network, the Pareto front first</span>
        {excludedCount > 0 && (
          <span>{countOf(excludedCount, "network needs", "networks need")} no simulation: the bound is below the Pareto front</span>
        )}
      </figcaption>
    </figure>
  );
}
