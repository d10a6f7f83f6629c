/** The question, large; once something is said, what the runs answer takes its place. */
import { useEffect, useRef } from "react";
import { Told } from "../../glossary/Told.tsx";
import { answerWords } from "./answer-words.ts";
import { stepAt } from "../../state/lesson-session.ts";
import { useAttending, useTold } from "./useAttending.ts";
import { useComputed, useActiveRuns, useUnits } from "../../hooks.ts";

/** The heading of the present step, and whether it is the answer. */
export function useHeading(): { readonly text: string; readonly isAnswer: boolean } {
  const units = useUnits();
  const attending = useAttending();
  const truth = useTold();
  useActiveRuns((state) => state.answer);
  const step = stepAt(attending);
  const answer = useComputed((own) => answerWords(own, units, step, truth));
  const isAnswer =
    step.question !== null &&
    !attending.isCovered &&
    answer !== "" &&
    attending.said[attending.at] !== undefined &&
    // Given up, a goal has no number that was reached.
    !(attending.said[attending.at] === null && step.question.is === "goal" && step.answer.includes("{truth}"));
  return { text: isAnswer ? answer : step.title, isAnswer };
}

export function Head() {
  const { text, isAnswer } = useHeading();
  const { words } = stepAt(useAttending());
  const heading = useRef<HTMLHeadingElement>(null);
  // Who goes on by keyboard or listens begins with the new question.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  // On a phone the page is longer than the screen: a question, and its answer, stand at the top.
  useEffect(() => {
    if (!isAnswer) return;
    window.scrollTo(0, 0);
    // What was pressed for it may be there no more.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [isAnswer]);
  return (
    <div className="lesson-head">
      <h1 tabIndex={-1} ref={heading} data-answer={isAnswer || undefined}>
        {text}
      </h1>
      {words !== "" && (
        <p>
          <Told text={words} />
        </p>
      )}
      <p className="visually-hidden" role="status">
        {isAnswer ? text : ""}
      </p>
    </div>
  );
}
