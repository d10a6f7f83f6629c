/** How far undo goes back, on the workbench and in the study. */
import type { TemporalState } from "zundo";
import type { StoreApi } from "zustand/vanilla";
import { bytesOf } from "../../core/base/lru.ts";

/** Most steps that undo goes back, and about how many bytes their documents hold at the most: drawings and matrices are long texts. */
export const undoBound = { steps: 200, bytes: 32e6 } as const;

/** Drops the oldest steps of a history whenever a new one exceeds the bytes of {@link undoBound}. */
export function boundUndo<Step>(history: StoreApi<TemporalState<Step>>): void {
  history.subscribe(({ pastStates }, before) => {
    const first = pastStates.at(-1) === before.pastStates.at(-1) ? 0 : firstWithin(pastStates);
    if (first > 0) history.setState({ pastStates: pastStates.slice(first) });
  });
}

/** The first of the steps that fit {@link undoBound} together with all later ones; the last one always does. */
function firstWithin(steps: readonly unknown[]): number {
  const seen = new Set<unknown>();
  let bytes = 0;
  for (let i = steps.length - 1; i >= 0; i--) {
    bytes += bytesOf(steps[i], seen);
    if (bytes > undoBound.bytes) return Math.min(i + 1, steps.length - 1);
  }
  return 0;
}
