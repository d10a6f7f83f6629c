/** Takes the selection out of the network or brings it back, as one edit of the document. */
import { variantsOf } from "../../../core/scenario/document.ts";
import { pathIn } from "../../../core/scenario/edits/edit-document-value.ts";
import { editValue } from "../../document/edits.ts";
import { selectElement } from "../../selection/select-element.ts";
import { type Outage, outagesOf } from "./outages.ts";
import type { Page } from "../../create-page.ts";

/** The changes that are offered for the element on the channel card: the selected element, otherwise the busiest channel. */
export function possibleOutages({ store, view }: Page): readonly Outage[] {
  const { selected } = store.getState().session;
  const described =
    selected.is === "nothing" && view.cardChannel() >= 0 ? ({ is: "channel", channel: view.cardChannel() } as const) : selected;
  return outagesOf(describedTopology({ store, view }), described);
}

/** Topology of the network that the channel card describes. */
export function describedTopology({ store, view }: Pick<Page, "store" | "view">) {
  const scenario = store.getState().document.current;
  const all = variantsOf(scenario);
  return (all[view.subject()] ?? all[0]).topology;
}

/** Applies the change. A selected switch stays selected, because it keeps its number and can be brought back immediately. */
export function applyOutage({ store, view }: Page, { topology }: Pick<Outage, "topology">): void {
  const variantIndex = view.subject();
  const { selected } = store.getState().session;
  editValue(store, pathIn(variantIndex, ["topology"]), topology);
  if (selected.is === "switch" && store.getState().document.pending === null) selectElement(store, selected, variantIndex);
}

/** Takes out or brings back the selection; without a selection, shows a hint. */
export function takeOutSelection(page: Page): void {
  const { store } = page;
  const [first] = store.getState().session.selected.is === "nothing" ? [] : possibleOutages(page);
  if (first === undefined) store.setState({ session: { toast: "Select a switch or a link first, to take it out or bring it back." } });
  else {
    applyOutage(page, first);
    store.setState({ session: { toast: `${first.title}: done. Undo reverts it.` } });
  }
}
