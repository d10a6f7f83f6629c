/** Mixes of programs: recognized in documents, weighted without a run, created from any networks, and worded. */
import { describe, expect, it, test } from "vitest";
import { NetworkCache } from "../../src/app/document/network-cache.ts";
import { mixMarkdown } from "../../src/app/workbench/mix/mix-markdown.ts";
import { canMix, withMix } from "../../src/app/workbench/mix/with-mix.ts";
import { isMix, mixAxes, mixTableOfDocument, withDocumentWeights } from "../../src/findings/mix-table.ts";
import { tableOfRuns } from "../../src/findings/sweep-table.ts";
import { isPreset, presetsOf } from "../../src/app/workbench/mix/presets.ts";
import { beginGesture, endGesture, undo } from "../../src/app/document/history.ts";
import { createWorkbench } from "../../src/app/state/workbench.ts";
import { propose } from "../../src/app/document/edits.ts";
import { withDocumentValue } from "../../src/core/scenario/edits/edit-document-value.ts";
import { namedVariants } from "../../src/words/variants.ts";
import type { Results } from "../../src/core/measures/results.ts";
import { run } from "../../src/core/run/run.ts";
import { cellsOf, checkDocument, defaultDocument, documentHash, variantsOf } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { expectWording } from "../wording/wording.ts";

const networks = new NetworkCache();

const twoNetworks = {
  topology: { kind: "k-ary-n-tree", k: 4, n: 3 },
  workload: { kind: "binary-tree", ranks: 16 },
  beside: [{ topology: { kind: "thin-tree", k: 4, kUp: 2, n: 3 } }],
};
const mixDocument = parseDocument({
  ...twoNetworks,
  sweep: [
    { path: "workload.message", values: ["100 B", "10 kB"], weights: [2, 1] },
    {
      path: "workload",
      values: [
        { kind: "binary-tree", ranks: 16 },
        { kind: "butterfly-exchange", ranks: 16 },
        { kind: "waterfall", ranks: 16 },
      ],
    },
  ],
  seeds: 2,
});
const someResults = run(cellsOf(mixDocument)[0].scenario);
/**
 * Runs of the document with made-up makespans.
 * @param cycles Makespan in cycles by variant, index on each sweep axis and seed index; null for a run that does not end.
 */
const madeUpRuns = (cycles: (variant: number, at: readonly number[], seed: number) => number | null): readonly Results[] => {
  const cells = cellsOf(mixDocument);
  return cells.map(({ variant, at: valueIndices }, i) => ({
    ...someResults,
    makespan: cycles(variant, valueIndices, Math.floor((i * mixDocument.seeds) / cells.length)),
  }));
};

describe("a document is a mix", () => {
  it("where all it sweeps comes to an end, and the networks stay what they are", () => {
    expect(isMix(mixDocument)).toBe(true);
    expect(isMix(parseDocument({ ...twoNetworks, sweep: [{ path: "flowControl.queue", values: [1, 2] }] }))).toBe(true);
    expect(isMix(parseDocument({ ...twoNetworks, sweep: [] }))).toBe(false);
    expect(isMix(parseDocument({ ...twoNetworks, sweep: [{ path: "topology.k", values: [4, 8] }] }))).toBe(false);
    expect(isMix(parseDocument({ sweep: [{ path: "workload.load", values: [0.1, 0.2] }] }))).toBe(false);
    const open = { path: "workload", values: [{ kind: "open-loop", pattern: "uniform" }, "binary-tree"] };
    expect(isMix(parseDocument({ ...twoNetworks, sweep: [open] }))).toBe(false);
  });

  it("with names in rows and numbers beside each other, whichever is swept first", () => {
    const { rows, columns } = mixAxes(mixDocument);
    expect(rows).toMatchObject({ labels: ["binary tree", "butterfly exchange", "waterfall"], weights: [1, 1, 1] });
    expect(columns).toMatchObject({ labels: ["100 B", "10 kB"], weights: [2, 1] });
  });
});

describe("its table", () => {
  it("has each time at its place, and each seed at its place", () => {
    const table = tableOfRuns(
      mixDocument,
      madeUpRuns((variant, [size, program], seed) => (variant + 1) * 1000 + size * 100 + program * 10 + seed),
    );
    const mix = mixTableOfDocument(mixDocument, table, networks.materialsOf)!;
    // Waterfall with 10 kB: program 2, size 1.
    expect(mix.relative[1][2][1]).toBeCloseTo((2120 / 1120 + 2121 / 1121) / 2, 12);
    expect(mix.costBases[0].efficiency).toMatchObject({ seeds: 2, cells: { of: 6, in: 6 } });
    // Sixteen ranks in the middle of sixty-four terminals use only a part of both networks.
    expect(mix.costBases.map(({ id }) => id)).toEqual(["whole", "used"]);
  });

  it("is none of a document that sweeps something else by now, or has fewer networks", () => {
    const table = tableOfRuns(
      mixDocument,
      madeUpRuns(() => 100),
    );
    const [sizes, programs] = mixDocument.sweep;
    expect(
      mixTableOfDocument(
        { ...mixDocument, sweep: [sizes, { ...programs, values: programs.values.slice(1) }] },
        table,
        networks.materialsOf,
      ),
    ).toBeNull();
    expect(mixTableOfDocument({ ...mixDocument, beside: [] }, table, networks.materialsOf)).toBeNull();
    expect(mixTableOfDocument({ ...mixDocument, title: "Mine" }, table, networks.materialsOf)).not.toBeNull();
  });

  it("calls what has not ended endless, and compares only seeds that all have, from the first on", () => {
    const runs: (Results | null)[] = [...madeUpRuns((variant, [size]) => (variant === 1 && size === 1 ? null : 100))];
    runs[0] = null;
    const { efficiency } = mixTableOfDocument(mixDocument, tableOfRuns(mixDocument, runs), networks.materialsOf)!.costBases[0];
    expect(efficiency.cells).toEqual({ of: 6, in: 5, lost: 0 });
    expect(efficiency.networks[1]).toMatchObject({ sum: Infinity, phi: 0 });
  });
});

describe("weights", () => {
  it("change neither the runs nor their name, and go back to none", () => {
    const weighed = withDocumentWeights(mixDocument, { rows: [0, 1, 2.5], columns: [1, 1] });
    expect(mixAxes(weighed)).toMatchObject({ rows: { weights: [0, 1, 2.5] }, columns: { weights: [1, 1] } });
    expect(documentHash(weighed)).toBe(documentHash(mixDocument));
    expect(cellsOf(weighed)).toEqual(cellsOf(mixDocument));
  });

  it("are one step of undo for each gesture, and keep what was claimed", () => {
    const claimed = { ...mixDocument, claim: { engine: "1", digest: "abc" } };
    const store = createWorkbench(claimed);
    const weigh = (first: number) =>
      propose(store, withDocumentWeights(store.getState().document.current, { rows: [first, 1, 1], columns: [2, 1] }));
    beginGesture(store, ["sweep", "weights"]);
    for (const weight of [1.25, 1.5, 1.75]) weigh(weight);
    endGesture(store);
    weigh(3);
    expect(store.getState().document.current.claim).toEqual(claimed.claim);
    undo(store);
    expect(mixAxes(store.getState().document.current).rows.weights).toEqual([1.75, 1, 1]);
    undo(store);
    expect(store.getState().document.current).toEqual(claimed);
  });

  it("have presets: all equal, collectives, long messages", () => {
    const presets = presetsOf(mixDocument);
    expect(presets.map(({ id, weights }) => [id, weights])).toEqual([
      ["equal", { rows: [1, 1, 1], columns: [1, 1] }],
      ["collectives", { rows: [1, 1, 0], columns: [1, 1] }],
      ["long", { rows: [1, 1, 1], columns: [0, 1] }],
    ]);
    // Doubled weights are the same preset.
    expect(presets.map((each) => isPreset(each, { rows: [2, 2, 0], columns: [3, 3] }))).toEqual([false, true, false]);
    expect(presets.map((each) => isPreset(each, { rows: [0, 0, 0], columns: [1, 1] }))).toEqual([false, false, false]);
  });
});

describe("any networks become a comparison for a mix", () => {
  it("with every program, at a scale that takes seconds, measured by the network with most links", () => {
    const document = withMix(defaultDocument())!;
    expect(checkDocument(document)).toEqual([]);
    expect(isMix(document)).toBe(true);
    expect(mixAxes(document).rows.labels).toHaveLength(14);
    expect(variantsOf(document)[document.baseline].topology.kind).toBe("k-ary-n-tree");
    expect(cellsOf(document)).toHaveLength(14 * 3 * 4);
    expect(document.workload.values["ranks"]).toBe(64);
  });

  it("keeps the networks that stand beside each other, and their traffic apart no longer", () => {
    const compared = parseDocument({ beside: [{ "topology.kUp": 3, "workload.load": 0.6 }], baseline: 1 });
    const document = withMix(compared)!;
    expect(document.beside.map(({ changes }) => changes.map(({ path }) => path.join(".")))).toEqual([["topology.kUp"]]);
    expect(document.baseline).toBe(1);
    expect(checkDocument(document)).toEqual([]);
  });

  it("takes fewer ranks where there is less room, and none where there is none", () => {
    const small = parseDocument({
      topology: { kind: "single-switch", terminals: 20 },
      workload: { kind: "open-loop", pattern: "uniform" },
    });
    expect(withMix(small)?.workload.values["ranks"]).toBe(16);
    const tiny = parseDocument({ topology: { kind: "single-switch", terminals: 2 }, workload: { kind: "open-loop", pattern: "uniform" } });
    expect([canMix(tiny), withMix(tiny)]).toEqual([false, null]);
  });
});

test("the result is copied with its table and its weights", () => {
  const table = tableOfRuns(
    mixDocument,
    madeUpRuns((variant) => (variant === 0 ? 1000 : 1010)),
  );
  const text = mixMarkdown(
    mixTableOfDocument(withDocumentWeights(mixDocument, { rows: [1, 0, 0], columns: [1, 1] }), table, networks.materialsOf)!,
  );
  expectWording(text, "B (thin tree): the same performance, two fifths of the cost … binary tree 1 … others 0 … whole network");
  expect(text).toMatch(/\n\| B thin tree \| 0\.99 \| \$\d+ \| 0\.40 \| 2\.45 \|\n\| A fat tree \| 1\.00 \|/);
});

describe("the stage of a mix", () => {
  const shown = (weights: readonly number[], sizes = [1, 1]) => {
    const document = withDocumentWeights(mixDocument, { rows: weights, columns: sizes });
    return namedVariants(document).scenarios.map(({ workload: { kind, values } }) => `${kind} ${String(values["message"])}`);
  };

  it("runs the point of the document as long as that counts", () => {
    expect(shown([1, 4, 4])).toEqual(["binary-tree 1000", "binary-tree 1000"]);
    expect(shown([0, 0, 0])).toEqual(["binary-tree 1000", "binary-tree 1000"]);
  });

  it("else the first of those that count most, and keeps the rest", () => {
    expect(shown([0, 1, 2])).toEqual(["waterfall 1000", "waterfall 1000"]);
    expect(shown([0, 1, 1])).toEqual(["butterfly-exchange 1000", "butterfly-exchange 1000"]);
    const [small] = namedVariants(
      withDocumentValue(withDocumentWeights(mixDocument, { rows: [0, 1, 1], columns: [0, 1] }), ["workload", "message"], 100),
    ).scenarios;
    // Where the workload is swept after the message size, each workload has its default message size, as in the runs.
    expect(small.workload).toMatchObject({ kind: "butterfly-exchange", values: { message: 1000, ranks: 16 } });
  });
});
