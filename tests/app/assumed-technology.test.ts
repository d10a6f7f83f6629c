/** Work whose answer is a time begins with a technology: choosing it assumes one, visibly and in one undo step. */
import { describe, expect, test } from "vitest";
import { undo } from "../../src/app/document/history.ts";
import { editValue } from "../../src/app/document/edits.ts";
import { createWorkbench, type WorkbenchStore } from "../../src/app/state/workbench.ts";
import { chooseKind, optionsAt } from "../../src/app/workbench/sentence/options.ts";
import type { KindParam } from "../../src/core/base/params.ts";
import { allWorkloads } from "../../src/core/workloads/index.ts";
import { defaultDocument } from "../../src/core/scenario/document.ts";
import { documentParamAt } from "../../src/core/scenario/edits/edit-document-value.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { writeDocumentLink } from "../../src/links/index.ts";
import { documentSentence, segmentsAsText } from "../../src/words/sentence.ts";

const workload = ["workload"];
const current = (store: WorkbenchStore) => store.getState().document.current;
const textOf = (store: WorkbenchStore) => segmentsAsText(documentSentence(current(store))).replaceAll("\u00a0", " ");
const timedKinds = allWorkloads.kinds.filter(({ isTimed }) => isTimed === true).map(({ id }) => id);

test("collectives, training steps, traces and programs are timed; open-loop traffic and the programs of papers are not", () => {
  expect(timedKinds).toEqual([
    "allreduce", "reduce-scatter", "allgather", "broadcast", "reduce", "all-to-all", "barrier", "training-step", "trace", "programs",
  ]); // prettier-ignore
});

test.each(timedKinds)("choosing %s adds links of 400 Gb/s and 2 µs, and undo takes back both", (kind) => {
  const store = createWorkbench(defaultDocument());
  chooseKind(store, workload, kind);
  expect(store.getState().document.pending).toBeNull();
  expect(current(store).workload.kind).toBe(kind);
  expect(current(store).technology).toEqual({ kind: "own-links", values: { rate: 50e9, overhead: 0, latency: 2 } });
  expect(textOf(store)).toContain("links of 50 GB/s, 2.00 µs of latency");
  expect(store.getState().session.toast).toContain("400 Gb/s (50 GB/s) and 2 µs of latency");
  undo(store);
  expect(current(store)).toEqual(defaultDocument());
});

describe("traffic without an end", () => {
  test("removes what was assumed, unless somebody has changed it", () => {
    const store = createWorkbench(defaultDocument());
    chooseKind(store, workload, "allreduce");
    chooseKind(store, ["topology"], "torus");
    expect(current(store).technology.kind).toBe("own-links");
    chooseKind(store, workload, "open-loop");
    expect(current(store).technology.kind).toBe("cycles");
    chooseKind(store, workload, "allreduce");
    editValue(store, ["technology", "latency"], 1);
    chooseKind(store, workload, "open-loop");
    expect(current(store).technology.values).toMatchObject({ latency: 1 });
  });

  test("keeps it while another network carries timed work", () => {
    const store = createWorkbench(parseDocument({ beside: [{ topology: "torus" }] }));
    chooseKind(store, ["beside", "0", "workload"], "allreduce");
    expect(current(store).technology.kind).toBe("own-links");
    chooseKind(store, workload, "io");
    expect(current(store).technology.kind).toBe("own-links");
    chooseKind(store, ["beside", "0", "workload"], "io");
    expect(current(store).technology.kind).toBe("cycles");
  });

  test("keeps it where the document needs it", () => {
    const store = createWorkbench(defaultDocument());
    chooseKind(store, workload, "allreduce");
    editValue(store, ["host"], { kind: "limited-ports", values: { oneWay: 0, bothWays: 0, startUp: 1, overhead: 0, eager: 1e12 } });
    chooseKind(store, workload, "open-loop");
    expect([store.getState().document.pending, current(store).technology.kind]).toEqual([null, "own-links"]);
  });
});

test("a technology that was chosen stays, and documents without one keep their meaning", () => {
  const store = createWorkbench(parseDocument({ technology: "qsnet" }));
  chooseKind(store, workload, "allreduce");
  expect(current(store).technology.kind).toBe("qsnet");
  expect(parseDocument({ workload: "allreduce" }).technology.kind).toBe("cycles");
});

test("a training step can be chosen where no technology gives its computing a time", () => {
  const document = defaultDocument();
  const options = optionsAt(document, workload, documentParamAt(document, workload) as KindParam);
  expect(options.find(({ id }) => id === "training-step")).toMatchObject({ reason: null });
});

test("the technology is written in the link", async () => {
  const store = createWorkbench(defaultDocument());
  chooseKind(store, workload, "allreduce");
  expect(await writeDocumentLink(current(store))).toContain("technology=own-links:rate50GB/s,latency2");
});
