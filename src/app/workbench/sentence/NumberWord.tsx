/** A number in a sentence: drag it sideways, step it with the arrow keys, or click and type. */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import type { NumberSegment } from "../../../words/sentence.ts";
import { pixelsPerStep, parseTyped } from "../../document/step.ts";
import type { NumericParam } from "../../../core/base/params.ts";
import { WordInput } from "../../ui/fields/WordInput.tsx";
import { leaveField } from "../../ui/leave-field.ts";

/** Distance after which a pointer movement is a drag rather than a click, pixels. */
const dragThreshold = 4;

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
  /** Content shown below the word while its value is dragged, stepped or typed. */
  readonly rangeCurve?: ReactNode;
  /** Drawing under the word while it is hovered, focused or dragged. */
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
  rangeCurve,
  ruler,
}: NumberWordProps) {
  const { param, value, symbol, text, tail } = segment;
  /** Initial text of the input: the whole value, or the first key pressed; null while the input is closed. */
  const [initialText, setInitialText] = useState<string | null>(null);
  const [isDragging, setDragging] = useState(false);
  /** Whether the focused word was stepped by keys. */
  const [isStepped, setStepped] = useState(false);
  const drag = useRef<{ readonly x: number; readonly value: number; isMoving: boolean } | null>(null);
  /** Whether the next click only ends a drag. */
  const wasDragged = useRef(false);
  /** Whether a pointer opened the input. */
  const isByPointer = useRef(false);
  const word = useRef<HTMLSpanElement>(null);

  const shownText = misread ?? text;
  const symbolText = symbol !== "" && (
    <>
      <i>{symbol}</i>
      {" = "}
    </>
  );
  if (initialText !== null) {
    const finish = (typed: string | null, returnFocus: boolean) => {
      setInitialText(null);
      if (typed !== null && typed.trim() !== shownText) onType(typed);
      if (returnFocus) requestAnimationFrame(() => leaveField(word.current, isByPointer.current) || word.current?.focus());
    };
    const step = (event: KeyboardEvent, from: string) => {
      const read = parseTyped(param, from, segment.path.join("."));
      const next = valueAfterKey(event, param, (steps) => stepFrom("value" in read ? read.value : value, steps));
      if (next !== undefined) onChange(next);
    };
    return (
      <span className="typing">
        {symbolText}
        <WordInput
          shown={shownText}
          initial={initialText === shownText ? null : initialText}
          label={param.title}
          onStep={step}
          onFinish={finish}
        />
        {tail}
        {rangeCurve}
      </span>
    );
  }

  const onPointerDown = (event: PointerEvent<HTMLSpanElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, value, isMoving: false };
    wasDragged.current = false;
  };
  const onPointerMove = (event: PointerEvent<HTMLSpanElement>) => {
    const start = drag.current;
    if (start === null) return;
    const distance = event.clientX - start.x;
    if (!start.isMoving) {
      if (Math.abs(distance) < dragThreshold) return;
      start.isMoving = true;
      setDragging(true);
      onBegin();
    }
    const next = stepFrom(start.value, Math.round(distance / pixelsPerStep(param)));
    if (next !== value) onChange(next);
  };
  const onPointerUp = () => {
    const start = drag.current;
    drag.current = null;
    if (start === null) return;
    setDragging(false);
    wasDragged.current = start.isMoving;
    if (start.isMoving) onEnd();
  };
  const onPointerCancel = () => {
    if (drag.current?.isMoving === true) onEnd();
    drag.current = null;
    setDragging(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && drag.current?.isMoving === true) {
      // The drag is taken back.
      onChange(drag.current.value);
      onPointerCancel();
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const next = valueAfterKey(event, param, (steps) => stepFrom(value, steps));
    if (next !== undefined) {
      setStepped(true);
      onChange(next);
    } else if (event.key === "Escape" && isStepped) setStepped(false);
    else if (event.key === "Enter" || /^[0-9.,]$/.test(event.key)) {
      isByPointer.current = false;
      setInitialText(event.key === "Enter" ? shownText : event.key);
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
      aria-valuetext={`${shownText}${tail}`}
      aria-invalid={isFaulty}
      aria-describedby={describedBy}
      data-held={isDragging || undefined}
      data-path={segment.path.join(".")}
      aria-description={`${param.help} Drag, use the arrow keys, or click to type.`}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerCancel}
      // On click rather than pointer-up: after a tap come emulated mouse events, which would blur an input opened earlier.
      onClick={() => {
        if (wasDragged.current) return;
        isByPointer.current = true;
        setInitialText(shownText);
      }}
      onKeyDown={onKeyDown}
      onBlur={() => setStepped(false)}
    >
      {symbolText}
      {shownText}
      {tail}
      {ruler}
      {(isDragging || isStepped) && !isFaulty && rangeCurve}
    </span>
  );
}

/**
 * The value of a number in the sentence after a key: arrows step it by 1, with Shift by 10, Page Up and Page Down by 10, and Home and End
 * set its limits. Undefined if the key has no meaning.
 * @param stepBy The value after a number of steps, within the limits.
 */
function valueAfterKey({ key, shiftKey }: KeyboardEvent, param: NumericParam, stepBy: (steps: number) => number): number | undefined {
  const size = shiftKey ? 10 : 1;
  switch (key) {
    case "ArrowUp":
    case "ArrowRight":
      return stepBy(size);
    case "ArrowDown":
    case "ArrowLeft":
      return stepBy(-size);
    case "PageUp":
      return stepBy(10);
    case "PageDown":
      return stepBy(-10);
    case "Home":
      return param.min;
    case "End":
      return param.max;
    default:
      return undefined;
  }
}
