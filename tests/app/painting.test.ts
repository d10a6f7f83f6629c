/** Painting a traffic matrix: what strokes, tables and formulas change in the document, and undo and redo over many steps. */
import { beforeAll, describe, expect, it } from "vitest";
import { matrixOf } from "../../src/core/traffic/painted.ts";
import { valueAt } from "../../src/core/traffic/traffic-matrix.ts";
import { canonicalText } from "../../src/core/scenario/canonical.ts";
import { type Document, variantsOf, writeDocument } from "../../src/core/scenario/document.ts";
import { readDocument } from "../../src/core/scenario/read-document.ts";
import { readLink, writeLink } from "../../src/links/index.ts";
import { BuiltNetworks } from "../../src/app/document/built.ts";
import { createWorkbench } from "../../src/app/state/workbench.ts";
import { edited } from "../../src/app/state/document-state.ts";
import { redo, undo } from "../../src/app/document/history.ts";
import type { SheetForm } from "../../src/app/state/mode-state.ts";
import {
  backToUniform,
  brushValue,
  clear,
  fill,
  finish,
  hold,
  paste,
  setForm,
  sheetOn,
  tableOf,
  togglePainting,
} from "../../src/app/painting/act.ts";
import { readFormula } from "../../src/app/painting/formula.ts";
import { lightsOf, routingOf } from "../../src/app/painting/lights.ts";
import { Stroke } from "../../src/app/painting/stroke.ts";
import { brushes, type Spot } from "../../src/app/state/mode-state.ts";
import type { Page } from "../../src/app/create-page.ts";
import { cases } from "../effort.ts";
import { expectWording } from "../wording/wording.ts";

const mesh = { topology: { kind: "mesh", sizes: [4, 4] }, workload: { kind: "open-loop", pattern: "uniform", load: 0.3 } };
const fast = { ...mesh, technology: { kind: "own-links", rate: "50 GB/s" } };

function painting(document: unknown): Page {
  const page = { store: createWorkbench(readDocument(document)), networks: new BuiltNetworks() } as Page;
  togglePainting(page);
  return page;
}

const textOf = ({ store }: Page) => canonicalText(writeDocument(edited(store.getState())));
const sheetOf = (page: Page) => sheetOn(page)!;
const cellOf = (page: Page, s: number, d: number) => sheetOf(page).cells[s * sheetOf(page).terminals + d];
const saidOn = ({ store }: Page) => store.getState().mode.painting!.said.replaceAll("\u00a0", " ");
const workloadOf = ({ store }: Page) => edited(store.getState()).workload;

function paint(page: Page, at: Spot, value?: number): void {
  const mode = page.store.getState().mode.painting;
  const sheet = sheetOf(page);
  finish(page, sheet, new Stroke(sheet.cells, mode!, sheet, at, value ?? brushValue(mode!, sheet)));
}

describe("a sheet", () => {
  it("shows the present traffic, and changes nothing before the first stroke", () => {
    const page = painting(fast);
    const before = textOf(page);
    const sheet = sheetOf(page);
    expect(sheet.isMine).toBe(false);
    expect(sheet.form).toBe("Gbps");
    expect(sheet.ports[0]).toBeCloseTo(400, 9);
    // 0.3 of 400 Gb/s, divided among the fifteen other terminals.
    expect(cellOf(page, 3, 4)).toBeCloseTo(8, 9);
    expect(cellOf(page, 3, 3)).toBe(0);
    expect(sheet.sums.sends[0]).toBeCloseTo(0.3, 9);
    expect(textOf(page)).toBe(before);
    togglePainting(page);
    expect(page.store.getState().mode.painting).toBeNull();
    expect(textOf(page)).toBe(before);
  });

  it("becomes rates with the first stroke, and undo brings back what was there", () => {
    const page = painting(fast);
    const before = textOf(page);
    paint(page, [0, 5], 50);
    expect(workloadOf(page).kind).toBe("rates");
    expect(workloadOf(page).values["unit"]).toBe("Gbps");
    expect(valueAt(matrixOf(workloadOf(page).values["cells"] as string), 0, 5)).toBe(50);
    expect(valueAt(matrixOf(workloadOf(page).values["cells"] as string), 0, 6)).toBe(8);
    undo(page.store);
    expect(textOf(page)).toBe(before);
    redo(page.store);
    expect(cellOf(page, 0, 5)).toBe(50);
  });

  it("becomes weights that keep load, process and size", () => {
    const page = painting({ ...mesh, workload: { ...mesh.workload, process: "constant", size: { kind: "uniform" } } });
    setForm(page, "weights");
    expect(page.store.getState().document.current.workload.values["pattern"]).toMatchObject({ kind: "uniform" });
    expect(cellOf(page, 0, 1)).toBe(1);
    paint(page, [0, 1], 4);
    expect(workloadOf(page).values).toMatchObject({
      load: 0.3,
      process: "constant",
      size: { kind: "uniform" },
      pattern: { kind: "matrix", values: { entries: [] } },
    });
    expect(page.store.getState().document.pending).toBeNull();
  });

  it("is told otherwise in one step: weights as what they ask, rates by the same numbers", () => {
    const page = painting(fast);
    clear(page);
    paint(page, [0, 1], 30);
    paint(page, [0, 2], 90);
    setForm(page, "MBps");
    expect(cellOf(page, 0, 2)).toBe(11_250);
    setForm(page, "phits");
    expect(cellOf(page, 0, 1)).toBe(0.075);
    const rates = textOf(page);
    setForm(page, "weights");
    expect([cellOf(page, 0, 1), cellOf(page, 0, 2)]).toEqual([0.075, 0.225]);
    expect(workloadOf(page).values["load"]).toBe(0.3);
    setForm(page, "phits");
    expect(textOf(page)).toBe(rates);
    undo(page.store);
    undo(page.store);
    expect(textOf(page)).toBe(rates);
  });

  it("stays as a draft where it is emptied, and what is painted next goes on from it", () => {
    for (const form of ["phits", "weights"] satisfies SheetForm[]) {
      const page = painting(mesh);
      setForm(page, form);
      paint(page, [2, 3]);
      const before = textOf(page);
      clear(page);
      expect(page.store.getState().document.pending).not.toBeNull();
      expect(sheetOf(page).sums.most).toBe(0);
      paint(page, [1, 0]);
      expect(page.store.getState().document.pending).toBeNull();
      expect(sheetOf(page).matrix.value).toHaveLength(1);
      undo(page.store);
      expect(page.store.getState().document.pending).not.toBeNull();
      undo(page.store);
      expect(textOf(page)).toBe(before);
    }
  });

  it("goes back to uniform traffic of the same load, and undo brings the matrix back", () => {
    const page = painting(mesh);
    clear(page);
    paint(page, [0, 1], 0.5);
    paint(page, [3, 1], 0.3);
    const before = textOf(page);
    backToUniform(page);
    expect(workloadOf(page)).toMatchObject({ kind: "open-loop", values: { load: 0.4, pattern: { kind: "uniform" } } });
    expect(sheetOf(page).isMine).toBe(false);
    undo(page.store);
    expect(textOf(page)).toBe(before);
  });

  it("takes over a list of entries with what is painted on it", () => {
    const entries = [
      { source: 0, destination: 1, weight: 2 },
      { source: 0, destination: 1, weight: 1 },
    ];
    const page = painting({ ...mesh, workload: { ...mesh.workload, pattern: { kind: "matrix", entries, cells: "AWBABAABBBA" } } });
    expect(sheetOf(page)).toMatchObject({ isMine: true, form: "weights" });
    const [kept, own] = [cellOf(page, 1, 0), cellOf(page, 0, 1)];
    paint(page, [5, 6], 7);
    expect([cellOf(page, 1, 0), cellOf(page, 0, 1), cellOf(page, 5, 6)]).toEqual([kept, own, 7]);
    expect(workloadOf(page).values["pattern"]).toMatchObject({ values: { entries: [] } });
  });

  it("begins empty where a program runs, and is refused where there are too many terminals", () => {
    const page = painting({ topology: mesh.topology, workload: { kind: "all-to-all" } });
    expect(sheetOf(page).sums.most).toBe(0);
    paint(page, [0, 1], 0.5);
    expect(workloadOf(page).kind).toBe("rates");
    const large = painting({ topology: { kind: "torus", sizes: [64, 64] }, workload: mesh.workload });
    expect(large.store.getState().mode.painting).toBeNull();
    expectWording(large.store.getState().session.toast, "1 024 terminals … 4 096");
  });

  it("is filled from a table at the cell at hand, and says what it left", () => {
    const page = painting(mesh);
    hold(page, { at: [6, 0] });
    paste(page, "0\t0.12\t0.06\n0.12\t0\tn/a\n0.06\t0.09\t0");
    expectWording(saidOn(page), "8 numbers … at 6, 0 … 1 left … not a number");
    expect(cellOf(page, 6, 1)).toBe(0.12);
    expect(cellOf(page, 6, 0)).toBe(0);
    expect(cellOf(page, 7, 2)).toBeCloseTo(0.02, 2);
    hold(page, { at: [15, 14] });
    paste(page, "1;2;3");
    expectWording(saidOn(page), "1 number … at 15, 14 … 1 on the diagonal … 1 beyond");
    const [before, table] = [textOf(page), tableOf(sheetOf(page))];
    expect(table.split("\n")[0].split("\t")[1]).toBe("terminal 0");
    clear(page);
    paste(page, table);
    expect(textOf(page)).toBe(before);
  });

  it("says of a table what was rounded and what was left; a square one begins in the corner while nobody has chosen a cell", () => {
    const page = painting(mesh);
    paste(page, "0\t0.123456\t0.2\n0.3\t0\t-1\n1e-9\t2e9\t0");
    expectWording(
      saidOn(page),
      "3 numbers … at 0, 0 … 1 rounded … 0.000001 … 1 left … below 0 … 1 left … above 1 000 000 000 … 1 left … below 0.000001",
    );
    expect([cellOf(page, 0, 1), cellOf(page, 1, 0)]).toEqual([0.1235, 0.3]);
    hold(page, { at: [0, 1] });
    paste(page, "0,5;0,25\n0,25;0,5");
    expectWording(saidOn(page), "3 numbers … at 0, 1 … comma … 1 on the diagonal");
    paste(page, "hello\tworld");
    expectWording(saidOn(page), "Nothing pasted … 2 left … not a number");
  });

  it("is filled by a formula, and both ways keeps it symmetric", () => {
    const page = painting(mesh);
    const formula = readFormula("s < d ? 0.01 * (1 + s) : 1 / 0");
    if (typeof formula !== "function") throw new Error("no formula");
    fill(page, formula);
    expect([cellOf(page, 3, 9), cellOf(page, 9, 3)]).toEqual([0.04, 0]);
    expectWording(saidOn(page), "120 cells … 120");
    hold(page, { isBothWays: true });
    fill(page, formula);
    expect([cellOf(page, 3, 9), cellOf(page, 9, 3)]).toEqual([0.04, 0.04]);
  });

  it("has the same cells behind a link", async () => {
    const page = painting(mesh);
    paint(page, [0, 5], 0.25);
    paint(page, [7, 2], 0.125);
    const document: Document = page.store.getState().document.current;
    const back = await readLink(await writeLink(document));
    expect(back.workload).toEqual(document.workload);
  });

  it("is of the network in front, and leaves the others as they are", () => {
    const document = readDocument({ ...mesh, beside: [{ topology: { kind: "torus", sizes: [4, 4] } }] });
    const page = { store: createWorkbench(document), networks: new BuiltNetworks() } as Page;
    page.store.setState({ session: { activeNetwork: 1 } });
    togglePainting(page);
    paint(page, [0, 3], 0.5);
    const scenario = page.store.getState().document.current;
    expect(scenario.workload).toEqual(document.workload);
    expect(variantsOf(scenario)[1].workload.kind).toBe("rates");
    expect(cellOf(page, 0, 3)).toBe(0.5);
    // When that network is removed from the comparison, there is no matrix left to paint.
    page.store.setState({ document: { current: { ...scenario, beside: [] } } });
    expect(sheetOn(page)).toBeNull();
  });

  it("lights the way of a flow by the routing, channel by channel", async () => {
    const page = painting(mesh);
    const sheet = sheetOf(page);
    const lit = lightsOf(sheet.network, await routingOf(sheet), [15]);
    // Six hops across the mesh, and the channels of the two terminals.
    expect(lit.channels.size).toBe(8);
    expect([...lit.terminals].sort((a, b) => a - b)).toEqual([0, 15]);
    expect(lit.parts).toEqual([
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
    expect(lightsOf(sheet.network, null, [15]).channels.size).toBe(2);
  });
});

/** A linear congruential generator: the same pseudo-random integers below a bound in every run. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => ((state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 8) % below;
}

describe("steps", () => {
  let steps = 0;
  beforeAll(() => (steps = cases(600)));

  it("strokes, undo and redo of chance end where they began", () => {
    const any = chance(5);
    const page = painting(fast);
    const first = textOf(page);
    let past = [first];
    let at = 0;
    /** Applies one random action to the traffic matrix. */
    const gesture = () => {
      hold(page, { brush: brushes[any(5)], isBothWays: any(2) === 0 });
      const spot: Spot = [any(16), any(16)];
      switch (any(9)) {
        case 0:
          return clear(page);
        case 1:
          return setForm(page, (["weights", "phits", "MBps", "Gbps"] as const)[any(4)]);
        case 2:
          return backToUniform(page);
        case 3:
          hold(page, { at: spot });
          return paste(page, `${any(9)}\t${any(9)}\n\tx`);
        default:
          return paint(page, spot, any(3));
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
        expect(sheetOn(page)).not.toBeNull();
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
