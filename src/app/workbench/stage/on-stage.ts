/** The view on the stage, and the views that may be there. */
import { useEffect } from "react";
import { views } from "../../../views/index.ts";
import { fetchView } from "../../../views/later.ts";
import { useComputed, useWorkbench } from "../../hooks.ts";
import type { Page } from "../../create-page.ts";

/** Id of the view of a single network. */
export const alone = "stage";

/** Id of the drawing view. */
export const underHand = "drawing";

/** Id of the view on the stage: the chosen view if it has something to draw, otherwise the first that has. */
export function useOnStage(): string {
  const sweep = useComputed(sweepPicture);
  const isDrawing = useWorkbench(({ mode: { drawing } }) => drawing !== null);
  const chosen = useWorkbench((state) => state.view.onStage);
  const isCompared = useWorkbench(({ document: { current: scenario } }) => scenario.beside.length > 0);
  // Load the comparison views while the second network is being built.
  useEffect(() => {
    if (isCompared) for (const picture of pictures()) void fetchView(picture).catch(() => undefined);
  }, [isCompared]);
  const usual = useComputed((page) => (isCompared ? (pictures().find(({ id }) => id !== alone && canDraw(page, id))?.id ?? alone) : alone));
  const can = useComputed((page) => chosen === "" || chosen === alone || canDraw(page, chosen));
  if (isDrawing) return underHand;
  if (sweep !== null && (chosen === "" || isOfSweep(chosen))) return sweep;
  return (isCompared || sweep !== null) && chosen !== "" && !isOfSweep(chosen) && can ? chosen : usual;
}

/** Whether a view shows all runs of a sweep. Such a view takes the stage, and the network of one run is shown beside it. */
export const isOfSweep = (id: string) => id === "sweep" || id === "performance-per-cost";

/** Id of the view of the document's sweep: curves, or performance per cost for a mix; null without a sweep. */
export function sweepPicture({ store, view }: Page): string | null {
  if (store.getState().document.current.sweep.length === 0) return null;
  return views.find(({ id, isUsual }) => isOfSweep(id) && isUsual?.(view.data(id)) === true)?.id ?? null;
}

/** The views that may be on the stage. */
export const pictures = () => views.filter(({ id, place }) => place === "stage" && id !== underHand);
/** The empty message of a view; null if it can be drawn. */
export const lacking = ({ view }: Page, id: string) => views.find((each) => each.id === id)?.needs(view.data(id));
export const canDraw = (page: Page, id: string) => lacking(page, id) === null;
