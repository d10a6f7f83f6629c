/** Where the page begins: the theme, the scenario to show, the bindings to the browser, and React. */
import { createRoot } from "react-dom/client";
import { readPageLink } from "../links/view-state.ts";
import { App } from "./App.tsx";
import { autosave } from "./document/autosave.ts";
import { type Draft, isSame, loadDrafts } from "./document/draft.ts";
import { takeIncoming } from "./document/take-incoming.ts";
import { overlay } from "./shell/overlay.ts";
import { followStore } from "./page.ts";
import { placeOf, whenAtTheWorkbench } from "./pages/papers/address.ts";
import { open, workbench } from "./document/store.ts";
import { firstDraft, heldDraft } from "./document/tab.ts";
import { firstTheme, wear } from "./shell/theme.ts";
import { firstUnit, followUnit } from "./shell/units.ts";
import { closeWith, fragmentOf, keepAddress, noticeOf, readFragment, showView } from "./document/address.ts";

const app = document.getElementById("app")!;
/** How long the page stays empty while a document beside it is on its way, milliseconds. */
const emptyWait = 1000;
/** Longest that the first picture waits for the browser's store of drafts, milliseconds. What comes later is shown then. */
const draftWait = 400;

const theme = firstTheme();
wear(theme);
workbench.setState({ theme, unit: firstUnit() });
followUnit(workbench);

/** A page within another one shows what it is told, and neither reads nor keeps drafts. */
const isEmbedded = readPageLink(location.hash).isEmbedded;
overlay.setState({ isEmbedded });

/** A link goes before the draft, which stays under "Recent"; a link that cannot be read changes nothing. */
async function chooseScenario(): Promise<void> {
  const held = heldDraft();
  const asked = isEmbedded ? Promise.resolve(null) : loadDrafts().then((drafts) => firstDraft(drafts, held));
  const late = new Promise<void>((resolve) => setTimeout(resolve, draftWait));
  const showDraft = (isEdited: boolean) => Promise.race([show(asked, isEdited), late]);
  // An address of the papers says nothing of the scenario.
  const fragment = placeOf(location) === null ? fragmentOf(location) : null;
  if (fragment === null) return showDraft(true);
  const slow = setTimeout(() => (app.textContent = "What the link names is on its way …"), emptyWait);
  try {
    const { scenario, view, lock } = await readFragment(fragment).finally(() => clearTimeout(slow));
    if (scenario === null) await showDraft(true);
    else {
      open(workbench, scenario, false);
      void goOnWith(asked);
    }
    if (view !== null) showView(workbench, view);
    await closeWith(workbench, lock);
  } catch (fault) {
    workbench.setState({ notice: noticeOf("This link cannot be opened; your work is untouched.", fault, `#${fragment}`) });
    await showDraft(false);
  }
}

/** Shows the draft when it comes in, unless something has been done by then: it is under "Recent" all the same. */
async function show(asked: Promise<Draft | null>, isEdited: boolean): Promise<void> {
  const before = workbench.getState();
  const draft = await asked;
  const { scenario, pending } = workbench.getState();
  if (draft === null || scenario !== before.scenario || pending !== null) return;
  workbench.setState({ scenario: draft.scenario, draft: draft.name, isEdited });
  workbench.temporal.getState().clear();
}

/** A link that is the tab's own draft, as when the page is loaded again, is written on as that. */
async function goOnWith(asked: Promise<Draft | null>): Promise<void> {
  const { scenario } = workbench.getState();
  const draft = await asked;
  if (draft !== null && workbench.getState().scenario === scenario && isSame(draft.scenario, scenario)) {
    workbench.setState({ draft: draft.name });
  }
}

function begin(): void {
  // What was there before the first picture is nothing to go back to.
  workbench.temporal.getState().clear();
  keepAddress(workbench);
  if (!isEmbedded) autosave(workbench);
  takeIncoming(workbench);
  whenAtTheWorkbench(followStore);
  createRoot(app).render(<App />);
}

// Not awaited: what is fetched on the way needs what this file is built together with, and would wait for it in turn.
void chooseScenario().then(begin);
