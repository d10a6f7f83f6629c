/** A number in a sentence: drag it sideways, step it with the arrow keys, or click and type. */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import type { NumberSegment } from "../../../words/sentence.ts";
import { pixelsPerStep, typed } from "../../document/step.ts";
import type { NumericParam } from "../../../core/base/params.ts";
import { WordInput } from "../../ui/fields/WordInput.tsx";
import { giveKeysFrom } from "../../ui/give-keys.ts";

/** Distance after which a pointer movement is a drag rather than a click, pixels. */
const slop = 4;

export interface NumberWordProps {
  readonly segment: NumberSegment;
  /** Unreadable text, shown instead of the value. */
  readonly misread: string | undefined;
  readonly isFaulty: boolean;
  /** Id of the error message. */
  readonly describedBy: string | undefined;
  readonly onBegin: () => void;
  readonly onChange: (value: number) => void;
  readonly onEnd: () => void;
  readonly onType: (text: string) => void;
  /** The value after a number of steps. */
  readonly stepFrom: (value: number, steps: number) => number;
  /** Content shown under the word during a drag. */
  readonly ruler?: ReactNode;
}

/** A pointer drag is one gesture: `onBegin`, `onChange` repeatedly, `onEnd`. */
export function NumberWord({
  segment,
  misread,
  isFaulty,
  describedBy,
  onBegin,
  onChange,
  onEnd,
  onType,
  stepFrom,
  ruler,
}: NumberWordProps) {
  const { param, value, symbol, text, tail } = segment;
  /** Initial text of the input: the whole value, or the first key pressed; null while the input is closed. */
  const [typing, setTyping] = useState<string | null>(null);
  const [isHeld, setHeld] = useState(false);
  const drag = useRef<{ readonly x: number; readonly value: number; isMoving: boolean } | null>(null);
  /** Whether the next click only ends a drag. */
  const wasDragged = useRef(false);
  /** Whether a pointer opened the input. */
  const isByPointer = useRef(false);
  const word = useRef<HTMLSpanElement>(null);

  const shown = misread ?? text;
  const before = symbol !== "" && (
    <>
      <i>{symbol}</i>
      {" = "}
    </>
  );
  if (typing !== null) {
    const finish = (typed: string | null, returnFocus: boolean) => {
      setTyping(null);
      if (typed !== null && typed.trim() !== shown) onType(typed);
      if (returnFocus) requestAnimationFrame(() => giveKeysFrom(word.current, isByPointer.current) || word.current?.focus());
    };
    const step = (event: KeyboardEvent, from: string) => {
      const read = typed(param, from, segment.path.join("."));
      const next = keyed(event, param, (steps) => stepFrom("value" in read ? read.value : value, steps));
      if (next !== undefined) onChange(next);
    };
    return (
      <span className="typing">
        {before}
        <WordInput shown={shown} initial={typing === shown ? null : typing} label={param.title} onStep={step} onFinish={finish} />
        {tail}
      </span>
    );
  }

  const down = (event: PointerEvent<HTMLSpanElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, value, isMoving: false };
    wasDragged.current = false;
  };
  const move = (event: PointerEvent<HTMLSpanElement>) => {
    const held = drag.current;
    if (held === null) return;
    const distance = event.clientX - held.x;
    if (!held.isMoving) {
      if (Math.abs(distance) < slop) return;
      held.isMoving = true;
      setHeld(true);
      onBegin();
    }
    const next = stepFrom(held.value, Math.round(distance / pixelsPerStep(param)));
    if (next !== value) onChange(next);
  };
  const up = () => {
    const held = drag.current;
    drag.current = null;
    if (held === null) return;
    setHeld(false);
    wasDragged.current = held.isMoving;
    if (held.isMoving) onEnd();
  };
  const cancelled = () => {
    if (drag.current?.isMoving === true) onEnd();
    drag.current = null;
    setHeld(false);
  };
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = keyed(event, param, (steps) => stepFrom(value, steps));
    if (next !== undefined) onChange(next);
    else if (event.key === "Enter" || /^[0-9.,]$/.test(event.key)) {
      isByPointer.current = false;
      setTyping(event.key === "Enter" ? shown : event.key);
    } else return;
    event.preventDefault();
  };

  return (
    <span
      ref={word}
      className="word number"
      role="spinbutton"
      tabIndex={0}
      aria-label={`${param.title}${symbol === "" ? "" : `, ${symbol}`}`}
      aria-valuenow={value}
      aria-valuemin={param.min}
      aria-valuemax={param.max}
      aria-valuetext={`${shown}${tail}`}
      aria-invalid={isFaulty}
      aria-describedby={describedBy}
      data-held={isHeld || undefined}
      data-path={segment.path.join(".")}
      aria-description={`${param.help} Drag, use the arrow keys, or click to type.`}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={cancelled}
      // On click rather than pointer-up: after a tap come emulated mouse events, which would blur an input opened earlier.
      onClick={() => {
        if (wasDragged.current) return;
        isByPointer.current = true;
        setTyping(shown);
      }}
      onKeyDown={key}
    >
      {before}
      {shown}
      {tail}
      {ruler}
    </span>
  );
}

/** The value after a key, or undefined if the key has no meaning. */
function keyed({ key, shiftKey }: KeyboardEvent, param: NumericParam, by: (steps: number) => number): number | undefined {
  const size = shiftKey ? 10 : 1;
  switch (key) {
    case "ArrowUp":
    case "ArrowRight":
      return by(size);
    case "ArrowDown":
    case "ArrowLeft":
      return by(-size);
    case "PageUp":
      return by(10);
    case "PageDown":
      return by(-10);
    case "Home":
      return param.min;
    case "End":
      return param.max;
    default:
      return undefined;
  }
}
