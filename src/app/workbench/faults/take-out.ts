/** Taking out what is picked, and bringing it back: one edit of the document, by whichever hand. */
import { variantsOf } from "../../../core/scenario/document.ts";
import { pathIn } from "../../../core/scenario/edits/edit-place.ts";
import { edit } from "../../document/edits.ts";
import { pick } from "../../selection/pick.ts";
import { type Outage, outagesOf } from "./outages.ts";
import type { Page } from "../../create-page.ts";

/** What can be done to the thing that the page speaks of: the one picked, else the busiest channel. */
export function outagesHere({ store, view }: Page): readonly Outage[] {
  const { selected } = store.getState().session;
  const meant =
    selected.is === "nothing" && view.shownChannel() >= 0 ? ({ is: "channel", channel: view.shownChannel() } as const) : selected;
  return outagesOf(topologyHere({ store, view }), meant);
}

/** The topology of the network that the page speaks of. */
export function topologyHere({ store, view }: Pick<Page, "store" | "view">) {
  const scenario = store.getState().document.current;
  const all = variantsOf(scenario);
  return (all[view.subject()] ?? all[0]).topology;
}

/** Makes the change. A switch stays picked: it keeps its number, so that it can be brought back at once. */
export function carryOut({ store, view }: Page, { topology }: Pick<Outage, "topology">): void {
  const of = view.subject();
  const { selected } = store.getState().session;
  edit(store, pathIn(of, ["topology"]), topology);
  if (selected.is === "switch" && store.getState().document.pending === null) pick(store, selected, of);
}

/** Takes out what is picked, or brings it back; what nobody has picked stays. */
export function takeOut(page: Page): void {
  const { store } = page;
  const [first] = store.getState().session.selected.is === "nothing" ? [] : outagesHere(page);
  if (first === undefined) store.setState({ session: { toast: "Pick a switch or a link first, to take it out or bring it back." } });
  else {
    carryOut(page, first);
    store.setState({ session: { toast: `${first.title}: done. Undo takes it back.` } });
  }
}
