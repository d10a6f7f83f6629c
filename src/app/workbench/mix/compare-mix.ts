/** Turns the networks of the page into a comparison over a mix of programs. */
import type { WorkbenchStore } from "../../state/workbench.ts";
import { editedDocument } from "../../state/document-state.ts";
import { propose } from "../../document/edits.ts";
import { withMix } from "./with-mix.ts";

/** Applies the change as one undo step; shows a toast if no program fits the networks. */
export function compareMix(store: WorkbenchStore): void {
  const mixed = withMix(editedDocument(store.getState()));
  if (mixed === null) return store.setState({ session: { toast: "None of the programs fits these networks." } });
  propose(store, mixed);
}
