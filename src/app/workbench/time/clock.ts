/** The hand on the clock: it moves all watched runs together. */
import { clockTime, haste, leading, studies } from "../../page.ts";

/** Cycles of one step forward: 100, more of long runs. */
export function stepCycles(): number {
  return 100 * haste();
}

/** Plays or pauses; a run that has ended begins again. */
export function togglePlay(): void {
  const { playback } = leading().snapshot();
  if (playback === null) return;
  const { is } = playback.state;
  for (const each of studies()) {
    const own = each.snapshot().playback;
    if (is === "playing" || is === "opening") own?.pause();
    else if (is === "paused") own?.play();
    else each.again();
  }
}

/** Turns the watched runs to a cycle, back or forth. */
export function seek(cycle: number): void {
  for (const each of studies()) each.seek(cycle);
}

/** Goes on by some cycles and pauses, all at the same time. */
export function stepForward(): void {
  const from = clockTime();
  for (const each of studies()) each.snapshot().playback?.step(stepCycles(), from);
}

/** Goes back by some cycles and pauses, all at the same time. */
export function stepBack(): void {
  const from = clockTime();
  for (const each of studies()) each.snapshot().playback?.stepBack(stepCycles(), from);
}
