/** Selecting an element of a network, in any view. */
import type { Selected } from "../../views/contract.ts";
import type { WorkbenchStore } from "../state/workbench.ts";

/** Selects an element of the network with index `of`, by default the active one, and makes that network active. */
export function pick(store: WorkbenchStore, thing: Selected, of = store.getState().session.activeNetwork): void {
  store.setState({ session: thing.is === "nothing" ? { selected: thing } : { selected: { ...thing, of }, activeNetwork: of } });
}
