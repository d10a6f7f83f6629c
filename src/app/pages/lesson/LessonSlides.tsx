/** A step of a lesson on a projector: the question or the finding in large type, the network, and one instrument. */
import "./lesson-projected.css";
import { useCallback, useEffect, useState } from "react";
import { isolateDirection } from "../../../core/base/words.ts";
import { writeLessonLink } from "../../../lessons/lesson-link.ts";
import { Button } from "../../ui/Button.tsx";
import { qrCodeOf, maxReadableSize } from "../../sharing/qr-code.ts";
import { addressOfFragment } from "../../sharing/link-address.ts";
import { Slide } from "../present/Slide.tsx";
import { useSpeakerNotes } from "../present/SpeakerNotes.tsx";
import { type LessonSession, currentStepOf } from "../../state/lesson-session.ts";
import { goToLessonStep, submitResponse, changeRole, coverAnswer } from "../../lesson/lesson-actions.ts";
import { LessonDots } from "./LessonFoot.tsx";
import { useHeading } from "./LessonHead.tsx";
import { lessonStepAddress, saveLesson } from "./LessonShare.tsx";
import { LessonInstruments, LessonNetwork } from "./LessonParts.tsx";
import { GlossaryText } from "../../glossary/GlossaryText.tsx";
import { useLessonSession } from "./useLessonSession.ts";
import { usePage } from "../../hooks.ts";

/** The slide of the current step. "Next" first reveals the answer, then opens the next step; "Back" does the reverse. */
export function LessonSlides() {
  const { store, overlay } = usePage();
  const session = useLessonSession();
  const { lesson, stepIndex, isCovered, said: responses } = session;
  const { text, isAnswer } = useHeading();
  const step = currentStepOf(session);
  const isLast = stepIndex === lesson.steps.length - 1;
  const isAnswered = stepIndex in responses;
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
    if (current.stepIndex in current.said && currentStepOf(current).question?.is !== "goal") coverAnswer(store);
    else goToLessonStep(store, current.stepIndex - 1);
  }, [store]);
  const leave = useCallback(() => overlay.present(false), [overlay]);
  const showAnswers = () => {
    overlay.present(false);
    changeRole(store, "gatherer");
  };
  const { speakerButton, speakerNotes } = useSpeakerNotes({
    notes: step.notes,
    stepName: `${stepIndex + 1} of ${lesson.steps.length}: ${isolateDirection(step.title)}`,
    nextHeading: lesson.steps[stepIndex + 1]?.title ?? null,
    isAnswerShown: isAnswered,
  });
  return (
    <>
      <Slide
        slideIndex={stepIndex}
        slideCount={lesson.steps.length}
        name={isolateDirection(lesson.title)}
        heading={text}
        isAnswer={isAnswer}
        isAnswered={!isCovered}
        text={<GlossaryText text={step.words} />}
        link={useCodeLink(session)}
        invitation={isCovered ? "Answer it yourself, with your own seed" : "Change it yourself, with your own seed"}
        onFile={() => saveLesson(session)}
        onNext={goForward}
        onBack={goBack}
        onLeave={leave}
        nextLabel={isCovered ? "Reveal" : isLast ? "Done" : "Next"}
        dots={<LessonDots />}
        controls={
          <>
            {step.question !== null && (
              <Button variant="quiet" onClick={showAnswers}>
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

/**
 * The address of the step for a QR code: with the whole lesson if the code is small enough for the corner, otherwise with this step only.
 * If the address of the step is too long as well, the code of the whole lesson has to fill the screen. Undefined while it is being written.
 */
function useCodeLink(session: LessonSession): string | null | undefined {
  const [link, setLink] = useState<string | null | undefined>();
  const { lesson, stepIndex, source } = session;
  useEffect(() => {
    let isCancelled = false;
    void shortestAddress(session).then((address) => isCancelled || setLink(address));
    return () => void (isCancelled = true);
    // Answers and attempts do not change the address.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [lesson, stepIndex, source]);
  return link;
}

async function shortestAddress(session: LessonSession): Promise<string | null> {
  const { lesson, stepIndex } = session;
  const wholeLesson = await lessonStepAddress(session, true);
  const fitsCorner = (link: string) => (qrCodeOf(link)?.size ?? Infinity) <= maxReadableSize;
  if (wholeLesson !== null && fitsCorner(wholeLesson)) return wholeLesson;
  // The audience must not receive the speaker's notes.
  const packedStep = await writeLessonLink({ ...lesson, steps: [{ ...lesson.steps[stepIndex], notes: "" }] });
  const stepOnly = packedStep === null ? null : addressOfFragment(`${packedStep}&seed=ask`);
  return wholeLesson === null || (stepOnly !== null && fitsCorner(stepOnly)) ? stepOnly : wholeLesson;
}
