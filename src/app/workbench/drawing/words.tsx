/** Editable words on the cards of a drawing: names and numbers. */
import { useEffect, useRef, useState } from "react";
import type { Amount, AmountParam } from "../../../core/base/params.ts";
import { longestName } from "../../../core/network/drawing/drawing.ts";
import type { Draft } from "../../../views/drawing/contract.ts";
import type { Path } from "../../../core/scenario/place.ts";
import { valueText } from "../../../words/params.ts";
import { typed } from "../../document/step.ts";
import type { NumericParam } from "../../../core/base/params.ts";
import { beginGesture, endGesture } from "../../document/history.ts";
import { misread } from "../../document/edits.ts";
import { drawingOn, rename } from "../../drawing/act.ts";
import { choose } from "../../drawing/change.ts";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { WordInput } from "../../ui/fields/WordInput.tsx";
import { giveKeysFrom } from "../../ui/give-keys.ts";
import { NumberWord } from "../sentence/NumberWord.tsx";
import { Button } from "../../ui/Button.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

/** A name that becomes an input when pressed. */
export function NameWord({
  what,
  name,
  start = name,
}: {
  readonly what: number | "chosen";
  readonly name: string;
  readonly start?: string;
}) {
  const page = usePage();
  const isNaming = useWorkbench(({ mode: { drawing } }) => drawing?.naming === what);
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
        onClick={() => choose(page.store, { naming: what })}
        aria-label={what === "chosen" ? name : `${name}, rename`}
      >
        {name}
      </Button>
    );
  const end = (text: string | null) => {
    if (hasEnded.current) return;
    hasEnded.current = true;
    if (text === null) choose(page.store, { naming: null });
    else rename(page, what, text);
    document.querySelector<HTMLElement>('[data-view="drawing"] .view-box')?.focus({ preventScroll: true });
  };
  return (
    <TextInput
      ref={field}
      className="draw-name"
      aria-label="Name"
      defaultValue={start}
      maxLength={longestName}
      onBlur={(event) => end(event.target.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") end(event.currentTarget.value);
        if (event.key === "Escape") end(null);
      }}
    />
  );
}

/** A number in a sentence, which can be dragged, stepped or typed like those above the stage. */
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
  readonly change: (count: number) => (now: Draft) => Draft["drawing"];
}) {
  const page = usePage();
  const clamped = (next: number) => Math.max(param.min, Math.min(param.max, next));
  const set = (next: number) => drawingOn(page).change(change(clamped(next)));
  return (
    <NumberWord
      segment={{ type: "number", path: ["topology"], param, value, lead: "", symbol: "", text, tail }}
      misread={undefined}
      isFaulty={false}
      describedBy={undefined}
      onBegin={() => beginGesture(page.store, ["topology"])}
      onEnd={() => endGesture(page.store)}
      onChange={set}
      onType={(typed) => {
        const next = Number.parseInt(typed, 10);
        // Not a number: keep the old value.
        if (!Number.isNaN(next)) set(next);
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
  /** Null if several objects have different values. */
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
  const written = misspelled ?? (value === null ? "" : valueText(param, value));
  const take = (given: string) => {
    const read = typed(param, given, dotted);
    if ("value" in read) onTake(read.value);
    else misread(store, path, given, read.issue);
  };
  const step = ({ key, shiftKey }: { readonly key: string; readonly shiftKey: boolean }, from: string) => {
    const read = typed(param, from, dotted);
    if (!("value" in read) || typeof read.value !== "number") return;
    const by = (key === "ArrowUp" || key === "PageUp" ? 1 : -1) * (shiftKey || key.startsWith("Page") ? 10 : 1) * param.step;
    onTake(Math.max(param.min, Math.min(param.max, read.value + by)));
  };
  if (isTyping)
    return (
      <span className="typing">
        <WordInput
          shown={written}
          initial={null}
          label={param.title}
          inputMode="text"
          onStep={step}
          onFinish={(given, returnFocus) => {
            setTyping(false);
            if (given !== null && given.trim() !== "" && given.trim() !== written) take(given);
            if (returnFocus) requestAnimationFrame(() => giveKeysFrom(word.current, false) || word.current?.focus());
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
