/** Card for painting the traffic matrix: a sentence with the brush settings, the matrix, and the resulting port loads. */
import "./painting.css";
import { useCallback, useEffect, useRef, useState } from "react";
import { number } from "../../../core/base/params.ts";
import { FormField } from "../../ui/fields/FormField.tsx";
import { Radio } from "../../ui/fields/Radio.tsx";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { singleColumnQuery, useMediaQuery } from "../../ui/useMediaQuery.ts";
import { copyText } from "../../ui/copy-text.ts";
import { restoreFocus } from "../../ui/restore-focus.ts";
import { workloads } from "../../../core/workloads/registry.ts";
import { editedDocument } from "../../state/document-state.ts";
import type { PaintingMode, CellUnit } from "../../state/mode-state.ts";
import {
  resetToUniform,
  effectiveBrushValue,
  clearMatrix,
  closeMatrixEditor,
  fillByFormula,
  updatePainting,
  pasteTable,
  cellSentence,
  setCellUnit,
  spreadsheetTextOf,
} from "../../painting/matrix-actions.ts";
import { parseFormula, formulaErrorText } from "../../painting/formula.ts";
import { type MatrixDraft, matrixDraftOf, cellUnitTitle } from "../../painting/matrix-draft.ts";
import { type Brush, brushes } from "../../state/mode-state.ts";
import { portSentence, type PortLoads } from "../../painting/port-loads.ts";
import { NumberWord } from "../sentence/NumberWord.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";
import { Button } from "../../ui/Button.tsx";
import { createSheetController, type SheetController } from "./sheet-controller.ts";

/**
 * The card with the sheet, the traffic matrix that the reader paints: row s and column d is the traffic from terminal s to terminal d. Its
 * second line is the last message, otherwise the cell under the pointer. If there is no matrix, `sheet` is the reason as a sentence.
 */
export function SheetCard() {
  const page = usePage();
  const mode = useWorkbench(({ mode: { painting } }) => painting);
  const sheet = useWorkbench((state) => matrixDraftOf(state, state.mode.painting, page.networks));
  // A message belongs to one state of the document, so undo hides it.
  const isMessageCurrent = useWorkbench((state) => state.mode.painting?.messageDocument === editedDocument(state));
  if (mode === null || sheet === null) return null;
  return (
    <section className="card panel sheet-card" aria-labelledby="sheet-title">
      <h2>
        <span id="sheet-title">Traffic matrix</span>
        <span className="small" aria-hidden="true">
          {mode.message !== "" && isMessageCurrent
            ? mode.message
            : typeof sheet !== "string" && mode.hoveredCell !== null
              ? cellSentence(sheet, mode.hoveredCell)
              : "rows send, columns receive"}
        </span>
      </h2>
      <p className="visually-hidden" role="status">
        {isMessageCurrent ? mode.message : ""}
      </p>
      {typeof sheet === "string" ? <p className="card-said">{sheet}</p> : <SheetDetails mode={mode} sheet={sheet} />}
    </section>
  );
}

/** Brush settings, the sheet, the resulting port loads, and actions on the whole sheet. */
function SheetDetails({ mode, sheet }: { readonly mode: PaintingMode; readonly sheet: MatrixDraft }) {
  const page = usePage();
  const [liveText, setLiveText] = useState<string | null>(null);
  const [isFilling, setFilling] = useState(false);
  const isStopped = useWorkbench(({ document: { pending } }) => pending?.isDrawn === true);
  const hasJobs = workloads.get(sheet.scenario.workload.kind).terminalsByJob !== undefined;
  const onSums = useCallback((sums: PortLoads | null) => setLiveText(sums === null ? null : portSentence(sums)), []);
  return (
    <>
      <BrushSentence mode={mode} sheet={sheet} />
      <div className="pills" role="radiogroup" aria-label="Brush">
        {brushes.map((brush) => (
          <Radio
            key={brush}
            name="brush"
            isChosen={mode.brush === brush}
            onChoose={() => updatePainting(page, { brush })}
            onClick={(event) => {
              // After a pointer click the focus returns to the matrix; arrow keys among the brushes keep it here.
              if (event.detail > 0) event.currentTarget.closest(".sheet-card")?.querySelector<HTMLElement>(".sheet-grid")?.focus();
            }}
          >
            {brush}
          </Radio>
        ))}
      </div>
      <SheetGrid mode={mode} sheet={sheet} onSums={onSums} />
      <p className="sheet-claim">
        {liveText ?? portSentence(sheet.portLoads)}
        {!sheet.isInDocument && hasJobs && " The first stroke turns it into one matrix without jobs; undo brings them back."}
        {liveText === null &&
          isStopped &&
          sheet.portLoads.maxValue === 0 &&
          " An empty matrix cannot run; the previous traffic still runs."}
      </p>
      <p className="do">
        <Button
          variant="underlined"
          aria-description="Pastes a table from a spreadsheet, starting at the current cell."
          onClick={() => void pasteFrom(page)}
        >
          Paste<kbd>Ctrl V</kbd>
        </Button>
        <Button variant="underlined" onClick={() => void copyText(page, spreadsheetTextOf(sheet), "The matrix is copied as a table.")}>
          Copy
        </Button>
        <Button variant="underlined" aria-expanded={isFilling} onClick={() => setFilling(!isFilling)}>
          Fill by formula
        </Button>
        <Button variant="underlined" onClick={() => clearMatrix(page)}>
          Clear
        </Button>
        {sheet.isInDocument && (
          <Button variant="underlined" onClick={() => resetToUniform(page)}>
            Back to uniform
          </Button>
        )}
        <Button variant="underlined" onClick={() => closeMatrixEditor(page)} aria-keyshortcuts="M">
          Done<kbd>M</kbd>
        </Button>
      </p>
      {isFilling && <FormulaForm sheet={sheet} onEnd={() => setFilling(false)} />}
    </>
  );
}

/** Brush settings as a sentence whose words are controls. */
function BrushSentence({ mode, sheet }: { readonly mode: PaintingMode; readonly sheet: MatrixDraft }) {
  const page = usePage();
  const { unit, units } = sheet;
  const value = effectiveBrushValue(mode, sheet);
  const isWeights = unit === "weights";
  const step = 10 ** (Math.floor(Math.log10(value || 1)) - 1) * (isWeights && value >= 1 ? 10 : 1);
  const param = number({ title: "What the brush paints", help: "", min: 0, max: 1e9, step, default: value });
  const setValue = (nextOf: number) => updatePainting(page, { value: Math.max(0, Math.min(1e9, Number(nextOf.toPrecision(4)))) });
  const nextOf = <T,>(all: readonly T[], current: T) => all[(all.indexOf(current) + 1) % all.length];
  const changeForm = (to: CellUnit) => setCellUnit(page, to);
  return (
    <p className="card-said">
      Paint {isWeights && "weight "}
      <NumberWord
        segment={{
          type: "number",
          path: ["painting", "value"],
          param,
          value,
          lead: "",
          symbol: "",
          text: value.toLocaleString("en-US", { maximumFractionDigits: 6, useGrouping: false }),
          tail: "",
        }}
        misread={undefined}
        isFaulty={false}
        describedBy={undefined}
        onBegin={() => undefined}
        onEnd={() => undefined}
        onChange={setValue}
        onType={(typed) => {
          const read = Number(typed.trim().replace(",", "."));
          // Not a number: keep the old value.
          if (typed.trim() !== "" && Number.isFinite(read)) setValue(read);
        }}
        stepFrom={(from, steps) => Math.max(0, from + steps * step)}
      />{" "}
      {!isWeights &&
        (units.length === 1 ? (
          cellUnitTitle(unit)
        ) : (
          <Button className="word choice" aria-label={`Unit: ${cellUnitTitle(unit)}`} onClick={() => changeForm(nextOf(units, unit))}>
            {cellUnitTitle(unit)}
          </Button>
        ))}{" "}
      {brushTargetText[mode.brush]},{" "}
      <Button
        className="word choice"
        aria-label={`Direction: ${mode.isBothWays ? "both ways" : "one way"}`}
        onClick={() => updatePainting(page, { isBothWays: !mode.isBothWays })}
      >
        {mode.isBothWays ? "both ways" : "one way"}
      </Button>
      , as{" "}
      <Button
        className="word choice"
        aria-label={`Numbers: ${isWeights ? "relative weights" : "absolute rates"}`}
        onClick={() => changeForm(isWeights ? units[0] : "weights")}
      >
        {isWeights ? "relative weights" : "absolute rates"}
      </Button>
      .
    </p>
  );
}

const brushTargetText: Readonly<Record<Brush, string>> = {
  cell: "into each cell",
  row: "over each row",
  column: "over each column",
  diagonal: "over each diagonal",
  block: "over each block",
};

interface SheetGridProps {
  readonly mode: PaintingMode;
  readonly sheet: MatrixDraft;
  readonly onSums: (sums: PortLoads | null) => void;
}

/**
 * The grid of the sheet (traffic matrix, a row for each source and a column for each destination), painted on a canvas by a controller that
 * also handles its keys. Screen readers get only the cell at the cursor, [s, d]. The grid takes the focus when it opens and returns it when
 * it closes.
 * @param onSums Called with the loads of all ports whenever they change during a stroke.
 */
function SheetGrid({ mode, sheet, onSums }: SheetGridProps) {
  const page = usePage();
  const isColumn = useMediaQuery(singleColumnQuery);
  const box = useRef<HTMLDivElement>(null);
  const [controller, setController] = useState<SheetController | null>(null);
  useEffect(() => {
    const created = box.current === null ? null : createSheetController(page, box.current);
    const previousFocus = document.activeElement;
    setController(created);
    box.current?.focus({ preventScroll: true });
    return () => {
      created?.dispose();
      // The focus was inside the sheet, which is gone.
      if (document.activeElement === document.body) restoreFocus(previousFocus);
    };
  }, [page]);
  useEffect(() => controller?.setOnSums(onSums), [controller, onSums]);
  const { terminals } = sheet;
  useEffect(() => controller?.observeSize(isColumn), [controller, isColumn]);
  useEffect(() => {
    // On a phone the card opens below the network, which stays partly visible; otherwise at the top of the rail.
    if (controller !== null) box.current?.closest(".sheet-card")?.scrollIntoView({ block: "start", behavior: "instant" });
  }, [controller]);
  useClipboard(box);
  const [s, d] = mode.cursor;
  return (
    <div
      ref={box}
      className="sheet-grid"
      role="grid"
      tabIndex={0}
      aria-label="Traffic matrix, rows send, columns receive"
      aria-description="Arrow keys move; with Shift they paint. Type a number, press Space to paint, Delete to empty."
      aria-rowcount={terminals}
      aria-colcount={terminals}
      aria-activedescendant={`cell-${s}-${d}`}
      onKeyDown={(event) => {
        if (event.metaKey || event.altKey || controller?.handleKey(event) !== true) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <canvas aria-hidden="true" />
      <div role="row" aria-rowindex={s + 1} className="visually-hidden">
        <div role="gridcell" id={`cell-${s}-${d}`} aria-colindex={d + 1}>
          {cellSentence(sheet, mode.cursor)}
        </div>
      </div>
    </div>
  );
}

/**
 * Copies and pastes the traffic matrix as a table of tab-separated numbers while its card has the focus and no text field does.
 * @param box Reference to the grid of the matrix.
 */
function useClipboard(box: { readonly current: HTMLElement | null }): void {
  const page = usePage();
  useEffect(() => {
    const isTarget = () => {
      const focused = document.activeElement;
      return (
        focused !== null &&
        box.current?.closest(".sheet-card")?.contains(focused) === true &&
        focused.closest("input[type=text], textarea") === null
      );
    };
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (!isTarget() || text === "") return;
      event.preventDefault();
      event.stopImmediatePropagation();
      pasteTable(page, text);
    };
    const onCopy = (event: ClipboardEvent) => {
      const state = page.store.getState();
      const sheet = matrixDraftOf(state, state.mode.painting, page.networks);
      if (!isTarget() || sheet === null || typeof sheet === "string" || String(getSelection()) !== "") return;
      event.preventDefault();
      event.clipboardData?.setData("text/plain", spreadsheetTextOf(sheet));
      page.store.setState({ session: { toast: "The matrix is copied as a table." } });
    };
    addEventListener("paste", onPaste, { capture: true });
    addEventListener("copy", onCopy, { capture: true });
    return () => {
      removeEventListener("paste", onPaste, { capture: true });
      removeEventListener("copy", onCopy, { capture: true });
    };
  }, [box, page]);
}

async function pasteFrom(page: ReturnType<typeof usePage>): Promise<void> {
  try {
    pasteTable(page, await navigator.clipboard.readText());
  } catch {
    updatePainting(page, { message: "The browser does not let this button read the clipboard. Select a cell and press Ctrl V." });
  }
}

const formulaHelp =
  "s is the source, d the destination, n the number of terminals. Formulas may also use min, max, abs, floor, mod, %, comparisons, ? and :.";

/**
 * Form that fills the traffic matrix by a formula of source `s`, destination `d` and the number of terminals `n`. The formula is checked
 * while it is typed. `onEnd` closes the form.
 */
function FormulaForm({ sheet, onEnd }: { readonly sheet: MatrixDraft; readonly onEnd: () => void }) {
  const page = usePage();
  // The form opens with an example: twice the value of the brush for s = d, and less traffic the more s and d differ.
  const [text, setText] = useState(
    `${Number((effectiveBrushValue(page.store.getState().mode.painting!, sheet) * 2).toPrecision(4))} / (1 + abs(s - d))`,
  );
  const parsedFormula = parseFormula(text);
  const isFaulty = typeof parsedFormula !== "function";
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <form
      className="sheet-formula"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        event.currentTarget.closest(".sheet-card")?.querySelector<HTMLElement>(".sheet-grid")?.focus();
        onEnd();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (typeof parsedFormula === "function") fillByFormula(page, parsedFormula);
      }}
    >
      <FormField label="Each cell is" description={isFaulty ? null : formulaHelp} fault={isFaulty ? formulaErrorText(parsedFormula) : null}>
        {(control) => (
          <>
            <TextInput
              {...control}
              ref={field}
              value={text}
              spellCheck={false}
              autoComplete="off"
              onChange={(typed) => {
                setText(typed);
                // The message about the last formula does not apply to this one.
                updatePainting(page, { message: "" });
              }}
            />
            <Button type="submit" variant="outlined" disabled={isFaulty}>
              Fill
            </Button>
          </>
        )}
      </FormField>
    </form>
  );
}
