/** The fields for the texts and the question of the current step. */
import { joinWithAnd, isolateDirection } from "../../../../core/base/words.ts";
import { maxTitleLength } from "../../../../core/scenario/title.ts";
import { defaultHandIn, maxLessonTextLength, maxStepSentences, type LessonStep } from "../../../../lessons/lesson.ts";
import { sentencesIn } from "../../../../lessons/sentences.ts";
import { readView } from "../../../../links/view-state.ts";
import { views } from "../../../../views/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { changeLesson, changeStep, moveStep, removeStep } from "../../../lesson/editor-actions.ts";
import { currentStepOf } from "../../../state/lesson-session.ts";
import { useLessonSession } from "../useLessonSession.ts";
import { usePage } from "../../../hooks.ts";
import { StepField } from "./editor-fields.tsx";
import { QuestionFields } from "./QuestionFields.tsx";

/** The reason why a text is too long to be used; null if it can be used. */
function textFault(text: string): string | null {
  return text.length > maxLessonTextLength
    ? `This has ${text.length} characters; at most ${maxLessonTextLength} are allowed. Shorten it, or continue in another step.`
    : null;
}

/** The reason why the text above the picture cannot be used; null if it can be used. */
export function stepTextFault(text: string): string | null {
  const count = sentencesIn(text).length;
  return count > maxStepSentences
    ? `This has ${count} sentences; at most ${maxStepSentences} are allowed. Shorten the text, or continue in another step.`
    : textFault(text);
}

/** The reason why a title cannot be used; null if it can be used. */
export function titleFault(text: string): string | null {
  return text.length > maxTitleLength ? `This has ${text.length} characters; at most ${maxTitleLength} fit. Shorten it.` : null;
}

const sayRemainingSentences = (text: string) => {
  const remaining = maxStepSentences - sentencesIn(text).length;
  return remaining < 0 ? `${-remaining} too many` : remaining === 1 ? "1 sentence left" : `${remaining} sentences left`;
};

/** The form of the current step: its texts, its question, and the buttons that move or delete the step. */
export function StepFields() {
  const { store } = usePage();
  const session = useLessonSession();
  const { stepIndex, lesson } = session;
  const step = currentStepOf(session);
  const setText = (key: "title" | "words" | "answer" | "why" | "notes", faultOf: (text: string) => string | null) => (text: string) => {
    const reason = faultOf(text);
    if (reason === null) changeStep(store, { [key]: text });
    return reason;
  };
  const lastIndex = lesson.steps.length - 1;
  const move = (to: number) => {
    const buttonText = document.activeElement?.textContent;
    moveStep(store, stepIndex, to);
    // After the move the fields are rendered for the step at its new position. Give the focus back to the same button.
    requestAnimationFrame(() => {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>(".step-head button:enabled")];
      (buttons.find(({ textContent }) => textContent === buttonText) ?? buttons[0])?.focus();
    });
  };
  return (
    <section className="card panel step-fields" aria-label={`Step ${stepIndex + 1}`}>
      <div className="row step-head">
        <h2>
          Step {stepIndex + 1} of {lastIndex + 1}
        </h2>
        <Button variant="underlined" disabled={stepIndex === 0} onClick={() => move(stepIndex - 1)}>
          Earlier
        </Button>
        <Button variant="underlined" disabled={stepIndex === lastIndex} onClick={() => move(stepIndex + 1)}>
          Later
        </Button>
        <Button variant="underlined" disabled={lastIndex === 0} onClick={() => removeStep(store, stepIndex)}>
          Delete
        </Button>
      </div>
      <StepField
        label="Question, or title"
        value={step.title}
        rows={2}
        onType={setText("title", (text) => titleFault(text) ?? lineBreakFault(text))}
      />
      <StepField
        label="Words of the step, at most three sentences"
        value={step.words}
        rows={4}
        noteOf={sayRemainingSentences}
        onType={setText("words", stepTextFault)}
      />
      <QuestionFields />
      {step.question !== null && (
        <StepField
          label="Answer, shown in place of the title"
          value={step.answer}
          rows={2}
          placeholder="The finding of the run"
          description="{truth} is replaced by the result of the engine."
          onType={setText("answer", textFault)}
        />
      )}
      {step.question !== null && (
        <StepField label="Explanation, one sentence" value={step.why} rows={3} onType={setText("why", textFault)} />
      )}
      {step.question !== null && (
        <StepField
          label="How students hand in their answers, in all steps"
          value={lesson.handIn}
          rows={2}
          placeholder={defaultHandIn}
          onType={(text) => {
            const reason = titleFault(text) ?? lineBreakFault(text);
            if (reason === null) changeLesson(store, { handIn: text });
            return reason;
          }}
        />
      )}
      <StepField label="Notes for the speaker’s window" value={step.notes} rows={3} onType={setText("notes", textFault)} />
      <p className="small">{sayOpenCards(step)}</p>
    </section>
  );
}

const lineBreakFault = (text: string) => (text.includes("\n") ? "This text has one line. Remove the line break." : null);

/** A sentence that says which cards open with a step, and whether it selects something. */
function sayOpenCards({ view }: LessonStep): string {
  const { cards, picked } = readView(view);
  const names = cards.map((card) => isolateDirection(views.find(({ id }) => id === card)?.title ?? "the channel"));
  const openCards = names.length === 0 ? "The step opens no card" : `The step opens ${joinWithAnd(names)}`;
  return `${openCards}${picked.is === "nothing" ? "" : ", with the present selection"}, as the page is now. The menu Views opens and closes cards.`;
}
