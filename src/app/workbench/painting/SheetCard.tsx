/** Card for painting the traffic matrix: a sentence with the brush settings, the matrix, and the resulting port loads. */
import "./painting.css";
import { useCallback, useEffect, useRef, useState } from "react";
import { number } from "../../../core/base/params.ts";
import { FormField } from "../../ui/fields/FormField.tsx";
import { Radio } from "../../ui/fields/Radio.tsx";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { columnQuery, useMedia } from "../../ui/useMedia.ts";
import { copy } from "../../ui/copy.ts";
import { restoreFocus } from "../../ui/restore-focus.ts";
import { workloads } from "../../../core/workloads/shelf.ts";
import { edited } from "../../state/document-state.ts";
import type { PaintingMode, SheetForm } from "../../state/mode-state.ts";
import { backToUniform, brushValue, clear, endPainting, fill, hold, paste, sayCell, setForm, tableOf } from "../../painting/act.ts";
import { readFormula, sayFault } from "../../painting/formula.ts";
import { type Sheet, sheetOf, unitTitle } from "../../painting/sheet.ts";
import { type Brush, brushes } from "../../state/mode-state.ts";
import { sayPorts, type Sums } from "../../painting/sums.ts";
import { NumberWord } from "../sentence/NumberWord.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";
import { Button } from "../../ui/Button.tsx";
import { handOn, type SheetHand } from "./hand.ts";

export function SheetCard() {
  const page = usePage();
  const mode = useWorkbench(({ mode: { painting } }) => painting);
  const sheet = useWorkbench((state) => sheetOf(state, state.mode.painting, page.networks));
  // A message belongs to one state of the document, so undo hides it.
  const isSaid = useWorkbench((state) => state.mode.painting?.saidOf === edited(state));
  if (mode === null || sheet === null) return null;
  return (
    <section className="card panel sheet-card" aria-labelledby="sheet-title">
      <h2>
        <span id="sheet-title">Traffic matrix</span>
        <span className="small" aria-hidden="true">
          {mode.said !== "" && isSaid
            ? mode.said
            : typeof sheet !== "string" && mode.pointed !== null
              ? sayCell(sheet, mode.pointed)
              : "rows send, columns receive"}
        </span>
      </h2>
      <p className="visually-hidden" role="status">
        {isSaid ? mode.said : ""}
      </p>
      {typeof sheet === "string" ? <p className="card-said">{sheet}</p> : <OfSheet mode={mode} sheet={sheet} />}
    </section>
  );
}

/** Brush settings, the sheet, the resulting port loads, and actions on the whole sheet. */
function OfSheet({ mode, sheet }: { readonly mode: PaintingMode; readonly sheet: Sheet }) {
  const page = usePage();
  const [live, setLive] = useState<string | null>(null);
  const [isFilling, setFilling] = useState(false);
  const isStopped = useWorkbench(({ document: { pending } }) => pending?.isDrawn === true);
  const hasJobs = workloads.get(sheet.scenario.workload.kind).places !== undefined;
  const told = useCallback((sums: Sums | null) => setLive(sums === null ? null : sayPorts(sums)), []);
  return (
    <>
      <Words mode={mode} sheet={sheet} />
      <div className="pills" role="radiogroup" aria-label="Brush">
        {brushes.map((brush) => (
          <Radio
            key={brush}
            name="brush"
            isChosen={mode.brush === brush}
            onChoose={() => hold(page, { brush })}
            onClick={(event) => {
              // After a pointer click the focus returns to the matrix; arrow keys among the brushes keep it here.
              if (event.detail > 0) event.currentTarget.closest(".sheet-card")?.querySelector<HTMLElement>(".sheet-grid")?.focus();
            }}
          >
            {brush}
          </Radio>
        ))}
      </div>
      <Grid mode={mode} sheet={sheet} told={told} />
      <p className="sheet-claim">
        {live ?? sayPorts(sheet.sums)}
        {!sheet.isMine && hasJobs && " The first stroke makes one sheet of it, without jobs; undo brings them back."}
        {live === null && isStopped && sheet.sums.most === 0 && " An empty sheet cannot run: what ran before still does."}
      </p>
      <p className="do">
        <Button
          variant="underlined"
          aria-description="A table from a spreadsheet, from the cell at hand on."
          onClick={() => void pasteFrom(page)}
        >
          Paste<kbd>Ctrl V</kbd>
        </Button>
        <Button variant="underlined" onClick={() => void copy(page, tableOf(sheet), "Copied: the sheet as a table.")}>
          Copy
        </Button>
        <Button variant="underlined" aria-expanded={isFilling} onClick={() => setFilling(!isFilling)}>
          Fill by formula
        </Button>
        <Button variant="underlined" onClick={() => clear(page)}>
          Clear
        </Button>
        {sheet.isMine && (
          <Button variant="underlined" onClick={() => backToUniform(page)}>
            Back to uniform
          </Button>
        )}
        <Button variant="underlined" onClick={() => endPainting(page)} aria-keyshortcuts="M">
          Done<kbd>M</kbd>
        </Button>
      </p>
      {isFilling && <Filling sheet={sheet} onEnd={() => setFilling(false)} />}
    </>
  );
}

/** Brush settings as a sentence whose words are controls. */
function Words({ mode, sheet }: { readonly mode: PaintingMode; readonly sheet: Sheet }) {
  const page = usePage();
  const { form, forms } = sheet;
  const value = brushValue(mode, sheet);
  const isWeights = form === "weights";
  const step = 10 ** (Math.floor(Math.log10(value || 1)) - 1) * (isWeights && value >= 1 ? 10 : 1);
  const param = number({ title: "What the brush paints", help: "", min: 0, max: 1e9, step, default: value });
  const set = (next: number) => hold(page, { value: Math.max(0, Math.min(1e9, Number(next.toPrecision(4)))) });
  const next = <T,>(all: readonly T[], now: T) => all[(all.indexOf(now) + 1) % all.length];
  const turn = (to: SheetForm) => setForm(page, to);
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
        onChange={set}
        onType={(typed) => {
          const read = Number(typed.trim().replace(",", "."));
          // Not a number: keep the old value.
          if (typed.trim() !== "" && Number.isFinite(read)) set(read);
        }}
        stepFrom={(from, steps) => Math.max(0, from + steps * step)}
      />{" "}
      {!isWeights &&
        (forms.length === 1 ? (
          unitTitle(form)
        ) : (
          <Button className="word choice" aria-label={`Unit: ${unitTitle(form)}`} onClick={() => turn(next(forms, form))}>
            {unitTitle(form)}
          </Button>
        ))}{" "}
      {overWords[mode.brush]},{" "}
      <Button
        className="word choice"
        aria-label={`Direction: ${mode.isBothWays ? "both ways" : "one way"}`}
        onClick={() => hold(page, { isBothWays: !mode.isBothWays })}
      >
        {mode.isBothWays ? "both ways" : "one way"}
      </Button>
      , as{" "}
      <Button
        className="word choice"
        aria-label={`Numbers: ${isWeights ? "relative weights" : "absolute rates"}`}
        onClick={() => turn(isWeights ? forms[0] : "weights")}
      >
        {isWeights ? "relative weights" : "absolute rates"}
      </Button>
      .
    </p>
  );
}

const overWords: Readonly<Record<Brush, string>> = {
  cell: "into each cell",
  row: "over each row",
  column: "over each column",
  diagonal: "over each diagonal",
  block: "over each block",
};

interface GridProps {
  readonly mode: PaintingMode;
  readonly sheet: Sheet;
  readonly told: (sums: Sums | null) => void;
}

/** The matrix as a canvas; screen readers get the current cell. */
function Grid({ mode, sheet, told }: GridProps) {
  const page = usePage();
  const isColumn = useMedia(columnQuery);
  const box = useRef<HTMLDivElement>(null);
  const [hand, setHand] = useState<SheetHand | null>(null);
  useEffect(() => {
    const own = box.current === null ? null : handOn(page, box.current);
    const before = document.activeElement;
    setHand(own);
    box.current?.focus({ preventScroll: true });
    return () => {
      own?.end();
      // The focus was inside the sheet, which is gone.
      if (document.activeElement === document.body) restoreFocus(before);
    };
  }, [page]);
  useEffect(() => hand?.tell(told), [hand, told]);
  const { terminals } = sheet;
  useEffect(() => hand?.fit(isColumn), [hand, isColumn]);
  useEffect(() => {
    // On a phone the card opens below the network, which stays partly visible; otherwise at the top of the rail.
    if (hand !== null) box.current?.closest(".sheet-card")?.scrollIntoView({ block: "start", behavior: "instant" });
  }, [hand]);
  useClipboard(box);
  const [s, d] = mode.at;
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
        if (event.metaKey || event.altKey || hand?.key(event) !== true) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <canvas aria-hidden="true" />
      <div role="row" aria-rowindex={s + 1} className="visually-hidden">
        <div role="gridcell" id={`cell-${s}-${d}`} aria-colindex={d + 1}>
          {sayCell(sheet, mode.at)}
        </div>
      </div>
    </div>
  );
}

/** Handles copy and paste while the sheet has the focus and no text field does. */
function useClipboard(box: { readonly current: HTMLElement | null }): void {
  const page = usePage();
  useEffect(() => {
    const isMeant = () => {
      const at = document.activeElement;
      return at !== null && box.current?.closest(".sheet-card")?.contains(at) === true && at.closest("input[type=text], textarea") === null;
    };
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (!isMeant() || text === "") return;
      event.preventDefault();
      event.stopImmediatePropagation();
      paste(page, text);
    };
    const onCopy = (event: ClipboardEvent) => {
      const state = page.store.getState();
      const found = sheetOf(state, state.mode.painting, page.networks);
      if (!isMeant() || found === null || typeof found === "string" || String(getSelection()) !== "") return;
      event.preventDefault();
      event.clipboardData?.setData("text/plain", tableOf(found));
      page.store.setState({ session: { toast: "Copied: the sheet as a table." } });
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
    paste(page, await navigator.clipboard.readText());
  } catch {
    hold(page, { said: "The browser does not let a button read what was copied. Pick a cell and press Ctrl V." });
  }
}

const formulaHelp =
  "s is the source, d the destination, n how many terminals there are; min, max, abs, floor, mod, %, comparisons, ? and : work, too.";

/** Fills the sheet by a formula of source and destination, checked while it is typed. */
function Filling({ sheet, onEnd }: { readonly sheet: Sheet; readonly onEnd: () => void }) {
  const page = usePage();
  const [text, setText] = useState(
    `${Number((brushValue(page.store.getState().mode.painting!, sheet) * 2).toPrecision(4))} / (1 + abs(s - d))`,
  );
  const read = readFormula(text);
  const isFaulty = typeof read !== "function";
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
        if (typeof read === "function") fill(page, read);
      }}
    >
      <FormField label="Each cell is" description={isFaulty ? null : formulaHelp} fault={isFaulty ? sayFault(read) : null}>
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
                hold(page, { said: "" });
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
