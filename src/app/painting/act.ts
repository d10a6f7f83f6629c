/** Actions of the traffic matrix editor: opening and closing it, and each stroke, pasted table or formula as an edit of the document. */
import {
  type CellList,
  emptyMatrix,
  finest,
  keptValue,
  largest,
  scaled,
  symmetric,
  type TrafficMatrix,
  withCells,
} from "../../core/traffic/traffic-matrix.ts";
import { writeMatrix } from "../../core/traffic/traffic-matrix-text.ts";
import { type Document, variantsOf } from "../../core/scenario/document.ts";
import { isolated } from "../../core/base/words.ts";
import { nameOfNode } from "../../core/network/network.ts";
import { countOf, formatCount, withUnit } from "../../words/numbers.ts";
import type { Page } from "../create-page.ts";
import { pathIn, withKind, withValue } from "../../core/scenario/edits/edit-place.ts";
import { edited } from "../state/document-state.ts";
import { isInLesson, type PaintingMode, type SheetForm } from "../state/mode-state.ts";
import { isLocked, type WorkbenchStore } from "../state/workbench.ts";
import { lockedWords } from "../state/view-state.ts";
import { propose } from "../document/edits.ts";
import type { Formula } from "./formula.ts";
import { loadIn, phitsIn, plainName, type Sheet, sheetOf, unitTitle } from "./sheet.ts";
import { readSpreadsheet, writeSpreadsheet } from "../../formats/spreadsheet.ts";
import { listed, type Stroke } from "./stroke.ts";
import type { Spot } from "../state/mode-state.ts";

type Painted = Pick<Page, "store" | "networks">;

/** The initial cursor: the first cell that is not on the diagonal. */
const firstSpot: Spot = [0, 1];

/** Default value of the brush for rates, as a fraction of a port. */
const usualPart = 1 / 8;

/** Opens the matrix editor for the traffic of the active network, or closes it. */
export function togglePainting(page: Painted): void {
  if (page.store.getState().mode.painting === null) beginPainting(page);
  else endPainting(page);
}

export function endPainting({ store }: Pick<Page, "store">): void {
  store.setState({ mode: { painting: null }, session: { hover: null } });
}

function beginPainting({ store, networks }: Painted): void {
  const state = store.getState();
  if (isInLesson(state)) return store.setState({ session: { toast: "A step of a lesson keeps its traffic. Explore it to paint." } });
  const painting: PaintingMode = {
    of: state.session.activeNetwork,
    brush: "cell",
    isBothWays: false,
    value: null,
    form: null,
    at: firstSpot,
    pointed: null,
    lit: 0,
    said: "",
    saidOf: null,
  };
  const found = sheetOf(state, painting, networks);
  if (typeof found === "string") return store.setState({ session: { toast: found } });
  store.setState({ mode: { painting } });
}

/** The matrix being edited on a page; null if there is none. */
export function sheetOn({ store, networks }: Painted): Sheet | null {
  const state = store.getState();
  const found = sheetOf(state, state.mode.painting, networks);
  return typeof found === "string" ? null : found;
}

/** Changes the state of the editor; this is no undo step. */
export function hold({ store }: Pick<Page, "store">, change: Partial<PaintingMode>): void {
  store.setState((state) => {
    const said = change.said === undefined ? {} : { saidOf: edited(state) };
    return { mode: { painting: state.mode.painting === null ? null : { ...state.mode.painting, ...change, ...said } } };
  });
}

/** The value that the brush paints. */
export function brushValue({ value }: PaintingMode, { form, ports }: Pick<Sheet, "form" | "ports">): number {
  return value ?? (form === "weights" ? 1 : rounded((ports[0] || 1) * usualPart));
}

/** Rounds to the nearest of 1, 2, 5, 10, 20 … */
function rounded(value: number): number {
  const ten = 10 ** Math.floor(Math.log10(value));
  return keptValue([1, 2, 5, 10].reduce((best, each) => (Math.abs(each * ten - value) < Math.abs(best * ten - value) ? each : best)) * ten);
}

/** A value with its unit: `50 Gb/s`, `weight 3`. */
export function sayValue(value: number, form: SheetForm): string {
  const said = Number.isInteger(value) ? formatCount(value) : String(value);
  return form === "weights" ? withUnit("weight", said) : withUnit(said, unitTitle(form));
}

/** The document with a matrix as traffic of one network. Other settings of the workload are kept as far as possible. */
function withMatrix(document: Document, of: number, form: SheetForm, matrix: TrafficMatrix, load: number): Document {
  const path = pathIn(of, ["workload"]);
  const at = (...names: readonly string[]) => [...path, ...names];
  const kindOf = (now: Document) => variantsOf(now)[of].workload.kind;
  const cells = writeMatrix(matrix);
  if (form !== "weights") {
    const next = kindOf(document) === "rates" ? document : withKind(document, path, "rates");
    return withValue(withValue(next, at("cells"), cells), at("unit"), form);
  }
  const isNew = kindOf(document) !== "open-loop";
  let next = isNew ? withValue(withKind(document, path, "open-loop"), at("load"), load) : document;
  next = withValue(next, at("ranks"), 0);
  next = withKind(next, at("mapping"), "consecutive");
  next = withKind(next, at("pattern"), "matrix");
  return withValue(withValue(next, at("pattern", "entries"), []), at("pattern", "cells"), cells);
}

/** Makes a matrix the traffic of the document, as one undo step. It is kept even if it is not valid yet. */
function take(page: Painted, sheet: Sheet, matrix: TrafficMatrix, said: string, form = sheet.form): void {
  const { store } = page;
  const { painting } = store.getState().mode;
  if (painting === null) return;
  if (isLocked(store, pathIn(painting.of, ["workload"]))) return store.setState({ session: { toast: lockedWords("the traffic") } });
  const document = edited(store.getState());
  propose(store, withMatrix(document, painting.of, form, matrix, loadIn(sheet.scenario, sheet.matrix)), true);
  hold(page, { said });
}

/** The matrix with some cells replaced. If it would have too many cells, a toast says so and the result is null. */
function over(store: WorkbenchStore, matrix: TrafficMatrix, cells: CellList): TrafficMatrix | null {
  try {
    return withCells(matrix, cells);
  } catch (fault) {
    if (!(fault instanceof RangeError)) throw fault;
    store.setState({ session: { toast: fault.message } });
    return null;
  }
}

function paint(page: Painted, sheet: Sheet, cells: CellList, said: string): void {
  const matrix = over(page.store, sheet.matrix, cells);
  if (matrix !== null) take(page, sheet, matrix, said);
}

/** Ends a stroke: one undo step, or none if no cell has changed. */
export function finish(page: Painted, sheet: Sheet, stroke: Stroke): void {
  const { cells, isPainted, count } = stroke;
  const changed = listed(cells, sheet.terminals, (cell) => isPainted[cell] === 1 && cells[cell] !== sheet.cells[cell]);
  if (count === 0) hold(page, { said: "A terminal sends nothing to itself." });
  if (changed.source.length === 0) return;
  const isErased = Array.from(changed.value).every((value) => value === 0);
  paint(
    page,
    sheet,
    changed,
    `${countOf(changed.source.length, "cell", "cells")} ${isErased ? "emptied" : `painted, ${sayValue(changed.value[0], sheet.form)} each`}.`,
  );
}

/** Clears all cells. The document is then not valid and says so; undo restores the traffic. */
export function clear(page: Painted): void {
  const sheet = sheetOn(page);
  if (sheet !== null) take(page, sheet, emptyMatrix, "All cells emptied. Undo brings them back.");
}

/** Replaces the matrix by uniform traffic of the same load, as one undo step. */
export function backToUniform(page: Painted): void {
  const { store } = page;
  const [
    sheet,
    {
      mode: { painting },
    },
  ] = [sheetOn(page), store.getState()];
  if (sheet === null || painting === null) return;
  if (isLocked(store, pathIn(painting.of, ["workload"]))) return store.setState({ session: { toast: lockedWords("the traffic") } });
  const path = pathIn(painting.of, ["workload"]);
  const load = loadIn(sheet.scenario, sheet.matrix);
  let next = edited(store.getState());
  if (variantsOf(next)[painting.of].workload.kind !== "open-loop")
    next = withValue(withKind(next, path, "open-loop"), [...path, "load"], load);
  propose(store, withKind(next, [...path, "pattern"], "uniform"), true);
  hold(page, { said: "Uniform traffic again. Undo brings your matrix back.", form: null });
}

/** Changes the unit of the cells. If the document has a matrix, its values are converted, as one undo step. */
export function setForm(page: Painted, form: SheetForm): void {
  const [
    sheet,
    {
      mode: { painting },
    },
  ] = [sheetOn(page), page.store.getState()];
  if (sheet === null || painting === null || form === sheet.form) return;
  const factor = phitsIn(sheet.form, sheet.scenario) / phitsIn(form, sheet.scenario);
  const isAmongRates = form !== "weights" && sheet.form !== "weights";
  if (sheet.isMine) {
    const { terminals, load } = sheet;
    const matrix =
      form === "weights" ? sheet.matrix : isAmongRates ? scaled(sheet.matrix, factor) : ratesOf(sheet.matrix, terminals, load! * factor);
    take(
      page,
      sheet,
      matrix,
      `Told as ${form === "weights" ? "relative weights, the same load from every sender" : `rates in ${unitTitle(form)}`}.`,
      form,
    );
  }
  hold(page, { form, value: isAmongRates && painting.value !== null ? keptValue(painting.value * factor) : null });
}

/** Weights converted to rates: each row sums to the load. */
function ratesOf({ firstOf, destination, value }: TrafficMatrix, terminals: number, load: number): TrafficMatrix {
  const source = new Uint16Array(value.length);
  const rates = new Float64Array(value.length);
  for (let s = 0; s < Math.min(terminals, firstOf.length - 1); s++) {
    let sum = 0;
    for (let i = firstOf[s]; i < firstOf[s + 1]; i++) sum += value[i];
    for (let i = firstOf[s]; i < firstOf[s + 1]; i++) [source[i], rates[i]] = [s, (value[i] / sum) * load];
  }
  return withCells(emptyMatrix, { source, destination, value: rates });
}

/** Fills every cell by a formula. */
export function fill(page: Painted, formula: Formula): void {
  const [
    sheet,
    {
      mode: { painting },
    },
  ] = [sheetOn(page), page.store.getState()];
  if (sheet === null || painting === null) return;
  const { terminals } = sheet;
  const cells = new Float64Array(terminals * terminals);
  let without = 0;
  for (let s = 0; s < terminals; s++) {
    for (let d = 0; d < terminals; d++) {
      if (s === d) continue;
      const value = formula(s, d, terminals);
      if (Number.isFinite(value)) cells[s * terminals + d] = keptValue(value);
      else without++;
    }
  }
  if (!cells.some((value) => value > 0)) {
    const why = without > 0 ? "has no number" : "is 0 or less";
    return hold(page, { said: `The formula ${why} for every pair, so nothing was filled.` });
  }
  const filled = over(
    page.store,
    emptyMatrix,
    listed(cells, terminals, (cell) => cells[cell] > 0),
  );
  if (filled === null) return;
  const matrix = painting.isBothWays ? symmetric(filled) : filled;
  const bad = without === 0 ? "" : ` ${formatCount(without)} have no number there, and are empty.`;
  take(page, sheet, matrix, `${countOf(matrix.value.length, "cell", "cells")} filled.${bad}`);
}

/**
 * Pastes a table from a spreadsheet, with the cursor as its first cell. A table as large as the matrix starts at the first cell, and so
 * does a square one if the cursor has not been moved.
 */
export function paste(page: Painted, text: string): void {
  const [
    sheet,
    {
      mode: { painting },
    },
  ] = [sheetOn(page), page.store.getState()];
  if (sheet === null || painting === null) return;
  const { terminals } = sheet;
  // Parse the table, and find the rows and columns that its headers or the cursor give.
  const known = numbersByName(sheet);
  const { rows, beyond, columnNames, rowNames, hasDecimalComma } = readSpreadsheet(text, new Set(known.keys()), terminals);
  const [across, down] = [columnNames, rowNames].map((names) => placesOf(names, known, terminals));
  const isWhole = rows.length >= terminals && rows.some(({ length }) => length >= terminals);
  const isSquare = rows.length > 1 && rows.every(({ length }) => length === rows.length);
  const [s0, d0]: Spot = isWhole || (isSquare && painting.at === firstSpot) ? [0, 0] : painting.at;
  // Sort the values into cells to set and causes why others are left out.
  const [source, destination, value]: [number[], number[], number[]] = [[], [], []];
  let [bad, negative, high, fine, cut, out, own] = [0, 0, 0, 0, 0, 0, 0];
  rows.forEach((row, i) =>
    row.forEach((cell, j) => {
      const [s, d] = [down?.[i] ?? s0 + i, across?.[j] ?? d0 + j];
      if (cell === null) return;
      if (s >= terminals || d >= terminals) out++;
      else if (typeof cell === "string") bad++;
      else if (cell < 0) negative++;
      else if (cell > largest) high++;
      else if (s === d) own += cell > 0 ? 1 : 0;
      else if (cell > 0 && keptValue(cell) === 0) fine++;
      else {
        if (keptValue(cell) !== cell) cut++;
        source.push(s);
        destination.push(d);
        value.push(cell);
      }
    }),
  );
  // Report the outcome, and set the cells as one undo step.
  const { length: pasted } = value;
  const some = (count: number, what: string) => (count > 0 ? [`${formatCount(count)} ${what}`] : []);
  const left = (count: number, why: string) => some(count, `left as ${count === 1 ? "it was" : "they were"}: ${why}`);
  const where = across !== null || down !== null ? "by their names" : `at ${s0}, ${d0}`;
  const said = [
    pasted === 0 ? "Nothing pasted" : `${countOf(pasted, "number", "numbers")} pasted ${where} ${asWhat(sheet)}`,
    ...(across === null && down === null && (columnNames ?? rowNames) !== null ? ["their names are not those of terminals"] : []),
    ...(hasDecimalComma ? ["a comma was read as the decimal point"] : []),
    ...some(cut, `rounded: four digits are kept, none finer than ${finest}`),
    ...left(bad, "not a number"),
    ...left(negative, "below 0"),
    ...some(high, `left out: above ${formatCount(largest)}`),
    ...some(fine, `left out: below ${finest}`),
    ...some(own, "on the diagonal left out: a terminal sends nothing to itself"),
    ...some(out, "beyond the edge"),
    ...(beyond > 0 ? [`${countOf(beyond, "row or column", "rows and columns")} cut off`] : []),
  ].join("; ");
  const silent = pasted > 0 ? silentAfter(sheet, { source, destination, value }) : 0;
  const nothing = silent > 0 ? ` ${formatCount(silent)} of ${formatCount(terminals)} terminals send and receive nothing.` : "";
  if (pasted > 0) paint(page, sheet, { source, destination, value }, `${said}.${nothing}`);
  else hold(page, { said: rows.length === 0 ? "There was nothing to paste." : `${said}.` });
}

/** The meaning of pasted numbers: `in Gb/s`, or weights that share a sender's load. */
const asWhat = ({ form, load }: Sheet) =>
  form === "weights" ? `as weights, which share each sender's load of ${load ?? 0} phits/cycle` : `in ${unitTitle(form)}`;

/** Number of terminals that would send and receive nothing after some cells are replaced. */
function silentAfter({ terminals, cells }: Sheet, { source, destination, value }: CellList): number {
  const after = Float64Array.from(cells);
  for (let i = 0; i < value.length; i++) after[source[i] * terminals + destination[i]] = keptValue(value[i]);
  const isActive = new Uint8Array(terminals);
  after.forEach((each, cell) => {
    if (each > 0) isActive[Math.floor(cell / terminals)] = isActive[cell % terminals] = 1;
  });
  return isActive.reduce((count, each) => count - each, terminals);
}

/** Terminals by name, without names that occur several times. */
function numbersByName({ network, terminals }: Sheet): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const double = new Set<string>();
  for (let t = 0; t < terminals; t++) {
    const name = plainName(network, t);
    if (found.has(name)) double.add(name);
    found.set(name, t);
  }
  for (const name of double) found.delete(name);
  return found;
}

/** The terminals that row or column headers stand for, as names or numbers; null if the headers are something else. */
function placesOf(names: readonly string[] | null, known: ReadonlyMap<string, number>, count: number): readonly number[] | null {
  if (names === null) return null;
  const places = names.map((name) => known.get(name) ?? (/^\d{1,5}$/.test(name) && Number(name) < count ? Number(name) : undefined));
  return places.every((place): place is number => place !== undefined) && new Set(places).size === places.length ? places : null;
}

/** The matrix as text for a spreadsheet. */
export function tableOf({ network, terminals, cells }: Sheet): string {
  const names = Array.from({ length: terminals }, (_, t) => plainName(network, t));
  return writeSpreadsheet(names, (row, column) => cells[row * terminals + column]);
}

/** A cell in words: `terminal 2 to terminal 4: 50 Gb/s`. */
export function sayCell({ network, terminals, cells, form }: Sheet, [s, d]: Spot): string {
  const names = `${isolated(nameOfNode(network, s))} to ${isolated(nameOfNode(network, d))}`;
  const value = cells[s * terminals + d];
  return s === d ? `${names}: not sent` : `${names}: ${value === 0 ? "nothing" : sayValue(value, form)}`;
}
