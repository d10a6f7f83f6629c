/**
 * The foot of a lesson: its progress and the buttons for the next and the previous step. Only one button is primary at any time: Run, then
 * Next; on a phone, Why? comes between them.
 */
import { useEffect, useRef, useState } from "react";
import { formatCount } from "../../../words/numbers.ts";
import { Button } from "../../ui/Button.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { PlayButton } from "../../ui/PlayButton.tsx";
import { togglePlay } from "../../runs/playback-actions.ts";
import { SpeedButton, StepButton } from "../../workbench/time/Transport.tsx";
import { StepDots } from "../present/StepDots.tsx";
import { requiresAnswer } from "../../state/lesson-session.ts";
import { goToLessonStep, submitResponse } from "../../lesson/lesson-actions.ts";
import { useAnswerLine } from "./HandIn.tsx";
import { useLessonSession, useRevealedTruth } from "./useLessonSession.ts";
import { singleColumnQuery, useMediaQuery } from "../../ui/useMediaQuery.ts";
import { usePageRuns, useLeadingRuns, usePage } from "../../hooks.ts";

/**
 * The bar at the bottom of a lesson: playback button and simulated cycles, a dot for each step, and the buttons Back, Show me, Run and
 * Next. While results are hidden until the student answers (`isCovered`), "Show me" shows them without an answer, and "Run" submits the
 * draft of the answer.
 */
export function LessonFoot() {
  const { store, overlay } = usePage();
  const session = useLessonSession();
  const { lesson, stepIndex, isCovered, guess: draftResponse } = session;
  const isLast = stepIndex === lesson.steps.length - 1;
  const truth = useRevealedTruth();
  return (
    <footer className="lesson-foot">
      <div className="lesson-clock row" data-hidden={isCovered || undefined}>
        <LessonPlayback />
      </div>
      <LessonDots />
      <div className="lesson-actions row">
        {stepIndex > 0 && (
          <Button variant="underlined" onClick={() => goToLessonStep(store, stepIndex - 1)}>
            Back
          </Button>
        )}
        {isCovered && requiresAnswer(lesson.steps[stepIndex]) ? (
          <>
            <Button
              variant="underlined"
              data-answered={draftResponse !== null || undefined}
              // Ignore the second click of a double click on Next: it was not meant for the question of the next step.
              onClick={({ detail }) => detail > 1 || submitResponse(store, null)}
            >
              Show me
            </Button>
            {draftResponse !== null && <CopyLineButton />}
            {/* On a phone the question card, with its own Run button, may be below the fold. */}
            {draftResponse !== null && (
              <Button variant="primary" className="near" onClick={() => submitResponse(store, draftResponse)}>
                {lesson.steps[stepIndex].question?.is === "free" ? "Compare" : "Run"}
              </Button>
            )}
          </>
        ) : (
          <NextButton
            // Another explanation is looked for when the step changes, and when its result is known.
            key={`${stepIndex} ${truth === null}`}
            onPress={() => (isLast ? overlay.showSheet("lesson-summary") : goToLessonStep(store, stepIndex + 1))}
          >
            {isLast ? "Done" : "Next"}
          </NextButton>
        )}
      </div>
    </footer>
  );
}

/** The part of an explanation that counts as seen. */
const seenPart = 0.5;

/** Continues the lesson. While the explanation of the answer is still below the fold of a phone, the button scrolls to it instead. */
function NextButton({ onPress, children }: { readonly onPress: () => void; readonly children: string }) {
  const isColumn = useMediaQuery(singleColumnQuery);
  const button = useRef<HTMLButtonElement>(null);
  const [hidden, setHidden] = useState<Element | null>(null);
  useEffect(() => {
    const explanation = document.querySelector(".lesson-why");
    const foot = button.current?.closest("footer");
    if (!isColumn || explanation === null || !foot) return;
    const observer = new IntersectionObserver(
      ([{ intersectionRatio }]) => {
        setHidden(intersectionRatio < seenPart ? explanation : null);
        if (intersectionRatio >= seenPart) observer.disconnect();
      },
      { rootMargin: `0px 0px -${foot.offsetHeight}px`, threshold: seenPart },
    );
    observer.observe(explanation);
    return () => observer.disconnect();
  }, [isColumn]);
  return (
    <Button ref={button} variant="primary" onClick={() => (hidden === null ? onPress() : hidden.scrollIntoView({ block: "center" }))}>
      {hidden === null ? children : "Why?"}
    </Button>
  );
}

/** In a course, the answer is handed in before the run. On a phone the line with the answer may be below the fold. */
function CopyLineButton() {
  const page = usePage();
  const { seed } = useLessonSession();
  const line = useAnswerLine();
  if (seed === null || line === "") return null;
  return (
    <Button variant="underlined" className="copy-line" onClick={() => void copyText(page, line, "Line copied")}>
      Copy my line
    </Button>
  );
}

/** The playback of the step: play, step and speed, and the simulated cycles. While results are hidden, the run waits. */
export function LessonPlayback() {
  const { runs } = usePage();
  const { isCovered } = useLessonSession();
  const isPlaying = useLeadingRuns(({ playback }) => playback?.state.is === "playing");
  const cycle = usePageRuns((page) => Math.floor(page.runs.clockTime));
  return (
    <>
      <PlayButton
        isPlaying={isPlaying}
        disabledReason={isCovered ? "Answer the question or press Show me to start the run." : null}
        onClick={() => togglePlay(runs)}
      />
      {!isCovered && (
        <>
          <StepButton />
          <SpeedButton />
        </>
      )}
      <span>{isCovered ? "not run yet" : `${formatCount(cycle)} cycles`}</span>
    </>
  );
}

/** A dot for each step of the lesson. */
export function LessonDots() {
  const { store } = usePage();
  const { lesson, stepIndex, done } = useLessonSession();
  // The title of a question often gives away the previous answer, so titles are shown only up to the furthest step that was reached.
  const furthest = Math.max(stepIndex, ...done);
  const titles = lesson.steps.map(({ title }, i) => (i > furthest ? null : title));
  return <StepDots titles={titles} stepIndex={stepIndex} doneSteps={done} onSelect={(step) => goToLessonStep(store, step)} />;
}
