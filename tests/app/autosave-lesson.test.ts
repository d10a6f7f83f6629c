/** A lesson in the editor is saved and restored after a reload, however soon the reload comes. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Drafts } from "../../src/app/document/draft.ts";
import { createWorkbench, type WorkbenchStore } from "../../src/app/state/workbench.ts";
import { editValue } from "../../src/app/document/edits.ts";
import { readTabDraft, markTabDraft, continuesLesson } from "../../src/app/document/tab.ts";
import { autosaveLesson } from "../../src/app/lesson/autosave-lesson.ts";
import { addViewAsStep } from "../../src/app/lesson/editor-actions.ts";
import { defaultDocument } from "../../src/core/scenario/document.ts";

/** Stubs the navigation type of the page load and the state in the browser's history entry. */
function stubNavigation(type: NavigationTimingType, state: unknown): void {
  vi.stubGlobal("performance", { getEntriesByType: () => [{ type }] });
  vi.stubGlobal("history", { state });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
  const storage = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, text: string) => void storage.set(name, text),
    removeItem: (name: string) => void storage.delete(name),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A lesson of one step in the editor, with the names of the drafts that were saved and the current address. */
function autosavedEditor() {
  const store = createWorkbench(defaultDocument());
  addViewAsStep(store, []);
  const savedNames: string[] = [];
  const drafts = { save: (name: string) => Promise.resolve(void savedNames.push(name)) } as unknown as Drafts;
  const address = { state: null as unknown, url: "#v=2" };
  const replaceState = (state: unknown, _: string, url: string) => void Object.assign(address, { state, url });
  const addressBar = { location: { hash: "", pathname: "/", search: "" }, history: { length: 1, replaceState, pushState: replaceState } };
  const stop = autosaveLesson(store, drafts, addressBar);
  const { draft } = store.getState().document;
  return { store, draft, savedNames, address, stop };
}
const setLoad = (store: WorkbenchStore, load: number) => editValue(store, ["workload", "load"], load);

test("a reload before the address has been written, or while it is, goes on with it; another visit of that address does not", () => {
  const { store, draft, savedNames: saved, address, stop } = autosavedEditor();
  markTabDraft(draft, "open");
  setLoad(store, 0.2);
  expect(address).toEqual({ state: null, url: "#v=2" });
  window.dispatchEvent(new Event("pagehide"));
  markTabDraft(draft, "left");
  expect(saved).toEqual([draft]);
  stubNavigation("reload", null);
  expect(continuesLesson(readTabDraft())).toBe(true);
  stubNavigation("navigate", null);
  expect(continuesLesson(readTabDraft())).toBe(false);
  stop();
});

test("once edits have paused, its address bears the name of its draft, and a reader who comes back to it goes on", async () => {
  const { store, draft, address, stop } = autosavedEditor();
  markTabDraft(draft, "open");
  for (let i = 1; i <= 9; i++) {
    setLoad(store, i / 10);
    await vi.advanceTimersByTimeAsync(300);
  }
  expect(address).toEqual({ state: null, url: "#v=2" });
  await vi.advanceTimersByTimeAsync(400);
  await vi.waitFor(() => expect(address.url).toMatch(/^\/#lesson=/));
  stubNavigation("back_forward", address.state);
  expect(continuesLesson(readTabDraft())).toBe(true);
  stop();
});

test("what was put aside, or is another draft of the tab, is not gone on with after a reload", () => {
  const { draft, stop } = autosavedEditor();
  markTabDraft("another", "left");
  stubNavigation("reload", null);
  expect(continuesLesson(readTabDraft())).toBe(false);
  markTabDraft(draft, "left");
  expect(continuesLesson(readTabDraft())).toBe(true);
  stop();
  expect(continuesLesson(readTabDraft())).toBe(false);
  expect(continuesLesson(null)).toBe(false);
});
