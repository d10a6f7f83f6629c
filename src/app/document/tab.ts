/**
 * Which draft is this tab's. The browser keeps that with the tab, over reloads and restarts, and copies it where a tab is
 * duplicated: a name that its tab has not put down when it was left is still in use elsewhere, or its tab has crashed.
 */
import type { Draft } from "./draft.ts";
import { newDraftName } from "../state/draft-name.ts";
import { keepSetting, readSetting } from "../setting.ts";

/** The draft that this tab had. */
interface Held {
  readonly name: string;
  /** Whether nobody else can be writing it. */
  readonly isFree: boolean;
}

/** The draft that this tab had when it was left; null where it had none. To be asked before another is taken. */
export function heldDraft(): Held | null {
  const [how, name] = readSetting("tab", "sessionStorage")?.split(" ") ?? [];
  return name === undefined ? null : { name, isFree: how === "left" };
}

/** Notes the draft that this tab writes from now on, or has written until it was left. */
export function holdDraft(name: string, how: "open" | "left"): void {
  keepSetting("tab", `${how} ${name}`, "sessionStorage");
}

/** Notes that a draft of this tab is a lesson that is being made; null for none. */
export function holdMade(name: string | null): void {
  keepSetting("making", name, "sessionStorage");
}

/**
 * Whether this page goes on with a lesson in the making: its address bears the name of the tab's draft. A reload may come
 * before the address has been written, or while it is, and then browsers bring back the one before, without the name.
 */
export function isMadeFurther(held: Held | null): boolean {
  if (held === null) return false;
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const isReloaded = visit?.type === "reload" && readSetting("making", "sessionStorage") === held.name;
  return history.state === held.name || isReloaded;
}

/**
 * The draft to begin with: the one that the tab had, else the newest. It goes on under its name where that is free, else as
 * a copy under another.
 */
export function firstDraft(drafts: readonly Draft[], held: Held | null): Draft | null {
  const own = drafts.find(({ name }) => name === held?.name);
  if (own !== undefined && held?.isFree === true) return own;
  const draft = own ?? drafts.at(0);
  return draft === undefined ? null : { ...draft, name: newDraftName() };
}
