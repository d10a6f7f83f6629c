/** A step of a lesson on a projector: the question or the finding in large type, the network, and one instrument. */
import "./lesson-projected.css";
import { useCallback, useEffect, useState } from "react";
import { isolated } from "../../../core/base/words.ts";
import { writeLessonLink } from "../../../lessons/lesson-link.ts";
import { Button } from "../../ui/Button.tsx";
import { codeOf, readable } from "../../sharing/code-marks.ts";
import { addressFor } from "../../sharing/link-address.ts";
import { Projected } from "../present/Projected.tsx";
import { useSpeakerWords } from "../present/SpeakerWords.tsx";
import { type LessonSession, stepAt } from "../../state/lesson-session.ts";
import { goTo, say, takePart, unsay } from "../../lesson/attend.ts";
import { LessonDots } from "./Foot.tsx";
import { useHeading } from "./Head.tsx";
import { addressOf, saveLesson } from "./LessonShare.tsx";
import { Instruments, Network } from "./LessonParts.tsx";
import { Told } from "../../glossary/Told.tsx";
import { useAttending } from "./useAttending.ts";
import { usePage } from "../../hooks.ts";

/** The slide of the current step. "Next" first reveals the answer, then opens the next step; "Back" does the reverse. */
export function LessonProjected() {
  const { store, overlay } = usePage();
  const attending = useAttending();
  const { lesson, at, isCovered, said } = attending;
  const { text, isAnswer } = useHeading();
  const step = stepAt(attending);
  const isLast = at === lesson.steps.length - 1;
  const isShown = at in said;
  const next = useCallback(() => {
    const now = store.getState().mode.lesson;
    if (now === null) return;
    if (now.isCovered) say(store, now.guess);
    else if (now.at < now.lesson.steps.length - 1) goTo(store, now.at + 1);
    else overlay.present(false);
  }, [store, overlay]);
  const back = useCallback(() => {
    const now = store.getState().mode.lesson;
    if (now === null) return;
    if (now.at in now.said && stepAt(now).question?.is !== "goal") unsay(store);
    else goTo(store, now.at - 1);
  }, [store]);
  const leave = useCallback(() => overlay.present(false), [overlay]);
  const gatherAnswers = () => {
    overlay.present(false);
    takePart(store, "gatherer");
  };
  const { button, beneath } = useSpeakerWords({
    notes: step.notes,
    place: `${at + 1} of ${lesson.steps.length}: ${isolated(step.title)}`,
    next: lesson.steps[at + 1]?.title ?? null,
    isShown,
  });
  return (
    <>
      <Projected
        at={at}
        count={lesson.steps.length}
        name={isolated(lesson.title)}
        heading={text}
        isAnswer={isAnswer}
        isOver={!isCovered}
        words={<Told text={step.words} />}
        link={useCodeLink(attending)}
        invitation={isCovered ? "Your own mark, your own seed" : "Change it yourself, with your own seed"}
        onFile={() => saveLesson(attending)}
        onNext={next}
        onBack={back}
        onLeave={leave}
        nextWords={isCovered ? "Reveal" : isLast ? "Done" : "Next"}
        dots={<LessonDots />}
        more={
          <>
            {step.question !== null && (
              <Button variant="quiet" onClick={gatherAnswers}>
                Answers
              </Button>
            )}
            {button}
          </>
        }
      >
        <div className="projected-step">
          <Network />
          <div className="lesson-rail">
            <Instruments />
          </div>
        </div>
      </Projected>
      {beneath}
    </>
  );
}

/**
 * The address of the step for a QR code: with the whole lesson if the code is small enough for the corner, otherwise with this step alone.
 * If that is too long as well, the code of the whole lesson has to fill the screen. Undefined while it is being written.
 */
function useCodeLink(attending: LessonSession): string | null | undefined {
  const [link, setLink] = useState<string | null | undefined>();
  const { lesson, at, source } = attending;
  useEffect(() => {
    let isGone = false;
    void shortest(attending).then((found) => isGone || setLink(found));
    return () => void (isGone = true);
    // Answers and attempts do not change the address.
  }, [lesson, at, source]);
  return link;
}

async function shortest(attending: LessonSession): Promise<string | null> {
  const { lesson, at } = attending;
  const whole = await addressOf(attending, true);
  const fits = (link: string) => (codeOf(link)?.size ?? Infinity) <= readable;
  if (whole !== null && fits(whole)) return whole;
  // The audience must not receive the speaker's notes.
  const packed = await writeLessonLink({ ...lesson, steps: [{ ...lesson.steps[at], notes: "" }] });
  const alone = packed === null ? null : addressFor(`${packed}&seed=ask`);
  return whole === null || (alone !== null && fits(alone)) ? alone : whole;
}
