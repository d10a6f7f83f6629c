/**
 * The foot of a lesson: its progress and the buttons for the next and the previous step. Only one button is primary at any time: Run, then
 * Next.
 */
import { formatCount } from "../../../words/numbers.ts";
import { Button } from "../../ui/Button.tsx";
import { PlayButton } from "../../ui/PlayButton.tsx";
import { togglePlay } from "../../runs/clock.ts";
import { Dots } from "../present/Dots.tsx";
import { asks } from "../../state/lesson-session.ts";
import { goTo, say } from "../../lesson/attend.ts";
import { useAttending } from "./useAttending.ts";
import { useComputed, useLeadingRuns, usePage } from "../../hooks.ts";

/** The playback button, the dots, and the buttons Back, Show me, Run and Next. While the runs are covered, playback is disabled. */
export function Foot() {
  const { store, runs, overlay } = usePage();
  const attending = useAttending();
  const { lesson, at, isCovered, guess } = attending;
  const isPlaying = useLeadingRuns(({ playback }) => playback?.state.is === "playing");
  const cycle = useComputed((page) => Math.floor(page.runs.clockTime));
  const isLast = at === lesson.steps.length - 1;
  return (
    <footer className="lesson-foot">
      <div className="lesson-clock row" data-unseen={isCovered || undefined}>
        <PlayButton
          isPlaying={isPlaying}
          disabledReason={isCovered ? "Answer the question, or press Show me: the run begins then." : null}
          onClick={() => togglePlay(runs)}
        />
        <span>{isCovered ? "not run yet" : `${formatCount(cycle)} cycles`}</span>
      </div>
      <LessonDots />
      <div className="lesson-ways row">
        {at > 0 && (
          <Button variant="underlined" onClick={() => goTo(store, at - 1)}>
            Back
          </Button>
        )}
        {isCovered && asks(lesson.steps[at]) ? (
          <>
            <Button
              variant="underlined"
              data-guessed={guess !== null || undefined}
              // Ignore the second click of a double click on Next: it was not meant for the question of the next step.
              onClick={({ detail }) => detail > 1 || say(store, null)}
            >
              Show me
            </Button>
            {/* On a phone the question card, with its own Run button, may be below the fold. */}
            {guess !== null && (
              <Button variant="primary" className="near" onClick={() => say(store, guess)}>
                {lesson.steps[at].question?.is === "free" ? "Compare" : "Run"}
              </Button>
            )}
          </>
        ) : (
          <Button variant="primary" onClick={() => (isLast ? overlay.showSheet("lessons") : goTo(store, at + 1))}>
            {isLast ? "Done" : "Next"}
          </Button>
        )}
      </div>
    </footer>
  );
}

/** A dot for each step of the lesson. */
export function LessonDots() {
  const { store } = usePage();
  const { lesson, at, done } = useAttending();
  // The title of a question often gives away the previous answer, so titles are shown only up to the furthest step that was reached.
  const furthest = Math.max(at, ...done);
  const titles = lesson.steps.map(({ title }, i) => (i > furthest ? null : title));
  return <Dots titles={titles} at={at} done={done} onGo={(step) => goTo(store, step)} />;
}
