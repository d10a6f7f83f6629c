/** Actions of the traffic matrix editor: opening and closing it, and each stroke, pasted table or formula as an edit of the document. */
import {
  type CellList,
  emptyMatrix,
  minCellValue,
  roundCellValue,
  maxCellValue,
  scaleMatrix,
  symmetrize,
  type TrafficMatrix,
  withCells,
} from "../../core/traffic/traffic-matrix.ts";
import { writeMatrix } from "../../core/traffic/traffic-matrix-text.ts";
import { type Document, variantsOf } from "../../core/scenario/document.ts";
import { isolateDirection } from "../../core/base/words.ts";
import { nameOfNode } from "../../core/network/network.ts";
import { countOf, formatCount, withUnit } from "../../words/numbers.ts";
import type { Page } from "../create-page.ts";
import { withoutUnusedTechnology } from "../../core/scenario/edits/assumed-technology.ts";
import { pathIn, withKind, withDocumentValue } from "../../core/scenario/edits/edit-document-value.ts";
import { editedDocument } from "../state/document-state.ts";
import { isInLesson, type PaintingMode, type CellUnit } from "../state/mode-state.ts";
import { isParameterLocked, type WorkbenchStore } from "../state/workbench.ts";
import { lockedMessage } from "../state/view-state.ts";
import { propose } from "../document/edits.ts";
import type { Formula } from "./formula.ts";
import { senderLoadOf, phitsPerCellUnit, nodeNameWithoutMarks, type MatrixDraft, matrixDraftOf, cellUnitTitle } from "./matrix-draft.ts";
import { readSpreadsheet, writeSpreadsheet } from "../../formats/spreadsheet.ts";
import { cellListOf, type Stroke } from "./stroke.ts";
import type { MatrixPosition } from "../state/mode-state.ts";

type PaintingPage = Pick<Page, "store" | "networks">;

/** The initial cursor: the first cell that is not on the diagonal. */
const initialCursor: MatrixPosition = [0, 1];

/** Default value of the brush for rates, as a fraction of a port. */
const defaultPortFraction = 1 / 8;

/** Opens the matrix editor for the traffic of the active network, or closes it. */
export function toggleMatrixEditor(page: PaintingPage): void {
  if (page.store.getState().mode.painting === null) openMatrixEditor(page);
  else closeMatrixEditor(page);
}

export function closeMatrixEditor({ store }: Pick<Page, "store">): void {
  store.setState({ mode: { painting: null }, session: { hover: null } });
}

/**
 * Opens the editor of the traffic matrix for the active network, with a brush that paints single cells. In a lesson, or if the network has
 * no matrix that can be edited, a message says why instead.
 */
function openMatrixEditor({ store, networks }: PaintingPage): void {
  const state = store.getState();
  if (isInLesson(state))
    return store.setState({ session: { toast: "The traffic of a lesson step is fixed. Choose “Explore freely” to paint." } });
  const painting: PaintingMode = {
    of: state.session.activeNetwork,
    brush: "cell",
    isBothWays: false,
    value: null,
    unit: null,
    cursor: initialCursor,
    hoveredCell: null,
    flowCount: 0,
    message: "",
    messageDocument: null,
  };
  const draft = matrixDraftOf(state, painting, networks);
  if (typeof draft === "string") return store.setState({ session: { toast: draft } });
  store.setState({ mode: { painting } });
}

/** The matrix being edited on a page; null if there is none. */
export function matrixDraftOn({ store, networks }: PaintingPage): MatrixDraft | null {
  const state = store.getState();
  const draft = matrixDraftOf(state, state.mode.painting, networks);
  return typeof draft === "string" ? null : draft;
}

/** Changes the state of the editor; this is no undo step. */
export function updatePainting({ store }: Pick<Page, "store">, change: Partial<PaintingMode>): void {
  store.setState((state) => {
    const messageFields = change.message === undefined ? {} : { messageDocument: editedDocument(state) };
    return { mode: { painting: state.mode.painting === null ? null : { ...state.mode.painting, ...change, ...messageFields } } };
  });
}

/** The value that the brush paints. */
export function effectiveBrushValue(
  { value }: PaintingMode,
  { unit: form, portCapacity }: Pick<MatrixDraft, "unit" | "portCapacity">,
): number {
  return value ?? (form === "weights" ? 1 : roundTo125((portCapacity[0] || 1) * defaultPortFraction));
}

/** Rounds to the nearest of 1, 2, 5, 10, 20 … */
function roundTo125(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return roundCellValue(
    [1, 2, 5, 10].reduce((best, each) => (Math.abs(each * power - value) < Math.abs(best * power - value) ? each : best)) * power,
  );
}

/** A value with its unit: `50 Gb/s`, `weight 3`. */
export function cellValueText(value: number, form: CellUnit): string {
  const number = Number.isInteger(value) ? formatCount(value) : String(value);
  return form === "weights" ? withUnit("weight", number) : withUnit(number, cellUnitTitle(form));
}

/** The document with a matrix as traffic of one network. Other settings of the workload are kept as far as possible. */
function withTrafficMatrix(document: Document, network: number, unit: CellUnit, matrix: TrafficMatrix, load: number): Document {
  const path = pathIn(network, ["workload"]);
  const pathTo = (...names: readonly string[]) => [...path, ...names];
  const kindOf = (current: Document) => variantsOf(current)[network].workload.kind;
  const cells = writeMatrix(matrix);
  if (unit !== "weights") {
    const isOther = kindOf(document) !== "rates";
    const rates = isOther ? withKind(document, path, "rates") : document;
    const next = withDocumentValue(withDocumentValue(rates, pathTo("cells"), cells), pathTo("unit"), unit);
    return isOther ? withoutUnusedTechnology(next) : next;
  }
  const isNew = kindOf(document) !== "open-loop";
  let next = isNew ? withDocumentValue(withKind(document, path, "open-loop"), pathTo("load"), load) : document;
  next = withDocumentValue(next, pathTo("ranks"), 0);
  next = withKind(next, pathTo("mapping"), "consecutive");
  next = withKind(next, pathTo("pattern"), "matrix");
  next = withDocumentValue(withDocumentValue(next, pathTo("pattern", "entries"), []), pathTo("pattern", "cells"), cells);
  return isNew ? withoutUnusedTechnology(next) : next;
}

/** Makes a matrix the traffic of the document, as one undo step. The matrix is kept even if it is not valid yet. */
function commitMatrix(page: PaintingPage, draft: MatrixDraft, matrix: TrafficMatrix, message: string, unit = draft.unit): void {
  const { store } = page;
  const { painting } = store.getState().mode;
  if (painting === null) return;
  if (isParameterLocked(store, pathIn(painting.of, ["workload"])))
    return store.setState({ session: { toast: lockedMessage("the traffic") } });
  const document = editedDocument(store.getState());
  propose(store, withTrafficMatrix(document, painting.of, unit, matrix, senderLoadOf(draft.scenario, draft.matrix)), true);
  updatePainting(page, { message });
}

/** The matrix with some cells replaced. If it would have too many cells, a toast says so and the result is null. */
function withCellsOrToast(store: WorkbenchStore, matrix: TrafficMatrix, cells: CellList): TrafficMatrix | null {
  try {
    return withCells(matrix, cells);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    store.setState({ session: { toast: error.message } });
    return null;
  }
}

function commitCells(page: PaintingPage, draft: MatrixDraft, cells: CellList, message: string): void {
  const matrix = withCellsOrToast(page.store, draft.matrix, cells);
  if (matrix !== null) commitMatrix(page, draft, matrix, message);
}

/** Ends a stroke: one undo step, or none if no cell has changed. */
export function finishStroke(page: PaintingPage, draft: MatrixDraft, stroke: Stroke): void {
  const { cells, isPainted, count } = stroke;
  const changed = cellListOf(cells, draft.terminals, (cell) => isPainted[cell] === 1 && cells[cell] !== draft.cells[cell]);
  if (count === 0) updatePainting(page, { message: "A terminal sends nothing to itself." });
  if (changed.source.length === 0) return;
  const isErased = Array.from(changed.value).every((value) => value === 0);
  commitCells(
    page,
    draft,
    changed,
    `${countOf(changed.source.length, "cell", "cells")} ${isErased ? "cleared" : `painted, ${cellValueText(changed.value[0], draft.unit)} each`}.`,
  );
}

/** Clears all cells. The document is then not valid and says so; undo restores the traffic. */
export function clearMatrix(page: PaintingPage): void {
  const draft = matrixDraftOn(page);
  if (draft !== null) commitMatrix(page, draft, emptyMatrix, "All cells cleared. Undo restores them.");
}

/** Replaces the painted traffic matrix by uniform traffic of the same load per sender, as one undo step. */
export function resetToUniform(page: PaintingPage): void {
  const { store } = page;
  const [
    draft,
    {
      mode: { painting },
    },
  ] = [matrixDraftOn(page), store.getState()];
  if (draft === null || painting === null) return;
  if (isParameterLocked(store, pathIn(painting.of, ["workload"])))
    return store.setState({ session: { toast: lockedMessage("the traffic") } });
  const path = pathIn(painting.of, ["workload"]);
  const load = senderLoadOf(draft.scenario, draft.matrix);
  let next = editedDocument(store.getState());
  if (variantsOf(next)[painting.of].workload.kind !== "open-loop")
    next = withoutUnusedTechnology(withDocumentValue(withKind(next, path, "open-loop"), [...path, "load"], load));
  propose(store, withKind(next, [...path, "pattern"], "uniform"), true);
  updatePainting(page, { message: "The traffic is uniform again. Undo restores your matrix.", unit: null });
}

/**
 * Changes the unit of the matrix cells: relative weights, or rates in Gbit/s, MB/s or phits per cycle. If the matrix is the traffic of the
 * document, its values are converted, as one undo step; with weights all senders then offer the same load.
 */
export function setCellUnit(page: PaintingPage, unit: CellUnit): void {
  const draft = matrixDraftOn(page);
  const { painting } = page.store.getState().mode;
  if (draft === null || painting === null || unit === draft.unit) return;
  const factor = phitsPerCellUnit(draft.unit, draft.scenario) / phitsPerCellUnit(unit, draft.scenario);
  const isRateConversion = unit !== "weights" && draft.unit !== "weights";
  if (draft.isInDocument) {
    const { terminals, load } = draft;
    const convertedMatrix = () => {
      // Rates are valid weights.
      if (unit === "weights") return draft.matrix;
      // `load` is what every sender offers with weights, in phits per cycle.
      return isRateConversion ? scaleMatrix(draft.matrix, factor) : weightsAsRates(draft.matrix, terminals, load! * factor);
    };
    commitMatrix(
      page,
      draft,
      convertedMatrix(),
      `The cells are now ${unit === "weights" ? "relative weights; every sender offers the same load" : `rates in ${cellUnitTitle(unit)}`}.`,
      unit,
    );
  }
  updatePainting(page, { unit, value: isRateConversion && painting.value !== null ? roundCellValue(painting.value * factor) : null });
}

/** Weights converted to rates: each row sums to the load. */
function weightsAsRates({ firstOf, destination, value }: TrafficMatrix, terminals: number, load: number): TrafficMatrix {
  const source = new Uint16Array(value.length);
  const rates = new Float64Array(value.length);
  for (let s = 0; s < Math.min(terminals, firstOf.length - 1); s++) {
    let sum = 0;
    for (let i = firstOf[s]; i < firstOf[s + 1]; i++) sum += value[i];
    for (let i = firstOf[s]; i < firstOf[s + 1]; i++) [source[i], rates[i]] = [s, (value[i] / sum) * load];
  }
  return withCells(emptyMatrix, { source, destination, value: rates });
}

/**
 * Fills every cell of the traffic matrix, except the diagonal, with the value of a formula of source, destination and number of terminals.
 * Where the formula has no finite value the cell stays empty. The message says how many cells were filled.
 */
export function fillByFormula(page: PaintingPage, formula: Formula): void {
  const draft = matrixDraftOn(page);
  const { painting } = page.store.getState().mode;
  if (draft === null || painting === null) return;
  const { terminals } = draft;
  const cells = new Float64Array(terminals * terminals);
  let undefinedCount = 0;
  for (let s = 0; s < terminals; s++) {
    for (let d = 0; d < terminals; d++) {
      if (s === d) continue;
      const value = formula(s, d, terminals);
      if (Number.isFinite(value)) cells[s * terminals + d] = roundCellValue(value);
      else undefinedCount++;
    }
  }
  if (!cells.some((value) => value > 0)) {
    const reason = undefinedCount > 0 ? "has no value" : "is 0 or negative";
    return updatePainting(page, { message: `The formula ${reason} for every pair, so no cell was filled.` });
  }
  const filled = withCellsOrToast(
    page.store,
    emptyMatrix,
    cellListOf(cells, terminals, (cell) => cells[cell] > 0),
  );
  if (filled === null) return;
  const matrix = painting.isBothWays ? symmetrize(filled) : filled;
  const remark =
    undefinedCount === 0 ? "" : ` ${countOf(undefinedCount, "cell stays", "cells stay")} empty, because the formula has no value there.`;
  commitMatrix(page, draft, matrix, `${countOf(matrix.value.length, "cell", "cells")} filled.${remark}`);
}

/**
 * Pastes a table from a spreadsheet, with the cursor as its first cell. A table as large as the matrix starts at the first cell of the
 * matrix, and so does a square table if the cursor has not been moved.
 */
export function pasteTable(page: PaintingPage, text: string): void {
  const [
    draft,
    {
      mode: { painting },
    },
  ] = [matrixDraftOn(page), page.store.getState()];
  if (draft === null || painting === null) return;
  const { terminals } = draft;
  // Parse the table, and find the rows and columns that its headers or the cursor give.
  const terminalOfName = terminalsByName(draft);
  const {
    rows,
    skippedLines: cutLines,
    columnNames,
    rowNames,
    hasDecimalComma,
  } = readSpreadsheet(text, new Set(terminalOfName.keys()), terminals);
  const [columnTerminals, rowTerminals] = [columnNames, rowNames].map((names) => terminalsOfHeaders(names, terminalOfName, terminals));
  const coversMatrix = rows.length >= terminals && rows.some(({ length }) => length >= terminals);
  const isSquare = rows.length > 1 && rows.every(({ length }) => length === rows.length);
  const [firstRow, firstColumn]: MatrixPosition =
    coversMatrix || (isSquare && painting.cursor === initialCursor) ? [0, 0] : painting.cursor;
  // Sort the values into cells to set and causes why others are left out.
  const [source, destination, value]: [number[], number[], number[]] = [[], [], []];
  let [notNumbers, negative, tooLarge, tooSmall, roundedCount, outside, onDiagonal] = [0, 0, 0, 0, 0, 0, 0];
  rows.forEach((row, i) =>
    row.forEach((cell, j) => {
      const [s, d] = [rowTerminals?.[i] ?? firstRow + i, columnTerminals?.[j] ?? firstColumn + j];
      if (cell === null) return;
      if (s >= terminals || d >= terminals) outside++;
      else if (typeof cell === "string") notNumbers++;
      else if (cell < 0) negative++;
      else if (cell > maxCellValue) tooLarge++;
      else if (s === d) onDiagonal += cell > 0 ? 1 : 0;
      else if (cell > 0 && roundCellValue(cell) === 0) tooSmall++;
      else {
        if (roundCellValue(cell) !== cell) roundedCount++;
        source.push(s);
        destination.push(d);
        value.push(cell);
      }
    }),
  );
  // Report the outcome, and set the cells as one undo step.
  const { length: pasted } = value;
  const countedPhrase = (count: number, description: string) => (count > 0 ? [`${formatCount(count)} ${description}`] : []);
  const unchangedPhrase = (count: number, reason: string) => countedPhrase(count, `left unchanged: ${reason}`);
  const position = columnTerminals !== null || rowTerminals !== null ? "by name" : `at cell ${firstRow}, ${firstColumn},`;
  const message = [
    pasted === 0 ? "Nothing pasted" : `${countOf(pasted, "number", "numbers")} pasted ${position} ${pastedMeaning(draft)}`,
    ...(columnTerminals === null && rowTerminals === null && (columnNames ?? rowNames) !== null
      ? ["the headers are not names of terminals"]
      : []),
    ...(hasDecimalComma ? ["a comma was read as the decimal point"] : []),
    ...countedPhrase(roundedCount, `rounded to four digits, in steps of at least ${minCellValue}`),
    ...unchangedPhrase(notNumbers, "not a number"),
    ...unchangedPhrase(negative, "below 0"),
    ...countedPhrase(tooLarge, `left out: above ${formatCount(maxCellValue)}`),
    ...countedPhrase(tooSmall, `left out: below ${minCellValue}`),
    ...countedPhrase(onDiagonal, "on the diagonal left out: a terminal sends nothing to itself"),
    ...countedPhrase(outside, "beyond the edge of the matrix"),
    ...(cutLines > 0 ? [`${countOf(cutLines, "row or column", "rows and columns")} cut off`] : []),
  ].join("; ");
  const silentCount = pasted > 0 ? countSilent(draft, { source, destination, value }) : 0;
  const silentRemark =
    silentCount > 0 ? ` ${formatCount(silentCount)} of ${formatCount(terminals)} terminals send and receive nothing.` : "";
  if (pasted > 0) commitCells(page, draft, { source, destination, value }, `${message}.${silentRemark}`);
  else updatePainting(page, { message: rows.length === 0 ? "The clipboard contains no table." : `${message}.` });
}

/** The meaning of pasted numbers: `in Gb/s`, or weights that share a sender's load. */
const pastedMeaning = ({ unit: form, load }: MatrixDraft) =>
  form === "weights" ? `as weights, which share each sender's load of ${load ?? 0} phits/cycle` : `in ${cellUnitTitle(form)}`;

/** Number of terminals that would send and receive nothing after some cells are replaced. */
function countSilent({ terminals, cells }: MatrixDraft, { source, destination, value }: CellList): number {
  const cellsAfter = Float64Array.from(cells);
  for (let i = 0; i < value.length; i++) cellsAfter[source[i] * terminals + destination[i]] = roundCellValue(value[i]);
  const isActive = new Uint8Array(terminals);
  cellsAfter.forEach((each, cell) => {
    if (each > 0) isActive[Math.floor(cell / terminals)] = isActive[cell % terminals] = 1;
  });
  return isActive.reduce((count, each) => count - each, terminals);
}

/** Terminals by name, without names that occur several times. */
function terminalsByName({ network, terminals }: MatrixDraft): ReadonlyMap<string, number> {
  const terminalOfName = new Map<string, number>();
  const ambiguous = new Set<string>();
  for (let t = 0; t < terminals; t++) {
    const name = nodeNameWithoutMarks(network, t);
    if (terminalOfName.has(name)) ambiguous.add(name);
    terminalOfName.set(name, t);
  }
  for (const name of ambiguous) terminalOfName.delete(name);
  return terminalOfName;
}

/** The terminals that row or column headers name, as names or numbers; null if the headers are something else. */
function terminalsOfHeaders(
  names: readonly string[] | null,
  terminalOfName: ReadonlyMap<string, number>,
  count: number,
): readonly number[] | null {
  if (names === null) return null;
  const terminals = names.map(
    (name) => terminalOfName.get(name) ?? (/^\d{1,5}$/.test(name) && Number(name) < count ? Number(name) : undefined),
  );
  return terminals.every((terminal): terminal is number => terminal !== undefined) && new Set(terminals).size === terminals.length
    ? terminals
    : null;
}

/** The matrix as text for a spreadsheet. */
export function spreadsheetTextOf({ network, terminals, cells }: MatrixDraft): string {
  const names = Array.from({ length: terminals }, (_, t) => nodeNameWithoutMarks(network, t));
  return writeSpreadsheet(names, (row, column) => cells[row * terminals + column]);
}

/** A cell in words: `terminal 2 to terminal 4: 50 Gb/s`. */
export function cellSentence({ network, terminals, cells, unit: form }: MatrixDraft, [s, d]: MatrixPosition): string {
  const names = `${isolateDirection(nameOfNode(network, s))} to ${isolateDirection(nameOfNode(network, d))}`;
  const value = cells[s * terminals + d];
  return s === d ? `${names}: not sent` : `${names}: ${value === 0 ? "nothing" : cellValueText(value, form)}`;
}
