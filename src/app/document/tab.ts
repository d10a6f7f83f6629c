/**
 * The draft of this browser tab. The browser keeps its name in the session storage over reloads and restarts, and copies it when a tab is
 * duplicated. A name that was not marked as left is in use in another tab, or its tab has crashed.
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

/** Records that a draft of this tab is a lesson that is being written; null for none. */
export function markLessonDraft(name: string | null): void {
  storeSetting("making", name, "sessionStorage");
}

/**
 * Whether this page continues a lesson that was being written: its history state holds the name of the tab's draft. If the page was
 * reloaded before that state was written, browsers restore the previous one without the name; the session storage then tells.
 */
export function continuesLesson(tabDraft: TabDraft | null): boolean {
  if (tabDraft === null) return false;
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const isReloaded = navigation?.type === "reload" && readSetting("making", "sessionStorage") === tabDraft.name;
  return history.state === tabDraft.name || isReloaded;
}

/**
 * The draft that a new page starts with: that of the tab, otherwise the newest. If another tab may be writing it, the page continues with a
 * copy under a new name.
 */
export function firstDraft(drafts: readonly Draft[], tabDraft: TabDraft | null): Draft | null {
  const own = drafts.find(({ name }) => name === tabDraft?.name);
  if (own !== undefined && tabDraft?.isFree === true) return own;
  const draft = own ?? drafts.at(0);
  return draft === undefined ? null : { ...draft, name: newDraftName() };
}
