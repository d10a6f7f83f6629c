/** A locked page rejects every change of locked parameters, however the change is made. */
import { expect, test } from "vitest";
import { without } from "../../src/app/document/edit-document.ts";
import { lockedChange } from "../../src/app/document/lock.ts";
import { openText } from "../../src/app/opening/incoming.ts";
import { choose, compare, edit, propose } from "../../src/app/document/edits.ts";
import { createWorkbench } from "../../src/app/state/workbench.ts";
import { closeWith } from "../../src/app/document/close-with.ts";
import { readDocument } from "../../src/core/scenario/read-document.ts";
import { readLock } from "../../src/links/lock.ts";

const load = ["workload", "load"];

async function locked(text: string) {
  const store = createWorkbench(readDocument({}));
  await closeWith(store, text);
  return store;
}

test("what is open can be changed, what is not stays and says why", async () => {
  const store = await locked("all-but,load");
  edit(store, load, 0.7);
  expect(store.getState().document.current.workload.values["load"]).toBe(0.7);
  const before = store.getState().document.current;
  choose(store, ["topology"], "torus");
  expect(store.getState().session.toast).toBe("Locked on this page: topology. Open it in Fabricscope to change it.");
  edit(store, ["flowControl", "queue"], 8);
  edit(store, ["flowControl", "queue"], 1e9);
  edit(store, ["seed"], 5);
  await compare(store);
  propose(store, { ...before, title: "Mine" });
  expect(store.getState().document.current).toBe(before);
  expect(store.getState().document.pending).toBeNull();
});

test("a topology that may be chosen may bring a routing that fits", async () => {
  const store = await locked("routing,workload");
  choose(store, ["topology"], "torus");
  expect(store.getState().document.current.topology.kind).toBe("torus");
});

test("a network beside must keep what is locked of the first", async () => {
  const document = readDocument({});
  const other = readDocument({ beside: [{ topology: { kind: "torus" } }] });
  expect(lockedChange(readLock("topology", document), document, other)).toBe("topology");
  expect(lockedChange(readLock("beside", document), document, other)).toBe("beside");
  expect(lockedChange(readLock("traffic", document), document, other)).toBeNull();
});

test("a network may be removed before another one: the others keep what is locked", () => {
  const document = readDocument({ beside: [{ topology: { kind: "torus" } }, { topology: { kind: "hypercube" } }] });
  const lock = readLock("topology", document);
  expect(lockedChange(lock, document, without(document, 1))).toBeNull();
  expect(lockedChange(lock, document, without(document, 2))).toBeNull();
  const changed = readDocument({ beside: [{ topology: { kind: "mesh" } }] });
  expect(lockedChange(lock, document, changed)).toBe("topology");
});

test("nothing else is opened on a locked page", async () => {
  const store = await locked("topology");
  const before = store.getState().document.current;
  expect(await openText(store, '{ "topology": { "kind": "torus" } }')).toBe(false);
  expect(await openText(store, "#v=1&topology=torus&embed=1")).toBe(false);
  expect(store.getState().document.current).toBe(before);
});

test("a lock that cannot be read locks everything, and says so", async () => {
  const store = await locked("topolgy");
  expect(store.getState().session.notice?.lines[0]).toContain('Did you mean "topology"?');
  edit(store, load, 0.7);
  expect(store.getState().document.current.workload.values["load"]).not.toBe(0.7);
});
