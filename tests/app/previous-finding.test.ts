/** The line that says what the reader's last step changed in a comparison of networks. */
import { expect, test } from "vitest";
import { previousFinding } from "../../src/app/workbench/finding/previous-finding.ts";
import type { Page } from "../../src/app/create-page.ts";
import { editValue, propose } from "../../src/app/document/edits.ts";
import { createWorkbench } from "../../src/app/state/workbench.ts";
import { undo } from "../../src/app/document/history.ts";
import { withAnotherNetwork, withoutNetwork } from "../../src/app/document/edit-document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { thoroughTest } from "../effort.ts";
import { expectWording } from "../wording/wording.ts";

/** A page after a document was opened, with the text about its last step. */
function pageWithDocument(document: object) {
  const store = createWorkbench(parseDocument(document));
  const page = { store, units: () => unitsOfResults, results: { peek: () => null } } as unknown as Page;
  return { store, said: () => previousFinding(page)?.changeText ?? null };
}

const twoNetworks = { version: 2, beside: [{ topology: "k-ary-n-tree" }] };

test("a step that changes all networks alike is said once, one that changes a single network with its letter", () => {
  const { store, said } = pageWithDocument(twoNetworks);
  expect(said()).toBeNull();
  editValue(store, ["workload", "load"], 0.5);
  expectWording(said(), "0.45 … 0.50");
  editValue(store, ["beside", "0", "topology", "n"], 2);
  expectWording(said(), "B … 3 … 2");
  undo(store);
  expectWording(said(), "B … 2 … 3");
});

test("a network that comes or goes is said", () => {
  const { store, said } = pageWithDocument({ version: 2 });
  propose(store, withAnotherNetwork(store.getState().document.current));
  expect(said()).toBe("You added network B.");
  propose(store, withoutNetwork(store.getState().document.current, 1));
  expectWording(said());
});

thoroughTest("another network keeps the traffic of the first wherever it can, up to the eighth", () => {
  const { store } = pageWithDocument({ version: 2 });
  for (let i = 0; i < 7; i++) propose(store, withAnotherNetwork(store.getState().document.current));
  const { beside } = store.getState().document.current;
  expect(beside.length).toBe(7);
  expect(beside.flatMap(({ changes }) => changes.map(({ path }) => path[0])).filter((part) => part === "workload")).toEqual([]);
});
