/** A step of a lesson on the projector: the question or the finding large, the network, and one instrument. */
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
 * The address of the step for a code: with the whole lesson where that is short enough for the corner, else with this step alone; where
 * that is too long, too, the whole lesson's code has to fill the screen.
 */
function useCodeLink(attending: LessonSession): string | null | undefined {
  const [link, setLink] = useState<string | null | undefined>();
  const { lesson, at, source } = attending;
  useEffect(() => {
    let isGone = false;
    void shortest(attending).then((found) => isGone || setLink(found));
    return () => void (isGone = true);
    // What has been said or tried changes no address.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [lesson, at, source]);
  return link;
}

async function shortest(attending: LessonSession): Promise<string | null> {
  const { lesson, at } = attending;
  const whole = await addressOf(attending, true);
  const fits = (link: string) => (codeOf(link)?.size ?? Infinity) <= readable;
  if (whole !== null && fits(whole)) return whole;
  // The speaker's words are not for the room.
  const packed = await writeLessonLink({ ...lesson, steps: [{ ...lesson.steps[at], notes: "" }] });
  const alone = packed === null ? null : addressFor(`${packed}&seed=ask`);
  return whole === null || (alone !== null && fits(alone)) ? alone : whole;
}
