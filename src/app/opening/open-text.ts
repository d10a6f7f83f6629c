/** Opens scenarios given as text or file. Loaded when the first text or file is dropped, pasted or opened. */
import { readWithKinds } from "../../core/kinds/fetch-kinds.ts";
import { isOtherPage, readFragment } from "../../links/fragment.ts";
import { maxDocumentLength, readDocumentText } from "../../links/text.ts";
import { openDocument } from "../document/open-document.ts";
import type { WorkbenchStore } from "../state/workbench.ts";
import { noticeOf } from "../document/notice.ts";
import { loadLessonSession, isOpeningRefused, openFragment } from "./open-fragment.ts";
import { isLessonText } from "./lesson-text.ts";

/**
 * Opens a text that was pasted or dropped on the page: the JSON of a scenario or lesson, or a link. The previous document stays under
 * "Recent". A text that cannot be read gives a notice and changes nothing.
 * @returns whether to show the workbench with what has been opened
 */
export async function openText(store: WorkbenchStore, text: string): Promise<boolean> {
  const failureTitle = "This text cannot be opened; your work is unchanged.";
  const trimmed = text.slice(0, maxDocumentLength + 1).trim();
  const hashIndex = trimmed.indexOf("#");
  if (isOpeningRefused(store)) return false;
  if (!trimmed.startsWith("{") && hashIndex >= 0) {
    const fragment = readFragment(trimmed.slice(hashIndex));
    // A paper or study replaces the workbench: the browser follows its address.
    if (isOtherPage(fragment)) {
      location.hash = fragment.text;
      return false;
    }
    const opening = await openFragment(store, fragment);
    return opening === "document" || opening === "lesson" || opening === "none";
  }
  try {
    if (isLessonText(trimmed)) {
      await (await loadLessonSession()).openLessonText(store, trimmed);
      return true;
    }
    openDocument(store, await readWithKinds(() => readDocumentText(trimmed)), true);
    return true;
  } catch (error) {
    store.setState({ session: { notice: noticeOf(failureTitle, error, trimmed) } });
    return false;
  }
}
