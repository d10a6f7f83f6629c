/** Entry point: creates the page, applies theme and document, connects it to the browser, and renders it with React. */
import { createRoot } from "react-dom/client";
import { isElsewhere, readFragment } from "../links/fragment.ts";
import { App } from "./App.tsx";
import { autosave } from "./document/autosave.ts";
import { type Draft, isSame } from "./document/draft.ts";
import { takeIncoming } from "./files/take-in.ts";
import { createPage } from "./create-page.ts";
import { PageContext } from "./hooks.ts";
import { createWorkers } from "../worker/client.ts";
import { whenAtTheWorkbench } from "./pages/address.ts";
import { drawOn } from "./document/edits.ts";
import { firstDraft, heldDraft, isMadeFurther } from "./document/tab.ts";
import { sayMissingParts } from "./shell/missing-part.ts";
import { firstTheme, printInLight, wear } from "./shell/theme.ts";
import { firstUnit } from "./state/units.ts";
import { keepAddress, opener } from "./opening/address.ts";

const app = document.getElementById("app")!;
/** Milliseconds that the page stays empty while it waits for a document from its folder. */
const emptyWait = 1000;
/** Milliseconds that the first rendering waits for stored drafts. A draft that arrives later is shown then. */
const draftWait = 400;

/** Milliseconds from the start until the page is stored for offline use: the first run has priority. */
const calm = 3000;

const theme = firstTheme();
wear(theme);
/** An embedded page shows what its link says, and neither reads nor writes drafts. */
const fragment = readFragment(location.hash);
const { isEmbedded } = fragment;
const page = createPage(createWorkers());
const { store } = page;
store.setState({ view: { theme, unit: firstUnit(), isEmbedded, hidden: fragment.hidden } });
sayMissingParts(store);
printInLight(store);

/**
 * Chooses the first document. A link takes precedence over the draft, which stays under "Recent". A link that cannot be read changes
 * nothing.
 */
async function chooseScenario(): Promise<void> {
  const held = heldDraft();
  const asked = isEmbedded ? Promise.resolve(null) : page.drafts.load().then((drafts) => firstDraft(drafts, held));
  const late = new Promise<void>((resolve) => setTimeout(resolve, draftWait));
  const showDraft = (isEdited: boolean) => Promise.race([show(asked, isEdited), late]);
  // Addresses of other pages contain no scenario.
  if (fragment.is === "nothing" || isElsewhere(fragment) || isMadeFurther(held)) return showDraft(true);
  const { openFragment } = await opener();
  const slow = setTimeout(() => (app.textContent = "Loading what the link names …"), emptyWait);
  const opening = await openFragment(store, fragment, () => showDraft(true)).finally(() => clearTimeout(slow));
  if (opening === "document") void goOnWith(asked);
  else if (opening === "unreadable") await showDraft(false);
  // The browser is leaving for another page: never start this one.
  else if (opening === "leaving") await new Promise(() => undefined);
}

/** Shows the draft when it arrives, unless the reader has edited something meanwhile. It is listed under "Recent" in any case. */
async function show(asked: Promise<Draft | null>, isEdited: boolean): Promise<void> {
  const before = store.getState();
  const draft = await asked;
  const { current: scenario, pending } = store.getState().document;
  if (draft === null || scenario !== before.document.current || pending !== null) return;
  if (draft.made !== undefined) return (await import("./lesson/make.ts")).goOnMaking(store, draft);
  store.setState({ document: { current: draft.scenario, draft: draft.name, isEdited } });
  drawOn(store, draft);
  store.temporal.getState().clear();
}

/** If the document of the link equals the tab's draft, as after a reload, continues that draft. */
async function goOnWith(asked: Promise<Draft | null>): Promise<void> {
  const scenario = store.getState().document.current;
  const draft = await asked;
  if (draft !== null && store.getState().document.current === scenario && draft.made === undefined && isSame(draft.scenario, scenario)) {
    store.setState({ document: { draft: draft.name } });
    drawOn(store, draft);
  }
}

/** Connects the page to the browser and renders it. */
function begin(): void {
  // Undo does not go back beyond the first document.
  store.temporal.getState().clear();
  keepAddress(store);
  if (!isEmbedded) {
    autosave(store, page.drafts);
    setTimeout(() => void import("./shell/offline/keeping.ts").then(({ keepShell }) => keepShell()), calm);
  }
  takeIncoming(page);
  document.addEventListener("visibilitychange", page.frameLoop.request);
  whenAtTheWorkbench(() => page.runs.follow());
  createRoot(app).render(
    <PageContext value={page}>
      <App />
    </PageContext>,
  );
}

// Not awaited: chunks that are imported on the way import the bundle of this file, and would wait for it.
void chooseScenario().then(begin);
