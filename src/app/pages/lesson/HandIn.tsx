/** The student's answer as one line of text and one QR code, for the lecturer. Nothing is sent over the network. */
import { useMemo } from "react";
import { answerLineOf, writeAnswerLine } from "../../../lessons/answer-line.ts";
import { minimizedValueIn, type GoalOutcome } from "../../../lessons/questions/goal.ts";
import { lessonHash } from "../../../lessons/lesson-link.ts";
import { Button } from "../../ui/Button.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { QrCodePicture } from "../../sharing/QrCodeSheet.tsx";
import { qrCodeOf } from "../../sharing/qr-code.ts";
import { deviceTokenFor } from "../../lesson/device-token.ts";
import { type LessonSession, successfulAttempt, currentStepOf } from "../../state/lesson-session.ts";
import { useLessonSession, useTruth } from "./useLessonSession.ts";
import { usePage, useActiveRuns, useWorkbench } from "../../hooks.ts";

/** The name of a lesson in lines of answers: its file name, or the hash of its text. */
export function lessonName({ source, lesson }: LessonSession): string {
  return source.is === "named" ? source.name : lessonHash(lesson);
}

/**
 * The box with the student's answer for the lecturer, as one line of text and as a QR code. The line has the answer, the result of the run,
 * its seed and its fingerprint. Shows nothing until the student has answered and the page shows the run that the line describes.
 */
export function HandIn() {
  const page = usePage();
  const session = useLessonSession();
  /** The simulated answer to the question; null until the run has finished. */
  const truth = useTruth();
  const seed = useWorkbench(({ document: { current: scenario } }) => scenario.seed);
  const fingerprint = useActiveRuns((state) => (state.isAnswerStale ? null : (state.answer?.results.fingerprint ?? null)));
  const { question } = currentStepOf(session);
  const response = session.said[session.stepIndex] ?? null;
  // In a step with a goal, the student changes the network until a value is reached, and the page must show the run that reached it. If the
  // goal asks to minimize a number, this run is recognized by the number (`least`), otherwise by the value that it reached.
  const goalAttempt = successfulAttempt(session);
  const isGoalRunShown = useWorkbench(({ document: { current: scenario } }) => {
    if (question?.is !== "goal") return true;
    if (goalAttempt === null) return false;
    return goalAttempt.least === null
      ? goalAttempt.value === (truth as GoalOutcome | null)?.value
      : goalAttempt.least === minimizedValueIn(question, scenario);
  });
  const isComplete = isGoalRunShown && question !== null && truth !== null && fingerprint !== null && response !== null;
  const nameOfLesson = lessonName(session);
  const line = isComplete
    ? writeAnswerLine(
        answerLineOf(nameOfLesson, session.stepIndex + 1, seed, question, response, truth, deviceTokenFor(nameOfLesson, page.deviceTokens)),
        fingerprint,
      )
    : "";
  const codeMarks = useMemo(() => (line === "" ? null : qrCodeOf(line)), [line]);
  if (line === "") return null;
  return (
    // The box is expanded in a course, where each device has its own seed, and collapsed for a reader who works alone.
    <details className="hand-in" open={session.seed !== null}>
      <summary>Your answer for the lecturer</summary>
      <div className="hand-in-line">
        {codeMarks !== null && <QrCodePicture marks={codeMarks} label="Your answer as a code" />}
        <div>
          <span className="muted">
            Send the line or the code yourself; this page sends nothing. The line has a random token of this device, so a new answer
            replaces the old one.
          </span>
          <code>{line}</code>
          <Button variant="underlined" onClick={() => void copyText(page, line, "Line copied")}>
            Copy the line
          </Button>
        </div>
      </div>
    </details>
  );
}
