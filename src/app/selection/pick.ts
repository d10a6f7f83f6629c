/** Picking: one thing of one network, on whichever view. */
import type { Selected } from "../../views/contract.ts";
import type { WorkbenchStore } from "../state/workbench.ts";

/** Picks a thing of one of the networks, by its number, and makes that network active; without a number, of the active one. */
export function pick(store: WorkbenchStore, thing: Selected, of = store.getState().session.activeNetwork): void {
  store.setState({ session: thing.is === "nothing" ? { selected: thing } : { selected: { ...thing, of }, activeNetwork: of } });
}
