/** Where the page begins: makes the page, gives it theme and scenario, binds it to the browser, and hands it to React. */
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
/** How long the page stays empty while it waits for a document in its folder, milliseconds. */
const emptyWait = 1000;
/** Longest that the first picture waits for the browser's store of drafts, milliseconds. What comes later is shown then. */
const draftWait = 400;

/** Milliseconds after the page has begun until it is kept for later: the first run and what goes with it come first. */
const calm = 3000;

const theme = firstTheme();
wear(theme);
/** An embedded page shows what its link says, and neither reads nor keeps drafts. */
const fragment = readFragment(location.hash);
const { isEmbedded } = fragment;
const page = createPage(createWorkers());
const { store } = page;
store.setState({ view: { theme, unit: firstUnit(), isEmbedded, hidden: fragment.hidden } });
sayMissingParts(store);
printInLight(store);

/** A link goes before the draft, which stays under "Recent"; a link that cannot be read changes nothing. */
async function chooseScenario(): Promise<void> {
  const held = heldDraft();
  const asked = isEmbedded ? Promise.resolve(null) : page.drafts.load().then((drafts) => firstDraft(drafts, held));
  const late = new Promise<void>((resolve) => setTimeout(resolve, draftWait));
  const showDraft = (isEdited: boolean) => Promise.race([show(asked, isEdited), late]);
  // An address of another page has no scenario.
  if (fragment.is === "nothing" || isElsewhere(fragment) || isMadeFurther(held)) return showDraft(true);
  const { openFragment } = await opener();
  const slow = setTimeout(() => (app.textContent = "Loading what the link names …"), emptyWait);
  const opening = await openFragment(store, fragment, () => showDraft(true)).finally(() => clearTimeout(slow));
  if (opening === "document") void goOnWith(asked);
  else if (opening === "unreadable") await showDraft(false);
  // Another page takes the place of this one, which never begins.
  else if (opening === "leaving") await new Promise(() => undefined);
}

/** Shows the draft when it arrives, unless the reader has done something by then; it is under "Recent" in any case. */
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

/** A link that equals the tab's own draft, as after a reload, continues that draft. */
async function goOnWith(asked: Promise<Draft | null>): Promise<void> {
  const scenario = store.getState().document.current;
  const draft = await asked;
  if (draft !== null && store.getState().document.current === scenario && draft.made === undefined && isSame(draft.scenario, scenario)) {
    store.setState({ document: { draft: draft.name } });
    drawOn(store, draft);
  }
}

function begin(): void {
  // Undo does not go back beyond the first picture.
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

// Not awaited: what is fetched on the way needs what this file is built together with, and would wait for it in turn.
void chooseScenario().then(begin);
