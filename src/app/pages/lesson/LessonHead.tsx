/** The heading of a step: the question, and after the student has answered, the finding of the runs. */
import { useEffect, useRef } from "react";
import { GlossaryText } from "../../glossary/GlossaryText.tsx";
import { answerSentence } from "./answer-text.ts";
import { currentStepOf, isStepAnswered } from "../../state/lesson-session.ts";
import { isBeforeStandstill, useLessonSession, useRevealedTruth } from "./useLessonSession.ts";
import { usePageRuns, useActiveRuns, useUnits } from "../../hooks.ts";

/** The heading of the current step, and whether it is the answer. */
export function useHeading(): { readonly text: string; readonly isAnswer: boolean } {
  const units = useUnits();
  const session = useLessonSession();
  const truth = useRevealedTruth();
  useActiveRuns((state) => state.answer);
  const step = currentStepOf(session);
  const answer = usePageRuns((page) => answerSentence(page, units, step, truth));
  const canBeWatched = usePageRuns(isBeforeStandstill);
  const isAnswer =
    step.question !== null &&
    !canBeWatched &&
    !session.isCovered &&
    answer !== "" &&
    isStepAnswered(session) &&
    // If the student gave up, no value reached the goal, so an answer that quotes the value cannot be shown.
    !(session.said[session.stepIndex] === null && step.question.is === "goal" && step.answer.includes("{truth}"));
  return { text: isAnswer ? answer : step.title, isAnswer };
}

/**
 * The heading and the text of the current step. Once the student has answered, the heading is the true answer (`isAnswer`); screen readers
 * announce it, and the page scrolls to it.
 */
export function LessonHead() {
  const { text, isAnswer } = useHeading();
  const { words } = currentStepOf(useLessonSession());
  const heading = useRef<HTMLHeadingElement>(null);
  // Move the focus to the new question, for readers who use a keyboard or a screen reader.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  // On a phone the page is longer than the screen. Scroll to the top, where the question and its answer are.
  useEffect(() => {
    if (!isAnswer) return;
    window.scrollTo(0, 0);
    // The button that had the focus may have been removed.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [isAnswer]);
  return (
    <div className="lesson-head">
      <h1 tabIndex={-1} ref={heading} data-answer={isAnswer || undefined}>
        {text}
      </h1>
      {words !== "" && (
        <p>
          <GlossaryText text={words} />
        </p>
      )}
      <p className="visually-hidden" role="status">
        {isAnswer ? text : ""}
      </p>
    </div>
  );
}
