/** The one gesture that turns the networks of the page into a comparison for a mix of programs. */
import type { WorkbenchStore } from "../../state/workbench.ts";
import { edited } from "../../state/document-state.ts";
import { propose } from "../../document/edits.ts";
import { withMix } from "./mixed.ts";

/** Does it as one step, and brings what comes of it into sight; says so where no program has room. */
export function compareMix(store: WorkbenchStore): void {
  const mixed = withMix(edited(store.getState()));
  if (mixed === null) return store.setState({ session: { toast: "None of the programs fits these networks." } });
  propose(store, mixed);
}
