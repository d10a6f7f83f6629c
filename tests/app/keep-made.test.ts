/** A lesson in the editor is saved and restored after a reload, however soon the reload comes. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Drafts } from "../../src/app/document/draft.ts";
import { createWorkbench, type WorkbenchStore } from "../../src/app/state/workbench.ts";
import { edit } from "../../src/app/document/edits.ts";
import { heldDraft, holdDraft, isMadeFurther } from "../../src/app/document/tab.ts";
import { keepMade } from "../../src/app/lesson/keep-made.ts";
import { addView } from "../../src/app/lesson/make.ts";
import { defaultDocument } from "../../src/core/scenario/document.ts";

/** Stubs the navigation type of the page load and the state in the browser's history entry. */
function comeBack(type: NavigationTimingType, state: unknown): void {
  vi.stubGlobal("performance", { getEntriesByType: () => [{ type }] });
  vi.stubGlobal("history", { state });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A lesson of one step in the editor, with the names of the drafts that were saved and the current address. */
function making() {
  const store = createWorkbench(defaultDocument());
  addView(store, []);
  const saved: string[] = [];
  const drafts = { save: (name: string) => Promise.resolve(void saved.push(name)) } as unknown as Drafts;
  const address = { state: null as unknown, url: "#v=2" };
  const replaceState = (state: unknown, _: string, url: string) => void Object.assign(address, { state, url });
  const bar = { location: { hash: "", pathname: "/", search: "" }, history: { replaceState, pushState: replaceState } };
  const stop = keepMade(store, drafts, bar);
  const { draft } = store.getState().document;
  return { store, draft, saved, address, stop };
}
const setLoad = (store: WorkbenchStore, load: number) => edit(store, ["workload", "load"], load);

test("a reload before the address has been written, or while it is, goes on with it; another visit of that address does not", () => {
  const { store, draft, saved, address, stop } = making();
  holdDraft(draft, "open");
  setLoad(store, 0.2);
  expect(address).toEqual({ state: null, url: "#v=2" });
  window.dispatchEvent(new Event("pagehide"));
  holdDraft(draft, "left");
  expect(saved).toEqual([draft]);
  comeBack("reload", null);
  expect(isMadeFurther(heldDraft())).toBe(true);
  comeBack("navigate", null);
  expect(isMadeFurther(heldDraft())).toBe(false);
  stop();
});

test("once edits have paused, its address bears the name of its draft, and a reader who comes back to it goes on", async () => {
  const { store, draft, address, stop } = making();
  holdDraft(draft, "open");
  for (let i = 1; i <= 9; i++) {
    setLoad(store, i / 10);
    await vi.advanceTimersByTimeAsync(300);
  }
  expect(address).toEqual({ state: null, url: "#v=2" });
  await vi.advanceTimersByTimeAsync(400);
  await vi.waitFor(() => expect(address.url).toMatch(/^\/#lesson=/));
  comeBack("back_forward", address.state);
  expect(isMadeFurther(heldDraft())).toBe(true);
  stop();
});

test("what was put aside, or is another draft of the tab, is not gone on with after a reload", () => {
  const { draft, stop } = making();
  holdDraft("another", "left");
  comeBack("reload", null);
  expect(isMadeFurther(heldDraft())).toBe(false);
  holdDraft(draft, "left");
  expect(isMadeFurther(heldDraft())).toBe(true);
  stop();
  expect(isMadeFurther(heldDraft())).toBe(false);
  expect(isMadeFurther(null)).toBe(false);
});
