/** Playback actions for all watched runs together: play, pause, seek and step. */
import type { PageRuns } from "./page-runs.ts";
import { stepLength } from "./speed-factor.ts";

/** Cycles of one step: 100, more for long runs, or a single one in slow motion. */
export function stepCycles(runs: PageRuns): number {
  return stepLength(runs.chosenSpeed, runs.speedFactor);
}

/** Plays or pauses; restarts runs that have ended. */
export function togglePlay(runs: PageRuns): void {
  const { playback } = runs.leading.snapshot();
  if (playback === null) return;
  const { is: status } = playback.state;
  for (const run of runs.all) {
    const playbackOfRun = run.snapshot().playback;
    if (status === "playing" || status === "opening") playbackOfRun?.pause();
    else if (status === "paused") playbackOfRun?.play();
    else run.restart();
  }
}

/** Moves the watched runs to a cycle, backward or forward. */
export function seek(runs: PageRuns, cycle: number): void {
  for (const run of runs.all) run.seek(cycle);
}

/** Advances all runs by one step and pauses. */
export function stepForward(runs: PageRuns): void {
  const from = runs.clockTime;
  for (const run of runs.all) run.snapshot().playback?.step(stepCycles(runs), from);
}

/** Moves all runs back by one step and pauses. */
export function stepBack(runs: PageRuns): void {
  const from = runs.clockTime;
  for (const run of runs.all) run.snapshot().playback?.stepBack(stepCycles(runs), from);
}
