/** The student's answer as one line of text and one QR code, for the lecturer. Nothing is sent over the network. */
import { useMemo } from "react";
import { answerOf, writeLine } from "../../../lessons/line.ts";
import { leastIn, type Reached } from "../../../lessons/questions/goal.ts";
import { lessonHash } from "../../../lessons/lesson-link.ts";
import { Button } from "../../ui/Button.tsx";
import { copy } from "../../ui/copy.ts";
import { CodePicture } from "../../sharing/Code.tsx";
import { codeOf } from "../../sharing/code-marks.ts";
import { deviceFor } from "../../lesson/device.ts";
import { type LessonSession, reachedAt, stepAt } from "../../state/lesson-session.ts";
import { useAttending, useTruth } from "./useAttending.ts";
import { usePage, useActiveRuns, useWorkbench } from "../../hooks.ts";

/** The name of a lesson in lines of answers: its file name, or the hash of its text. */
export function lessonName({ source, lesson }: LessonSession): string {
  return source.is === "named" ? source.name : lessonHash(lesson);
}

/** The answer line, once the student has answered and the run that it describes is on the page; otherwise nothing. */
export function HandIn() {
  const page = usePage();
  const attending = useAttending();
  const truth = useTruth();
  const seed = useWorkbench(({ document: { current: scenario } }) => scenario.seed);
  const fingerprint = useActiveRuns((state) => (state.isAnswerStale ? null : (state.answer?.results.fingerprint ?? null)));
  const { question } = stepAt(attending);
  const said = attending.said[attending.at] ?? null;
  // The line describes the run on the page. For a goal, this must be the run that reached it.
  const reached = reachedAt(attending);
  const isThere = useWorkbench(
    ({ document: { current: scenario } }) =>
      question?.is !== "goal" ||
      (reached !== null &&
        (reached.least === null ? reached.value === (truth as Reached | null)?.value : reached.least === leastIn(question, scenario))),
  );
  const isDue = isThere && question !== null && truth !== null && fingerprint !== null && said !== null;
  const name = lessonName(attending);
  const line = isDue
    ? writeLine(answerOf(name, attending.at + 1, seed, question, said, truth, deviceFor(name, page.devices)), fingerprint)
    : "";
  const marks = useMemo(() => (line === "" ? null : codeOf(line)), [line]);
  if (line === "") return null;
  return (
    // Open in a course, where all devices have their own seed; closed for a reader who works alone.
    <details className="hand-in" open={attending.seed !== null}>
      <summary>Your answer, for a lecturer</summary>
      <div className="hand-in-line">
        {marks !== null && <CodePicture marks={marks} label="Your answer as a code" />}
        <div>
          <span className="muted">
            Pass on the line or the code; nothing is sent. By its random token this device counts once: a new answer takes the place of the
            old one.
          </span>
          <code>{line}</code>
          <Button variant="underlined" onClick={() => void copy(page, line, "Line copied")}>
            Copy the line
          </Button>
        </div>
      </div>
    </details>
  );
}
