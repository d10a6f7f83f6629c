/** Opens scenarios given as text or file. Loaded with the first one that is dropped, pasted or opened by hand. */
import { readWithKinds } from "../../core/kinds/fetch-kinds.ts";
import { isElsewhere, readFragment } from "../../links/fragment.ts";
import { longestDocument, readText } from "../../links/text.ts";
import { open } from "../document/history.ts";
import type { WorkbenchStore } from "../state/workbench.ts";
import { noticeOf } from "../document/notice.ts";
import { attending, isClosed, openFragment } from "./open-fragment.ts";
import { isLessonText } from "./lesson-text.ts";

/**
 * Opens a text: the JSON of a scenario or lesson, or a link. The previous document stays under "Recent".
 * @returns whether to show the workbench with what has been opened
 */
export async function openText(store: WorkbenchStore, text: string): Promise<boolean> {
  const refused = "This cannot be opened; your work is untouched.";
  const trimmed = text.slice(0, longestDocument + 1).trim();
  const mark = trimmed.indexOf("#");
  if (isClosed(store)) return false;
  if (!trimmed.startsWith("{") && mark >= 0) {
    const fragment = readFragment(trimmed.slice(mark));
    // A paper or study replaces the workbench: the browser follows its address.
    if (isElsewhere(fragment)) {
      location.hash = fragment.text;
      return false;
    }
    const opening = await openFragment(store, fragment);
    return opening === "document" || opening === "lesson" || opening === "none";
  }
  try {
    if (isLessonText(trimmed)) {
      await (await attending()).openLessonText(store, trimmed);
      return true;
    }
    open(store, await readWithKinds(() => readText(trimmed)), true);
    return true;
  } catch (fault) {
    store.setState({ session: { notice: noticeOf(refused, fault, trimmed) } });
    return false;
  }
}
