/** Where the page begins: the theme, the scenario to show, the bindings to the browser, and React. */
import { createRoot } from "react-dom/client";
import { readLink } from "../links/index.ts";
import { App } from "./App.tsx";
import { autosave } from "./autosave.ts";
import { isSame, keepAsRecent, loadDraft } from "./draft.ts";
import { takeIncoming } from "./incoming.ts";
import { followStore } from "./page.ts";
import { open, workbench } from "./store.ts";
import { firstTheme, wear } from "./theme.ts";
import { fragmentOf, keepAddress, noticeOf } from "./url.ts";

/** Longest that the first picture waits for the browser's store of drafts, milliseconds. */
const draftWait = 400;

const theme = firstTheme();
wear(theme);
workbench.setState({ theme });

/** A link goes before the draft, which then is kept under "Recent"; a link that cannot be read changes nothing. */
async function chooseScenario(): Promise<void> {
  const draft = await Promise.race([loadDraft(), new Promise<null>((resolve) => setTimeout(() => resolve(null), draftWait))]);
  const fragment = fragmentOf(location);
  if (fragment !== null) {
    try {
      const linked = await readLink(fragment);
      open(workbench, linked, false);
      if (draft !== null && !isSame(draft, linked)) void keepAsRecent(draft);
      return;
    } catch (fault) {
      workbench.setState({ notice: noticeOf("This link cannot be opened; your work is untouched.", fault, `#${fragment}`) });
    }
  }
  if (draft !== null) workbench.setState({ scenario: draft, isEdited: fragment === null });
}

await chooseScenario();
// What was there before the first picture is nothing to go back to.
workbench.temporal.getState().clear();
keepAddress(workbench);
autosave(workbench);
takeIncoming(workbench);
followStore();
createRoot(document.getElementById("app")!).render(<App />);
