/** The fields for the texts and the question of the current step. */
import { anded, isolated } from "../../../../core/base/words.ts";
import { longestTitle } from "../../../../core/scenario/title.ts";
import { longestText, mostSentences, type Step } from "../../../../lessons/lesson.ts";
import { sentencesIn } from "../../../../lessons/sentences.ts";
import { readView } from "../../../../links/view-state.ts";
import { views } from "../../../../views/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { changeStep, moveStep, removeStep } from "../../../lesson/make.ts";
import { stepAt } from "../../../state/lesson-session.ts";
import { useAttending } from "../useAttending.ts";
import { usePage } from "../../../hooks.ts";
import { StepField } from "./fields.tsx";
import { QuestionFields } from "./QuestionFields.tsx";

/** The reason why a long text cannot be used; null if it can. */
function faultOf(text: string): string | null {
  return text.length > longestText
    ? `This has ${text.length} characters; at most ${longestText} are kept. Shorten it, or go on in another step.`
    : null;
}

/** The reason why the text above the picture cannot be used; null if it can. */
export function faultOfWords(text: string): string | null {
  const count = sentencesIn(text).length;
  return count > mostSentences
    ? `This has ${count} sentences; at most ${mostSentences} are read from a screen. Shorten it, or go on in another step.`
    : faultOf(text);
}

/** The reason why a title cannot be used; null if it can. */
export function faultOfTitle(text: string): string | null {
  return text.length > longestTitle ? `This has ${text.length} characters; at most ${longestTitle} fit. Shorten it.` : null;
}

const sentencesLeft = (text: string) => {
  const left = mostSentences - sentencesIn(text).length;
  return left < 0 ? `${-left} too many` : left === 1 ? "1 sentence left" : `${left} sentences left`;
};

/** The form of the current step: its texts, its question, and the buttons that move or delete the step. */
export function StepFields() {
  const { store } = usePage();
  const attending = useAttending();
  const { at, lesson } = attending;
  const step = stepAt(attending);
  const take = (key: "title" | "words" | "answer" | "why" | "notes", fault: (text: string) => string | null) => (text: string) => {
    const refused = fault(text);
    if (refused === null) changeStep(store, { [key]: text });
    return refused;
  };
  const last = lesson.steps.length - 1;
  const move = (to: number) => {
    const held = document.activeElement?.textContent;
    moveStep(store, at, to);
    // After the move the fields are rendered for the step at its new position. Give the focus back to the same button.
    requestAnimationFrame(() => {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>(".step-head button:enabled")];
      (buttons.find(({ textContent }) => textContent === held) ?? buttons[0])?.focus();
    });
  };
  return (
    <section className="card panel step-fields" aria-label={`Step ${at + 1}`}>
      <div className="row step-head">
        <h2>
          Step {at + 1} of {last + 1}
        </h2>
        <Button variant="underlined" disabled={at === 0} onClick={() => move(at - 1)}>
          Earlier
        </Button>
        <Button variant="underlined" disabled={at === last} onClick={() => move(at + 1)}>
          Later
        </Button>
        <Button variant="underlined" disabled={last === 0} onClick={() => removeStep(store, at)}>
          Delete
        </Button>
      </div>
      <StepField
        label="Question, or title"
        value={step.title}
        rows={2}
        onType={take("title", (text) => faultOfTitle(text) ?? oneLine(text))}
      />
      <StepField
        label="Words, at most three sentences"
        value={step.words}
        rows={4}
        count={sentencesLeft}
        onType={take("words", faultOfWords)}
      />
      <QuestionFields />
      {step.question !== null && (
        <StepField
          label="What takes the title’s place afterwards"
          value={step.answer}
          rows={2}
          placeholder="The finding of the run"
          description="{truth} stands for what the engine finds."
          onType={take("answer", faultOf)}
        />
      )}
      {step.question !== null && <StepField label="Why it is so, one sentence" value={step.why} rows={3} onType={take("why", faultOf)} />}
      <StepField label="Your own words, for the speaker’s window" value={step.notes} rows={3} onType={take("notes", faultOf)} />
      <p className="small">{seen(step)}</p>
    </section>
  );
}

const oneLine = (text: string) => (text.includes("\n") ? "A title is one line. Take out the line break." : null);

/** A sentence that says which cards open with a step, and whether it selects something. */
function seen({ view }: Step): string {
  const { cards, picked } = readView(view);
  const names = cards.map((card) => isolated(views.find(({ id }) => id === card)?.title ?? "the channel"));
  const opens = names.length === 0 ? "The step opens no card" : `The step opens ${anded(names)}`;
  return `${opens}${picked.is === "nothing" ? "" : ", with what is picked now"}: as you leave it here. Views opens and closes cards.`;
}
