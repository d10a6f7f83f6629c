/** Hooks by which components read the page. A component renders again when the value it reads changes. */
import { createContext, useContext, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import type { Path } from "../core/scenario/param-path.ts";
import type { Units } from "../words/units.ts";
import type { Page } from "./create-page.ts";
import type { Workbench, WorkbenchStore } from "./state/workbench.ts";
import type { ScenarioRunsState } from "./runs/scenario-runs.ts";
import type { OverlayState } from "./shell/overlay.ts";

/** The page that a component belongs to. */
export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === null) throw new Error("a component of the page is used outside of it");
  return page;
}

/** Reads the page's store. */
export function useWorkbench<T>(select: (state: Workbench) => T): T {
  return useStore(usePage().store, select);
}

/** Reads the undo history of the page's store. */
export function useHistory<T>(select: (state: ReturnType<WorkbenchStore["temporal"]["getState"]>) => T): T {
  return useStore(usePage().store.temporal, select);
}

/** Reads the overlays: sheets, menus, the palette. */
export function useOverlay<T>(select: (state: OverlayState) => T): T {
  return useStore(usePage().overlay, select);
}

/** Reads the units of loads and times. */
export function useUnits(): Units {
  const { store, units } = usePage();
  return useStore(store, units);
}

/** Whether a parameter is locked on this page. */
export function useIsLocked(path: Path): boolean {
  return useWorkbench(({ view: { lock } }) => lock?.isLocked(path) ?? false);
}

/** Reads what is computed for the document. `read` must return the same value while nothing changes. */
export function usePageRuns<T>(read: (page: Page) => T): T {
  const page = usePage();
  return useSyncExternalStore(page.runs.subscribe, () => read(page));
}

/** Reads the runs of the active network. */
export function useActiveRuns<T>(select: (state: ScenarioRunsState) => T): T {
  return usePageRuns(({ runs }) => select(runs.active.snapshot()));
}

/** Reads the runs that determine the page's clock. */
export function useLeadingRuns<T>(select: (state: ScenarioRunsState) => T): T {
  return usePageRuns(({ runs }) => select(runs.leading.snapshot()));
}
