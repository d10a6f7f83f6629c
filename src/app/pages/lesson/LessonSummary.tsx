/** The end of a lesson: what its steps have shown, how the student's predictions compare, and the next lesson. */
import { useEffect, useState } from "react";
import { isolateDirection } from "../../../core/base/words.ts";
import type { Grade } from "../../../lessons/questions/contract.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Link } from "../../ui/Link.tsx";
import { rememberFinishedLesson } from "../../lesson/finished-lessons.ts";
import { type LessonEntry, loadLessons } from "../../lesson/lesson-entries.ts";
import type { LessonSession } from "../../state/lesson-session.ts";
import { usePage, useWorkbench } from "../../hooks.ts";
import "./lessons.css";

/** The sheet that "Done" opens. A published lesson is remembered as finished, and the next one in the list is offered. */
export function LessonSummary() {
  const { overlay } = usePage();
  const session = useWorkbench((state) => state.mode.lesson);
  const id = session?.source.is === "named" ? session.source.name : null;
  const [next, setNext] = useState<LessonEntry | null>(null);
  useEffect(() => {
    if (id === null) return;
    rememberFinishedLesson(id);
    // If the list cannot be loaded, no next lesson is offered.
    void loadLessons().then(
      (entries) => setNext(entries[entries.findIndex((each) => each.id === id) + 1] ?? null),
      () => undefined,
    );
  }, [id]);
  if (session === null) return null;
  const { lesson, outcomes, stepIndex, done } = session;
  const furthest = Math.max(stepIndex, ...done);
  return (
    <Dialog title={`✓ Done: ${isolateDirection(lesson.title)}`} className="lessons lesson-summary" onClose={overlay.closeSheet}>
      <p>{sayScore(session)}</p>
      <ol>
        {lesson.steps.map(({ title }, i) => {
          const outcome = outcomes[i];
          return (
            <li key={i}>
              <span className="muted">{title}</span>
              <b>{outcome?.sentence ?? (i <= furthest ? "Not answered." : "Not seen.")}</b>
              {outcome !== undefined && outcome.grade !== null && outcome.grade !== "open" && <em>{gradeWords[outcome.grade]}</em>}
            </li>
          );
        })}
      </ol>
      <p className="row wrap lesson-next">
        {next !== null && (
          <Link variant="primary" href={`${location.pathname}${location.search}#${next.id}`} onClick={overlay.closeSheet}>
            Next lesson: {next.title}
          </Link>
        )}
        <Button variant="underlined" onClick={() => overlay.showSheet("lessons")}>
          All lessons
        </Button>
      </p>
    </Dialog>
  );
}

const gradeWords: Readonly<Record<Grade, string>> = {
  right: "✓ you were right",
  close: "you were close",
  wrong: "you expected something else",
  open: "",
};

/** How many predictions were right, as a sentence. */
function sayScore({ lesson, outcomes }: LessonSession): string {
  const grades = Object.values(outcomes).flatMap(({ grade }) => (grade === null || grade === "open" ? [] : [grade]));
  const [right, close] = ["right", "close"].map((grade) => grades.filter((each) => each === grade).length);
  if (grades.length === 0) return `What the ${lesson.steps.length} steps have shown:`;
  const closeText = close === 0 ? "" : ` and ${close} close`;
  return `${right} of ${grades.length} predictions ${right === 1 ? "was" : "were"} right${closeText}. What the steps have shown:`;
}
