/** The hand on the clock: it moves all watched runs together. */
import type { PageRuns } from "./page-runs.ts";

/** Cycles of one step forward: 100, more of long runs. */
export function stepCycles(runs: PageRuns): number {
  return 100 * runs.speedFactor;
}

/** Plays or pauses; a run that has ended begins again. */
export function togglePlay(runs: PageRuns): void {
  const { playback } = runs.leading.snapshot();
  if (playback === null) return;
  const { is } = playback.state;
  for (const each of runs.all) {
    const own = each.snapshot().playback;
    if (is === "playing" || is === "opening") own?.pause();
    else if (is === "paused") own?.play();
    else each.restart();
  }
}

/** Turns the watched runs to a cycle, back or forth. */
export function seek(runs: PageRuns, cycle: number): void {
  for (const each of runs.all) each.seek(cycle);
}

/** Goes on by some cycles and pauses, all at the same time. */
export function stepForward(runs: PageRuns): void {
  const from = runs.clockTime;
  for (const each of runs.all) each.snapshot().playback?.step(stepCycles(runs), from);
}

/** Goes back by some cycles and pauses, all at the same time. */
export function stepBack(runs: PageRuns): void {
  const from = runs.clockTime;
  for (const each of runs.all) each.snapshot().playback?.stepBack(stepCycles(runs), from);
}
