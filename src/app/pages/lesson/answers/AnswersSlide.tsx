/** The answers of a class on a projector: what the class expects, and after *Reveal*, the results. */
import type { ReactNode } from "react";
import { changeRole, coverAnswer, submitResponse } from "../../../lesson/lesson-actions.ts";
import { usePage } from "../../../hooks.ts";
import { Slide } from "../../present/Slide.tsx";
import { useLessonSession } from "../useLessonSession.ts";
import { useLessonSlide } from "../useLessonSlide.tsx";

export interface AnswersSlideProps {
  readonly heading: string;
  readonly text: string;
  /** The picture of the answers. */
  readonly children: ReactNode;
}

/** The slide. "Next" first reveals the results, then shows the network of the step; "Back" does the reverse. Leaving it shows the lines. */
export function AnswersSlide({ heading, text, children }: AnswersSlideProps) {
  const { store } = usePage();
  const { stepIndex, isCovered, revealed } = useLessonSession();
  const showStep = () => changeRole(store, "speaker");
  return (
    <Slide
      {...useLessonSlide()}
      heading={heading}
      isAnswer={!isCovered}
      isAnswered={false}
      text={text}
      invitation="Answer it yourself, with your own seed"
      onNext={() => (isCovered ? submitResponse(store, null) : showStep())}
      onBack={() => (revealed.includes(stepIndex) ? coverAnswer(store) : showStep())}
      nextLabel={isCovered ? "Reveal" : "Show the network"}
    >
      <div className="class-slide">{children}</div>
    </Slide>
  );
}
