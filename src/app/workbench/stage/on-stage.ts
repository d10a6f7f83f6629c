/** The view on the stage, and the views that may be there. */
import { useEffect } from "react";
import { views } from "../../../views/index.ts";
import { loadView } from "../../../views/lazy-view.ts";
import { usePageRuns, useWorkbench } from "../../hooks.ts";
import type { Page } from "../../create-page.ts";

/** Id of the view of a single network. */
export const singleNetworkView = "stage";

/** Id of the drawing view. */
export const drawingViewId = "drawing";

/**
 * Id of the view on the stage, the large area of the workbench: the drawing while a network is drawn, otherwise the chosen view if it has
 * something to draw, otherwise the view of a sweep, a view that compares the networks, or the network itself.
 */
export function useOnStage(): string {
  const sweepView = usePageRuns(sweepViewId);
  const isDrawing = useWorkbench(({ mode: { drawing } }) => drawing !== null);
  const chosenView = useWorkbench((state) => state.view.stageView);
  const isCompared = useWorkbench(({ document: { current: scenario } }) => scenario.beside.length > 0);
  // Load the comparison views while the second network is being built.
  useEffect(() => {
    if (isCompared) for (const picture of stageViews()) void loadView(picture).catch(() => undefined);
  }, [isCompared]);
  const defaultView = usePageRuns((page) =>
    isCompared
      ? (stageViews().find(({ id }) => id !== singleNetworkView && canShow(page, id))?.id ?? singleNetworkView)
      : singleNetworkView,
  );
  const isAvailable = usePageRuns((page) => chosenView === "" || chosenView === singleNetworkView || canShow(page, chosenView));
  if (isDrawing) return drawingViewId;
  if (sweepView !== null && (chosenView === "" || isSweepView(chosenView))) return sweepView;
  return (isCompared || sweepView !== null) && chosenView !== "" && !isSweepView(chosenView) && isAvailable ? chosenView : defaultView;
}

/** Whether a view shows all runs of a sweep. Such a view takes the stage, and the network of one run is shown beside it. */
export const isSweepView = (id: string) => id === "sweep" || id === "performance-per-cost";

/** Id of the view of the document's sweep: curves, or performance per cost for a mix; null without a sweep. */
export function sweepViewId({ store, view }: Page): string | null {
  if (store.getState().document.current.sweep.length === 0) return null;
  return views.find(({ id, isOpenByDefault }) => isSweepView(id) && isOpenByDefault?.(view.data(id)) === true)?.id ?? null;
}

/** The views that may be on the stage. */
export const stageViews = () => views.filter(({ id, region }) => region === "stage" && id !== drawingViewId);
/** The empty message of a view; null if it can be drawn. */
export const emptyMessageOf = ({ view }: Page, id: string) => views.find((each) => each.id === id)?.emptyMessage(view.data(id));
export const canShow = (page: Page, id: string) => emptyMessageOf(page, id) === null;
