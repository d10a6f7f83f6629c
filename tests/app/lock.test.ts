/** A locked page rejects every change of locked parameters, however the change is made. */
import { expect, test } from "vitest";
import { withoutNetwork } from "../../src/app/document/edit-document.ts";
import { lockedPartOf } from "../../src/app/document/lock.ts";
import { openText } from "../../src/app/opening/open-text.ts";
import { addNetwork, editValue, propose } from "../../src/app/document/edits.ts";
import { chooseKind } from "../../src/app/workbench/sentence/options.ts";
import { createWorkbench } from "../../src/app/state/workbench.ts";
import { applyLinkLock } from "../../src/app/document/link-lock.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { readLock } from "../../src/links/lock.ts";

const loadPath = ["workload", "load"];

async function lockedPage(text: string) {
  const store = createWorkbench(parseDocument({}));
  await applyLinkLock(store, text);
  return store;
}

test("what is open can be changed, what is not stays and says why", async () => {
  const store = await lockedPage("all-but,load");
  editValue(store, loadPath, 0.7);
  expect(store.getState().document.current.workload.values["load"]).toBe(0.7);
  const before = store.getState().document.current;
  chooseKind(store, ["topology"], "torus");
  expect(store.getState().session.toast).toBe("Locked on this page: topology. Open it in Fabricscope to change it.");
  editValue(store, ["flowControl", "queue"], 8);
  editValue(store, ["flowControl", "queue"], 1e9);
  editValue(store, ["seed"], 5);
  await addNetwork(store);
  propose(store, { ...before, title: "Mine" });
  expect(store.getState().document.current).toBe(before);
  expect(store.getState().document.pending).toBeNull();
});

test("a topology that may be chosen may bring a routing that fits", async () => {
  const store = await lockedPage("routing,workload");
  chooseKind(store, ["topology"], "torus");
  expect(store.getState().document.current.topology.kind).toBe("torus");
});

test("a network beside must keep what is locked of the first", async () => {
  const document = parseDocument({});
  const other = parseDocument({ beside: [{ topology: { kind: "torus" } }] });
  expect(lockedPartOf(readLock("topology", document), document, other)).toBe("topology");
  expect(lockedPartOf(readLock("beside", document), document, other)).toBe("beside");
  expect(lockedPartOf(readLock("traffic", document), document, other)).toBeNull();
});

test("a network may be removed before another one: the others keep what is locked", () => {
  const document = parseDocument({ beside: [{ topology: { kind: "torus" } }, { topology: { kind: "hypercube" } }] });
  const lock = readLock("topology", document);
  expect(lockedPartOf(lock, document, withoutNetwork(document, 1))).toBeNull();
  expect(lockedPartOf(lock, document, withoutNetwork(document, 2))).toBeNull();
  const changed = parseDocument({ beside: [{ topology: { kind: "mesh" } }] });
  expect(lockedPartOf(lock, document, changed)).toBe("topology");
});

test("nothing else is opened on a locked page", async () => {
  const store = await lockedPage("topology");
  const before = store.getState().document.current;
  expect(await openText(store, '{ "topology": { "kind": "torus" } }')).toBe(false);
  expect(await openText(store, "#v=1&topology=torus&embed=1")).toBe(false);
  expect(store.getState().document.current).toBe(before);
});

test("a lock that cannot be read locks everything, and says so", async () => {
  const store = await lockedPage("topolgy");
  expect(store.getState().session.notice?.lines[0]).toContain('Did you mean "topology"?');
  editValue(store, loadPath, 0.7);
  expect(store.getState().document.current.workload.values["load"]).not.toBe(0.7);
});
