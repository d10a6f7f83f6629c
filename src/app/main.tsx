/** Where the page begins: the theme, the scenario to show, the bindings to the browser, and React. */
import { createRoot } from "react-dom/client";
import { readPageLink } from "../links/view-state.ts";
import { App } from "./App.tsx";
import { autosave } from "./autosave.ts";
import { isSame, keepAsRecent, loadDraft } from "./draft.ts";
import { takeIncoming } from "./incoming.ts";
import { over } from "./over.ts";
import { followStore } from "./page.ts";
import { placeOf, whenAtTheWorkbench } from "./papers/address.ts";
import { open, workbench } from "./store.ts";
import { firstTheme, wear } from "./theme.ts";
import { firstUnit, followUnit } from "./units.ts";
import { closeWith, fragmentOf, keepAddress, links, noticeOf, readFragment, showView } from "./url.ts";

const app = document.getElementById("app")!;
/** How long the page stays empty while a document beside it is on its way, milliseconds. */
const emptyWait = 1000;
/** Longest that the first picture waits for the browser's store of drafts, milliseconds. */
const draftWait = 400;

const theme = firstTheme();
wear(theme);
workbench.setState({ theme, unit: firstUnit() });
followUnit(workbench);

/** A page within another one shows what it is told, and neither reads nor keeps drafts. */
const isEmbedded = readPageLink(location.hash).isEmbedded;
over.setState({ isEmbedded });

/** A link goes before the draft, which then is kept under "Recent"; a link that cannot be read changes nothing. */
async function chooseScenario(): Promise<void> {
  // An address of the papers says nothing of the scenario.
  const fragment = placeOf(location) === null ? fragmentOf(location) : null;
  // They are on their way while the drafts are asked for.
  if (fragment !== null) void links().catch(() => undefined);
  const draft = isEmbedded
    ? null
    : await Promise.race([loadDraft(), new Promise<null>((resolve) => setTimeout(() => resolve(null), draftWait))]);
  if (fragment !== null) {
    const slow = setTimeout(() => (app.textContent = "What the link names is on its way …"), emptyWait);
    try {
      const { scenario, view, lock } = await readFragment(fragment);
      if (scenario !== null) open(workbench, scenario, false);
      else if (draft !== null) workbench.setState({ scenario: draft, isEdited: true });
      if (scenario !== null && draft !== null && !isSame(draft, scenario)) void keepAsRecent(draft);
      if (view !== null) showView(workbench, view);
      await closeWith(workbench, lock);
      return;
    } catch (fault) {
      workbench.setState({ notice: noticeOf("This link cannot be opened; your work is untouched.", fault, `#${fragment}`) });
    } finally {
      clearTimeout(slow);
    }
  }
  if (draft !== null) workbench.setState({ scenario: draft, isEdited: fragment === null });
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
