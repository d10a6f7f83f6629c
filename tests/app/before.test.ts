/** The line that says what the reader's last step changed in a comparison of networks. */
import { expect, test } from "vitest";
import { beforeOf } from "../../src/app/workbench/finding/before.ts";
import type { Page } from "../../src/app/create-page.ts";
import { edit, propose } from "../../src/app/document/edits.ts";
import { createWorkbench } from "../../src/app/state/workbench.ts";
import { undo } from "../../src/app/document/history.ts";
import { withAnother, without } from "../../src/app/document/edit-document.ts";
import { readDocument } from "../../src/core/scenario/read-document.ts";
import { inCycles } from "../../src/words/units.ts";
import { testOnRequest } from "../effort.ts";
import { expectWording } from "../wording/wording.ts";

/** A page after a document was opened, with the text about its last step. */
function opened(document: object) {
  const store = createWorkbench(readDocument(document));
  const page = { store, units: () => inCycles, results: { peek: () => null } } as unknown as Page;
  return { store, said: () => beforeOf(page)?.said ?? null };
}

const two = { version: 2, beside: [{ topology: "k-ary-n-tree" }] };

test("a step that changes all networks alike is said once, one that changes a single network with its letter", () => {
  const { store, said } = opened(two);
  expect(said()).toBeNull();
  edit(store, ["workload", "load"], 0.5);
  expectWording(said(), "0.45 … 0.50");
  edit(store, ["beside", "0", "topology", "n"], 2);
  expectWording(said(), "B … 3 … 2");
  undo(store);
  expectWording(said(), "B … 2 … 3");
});

test("a network that comes or goes is said", () => {
  const { store, said } = opened({ version: 2 });
  propose(store, withAnother(store.getState().document.current));
  expect(said()).toBe("You added B.");
  propose(store, without(store.getState().document.current, 1));
  expectWording(said());
});

testOnRequest("another network keeps the traffic of the first wherever it can, up to the eighth", () => {
  const { store } = opened({ version: 2 });
  for (let i = 0; i < 7; i++) propose(store, withAnother(store.getState().document.current));
  const { beside } = store.getState().document.current;
  expect(beside.length).toBe(7);
  expect(beside.flatMap(({ changes }) => changes.map(({ path }) => path[0])).filter((part) => part === "workload")).toEqual([]);
});
