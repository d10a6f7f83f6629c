/** A step of a lesson on a projector: the question or the finding in large type, the network, and one instrument. */
import "./lesson-projected.css";
import { useCallback, useEffect } from "react";
import { isolateDirection } from "../../../core/base/words.ts";
import { Button } from "../../ui/Button.tsx";
import { bindShortcuts } from "../../ui/shortcuts.ts";
import { playbackShortcuts } from "./lesson-keys.ts";
import { Slide } from "../present/Slide.tsx";
import { useSpeakerNotes } from "../present/SpeakerNotes.tsx";
import { currentStepOf, isStepAnswered, requiresAnswer } from "../../state/lesson-session.ts";
import { goToLessonStep, submitResponse, changeRole, coverAnswer } from "../../lesson/lesson-actions.ts";
import { LessonPlayback } from "./LessonFoot.tsx";
import { useHeading } from "./LessonHead.tsx";
import { useLessonSlide } from "./useLessonSlide.tsx";
import { LessonInstruments, LessonNetwork } from "./LessonParts.tsx";
import { GlossaryText } from "../../glossary/GlossaryText.tsx";
import { useLessonSession } from "./useLessonSession.ts";
import { usePage } from "../../hooks.ts";

/** The slide of the current step. "Next" first reveals the answer, then opens the next step; "Back" does the reverse. */
export function LessonSlides() {
  const page = usePage();
  const { store, overlay } = page;
  const session = useLessonSession();
  const { lesson, stepIndex, isCovered } = session;
  const { text, isAnswer } = useHeading();
  const step = currentStepOf(session);
  const isLast = stepIndex === lesson.steps.length - 1;
  const goForward = useCallback(() => {
    const current = store.getState().mode.lesson;
    if (current === null) return;
    if (current.isCovered) submitResponse(store, current.guess);
    else if (current.stepIndex < current.lesson.steps.length - 1) goToLessonStep(store, current.stepIndex + 1);
    else overlay.present(false);
  }, [store, overlay]);
  const goBack = useCallback(() => {
    const current = store.getState().mode.lesson;
    if (current === null) return;
    if (current.revealed.includes(current.stepIndex) && requiresAnswer(currentStepOf(current))) coverAnswer(store);
    else goToLessonStep(store, current.stepIndex - 1);
  }, [store]);
  useEffect(() => bindShortcuts(playbackShortcuts(page), () => overlay.getState().hasSingleKeys), [page, overlay]);
  const { speakerButton, speakerNotes } = useSpeakerNotes({
    notes: step.notes,
    stepName: `${stepIndex + 1} of ${lesson.steps.length}: ${isolateDirection(step.title)}`,
    nextHeading: lesson.steps[stepIndex + 1]?.title ?? null,
    isAnswerShown: isStepAnswered(session),
  });
  return (
    <>
      <Slide
        {...useLessonSlide()}
        heading={text}
        isAnswer={isAnswer}
        isAnswered={!isCovered}
        text={<GlossaryText text={step.words} />}
        invitation={isCovered ? "Answer it yourself, with your own seed" : "Change it yourself, with your own seed"}
        onNext={goForward}
        onBack={goBack}
        nextLabel={isCovered ? "Reveal" : isLast ? "Done" : "Next"}
        playback={<LessonPlayback />}
        controls={
          <>
            {step.question !== null && (
              <Button variant="quiet" onClick={() => changeRole(store, "gatherer")}>
                Answers
              </Button>
            )}
            {speakerButton}
          </>
        }
      >
        <div className="projected-step">
          <LessonNetwork />
          <div className="lesson-rail">
            <LessonInstruments />
          </div>
        </div>
      </Slide>
      {speakerNotes}
    </>
  );
}
