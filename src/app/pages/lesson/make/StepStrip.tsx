/** The strip with all steps of the lesson, where steps are opened, moved and deleted, and the title and duration of the lesson. */
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import type { LessonStep } from "../../../../lessons/lesson.ts";
import { formatCount } from "../../../../words/numbers.ts";
import { countOf } from "../../../../words/numbers.ts";
import { Pictogram } from "../../../pictogram/Pictogram.tsx";
import { networkPicture } from "../../papers/document-pictures.ts";
import {
  appendCurrentView,
  changeLesson,
  shareableLink,
  editedLesson,
  lessonWith,
  editorSession,
  moveStep,
  removeStep,
  openStep,
} from "../../../lesson/editor-actions.ts";
import { Button } from "../../../ui/Button.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { addressOfFragment } from "../../../sharing/link-address.ts";
import { saveLesson } from "../LessonShare.tsx";
import { useLessonSession } from "../useLessonSession.ts";
import { usePage, useWorkbench } from "../../../hooks.ts";
import { StepField } from "./editor-fields.tsx";
import { differingWords, studentTask } from "./question-words.ts";
import { type StepCheck, useLessonChecks } from "./useLessonChecks.ts";
import { titleFault } from "./StepFields.tsx";

/** Distance in pixels that a pointer moves before a press becomes a drag. */
const dragThreshold = 5;
/** Maximum number of switches of a network in a picture; a larger network is represented by a picture of its topology. */
const maxSwitches = 36;
/** Debounce time in ms after which the length of the link is measured. */
const linkDebounceTime = 300;

/** The strip: the lesson as a whole, and a card for each step. The engine checks the questions of all steps. */
export function StepStrip() {
  const checks = useLessonChecks();
  return (
    <section className="lesson-strip" aria-label="Lesson">
      <StepStripHead checks={checks} />
      <StepList checks={checks} />
    </section>
  );
}

/**
 * The head of the strip of steps: title and duration of the lesson, the length of its link in characters, and the buttons that copy the
 * link or save the file.
 */
function StepStripHead({ checks }: { readonly checks: readonly StepCheck[] }) {
  const page = usePage();
  const { store } = page;
  const { lesson } = useLessonSession();
  // Undefined while the link is written, null if the lesson is too long for a link.
  const link = useMeasuredLink();
  const { title, minutes, steps } = lesson;
  const setMinutes = (text: string) => {
    const number = text.trim() === "" ? null : Number(text.replace(",", "."));
    if (number !== null && !(number >= 1 && number <= 240)) return "Write 1 to 240 minutes, or leave the field empty.";
    changeLesson(store, { minutes: number });
    return null;
  };
  const setTitle = (text: string) => {
    const reason = titleFault(text);
    if (reason === null) changeLesson(store, { title: text });
    return reason;
  };
  const problems = checks.flatMap(({ problem }, i) => (problem === "" ? [] : [`Step ${i + 1}: ${problem}`]));
  const isChecking = checks.some(({ is }) => is === "running");
  /** Whether the author has seen the problems and shares the lesson nevertheless. */
  const [isWarned, setWarned] = useState(false);
  /** Shares the lesson, unless it has problems that the author has not seen. */
  const shareChecked = (share: () => void) => {
    if (problems.length === 0 || isWarned) share();
    setWarned(problems.length > 0 && !isWarned);
  };
  // The link is written again, because the link whose length is shown may miss the last edits.
  const copyLink = async () => {
    const state = store.getState();
    const fragment = editorSession(state) === null ? null : await shareableLink(editedLesson(state), 1);
    if (fragment !== null) await copyText(page, addressOfFragment(fragment), "Link to the lesson copied");
  };
  const linkLength = () => addressOfFragment(link ?? "").length;
  return (
    <div className="strip-head">
      <div className="strip-title">
        <StepField label="Title of the lesson" isLabelHidden placeholder="Title of the lesson" value={title} onType={setTitle} />
      </div>
      <span className="muted">{countOf(steps.length, "step", "steps")}, about</span>
      <div className="strip-minutes">
        <StepField
          label="Duration in minutes"
          isLabelHidden
          isNumber
          placeholder="?"
          value={minutes === null ? "" : String(minutes)}
          onType={setMinutes}
        />
      </div>
      <span className="muted">minutes</span>
      <span className="strip-actions">
        <span className="muted">
          {link === undefined ? "…" : link === null ? "Too long for a link; send the file." : `${formatCount(linkLength())} characters`}
        </span>
        {link !== null && (
          <Button variant="underlined" isBusy={link === undefined} onClick={() => shareChecked(() => void copyLink())}>
            {isWarned ? "Copy link nevertheless" : "Copy link"}
          </Button>
        )}
        <Button variant="underlined" onClick={() => shareChecked(() => saveLesson({ lesson: editedLesson(store.getState()) }))}>
          {isWarned ? "Save file nevertheless" : "Save file"}
        </Button>
      </span>
      <div className="strip-checks muted" role="status">
        {problems.map((text) => (
          <p key={text} data-problem>
            {text}
          </p>
        ))}
        {problems.length === 0 && checks.some(({ is }) => is !== "none") && (
          <p>
            {isChecking
              ? "The engine checks the questions …"
              : "The engine has checked every answer that it can compute. An answer that you marked yourself is yours to check."}
          </p>
        )}
      </div>
    </div>
  );
}

/** The part of an address that holds the lesson; null if it is too long, undefined until it is measured. */
function useMeasuredLink(): string | null | undefined {
  const scenario = useWorkbench((state) => state.document.current);
  const session = useLessonSession();
  const [link, setLink] = useState<string | null>();
  useEffect(() => {
    let isCancelled = false;
    const timer = setTimeout(
      () => void shareableLink(lessonWith(session, scenario), 1).then((fragment) => isCancelled || setLink(fragment)),
      linkDebounceTime,
    );
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [scenario, session]);
  return link;
}

/**
 * A step being dragged: its index, the x coordinate at which the pointer was pressed, and the distance since then in pixels. A distance of
 * 0 may still be a click.
 */
interface StepDrag {
  readonly stepIndex: number;
  readonly startX: number;
  readonly distance: number;
}

/** The cards of all steps. They are reordered by dragging with the mouse or with Alt and the arrow keys. */
function StepList({ checks }: { readonly checks: readonly StepCheck[] }) {
  const { store } = usePage();
  const { lesson, stepIndex } = useLessonSession();
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<StepDrag | null>(null);
  /** Whether the click event that follows belongs to a drag. */
  const wasDragged = useRef(false);
  const cards = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-step]") ?? [])];
  const focusCard = (i: number) => requestAnimationFrame(() => cards()[i]?.focus());
  useEffect(() => {
    const current = list.current?.children[stepIndex];
    if (current instanceof HTMLElement)
      current.parentElement!.scrollLeft = current.offsetLeft + current.offsetWidth / 2 - current.parentElement!.offsetWidth / 2;
  }, [list, stepIndex]);

  const moveTo = (fromIndex: number, toIndex: number) => {
    if (toIndex < 0 || toIndex >= lesson.steps.length || toIndex === fromIndex) return;
    moveStep(store, fromIndex, toIndex);
    store.setState({ session: { toast: `Now step ${toIndex + 1} of ${lesson.steps.length}` } });
    focusCard(toIndex);
  };
  const onKeyDown = (event: KeyboardEvent, i: number) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (direction !== undefined && event.altKey) moveTo(i, i + direction);
    else if (direction !== undefined) focusCard(i + direction);
    else if (event.key === "Delete" || event.key === "Backspace") {
      removeStep(store, i);
      focusCard(Math.max(0, Math.min(i, lesson.steps.length - 2)));
    } else return;
    event.preventDefault();
  };
  const onPointerDown = (event: PointerEvent, fromIndex: number) => {
    wasDragged.current = false;
    // Touch scrolls the strip. On touch screens the buttons "Earlier" and "Later" move a step.
    if (event.button === 0 && event.pointerType !== "touch") setDrag({ stepIndex: fromIndex, startX: event.clientX, distance: 0 });
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (drag === null) return;
    const distance = event.clientX - drag.startX;
    if (drag.distance === 0 && Math.abs(distance) < dragThreshold) return;
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) event.currentTarget.setPointerCapture(event.pointerId);
    wasDragged.current = true;
    setDrag({ ...drag, distance });
  };
  const onPointerUp = () => {
    if (drag === null) return;
    setDrag(null);
    if (drag.distance === 0) return;
    const centers = cards().map((card) => {
      const { left, width } = card.getBoundingClientRect();
      return left + width / 2;
    });
    // The dragged card is drawn at the pointer. Its new index is the number of other cards to the left of it.
    const current = centers[drag.stepIndex];
    moveTo(drag.stepIndex, centers.filter((each, i) => i !== drag.stepIndex && each < current).length);
  };
  return (
    <ol className="lesson-steps" ref={list} aria-label="Steps">
      {lesson.steps.map((step, i) => {
        // A card for each step of the lesson, with number, picture, title and the student's task. It opens the step, and can be dragged
        // along the strip to move the step; `drag` has the index of the dragged card and the distance in pixels.
        const isDragged = drag?.stepIndex === i && drag.distance !== 0;
        return (
          <li
            key={i}
            style={isDragged ? ({ "--by": `${drag.distance}px` } as CSSProperties) : undefined}
            data-dragged={isDragged || undefined}
          >
            <Button
              className="lesson-step"
              data-step={i}
              aria-current={i === stepIndex ? "step" : undefined}
              aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Delete"
              onClick={() => wasDragged.current || openStep(store, i)}
              onKeyDown={(event) => onKeyDown(event, i)}
              onPointerDown={(event) => onPointerDown(event, i)}
              onPointerMove={onPointerMove}
              onPointerUp={onPointerUp}
              onPointerCancel={() => setDrag(null)}
            >
              <span className="step-number">{i + 1}</span>
              <span className="lesson-step-head">
                <StepPicture step={step} isCurrent={i === stepIndex} />
                <StepDifference step={step} previous={lesson.steps[i - 1] ?? null} isCurrent={i === stepIndex} />
              </span>
              <span className="lesson-step-title">{step.title}</span>
              <span className="muted">
                {studentTask[step.question?.is ?? "none"]}
                {checkMarks[checks[i]?.is ?? "none"]}
              </span>
            </Button>
          </li>
        );
      })}
      <li>
        <Button className="lesson-step" onClick={() => appendCurrentView(store)}>
          Add this view
        </Button>
      </li>
    </ol>
  );
}

/** How the card of a step shows the check of its question. */
const checkMarks: Readonly<Record<StepCheck["is"], string>> = { none: "", running: " …", fine: " ✓", problem: " – look at it" };

/** The words of a step's scenario in which it differs from the step before, because the pictures of both may be the same. */
function StepDifference({ step, previous, isCurrent }: StepDifferenceProps) {
  const document = useWorkbench((state) => (isCurrent ? state.document.current : step.document));
  const words = useMemo(() => differingWords(document, previous?.document ?? null), [document, previous]);
  return <span className="lesson-step-difference">{words}</span>;
}

interface StepDifferenceProps {
  readonly step: LessonStep;
  /** The step before; null for the first. */
  readonly previous: LessonStep | null;
  readonly isCurrent: boolean;
}

/** A picture of the step's network; for the current step, of the network on the page. */
function StepPicture({ step, isCurrent }: { readonly step: LessonStep; readonly isCurrent: boolean }) {
  const topology = useWorkbench((state) => (isCurrent ? state.document.current : step.document).topology);
  const picture = useMemo(() => networkPicture({ topology }, maxSwitches), [topology]);
  return picture === null ? <span className="pictogram" /> : <Pictogram picture={picture} />;
}
