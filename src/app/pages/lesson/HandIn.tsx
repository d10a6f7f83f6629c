/** The student's answer as one line of text and one QR code, for the lecturer. Nothing is sent over the network. */
import { useMemo } from "react";
import { answerLineOf, writeAnswerLine } from "../../../lessons/answer-line.ts";
import { minimizedValueIn, type GoalOutcome } from "../../../lessons/questions/goal.ts";
import { defaultHandIn } from "../../../lessons/lesson.ts";
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
 * The student's answer to the current step as a line of text. Before the run, the line has the answer alone, so that a class can vote before
 * anyone sees the result; afterwards it also has the result and the check of the run. Empty before there is an answer, and after the run
 * until the page shows the run that the line describes.
 */
export function useAnswerLine(): string {
  const page = usePage();
  const session = useLessonSession();
  /** The simulated answer to the question; null until the run has finished. */
  const truth = useTruth();
  const seed = useWorkbench(({ document: { current: scenario } }) => scenario.seed);
  const fingerprint = useActiveRuns((state) => (state.isAnswerStale ? null : (state.answer?.results.fingerprint ?? null)));
  const { question } = currentStepOf(session);
  const { isCovered, guess: draftResponse } = session;
  const response = isCovered ? draftResponse : (session.said[session.stepIndex] ?? null);
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
  const hasResult = isGoalRunShown && truth !== null && fingerprint !== null;
  const nameOfLesson = lessonName(session);
  if (question === null || response === null || !(isCovered || hasResult)) return "";
  const device = deviceTokenFor(nameOfLesson, page.deviceTokens);
  const line = answerLineOf(nameOfLesson, session.stepIndex + 1, seed, question, response, isCovered ? null : truth, device);
  // A sketch is not compared with the student's own run.
  return writeAnswerLine(line, isCovered || question.is === "sketch" ? "" : (fingerprint ?? ""));
}

/** The box with the student's answer for the lecturer, as one line of text and as a QR code. Shows nothing before there is an answer. */
export function HandIn() {
  const page = usePage();
  const session = useLessonSession();
  const line = useAnswerLine();
  const codeMarks = useMemo(() => (line === "" ? null : qrCodeOf(line)), [line]);
  if (line === "") return null;
  const {
    isCovered,
    seed,
    lesson: { handIn },
  } = session;
  return (
    // The box is expanded before the run in a course, where each device has its own seed. It is collapsed for a reader who works alone, and
    // after the run, so that the explanation is in sight.
    <details className="hand-in" open={seed !== null && isCovered}>
      <summary>{isCovered ? "Hand in your answer before the run" : "Your answer for the lecturer"}</summary>
      <div className="hand-in-line">
        {codeMarks !== null && <QrCodePicture marks={codeMarks} label="Your answer as a code" />}
        <div>
          <span>{handIn === "" ? defaultHandIn : handIn}</span>
          <code>{line}</code>
          <Button variant="underlined" onClick={() => void copyText(page, line, "Line copied")}>
            Copy the line
          </Button>
        </div>
      </div>
      <p className="muted">
        This page sends nothing. The line has a random token of this device, so each device counts once, and a new answer replaces the old
        one.
      </p>
    </details>
  );
}
