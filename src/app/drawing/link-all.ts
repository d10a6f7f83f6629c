/** Links all selected switches: like one of them, or each with each other. Toasts report the result. */
import { anded } from "../../core/base/words.ts";
import { linkedEachToEach, linkedLike, switchesAround } from "../../core/network/drawing/edit.ts";
import type { Draft } from "../../views/drawing/contract.ts";
import { nameOn } from "../../views/drawing/names.ts";
import { countOf } from "../../words/numbers.ts";
import type { Page } from "../create-page.ts";
import { drawingOn } from "./act.ts";

/** Up to this many switches are named; more are counted. */
const mostNamed = 3;

/** The selected switch whose links the others receive: the first that is linked with a switch, otherwise the first. */
export function modelOf({ drawing, chosen }: Draft): number {
  const all = [...chosen];
  return all.find((s) => switchesAround(drawing, s).size > 0) ?? all[0];
}

function namesOf(draft: Draft, list: readonly number[]): string {
  const names = list.map((s) => nameOn(draft, s));
  return list.length <= mostNamed ? anded(names) : anded([...names.slice(0, mostNamed - 1), `${names.length - mostNamed + 1} more`]);
}

/** The links of the model as a sentence: `leaf 1 is the model: it is linked with spine 1 and spine 2.` */
export function sayModel(draft: Draft, model: number): string {
  const around = [...switchesAround(draft.drawing, model).keys()];
  const name = nameOn(draft, model);
  return around.length === 0
    ? `${name} is the model, and it is linked with no switch.`
    : `${name} is the model: it is linked with ${namesOf(draft, around)}.`;
}

/** Links all selected switches like the model. A toast names the model, and says what was added or why nothing was. */
export function linkAllLike(page: Page, model: number): void {
  const { now, change } = drawingOn(page);
  const draft = now();
  if (draft === null) return;
  const { drawing, chosen } = draft;
  const next = linkedLike(drawing, [...chosen], model);
  const added = next.links.length - drawing.links.length;
  const others = [...chosen].filter((s) => s !== model);
  const has = others.length === 1 ? "has" : "have";
  const done =
    added > 0
      ? `Added ${countOf(added, "link", "links")}.`
      : switchesAround(drawing, model).size === 0
        ? "Nothing to add."
        : `Nothing to add: ${namesOf(draft, others)} ${has} these links already.`;
  if (added > 0) change(() => next);
  // If the drawing could not be changed, `applyEdit` has already shown the reason.
  if (added === 0 || now()?.drawing !== drawing) page.store.setState({ session: { toast: `${sayModel(draft, model)} ${done}` } });
}

/** Links all selected switches with each other. If they are linked already, a toast says so. */
export function linkEachToEach(page: Page): void {
  const { now, change } = drawingOn(page);
  const draft = now();
  if (draft === null) return;
  const next = linkedEachToEach(draft.drawing, [...draft.chosen]);
  if (next === draft.drawing)
    page.store.setState({ session: { toast: "Nothing to add: each of them is linked with each other already." } });
  else change(() => next);
}
