/** Limits of the undo history, for the workbench and the study. */
import type { TemporalState } from "zundo";
import type { StoreApi } from "zustand/vanilla";
import { estimateBytes } from "../../core/base/lru.ts";

/** Maximum number of steps, and of approximate bytes of their documents, because drawings and matrices are long texts. */
export const undoLimits = { steps: 200, bytes: 32e6 } as const;

/** Drops the oldest steps of a history when a new one exceeds the byte limit of {@link undoLimits}. */
export function limitUndoMemory<Step>(history: StoreApi<TemporalState<Step>>): void {
  history.subscribe(({ pastStates }, before) => {
    const first = pastStates.at(-1) === before.pastStates.at(-1) ? 0 : firstStepWithinLimit(pastStates);
    if (first > 0) history.setState({ pastStates: pastStates.slice(first) });
  });
}

/** Index of the first step that fits into {@link undoLimits} together with all later ones. The last step always fits. */
function firstStepWithinLimit(steps: readonly unknown[]): number {
  const seen = new Set<unknown>();
  let bytes = 0;
  for (let i = steps.length - 1; i >= 0; i--) {
    bytes += estimateBytes(steps[i], seen);
    if (bytes > undoLimits.bytes) return Math.min(i + 1, steps.length - 1);
  }
  return 0;
}
