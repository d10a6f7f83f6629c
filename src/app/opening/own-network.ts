/**
 * The way back to the reader's own network from an example, a link, a lesson or an exhibit, and the way to a new one. An address without a
 * fragment means the reader's own network. Loaded when it is first needed.
 */
import type { Drafts } from "../document/draft.ts";
import { restoreDrawing } from "../document/edits.ts";
import { openDocument, reopenDocument } from "../document/open-document.ts";
import { firstDocument } from "../state/first-document.ts";
import { hasOwnEdits, type WorkbenchStore } from "../state/workbench.ts";

/**
 * Shows the reader's own network as it was left, with its undo history: the network before a lesson; the network that an opened document
 * replaced; the edited network on the page; otherwise the newest draft, or the first network.
 */
export async function openOwnNetwork(store: WorkbenchStore, drafts: Pick<Drafts, "load">): Promise<void> {
  const state = store.getState();
  const { own, current } = state.document;
  const before = state.mode.lesson?.before ?? null;
  // The first network, which is on the page when a lesson is opened with it, gives way to a draft.
  if (before !== null && (before.document.isEdited || before.document.source !== "")) return reopenDocument(store, before);
  if (own !== null) return reopenDocument(store, own);
  if (hasOwnEdits(state)) return;
  const draft = (await drafts.load()).find(({ made }) => made === undefined);
  // Meanwhile, the reader may have gone on.
  if (store.getState().document.current !== current) return;
  if (draft === undefined) return openFirstDocument(store);
  openDocument(store, draft.document, true);
  restoreDrawing(store, draft);
}

/** Begins with the first network again, as one undo step. The reader's own network stays one press away, and under "Recent". */
export function startOver(store: WorkbenchStore): void {
  if (location.hash !== "") history.pushState(null, "", `${location.pathname}${location.search}`);
  openFirstDocument(store);
}

function openFirstDocument(store: WorkbenchStore): void {
  const document = firstDocument();
  openDocument(store, document, false, { document: { example: document }, view: { cards: {}, drawer: null }, mode: { lesson: null } });
}
