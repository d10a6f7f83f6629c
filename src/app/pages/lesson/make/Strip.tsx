/** The strip with all steps of the lesson, where steps are opened, moved and deleted, and the title and duration of the lesson. */
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import type { Step } from "../../../../lessons/lesson.ts";
import { formatCount } from "../../../../words/numbers.ts";
import { countOf } from "../../../../words/numbers.ts";
import { Pictogram } from "../../../pictogram/Pictogram.tsx";
import { networkPicture } from "../../papers/document-pictures.ts";
import { addStep, changeLesson, linkOfMade, lessonMade, lessonWith, making, moveStep, removeStep, turnTo } from "../../../lesson/make.ts";
import { Button } from "../../../ui/Button.tsx";
import { copy } from "../../../ui/copy.ts";
import { addressFor } from "../../../sharing/link-address.ts";
import { saveLesson } from "../LessonShare.tsx";
import { useAttending } from "../useAttending.ts";
import { usePage, useWorkbench } from "../../../hooks.ts";
import { StepField } from "./fields.tsx";
import { studentDoes } from "./question-words.ts";
import { faultOfTitle } from "./StepFields.tsx";

/** Distance in pixels that a pointer moves before a press becomes a drag. */
const slop = 5;
/** A network with more switches than this is too fine for a picture of this size. */
const mostSwitches = 36;
/** Debounce time in ms after which the length of the link is measured. */
const calm = 300;

export function Strip() {
  return (
    <section className="lesson-strip" aria-label="Lesson">
      <StripHead />
      <Steps />
    </section>
  );
}

/** The title and duration of the lesson, and the buttons that share it. */
function StripHead() {
  const page = usePage();
  const { store } = page;
  const { lesson } = useAttending();
  const link = useLink();
  const { title, minutes, steps } = lesson;
  const takeMinutes = (text: string) => {
    const number = text.trim() === "" ? null : Number(text.replace(",", "."));
    if (number !== null && !(number >= 1 && number <= 240)) return "Write minutes from 1 to 240, or leave it empty.";
    changeLesson(store, { minutes: number });
    return null;
  };
  const takeTitle = (text: string) => {
    const refused = faultOfTitle(text);
    if (refused === null) changeLesson(store, { title: text });
    return refused;
  };
  // Write the link anew: the measured link may miss the last edits.
  const copyNow = async () => {
    const state = store.getState();
    const found = making(state) === null ? null : await linkOfMade(lessonMade(state), 1);
    if (found !== null) await copy(page, addressFor(found), "Link to the lesson copied");
  };
  const length = () => addressFor(link ?? "").length;
  return (
    <div className="strip-head">
      <div className="strip-title">
        <StepField label="Title of the lesson" isLabelHidden placeholder="Title of the lesson" value={title} onType={takeTitle} />
      </div>
      <span className="muted">{countOf(steps.length, "step", "steps")}, about</span>
      <div className="strip-minutes">
        <StepField
          label="Minutes it takes"
          isLabelHidden
          isNumber
          placeholder="?"
          value={minutes === null ? "" : String(minutes)}
          onType={takeMinutes}
        />
      </div>
      <span className="muted">minutes</span>
      <span className="strip-ways">
        <span className="muted">
          {link === undefined ? "…" : link === null ? "Too long for a link; send the file." : `${formatCount(length())} characters`}
        </span>
        {link !== null && (
          <Button variant="underlined" isBusy={link === undefined} onClick={() => void copyNow()}>
            Copy link
          </Button>
        )}
        <Button variant="underlined" onClick={() => saveLesson({ lesson: lessonMade(store.getState()) })}>
          Save file
        </Button>
      </span>
    </div>
  );
}

/** The part of an address that holds the lesson; null if it is too long, undefined until it is measured. */
function useLink(): string | null | undefined {
  const scenario = useWorkbench((state) => state.document.current);
  const attending = useAttending();
  const [link, setLink] = useState<string | null>();
  useEffect(() => {
    let isGone = false;
    const timer = setTimeout(() => void linkOfMade(lessonWith(attending, scenario), 1).then((found) => isGone || setLink(found)), calm);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [scenario, attending]);
  return link;
}

/**
 * A step being dragged: its index, the x coordinate at which the pointer was pressed, and the distance since then in pixels. A distance of
 * 0 may still be a click.
 */
interface Drag {
  readonly from: number;
  readonly x: number;
  readonly by: number;
}

/** The cards of all steps. They are reordered by dragging with the mouse or with Alt and the arrow keys. */
function Steps() {
  const { store } = usePage();
  const { lesson, at } = useAttending();
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  /** Whether the click event that follows belongs to a drag. */
  const wasDragged = useRef(false);
  const cards = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-step]") ?? [])];
  const focus = (i: number) => requestAnimationFrame(() => cards()[i]?.focus());
  useEffect(() => {
    const own = list.current?.children[at];
    if (own instanceof HTMLElement)
      own.parentElement!.scrollLeft = own.offsetLeft + own.offsetWidth / 2 - own.parentElement!.offsetWidth / 2;
  }, [list, at]);

  const move = (from: number, to: number) => {
    if (to < 0 || to >= lesson.steps.length || to === from) return;
    moveStep(store, from, to);
    store.setState({ session: { toast: `Now step ${to + 1} of ${lesson.steps.length}` } });
    focus(to);
  };
  const press = (event: KeyboardEvent, i: number) => {
    const turn = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (turn !== undefined && event.altKey) move(i, i + turn);
    else if (turn !== undefined) focus(i + turn);
    else if (event.key === "Delete" || event.key === "Backspace") {
      removeStep(store, i);
      focus(Math.max(0, Math.min(i, lesson.steps.length - 2)));
    } else return;
    event.preventDefault();
  };
  const down = (event: PointerEvent, from: number) => {
    wasDragged.current = false;
    // Touch scrolls the strip. On touch screens the buttons "Earlier" and "Later" move a step.
    if (event.button === 0 && event.pointerType !== "touch") setDrag({ from, x: event.clientX, by: 0 });
  };
  const over = (event: PointerEvent<HTMLElement>) => {
    if (drag === null) return;
    const by = event.clientX - drag.x;
    if (drag.by === 0 && Math.abs(by) < slop) return;
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) event.currentTarget.setPointerCapture(event.pointerId);
    wasDragged.current = true;
    setDrag({ ...drag, by });
  };
  const up = () => {
    if (drag === null) return;
    setDrag(null);
    if (drag.by === 0) return;
    const centres = cards().map((card) => {
      const { left, width } = card.getBoundingClientRect();
      return left + width / 2;
    });
    // The dragged card is drawn at the pointer. Its new index is the number of other cards to the left of it.
    const own = centres[drag.from];
    move(drag.from, centres.filter((each, i) => i !== drag.from && each < own).length);
  };
  return (
    <ol className="lesson-steps" ref={list} aria-label="Steps">
      {lesson.steps.map((step, i) => {
        const isDragged = drag?.from === i && drag.by !== 0;
        return (
          <li key={i} style={isDragged ? ({ "--by": `${drag.by}px` } as CSSProperties) : undefined} data-dragged={isDragged || undefined}>
            <Button
              className="lesson-step"
              data-step={i}
              aria-current={i === at ? "step" : undefined}
              aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Delete"
              onClick={() => wasDragged.current || turnTo(store, i)}
              onKeyDown={(event) => press(event, i)}
              onPointerDown={(event) => down(event, i)}
              onPointerMove={over}
              onPointerUp={up}
              onPointerCancel={() => setDrag(null)}
            >
              <span className="step-number">{i + 1}</span>
              <StepPicture step={step} isHere={i === at} />
              <span className="lesson-step-title">{step.title}</span>
              <span className="muted">{studentDoes[step.question?.is ?? "none"]}</span>
            </Button>
          </li>
        );
      })}
      <li>
        <Button className="lesson-step" onClick={() => addStep(store)}>
          Add this view
        </Button>
      </li>
    </ol>
  );
}

/** A picture of the step's network; for the current step, of the network on the page. */
function StepPicture({ step, isHere }: { readonly step: Step; readonly isHere: boolean }) {
  const topology = useWorkbench((state) => (isHere ? state.document.current : step.document).topology);
  const picture = useMemo(() => networkPicture({ topology }, mostSwitches), [topology]);
  return picture === null ? <span className="pictogram" /> : <Pictogram picture={picture} />;
}
