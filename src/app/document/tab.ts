/**
 * The draft of this browser tab. The name of the draft is in the session storage, which the browser keeps over reloads and restarts, and
 * copies when a tab is duplicated. A draft that was not marked as left is open in another tab, or its tab has crashed.
 */
import type { Draft } from "./draft.ts";
import { newDraftName } from "../state/draft-name.ts";
import { storeSetting, readSetting } from "../settings.ts";

/** The draft that this tab had. */
interface TabDraft {
  readonly name: string;
  /** Whether no other tab can be writing it. */
  readonly isFree: boolean;
}

/** The draft that this tab had when it was left; null for none. Read it before {@link markTabDraft} overwrites it. */
export function readTabDraft(): TabDraft | null {
  const [status, name] = readSetting("tab", "sessionStorage")?.split(" ") ?? [];
  return name === undefined ? null : { name, isFree: status === "left" };
}

/** Records the draft of this tab, and whether the page is open or has been left. */
export function markTabDraft(name: string, status: "open" | "left"): void {
  storeSetting("tab", `${status} ${name}`, "sessionStorage");
}

/** Records the name of the draft of this tab that contains a lesson that is being written; null for none. */
export function markLessonDraft(name: string | null): void {
  storeSetting("making", name, "sessionStorage");
}

/**
 * Whether this page continues a lesson that was being written: its history state holds the name of the tab's draft. If the page was
 * reloaded before that state was written, browsers restore the previous state without the name; then the session storage has the name.
 */
export function continuesLesson(tabDraft: TabDraft | null): boolean {
  if (tabDraft === null) return false;
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const isReloaded = navigation?.type === "reload" && readSetting("making", "sessionStorage") === tabDraft.name;
  return history.state === tabDraft.name || isReloaded;
}

/**
 * The draft that a new page starts with: the tab's own draft if no other tab can be writing it; otherwise a copy of it or, if it does not
 * exist, of the newest draft, under a new name.
 */
export function firstDraft(drafts: readonly Draft[], tabDraft: TabDraft | null): Draft | null {
  const own = drafts.find(({ name }) => name === tabDraft?.name);
  if (own !== undefined && tabDraft?.isFree === true) return own;
  const draft = own ?? drafts.at(0);
  return draft === undefined ? null : { ...draft, name: newDraftName() };
}
