/** Editable words on the cards of a drawing: names and numbers. */
import { useEffect, useRef, useState } from "react";
import type { Amount, AmountParam } from "../../../core/base/params.ts";
import { maxNameLength } from "../../../core/network/drawing/drawing.ts";
import type { DrawingDraft } from "../../../views/drawing/contract.ts";
import type { Path } from "../../../core/scenario/param-path.ts";
import { valueText } from "../../../words/params.ts";
import { parseTyped } from "../../document/step.ts";
import type { NumericParam } from "../../../core/base/params.ts";
import { beginGesture, endGesture } from "../../document/history.ts";
import { keepUnreadable } from "../../document/edits.ts";
import { drawingEditor, renameElement } from "../../drawing/drawing-actions.ts";
import { selectElements } from "../../drawing/apply-drawing.ts";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { WordInput } from "../../ui/fields/WordInput.tsx";
import { leaveField } from "../../ui/leave-field.ts";
import { NumberWord } from "../sentence/NumberWord.tsx";
import { Button } from "../../ui/Button.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

/**
 * The name of a drawn element as a word that becomes a text field when it is pressed. Enter and leaving the field set the name, Escape
 * keeps the old one.
 * @param what The element to rename: the number of a switch or of a terminal's end, or “chosen” for all selected switches.
 * @param start Text with which the field begins.
 */
export function NameWord({
  what: renamed,
  name,
  start = name,
}: {
  readonly what: number | "chosen";
  readonly name: string;
  readonly start?: string;
}) {
  const page = usePage();
  const isNaming = useWorkbench(({ mode: { drawing } }) => drawing?.naming === renamed);
  const field = useRef<HTMLInputElement>(null);
  const hasEnded = useRef(false);
  useEffect(() => {
    if (!isNaming) return;
    hasEnded.current = false;
    field.current?.focus();
    field.current?.select();
  }, [isNaming]);
  if (!isNaming)
    return (
      <Button
        className="word choice draw-name"
        onClick={() => selectElements(page.store, { naming: renamed })}
        aria-label={renamed === "chosen" ? name : `${name}, rename`}
      >
        {name}
      </Button>
    );
  const finishNaming = (text: string | null) => {
    // After Enter or Escape the field also loses the focus; only the first of the two counts.
    if (hasEnded.current) return;
    hasEnded.current = true;
    if (text === null) selectElements(page.store, { naming: null });
    else renameElement(page, renamed, text);
    document.querySelector<HTMLElement>('[data-view="drawing"] .view-box')?.focus({ preventScroll: true });
  };
  return (
    <TextInput
      ref={field}
      className="draw-name"
      aria-label="Name"
      defaultValue={start}
      maxLength={maxNameLength}
      onBlur={(event) => finishNaming(event.target.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") finishNaming(event.currentTarget.value);
        if (event.key === "Escape") finishNaming(null);
      }}
    />
  );
}

/**
 * A number in a sentence about a drawing, which can be dragged, stepped by keys or typed. A new number is clamped to the range of `param`.
 * @param tail Text after the number, such as its noun.
 * @param change Gives, for a new number, the edit that turns the current draft into a new drawing.
 */
export function CountWord({
  param,
  value,
  text = String(value),
  tail,
  change,
}: {
  readonly param: NumericParam;
  readonly value: number;
  readonly text?: string | undefined;
  readonly tail: string;
  readonly change: (count: number) => (now: DrawingDraft) => DrawingDraft["drawing"];
}) {
  const page = usePage();
  const clamped = (next: number) => Math.max(param.min, Math.min(param.max, next));
  const setCount = (next: number) => drawingEditor(page).change(change(clamped(next)));
  return (
    <NumberWord
      segment={{ type: "number", path: ["topology"], param, value, lead: "", symbol: "", text, tail }}
      misread={undefined}
      isFaulty={false}
      describedBy={undefined}
      onBegin={() => beginGesture(page.store, ["topology"])}
      onEnd={() => endGesture(page.store)}
      onChange={setCount}
      onType={(typed) => {
        const next = Number.parseInt(typed, 10);
        // Not a number: keep the old value.
        if (!Number.isNaN(next)) setCount(next);
      }}
      stepFrom={(from, steps) => clamped(from + steps)}
    />
  );
}

/** A rate or a length in a sentence, typed with its unit. */
export function AmountWord({
  param,
  value,
  text,
  path,
  onTake,
}: {
  readonly param: AmountParam;
  /** The rate or length; null if several objects have different values. */
  readonly value: Amount | null;
  readonly text: string;
  /** Path in the document, under which unreadable text is kept. */
  readonly path: Path;
  readonly onTake: (value: Amount) => void;
}) {
  const { store } = usePage();
  const dotted = path.join(".");
  const misspelled = useWorkbench(({ document: { pending } }) => (pending?.typed?.path === dotted ? pending.typed.text : undefined));
  const isFaulty = useWorkbench(({ document: { pending } }) => pending?.issues.some((issue) => issue.path === dotted) ?? false);
  const [isTyping, setTyping] = useState(false);
  const word = useRef<HTMLButtonElement>(null);
  const initialText = misspelled ?? (value === null ? "" : valueText(param, value));
  const commit = (typedText: string) => {
    const read = parseTyped(param, typedText, dotted);
    if ("value" in read) onTake(read.value);
    else keepUnreadable(store, path, typedText, read.issue);
  };
  const step = ({ key, shiftKey }: { readonly key: string; readonly shiftKey: boolean }, from: string) => {
    const read = parseTyped(param, from, dotted);
    if (!("value" in read) || typeof read.value !== "number") return;
    const stepSize = (key === "ArrowUp" || key === "PageUp" ? 1 : -1) * (shiftKey || key.startsWith("Page") ? 10 : 1) * param.step;
    onTake(Math.max(param.min, Math.min(param.max, read.value + stepSize)));
  };
  if (isTyping)
    return (
      <span className="typing">
        <WordInput
          shown={initialText}
          initial={null}
          label={param.title}
          inputMode="text"
          onStep={step}
          onFinish={(typedText, returnFocus) => {
            setTyping(false);
            if (typedText !== null && typedText.trim() !== "" && typedText.trim() !== initialText) commit(typedText);
            if (returnFocus) requestAnimationFrame(() => leaveField(word.current, false) || word.current?.focus());
          }}
        />
      </span>
    );
  return (
    <Button
      ref={word}
      className="word number amount"
      aria-label={`${param.title}, ${misspelled ?? text}`}
      aria-invalid={isFaulty}
      aria-description={param.help}
      onClick={() => setTyping(true)}
    >
      {misspelled ?? text}
    </Button>
  );
}
