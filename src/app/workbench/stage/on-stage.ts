/** Which picture stands on the stage, and which can. */
import { useEffect } from "react";
import { views } from "../../../views/index.ts";
import { fetchView } from "../../../views/later.ts";
import { useComputed, useWorkbench } from "../../hooks.ts";
import type { Page } from "../../create-page.ts";

/** The view that shows one network by itself. */
export const alone = "stage";

/** Id of the view on the stage: the one chosen where it has something to draw, else the first that has. */
export function useOnStage(): string {
  const isSwept = useComputed(showsSweep);
  const chosen = useWorkbench((state) => state.onStage);
  const isCompared = useWorkbench(({ scenario }) => scenario.beside.length > 0);
  // While the second network is built, the pictures of two come in.
  useEffect(() => {
    if (isCompared) for (const picture of pictures()) void fetchView(picture).catch(() => undefined);
  }, [isCompared]);
  const usual = useComputed((page) => (isCompared ? (pictures().find(({ id }) => id !== alone && canDraw(page, id))?.id ?? alone) : alone));
  const can = useComputed((page) => chosen === "" || chosen === alone || canDraw(page, chosen));
  if (isSwept && (chosen === "" || chosen === curve)) return curve;
  return (isCompared || isSwept) && chosen !== "" && chosen !== curve && can ? chosen : usual;
}

/** The view that shows all runs of a sweep: it takes the stage, and the network of one of them stands beside it. */
export const curve = "sweep";

/** Whether a document's sweep is told as a curve. */
export function showsSweep({ store, view }: Page): boolean {
  return store.getState().scenario.sweep.length > 0 && views.find(({ id }) => id === curve)?.isUsual?.(view.data(curve)) === true;
}

/** The pictures that may stand on the stage. */
export const pictures = () => views.filter(({ place }) => place === "stage");
/** What a picture lacks to be drawn, as a sentence; null where nothing. */
export const lacking = ({ view }: Page, id: string) => views.find((each) => each.id === id)?.needs(view.data(id));
export const canDraw = (page: Page, id: string) => lacking(page, id) === null;
