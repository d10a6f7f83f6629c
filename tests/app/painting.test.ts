/** Painting a traffic matrix: what strokes, tables and formulas change in the document, and undo and redo over many steps. */
import { beforeAll, describe, expect, it } from "vitest";
import { matrixOf } from "../../src/core/traffic/traffic-matrix-param.ts";
import { cellValue } from "../../src/core/traffic/traffic-matrix.ts";
import { canonicalText } from "../../src/core/scenario/canonical.ts";
import { type Document, variantsOf, writeDocument } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { readDocumentLink, writeDocumentLink } from "../../src/links/index.ts";
import { NetworkCache } from "../../src/app/document/network-cache.ts";
import { createWorkbench } from "../../src/app/state/workbench.ts";
import { editedDocument } from "../../src/app/state/document-state.ts";
import { redo, undo } from "../../src/app/document/history.ts";
import type { CellUnit } from "../../src/app/state/mode-state.ts";
import {
  resetToUniform,
  effectiveBrushValue,
  clearMatrix,
  fillByFormula,
  finishStroke,
  updatePainting,
  pasteTable,
  setCellUnit,
  matrixDraftOn,
  spreadsheetTextOf,
  toggleMatrixEditor,
} from "../../src/app/painting/matrix-actions.ts";
import { parseFormula } from "../../src/app/painting/formula.ts";
import { flowHighlight, compiledRoutingOf } from "../../src/app/painting/flow-highlight.ts";
import { Stroke } from "../../src/app/painting/stroke.ts";
import { brushes, type MatrixPosition } from "../../src/app/state/mode-state.ts";
import type { Page } from "../../src/app/create-page.ts";
import { cases } from "../effort.ts";
import { expectWording } from "../wording/wording.ts";

const mesh = { topology: { kind: "mesh", sizes: [4, 4] }, workload: { kind: "open-loop", pattern: "uniform", load: 0.3 } };
const fastMesh = { ...mesh, technology: { kind: "own-links", rate: "50 GB/s" } };

function paintingPage(document: unknown): Page {
  const page = { store: createWorkbench(parseDocument(document)), networks: new NetworkCache() } as Page;
  toggleMatrixEditor(page);
  return page;
}

const textOf = ({ store }: Page) => canonicalText(writeDocument(editedDocument(store.getState())));
const sheetOf = (page: Page) => matrixDraftOn(page)!;
const cellOf = (page: Page, source: number, destination: number) => sheetOf(page).cells[source * sheetOf(page).terminals + destination];
const toastOf = ({ store }: Page) => store.getState().mode.painting!.message.replaceAll("\u00a0", " ");
const workloadOf = ({ store }: Page) => editedDocument(store.getState()).workload;

function paintCell(page: Page, cell: MatrixPosition, value?: number): void {
  const mode = page.store.getState().mode.painting;
  const sheet = sheetOf(page);
  finishStroke(page, sheet, new Stroke(sheet.cells, mode!, sheet, cell, value ?? effectiveBrushValue(mode!, sheet)));
}

describe("a sheet", () => {
  it("shows the present traffic, and changes nothing before the first stroke", () => {
    const page = paintingPage(fastMesh);
    const before = textOf(page);
    const sheet = sheetOf(page);
    expect(sheet.isInDocument).toBe(false);
    expect(sheet.unit).toBe("Gbps");
    expect(sheet.portCapacity[0]).toBeCloseTo(400, 9);
    // 0.3 of 400 Gb/s, divided among the fifteen other terminals.
    expect(cellOf(page, 3, 4)).toBeCloseTo(8, 9);
    expect(cellOf(page, 3, 3)).toBe(0);
    expect(sheet.portLoads.sends[0]).toBeCloseTo(0.3, 9);
    expect(textOf(page)).toBe(before);
    toggleMatrixEditor(page);
    expect(page.store.getState().mode.painting).toBeNull();
    expect(textOf(page)).toBe(before);
  });

  it("becomes rates with the first stroke, and undo brings back what was there", () => {
    const page = paintingPage(fastMesh);
    const before = textOf(page);
    paintCell(page, [0, 5], 50);
    expect(workloadOf(page).kind).toBe("rates");
    expect(workloadOf(page).values["unit"]).toBe("Gbps");
    expect(cellValue(matrixOf(workloadOf(page).values["cells"] as string), 0, 5)).toBe(50);
    expect(cellValue(matrixOf(workloadOf(page).values["cells"] as string), 0, 6)).toBe(8);
    undo(page.store);
    expect(textOf(page)).toBe(before);
    redo(page.store);
    expect(cellOf(page, 0, 5)).toBe(50);
  });

  it("becomes weights that keep load, process and size", () => {
    const page = paintingPage({ ...mesh, workload: { ...mesh.workload, process: "constant", size: { kind: "uniform" } } });
    setCellUnit(page, "weights");
    expect(page.store.getState().document.current.workload.values["pattern"]).toMatchObject({ kind: "uniform" });
    expect(cellOf(page, 0, 1)).toBe(1);
    paintCell(page, [0, 1], 4);
    expect(workloadOf(page).values).toMatchObject({
      load: 0.3,
      process: "constant",
      size: { kind: "uniform" },
      pattern: { kind: "matrix", values: { entries: [] } },
    });
    expect(page.store.getState().document.pending).toBeNull();
  });

  it("changes its form in one step: weights become demands, rates keep their numbers", () => {
    const page = paintingPage(fastMesh);
    clearMatrix(page);
    paintCell(page, [0, 1], 30);
    paintCell(page, [0, 2], 90);
    setCellUnit(page, "MBps");
    expect(cellOf(page, 0, 2)).toBe(11_250);
    setCellUnit(page, "phits");
    expect(cellOf(page, 0, 1)).toBe(0.075);
    const rates = textOf(page);
    setCellUnit(page, "weights");
    expect([cellOf(page, 0, 1), cellOf(page, 0, 2)]).toEqual([0.075, 0.225]);
    expect(workloadOf(page).values["load"]).toBe(0.3);
    setCellUnit(page, "phits");
    expect(textOf(page)).toBe(rates);
    undo(page.store);
    undo(page.store);
    expect(textOf(page)).toBe(rates);
  });

  it("stays as a draft where it is emptied, and what is painted next goes on from it", () => {
    for (const form of ["phits", "weights"] satisfies CellUnit[]) {
      const page = paintingPage(mesh);
      setCellUnit(page, form);
      paintCell(page, [2, 3]);
      const before = textOf(page);
      clearMatrix(page);
      expect(page.store.getState().document.pending).not.toBeNull();
      expect(sheetOf(page).portLoads.maxValue).toBe(0);
      paintCell(page, [1, 0]);
      expect(page.store.getState().document.pending).toBeNull();
      expect(sheetOf(page).matrix.value).toHaveLength(1);
      undo(page.store);
      expect(page.store.getState().document.pending).not.toBeNull();
      undo(page.store);
      expect(textOf(page)).toBe(before);
    }
  });

  it("goes back to uniform traffic of the same load, and undo brings the matrix back", () => {
    const page = paintingPage(mesh);
    clearMatrix(page);
    paintCell(page, [0, 1], 0.5);
    paintCell(page, [3, 1], 0.3);
    const before = textOf(page);
    resetToUniform(page);
    expect(workloadOf(page)).toMatchObject({ kind: "open-loop", values: { load: 0.4, pattern: { kind: "uniform" } } });
    expect(sheetOf(page).isInDocument).toBe(false);
    undo(page.store);
    expect(textOf(page)).toBe(before);
  });

  it("takes over a list of entries with what is painted on it", () => {
    const entries = [
      { source: 0, destination: 1, weight: 2 },
      { source: 0, destination: 1, weight: 1 },
    ];
    const page = paintingPage({ ...mesh, workload: { ...mesh.workload, pattern: { kind: "matrix", entries, cells: "AWBABAABBBA" } } });
    expect(sheetOf(page)).toMatchObject({ isInDocument: true, unit: "weights" });
    const [kept, own] = [cellOf(page, 1, 0), cellOf(page, 0, 1)];
    paintCell(page, [5, 6], 7);
    expect([cellOf(page, 1, 0), cellOf(page, 0, 1), cellOf(page, 5, 6)]).toEqual([kept, own, 7]);
    expect(workloadOf(page).values["pattern"]).toMatchObject({ values: { entries: [] } });
  });

  it("begins empty where a program runs, and is refused where there are too many terminals", () => {
    const page = paintingPage({ topology: mesh.topology, workload: { kind: "all-to-all" } });
    expect(sheetOf(page).portLoads.maxValue).toBe(0);
    paintCell(page, [0, 1], 0.5);
    expect(workloadOf(page).kind).toBe("rates");
    const large = paintingPage({ topology: { kind: "torus", sizes: [64, 64] }, workload: mesh.workload });
    expect(large.store.getState().mode.painting).toBeNull();
    expectWording(large.store.getState().session.toast, "1 024 terminals … 4 096");
  });

  it("is filled from a table at the cell at hand, and says what it left", () => {
    const page = paintingPage(mesh);
    updatePainting(page, { cursor: [6, 0] });
    pasteTable(page, "0\t0.12\t0.06\n0.12\t0\tn/a\n0.06\t0.09\t0");
    expectWording(toastOf(page), "8 numbers … at cell 6, 0 … 1 left … not a number");
    expect(cellOf(page, 6, 1)).toBe(0.12);
    expect(cellOf(page, 6, 0)).toBe(0);
    expect(cellOf(page, 7, 2)).toBeCloseTo(0.02, 2);
    updatePainting(page, { cursor: [15, 14] });
    pasteTable(page, "1;2;3");
    expectWording(toastOf(page), "1 number … at cell 15, 14 … 1 on the diagonal … 1 beyond");
    const [before, table] = [textOf(page), spreadsheetTextOf(sheetOf(page))];
    expect(table.split("\n")[0].split("\t")[1]).toBe("terminal 0");
    clearMatrix(page);
    pasteTable(page, table);
    expect(textOf(page)).toBe(before);
  });

  it("reports what was rounded and left out of a table; a square table begins in the corner if no cell is selected", () => {
    const page = paintingPage(mesh);
    pasteTable(page, "0\t0.123456\t0.2\n0.3\t0\t-1\n1e-9\t2e9\t0");
    expectWording(
      toastOf(page),
      "3 numbers … at cell 0, 0 … 1 rounded … 0.000001 … 1 left … below 0 … 1 left … above 1 000 000 000 … 1 left … below 0.000001",
    );
    expect([cellOf(page, 0, 1), cellOf(page, 1, 0)]).toEqual([0.1235, 0.3]);
    updatePainting(page, { cursor: [0, 1] });
    pasteTable(page, "0,5;0,25\n0,25;0,5");
    expectWording(toastOf(page), "3 numbers … at cell 0, 1 … comma … 1 on the diagonal");
    pasteTable(page, "hello\tworld");
    expectWording(toastOf(page), "Nothing pasted … 2 left … not a number");
  });

  it("is filled by a formula, and both ways keeps it symmetric", () => {
    const page = paintingPage(mesh);
    const formula = parseFormula("s < d ? 0.01 * (1 + s) : 1 / 0");
    if (typeof formula !== "function") throw new Error("no formula");
    fillByFormula(page, formula);
    expect([cellOf(page, 3, 9), cellOf(page, 9, 3)]).toEqual([0.04, 0]);
    expectWording(toastOf(page), "120 cells … 120");
    updatePainting(page, { isBothWays: true });
    fillByFormula(page, formula);
    expect([cellOf(page, 3, 9), cellOf(page, 9, 3)]).toEqual([0.04, 0.04]);
  });

  it("has the same cells behind a link", async () => {
    const page = paintingPage(mesh);
    paintCell(page, [0, 5], 0.25);
    paintCell(page, [7, 2], 0.125);
    const document: Document = page.store.getState().document.current;
    const back = await readDocumentLink(await writeDocumentLink(document));
    expect(back.workload).toEqual(document.workload);
  });

  it("is of the network in front, and leaves the others as they are", () => {
    const document = parseDocument({ ...mesh, beside: [{ topology: { kind: "torus", sizes: [4, 4] } }] });
    const page = { store: createWorkbench(document), networks: new NetworkCache() } as Page;
    page.store.setState({ session: { activeNetwork: 1 } });
    toggleMatrixEditor(page);
    paintCell(page, [0, 3], 0.5);
    const scenario = page.store.getState().document.current;
    expect(scenario.workload).toEqual(document.workload);
    expect(variantsOf(scenario)[1].workload.kind).toBe("rates");
    expect(cellOf(page, 0, 3)).toBe(0.5);
    // When that network is removed from the comparison, there is no matrix left to paint.
    page.store.setState({ document: { current: { ...scenario, beside: [] } } });
    expect(matrixDraftOn(page)).toBeNull();
  });

  it("lights the way of a flow by the routing, channel by channel", async () => {
    const page = paintingPage(mesh);
    const sheet = sheetOf(page);
    const lit = flowHighlight(sheet.network, await compiledRoutingOf(sheet), [15]);
    // Six hops across the mesh, and the channels of the two terminals.
    expect(lit.channels.size).toBe(8);
    expect([...lit.terminals].sort((a, b) => a - b)).toEqual([0, 15]);
    expect(lit.roles).toEqual([
      { terminal: 0, letter: "S" },
      { terminal: 15, letter: "D" },
    ]);
    const { tail, head } = sheet.network;
    let at = 0;
    for (const channel of lit.channels) {
      expect(tail[channel]).toBe(at);
      at = head[channel];
    }
    expect(at).toBe(15);
    expect(flowHighlight(sheet.network, null, [15]).channels.size).toBe(2);
  });
});

/** A linear congruential generator: the same pseudo-random integers below a bound in every run. */
function randomIntegers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => ((state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 8) % below;
}

describe("steps", () => {
  let steps = 0;
  beforeAll(() => (steps = cases(600)));

  it("strokes, undo and redo of chance end where they began", () => {
    const any = randomIntegers(5);
    const page = paintingPage(fastMesh);
    const first = textOf(page);
    let past = [first];
    let at = 0;
    /** Applies one random action to the traffic matrix. */
    const gesture = () => {
      updatePainting(page, { brush: brushes[any(5)], isBothWays: any(2) === 0 });
      const spot: MatrixPosition = [any(16), any(16)];
      switch (any(9)) {
        case 0:
          return clearMatrix(page);
        case 1:
          return setCellUnit(page, (["weights", "phits", "MBps", "Gbps"] as const)[any(4)]);
        case 2:
          return resetToUniform(page);
        case 3:
          updatePainting(page, { cursor: spot });
          return pasteTable(page, `${any(9)}\t${any(9)}\n\tx`);
        default:
          return paintCell(page, spot, any(3));
      }
    };
    for (let i = 0; i < steps; i++) {
      const sort = any(10);
      if (sort < 3) {
        undo(page.store);
        at = Math.max(0, at - 1);
      } else if (sort < 5) {
        redo(page.store);
        at = Math.min(past.length - 1, at + 1);
      } else {
        const before = textOf(page);
        gesture();
        const after = textOf(page);
        if (after !== before) {
          past = [...past.slice(0, at + 1), after].slice(-201);
          at = past.length - 1;
        }
        expect(matrixDraftOn(page)).not.toBeNull();
      }
      expect(textOf(page)).toBe(past[at]);
    }
    while (at > 0) {
      undo(page.store);
      at--;
    }
    expect(textOf(page)).toBe(past[0]);
  }, 600_000);
});
