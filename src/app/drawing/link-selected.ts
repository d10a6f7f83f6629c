/** Links all selected switches: either to the neighbors of one selected switch, the model, or with each other. Toasts report the result. */
import { joinWithAnd } from "../../core/base/words.ts";
import { withFullMesh, withLinksLike, neighborSwitches } from "../../core/network/drawing/edit.ts";
import type { DrawingDraft } from "../../views/drawing/contract.ts";
import { switchName } from "../../views/drawing/names.ts";
import { countOf } from "../../words/numbers.ts";
import type { Page } from "../create-page.ts";
import { drawingEditor } from "./drawing-actions.ts";

/** Up to this many switches are named; more are counted. */
const maxNamedSwitches = 3;

/**
 * The model, whose links the other selected switches receive: the first selected switch that is linked with a switch, otherwise the first
 * selected switch.
 */
export function modelSwitchOf({ drawing, selectedSwitches }: DrawingDraft): number {
  const selected = [...selectedSwitches];
  return selected.find((s) => neighborSwitches(drawing, s).size > 0) ?? selected[0];
}

function namesOf(draft: DrawingDraft, switches: readonly number[]): string {
  const names = switches.map((s) => switchName(draft, s));
  return switches.length <= maxNamedSwitches
    ? joinWithAnd(names)
    : joinWithAnd([...names.slice(0, maxNamedSwitches - 1), `${names.length - maxNamedSwitches + 1} more`]);
}

/** The links of the model, a switch by its index in the drawing, as a sentence: `Model: leaf 1, linked to spine 1 and spine 2.` */
export function modelSentence(draft: DrawingDraft, model: number): string {
  const neighbors = [...neighborSwitches(draft.drawing, model).keys()];
  const name = switchName(draft, model);
  return neighbors.length === 0 ? `Model: ${name}, linked to no switch.` : `Model: ${name}, linked to ${namesOf(draft, neighbors)}.`;
}

/**
 * Gives all selected switches the links of one of them: each is linked to the neighbors of the `model`, a switch of the drawing by its
 * index. A toast names the model, and says how many links were added or why there are none.
 */
export function linkAllLike(page: Page, model: number): void {
  const { now: currentDraft, change: applyEdit } = drawingEditor(page);
  const draft = currentDraft();
  if (draft === null) return;
  const { drawing, selectedSwitches } = draft;
  const linkedDrawing = withLinksLike(drawing, [...selectedSwitches], model);
  const addedCount = linkedDrawing.links.length - drawing.links.length;
  const others = [...selectedSwitches].filter((s) => s !== model);
  const verb = others.length === 1 ? "has" : "have";
  const sayOutcome = () => {
    if (addedCount > 0) return `Added ${countOf(addedCount, "link", "links")}.`;
    if (neighborSwitches(drawing, model).size === 0) return "Nothing to add.";
    return `Nothing to add: ${namesOf(draft, others)} ${verb} these links already.`;
  };
  const outcome = sayOutcome();
  if (addedCount > 0) applyEdit(() => linkedDrawing);
  // If the drawing could not be changed, `applyEdit` has already shown the reason.
  if (addedCount === 0 || currentDraft()?.drawing !== drawing)
    page.store.setState({ session: { toast: `${modelSentence(draft, model)} ${outcome}` } });
}

/** Links all selected switches with each other. If they are linked already, a toast says so. */
export function linkFullMesh(page: Page): void {
  const { now: currentDraft, change: applyEdit } = drawingEditor(page);
  const draft = currentDraft();
  if (draft === null) return;
  const linked = withFullMesh(draft.drawing, [...draft.selectedSwitches]);
  if (linked === draft.drawing)
    page.store.setState({ session: { toast: "Nothing to add: all selected switches are already linked to each other." } });
  else applyEdit(() => linked);
}
