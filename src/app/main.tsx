/** Entry point: creates the page, applies theme and document, connects it to the browser, and renders it with React. */
import { createRoot } from "react-dom/client";
import { isOtherPage, readFragment } from "../links/fragment.ts";
import { App } from "./App.tsx";
import { autosave } from "./document/autosave.ts";
import type { Draft } from "./document/draft.ts";
import { receiveDrops } from "./files/receive-drops.ts";
import { createPage } from "./create-page.ts";
import { PageContext } from "./hooks.ts";
import { createWorkers } from "../worker/client.ts";
import { whenWorkbenchShown } from "./pages/address.ts";
import { restoreDrawing } from "./document/edits.ts";
import { firstDraft, readTabDraft, continuesLesson } from "./document/tab.ts";
import { reportMissingParts } from "./shell/missing-code.ts";
import { initialTheme, printInLight, applyTheme } from "./shell/theme.ts";
import { storedLoadUnit } from "./state/units.ts";
import { syncAddress, loadOpener } from "./opening/sync-address.ts";

const root = document.getElementById("app")!;
/** Milliseconds that the page stays empty while it waits for a document from its folder. */
const loadingMessageDelay = 1000;
/** Milliseconds that the first rendering waits for stored drafts. A draft that arrives later is shown then. */
const draftTimeout = 400;

/** Milliseconds from the start until the page is stored for offline use: the first run has priority. */
const offlineDelay = 3000;

const theme = initialTheme();
applyTheme(theme);
/** An embedded page shows what its link says, and neither reads nor writes drafts. */
const fragment = readFragment(location.hash);
const { isEmbedded } = fragment;
const page = createPage(createWorkers());
const { store } = page;
store.setState({ view: { theme, unit: storedLoadUnit(), isEmbedded, hidden: fragment.hidden } });
reportMissingParts(store);
printInLight(store);

/**
 * Chooses the first document. A link takes precedence over the draft, which stays under "Recent". A link that cannot be read changes
 * nothing.
 */
async function chooseDocument(): Promise<void> {
  const tabDraft = readTabDraft();
  const draftLoading = isEmbedded ? Promise.resolve(null) : page.drafts.load().then((drafts) => firstDraft(drafts, tabDraft));
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, draftTimeout));
  const showDraft = (isEdited: boolean) => Promise.race([showLoadedDraft(draftLoading, isEdited), timeout]);
  // Addresses of other pages contain no scenario.
  if (fragment.is === "nothing" || isOtherPage(fragment) || continuesLesson(tabDraft)) return showDraft(true);
  const { openFragment, continueDraft } = await loadOpener();
  const messageTimer = setTimeout(() => (root.textContent = "Loading the document of this link …"), loadingMessageDelay);
  const opening = await openFragment(store, fragment, () => showDraft(true)).finally(() => clearTimeout(messageTimer));
  if (opening === "document") void continueDraft(store, draftLoading);
  else if (opening === "unreadable") await showDraft(false);
  // The browser is leaving for another page: never start this one.
  else if (opening === "leaving") await new Promise(() => undefined);
}

/** Shows the draft when it arrives, unless the reader has edited something meanwhile. It is listed under "Recent" in any case. */
async function showLoadedDraft(draftLoading: Promise<Draft | null>, isEdited: boolean): Promise<void> {
  const before = store.getState();
  const draft = await draftLoading;
  const { current: scenario, pending } = store.getState().document;
  if (draft === null || scenario !== before.document.current || pending !== null) return;
  if (draft.made !== undefined) return (await import("./lesson/editor-actions.ts")).openLessonDraft(store, draft);
  store.setState({ document: { current: draft.document, draft: draft.name, isEdited, example: null } });
  restoreDrawing(store, draft);
  store.temporal.getState().clear();
}

/** Connects the page to the browser and renders it. */
function startPage(): void {
  // Undo does not go back beyond the first document.
  store.temporal.getState().clear();
  syncAddress(store, page.drafts);
  if (!isEmbedded) {
    autosave(store, page.drafts);
    setTimeout(() => void import("./shell/offline/offline-storage.ts").then(({ storeShell }) => storeShell()), offlineDelay);
  }
  receiveDrops(page);
  document.addEventListener("visibilitychange", page.frameLoop.request);
  whenWorkbenchShown(() => page.runs.follow());
  createRoot(root).render(
    <PageContext value={page}>
      <App />
    </PageContext>,
  );
}

// Not awaited: modules that are loaded in the meantime import this file's bundle, and would wait until it has been executed completely.
void chooseDocument().then(startPage);
