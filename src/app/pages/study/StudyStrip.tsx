/** The progress of the simulations: a pause button, a bar for each network in the order of simulation, and the estimated time left. */
import { countOf, formatCount, sayDuration } from "../../../words/numbers.ts";
import { Button } from "../../ui/Button.tsx";
import { PlayButton } from "../../ui/PlayButton.tsx";
import type { StudyRuns, StudyState } from "./study-runs.ts";

/** The strip. Times are estimates from the speed of the simulations so far. */
export function StudyStrip({ runs, state }: { readonly runs: StudyRuns; readonly state: StudyState }) {
  const { runs: plan, isPaused, isAll, running, left } = state;
  // A run that found the network to be full at the load for latencies counts as done.
  const done = plan.standings.filter(({ given, latency }) => (given === null ? latency !== null : given.isMeasured));
  const spared = plan.spared.length;
  const isDone = plan.next.length === 0;
  const all = done.length + plan.next.length;
  const front = new Set(plan.front.map((i) => plan.standings[i].candidate.id));
  return (
    <section className="study-strip" aria-label="Simulation">
      <div className="study-play">
        <PlayButton
          isPlaying={!isPaused && !isDone}
          aria-label={isPaused ? "Resume the simulation" : "Pause the simulation"}
          disabled={isDone}
          onClick={() => runs.pause(!isPaused)}
        />
        <p>
          <strong>{isDone && all === 0 ? "Nothing to simulate" : isDone ? "Finished" : isPaused ? "Paused" : "Simulating"}</strong>
          <span>
            {formatCount(done.length)} of {formatCount(all)} simulated
            {/* If the axes in view need no simulation, the simulations for the throughput run in the meantime. */}
            {state.plan !== plan && ", for the throughput"}
          </span>
        </p>
      </div>
      <Bars done={done.map(({ candidate }) => front.has(candidate.id))} left={plan.next.length} running={running.length} spared={spared} />
      <div className="study-left">
        <p>
          <strong>
            {isDone
              ? "Nothing left to run"
              : left === null
                ? isPaused
                  ? "No estimate yet"
                  : "Estimating …"
                : `About ${sayDuration(left.all)} left`}
          </strong>
          {!isDone && left !== null && left.front > 0 && left.front < left.all && (
            <span>the front settles in {sayDuration(left.front)}</span>
          )}
          {isDone && all > 0 && <span>the front is settled</span>}
        </p>
        {(spared > 0 || isAll) && (
          <Button variant="underlined" onClick={() => runs.runAll(!isAll)}>
            {isAll ? "Only what can reach the front" : "Simulate all"}
          </Button>
        )}
      </div>
    </section>
  );
}

interface BarsProps {
  /** For each simulated network, whether it is on the Pareto front. */
  readonly done: readonly boolean[];
  readonly left: number;
  readonly running: number;
  readonly spared: number;
}

/** A bar for each network, from left to right: simulated, running, queued, excluded. Networks on the Pareto front are dark. */
function Bars({ done, left, running, spared }: BarsProps) {
  const all = Math.max(1, done.length + left + spared);
  const bars = (from: number, count: number, of: (i: number) => boolean) =>
    Array.from({ length: count }, (_, i) => i)
      .filter(of)
      .map((i) => `M${from + i + 0.15} 0h0.7v1h-0.7z`)
      .join("");
  return (
    <figure className="study-bars" aria-hidden="true">
      <svg viewBox={`0 0 ${all} 1`} preserveAspectRatio="none">
        <path d={bars(0, done.length, (i) => !done[i])} fill="var(--edge)" />
        <path d={bars(0, done.length, (i) => done[i])} fill="var(--ink)" />
        <path d={bars(done.length, Math.min(running, left), () => true)} fill="var(--accent)" />
        <path d={bars(done.length, left, (i) => i >= running)} fill="var(--idle)" />
      </svg>
      <figcaption className="small">
        <span>one bar a network, the front first</span>
        {spared > 0 && <span>{countOf(spared, "network needs", "networks need")} no simulation: even the bound lies below the front</span>}
      </figcaption>
    </figure>
  );
}
