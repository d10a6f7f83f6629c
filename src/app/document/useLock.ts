/** Whether a control may change what it stands for: on an embedded page some may not. */
import type { Path } from "../../core/scenario/place.ts";
import { useWorkbench, workbench } from "./store.ts";

/** Whether a place is locked on this page. */
export function useIsLocked(path: Path): boolean {
  return useWorkbench(({ lock }) => lock?.isLocked(path) ?? false);
}

/** The same, asked once. */
export function isLockedHere(path: Path): boolean {
  return workbench.getState().lock?.isLocked(path) ?? false;
}
