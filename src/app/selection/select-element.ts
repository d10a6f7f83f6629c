/** Selecting an element of a network, in any view. */
import type { NetworkSelection } from "../../views/contract.ts";
import type { WorkbenchStore } from "../state/workbench.ts";

/** Selects an element of the network with index `of`, by default the active one, and makes that network active. */
export function selectElement(store: WorkbenchStore, element: NetworkSelection, of = store.getState().session.activeNetwork): void {
  store.setState({ session: element.is === "nothing" ? { selected: element } : { selected: { ...element, of }, activeNetwork: of } });
}
