/** The question, large; once something is said, what the runs answer takes its place. */
import { useEffect, useRef } from "react";
import { Told } from "../../glossary/Told.tsx";
import { answerWords } from "./answer-words.ts";
import { stepAt } from "../../lesson/attending.ts";
import { useAttending, useTruth } from "./useAttending.ts";
import { useComputed, usePage, useStudy, useUnits } from "../../hooks.ts";

/** The heading of the present step, and whether it is the answer. */
export function useHeading(): { readonly text: string; readonly isAnswer: boolean } {
  const page = usePage();
  const units = useUnits();
  const attending = useAttending();
  const truth = useTruth();
  useStudy((state) => state.answer);
  const step = stepAt(attending);
  const answer = useComputed((own) => answerWords(own, units, step, truth));
  const isAnswer =
    step.question !== null &&
    !attending.isCovered &&
    answer !== "" &&
    isToldNow(attending.said[attending.at] !== undefined, step.question.is === "goal", truth);
  void page;
  return { text: isAnswer ? answer : step.title, isAnswer };
}

/** A goal is answered once it is reached; anything else once it is said. */
function isToldNow(isSaid: boolean, isGoal: boolean, truth: unknown): boolean {
  return isGoal ? typeof truth === "object" && truth !== null && "is" in truth && truth.is === true : isSaid;
}

export function Head() {
  const { text, isAnswer } = useHeading();
  const { words } = stepAt(useAttending());
  const heading = useRef<HTMLHeadingElement>(null);
  // Who goes on by keyboard or listens begins with the new question.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
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
