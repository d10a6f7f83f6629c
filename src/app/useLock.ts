/** Whether a control may change what it stands for: on an embedded page some may not. */
import type { Path } from "../core/scenario/place.ts";
import { isLocked } from "../links/lock.ts";
import { useWorkbench, workbench } from "./store.ts";

/** Whether a place is locked on this page. */
export function useIsLocked(path: Path): boolean {
  return useWorkbench(({ lock }) => lock !== null && isLocked(lock, path));
}

/** The same, asked once. */
export function isLockedHere(path: Path): boolean {
  const { lock } = workbench.getState();
  return lock !== null && isLocked(lock, path);
}
