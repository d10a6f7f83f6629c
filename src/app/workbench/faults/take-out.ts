/** Takes the selection out of the network or brings it back, as one edit of the document. */
import { variantsOf } from "../../../core/scenario/document.ts";
import { pathIn } from "../../../core/scenario/edits/edit-place.ts";
import { edit } from "../../document/edits.ts";
import { pick } from "../../selection/pick.ts";
import { type Outage, outagesOf } from "./outages.ts";
import type { Page } from "../../create-page.ts";

/** Possible outages for the object that the page describes: the selection, otherwise the busiest channel. */
export function outagesHere({ store, view }: Page): readonly Outage[] {
  const { selected } = store.getState().session;
  const meant =
    selected.is === "nothing" && view.shownChannel() >= 0 ? ({ is: "channel", channel: view.shownChannel() } as const) : selected;
  return outagesOf(topologyHere({ store, view }), meant);
}

/** Topology of the network that the page describes. */
export function topologyHere({ store, view }: Pick<Page, "store" | "view">) {
  const scenario = store.getState().document.current;
  const all = variantsOf(scenario);
  return (all[view.subject()] ?? all[0]).topology;
}

/** Applies the change. A selected switch stays selected, because it keeps its number and can be brought back immediately. */
export function carryOut({ store, view }: Page, { topology }: Pick<Outage, "topology">): void {
  const of = view.subject();
  const { selected } = store.getState().session;
  edit(store, pathIn(of, ["topology"]), topology);
  if (selected.is === "switch" && store.getState().document.pending === null) pick(store, selected, of);
}

/** Takes out or brings back the selection; without a selection, shows a hint. */
export function takeOut(page: Page): void {
  const { store } = page;
  const [first] = store.getState().session.selected.is === "nothing" ? [] : outagesHere(page);
  if (first === undefined) store.setState({ session: { toast: "Pick a switch or a link first, to take it out or bring it back." } });
  else {
    carryOut(page, first);
    store.setState({ session: { toast: `${first.title}: done. Undo takes it back.` } });
  }
}
