/** The answers of a class on a projector: what the class expects, and after *Reveal*, the results. */
import type { ReactNode } from "react";
import { isolateDirection } from "../../../../core/base/words.ts";
import { changeRole, coverAnswer, submitResponse } from "../../../lesson/lesson-actions.ts";
import { usePage } from "../../../hooks.ts";
import { Slide } from "../../present/Slide.tsx";
import { saveLesson } from "../LessonShare.tsx";
import { LessonDots } from "../LessonFoot.tsx";
import { useLessonSession } from "../useLessonSession.ts";
import { useCodeLink } from "../useCodeLink.ts";

export interface AnswersSlideProps {
  readonly heading: string;
  readonly text: string;
  /** The picture of the answers. */
  readonly children: ReactNode;
}

/** The slide. "Next" first reveals the results, then shows the network of the step; "Back" does the reverse. Leaving it shows the lines. */
export function AnswersSlide({ heading, text, children }: AnswersSlideProps) {
  const { store, overlay } = usePage();
  const session = useLessonSession();
  const { lesson, stepIndex, isCovered, revealed } = session;
  const showStep = () => changeRole(store, "speaker");
  return (
    <Slide
      slideIndex={stepIndex}
      slideCount={lesson.steps.length}
      name={isolateDirection(lesson.title)}
      heading={heading}
      isAnswer={!isCovered}
      isAnswered={false}
      text={text}
      link={useCodeLink(session)}
      invitation="Answer it yourself, with your own seed"
      onFile={() => saveLesson(session)}
      onNext={() => (isCovered ? submitResponse(store, null) : showStep())}
      onBack={() => (revealed.includes(stepIndex) ? coverAnswer(store) : showStep())}
      onLeave={() => overlay.present(false)}
      nextLabel={isCovered ? "Reveal" : "Show the network"}
      dots={<LessonDots />}
    >
      <div className="class-slide">{children}</div>
    </Slide>
  );
}
