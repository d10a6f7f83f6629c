/** Which picture stands on the stage, and which can. */
import { useEffect } from "react";
import { views } from "../../../views/index.ts";
import { fetchView } from "../../../views/later.ts";
import { useComputed, useWorkbench } from "../../hooks.ts";
import type { Page } from "../../create-page.ts";

/** The view that shows one network by itself. */
export const alone = "stage";

/** The view on which a network is drawn. */
export const underHand = "drawing";

/** Id of the view on the stage: the one chosen where it has something to draw, else the first that has. */
export function useOnStage(): string {
  const sweep = useComputed(sweepPicture);
  const isDrawing = useWorkbench(({ mode: { drawing } }) => drawing !== null);
  const chosen = useWorkbench((state) => state.view.onStage);
  const isCompared = useWorkbench(({ document: { current: scenario } }) => scenario.beside.length > 0);
  // While the second network is built, the pictures of two come in.
  useEffect(() => {
    if (isCompared) for (const picture of pictures()) void fetchView(picture).catch(() => undefined);
  }, [isCompared]);
  const usual = useComputed((page) => (isCompared ? (pictures().find(({ id }) => id !== alone && canDraw(page, id))?.id ?? alone) : alone));
  const can = useComputed((page) => chosen === "" || chosen === alone || canDraw(page, chosen));
  if (isDrawing) return underHand;
  if (sweep !== null && (chosen === "" || isOfSweep(chosen))) return sweep;
  return (isCompared || sweep !== null) && chosen !== "" && !isOfSweep(chosen) && can ? chosen : usual;
}

/** The views that show all runs of a sweep: one of them takes the stage, and the network of one run stands beside it. */
export const isOfSweep = (id: string) => id === "sweep" || id === "performance-per-cost";

/** The view that tells a document's sweep: its curve, or what networks are worth under a mix; null where nothing is swept. */
export function sweepPicture({ store, view }: Page): string | null {
  if (store.getState().document.current.sweep.length === 0) return null;
  return views.find(({ id, isUsual }) => isOfSweep(id) && isUsual?.(view.data(id)) === true)?.id ?? null;
}

/** The pictures that may stand on the stage. */
export const pictures = () => views.filter(({ id, place }) => place === "stage" && id !== underHand);
/** What a picture lacks to be drawn, as a sentence; null where nothing. */
export const lacking = ({ view }: Page, id: string) => views.find((each) => each.id === id)?.needs(view.data(id));
export const canDraw = (page: Page, id: string) => lacking(page, id) === null;
