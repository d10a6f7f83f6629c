/**
 * The draft of this browser tab. The browser keeps its name in the session storage over reloads and restarts, and copies it when a tab is
 * duplicated. A name that was not marked as left is in use in another tab, or its tab has crashed.
 */
import type { Draft } from "./draft.ts";
import { newDraftName } from "../state/draft-name.ts";
import { keepSetting, readSetting } from "../setting.ts";

/** The draft that this tab had. */
interface Held {
  readonly name: string;
  /** Whether no other tab can be writing it. */
  readonly isFree: boolean;
}

/** The draft that this tab had when it was left; null for none. Read it before {@link markTabDraft} overwrites it. */
export function heldDraft(): Held | null {
  const [how, name] = readSetting("tab", "sessionStorage")?.split(" ") ?? [];
  return name === undefined ? null : { name, isFree: how === "left" };
}

/** Records the draft of this tab, and whether the page is open or has been left. */
export function holdDraft(name: string, how: "open" | "left"): void {
  keepSetting("tab", `${how} ${name}`, "sessionStorage");
}

/** Records that a draft of this tab is a lesson that is being written; null for none. */
export function holdMade(name: string | null): void {
  keepSetting("making", name, "sessionStorage");
}

/**
 * Whether this page continues a lesson that was being written: its history state holds the name of the tab's draft. If the page was
 * reloaded before that state was written, browsers restore the previous one without the name; the session storage then tells.
 */
export function isMadeFurther(held: Held | null): boolean {
  if (held === null) return false;
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const isReloaded = visit?.type === "reload" && readSetting("making", "sessionStorage") === held.name;
  return history.state === held.name || isReloaded;
}

/**
 * The draft that a new page starts with: that of the tab, otherwise the newest. If another tab may be writing it, the page continues with a
 * copy under a new name.
 */
export function firstDraft(drafts: readonly Draft[], held: Held | null): Draft | null {
  const own = drafts.find(({ name }) => name === held?.name);
  if (own !== undefined && held?.isFree === true) return own;
  const draft = own ?? drafts.at(0);
  return draft === undefined ? null : { ...draft, name: newDraftName() };
}
