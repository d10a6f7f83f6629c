/** Words of the card of a drawing that change what they name: a name, a number. */
import { useEffect, useRef } from "react";
import { longestName } from "../../../core/network/drawing/drawing.ts";
import type { Draft } from "../../../views/drawing/contract.ts";
import type { NumericParam } from "../../document/step.ts";
import { beginGesture, endGesture } from "../../document/store.ts";
import { drawingOn, rename } from "../../drawing/act.ts";
import { choose } from "../../drawing/change.ts";
import { NumberWord } from "../sentence/NumberWord.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

/** A name: pressed, it is written. */
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
  const isNaming = useWorkbench(({ drawing }) => drawing?.naming === what);
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
      <button
        type="button"
        className="word choice draw-name"
        onClick={() => choose(page.store, { naming: what })}
        aria-label={what === "chosen" ? name : `${name}, rename`}
      >
        {name}
      </button>
    );
  const end = (text: string | null) => {
    if (hasEnded.current) return;
    hasEnded.current = true;
    if (text === null) choose(page.store, { naming: null });
    else rename(page, what, text);
    document.querySelector<HTMLElement>('[data-view="drawing"] .view-box')?.focus({ preventScroll: true });
  };
  return (
    <input
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

/** A number within the sentence: dragged, stepped or typed like those above the stage. */
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
        // No number: the old one stays.
        if (!Number.isNaN(next)) set(next);
      }}
      stepFrom={(from, steps) => clamped(from + steps)}
    />
  );
}
