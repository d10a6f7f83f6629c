/** A multiple-choice question. After the answer, the student's option is marked "you" and the right option has a check mark. */
import type { ChoiceQuestion } from "../../../../lessons/questions/choice.ts";
import { Radio } from "../../../ui/fields/Radio.tsx";
import { setDraftResponse } from "../../../lesson/lesson-actions.ts";
import { SubmitButton } from "./SubmitButton.tsx";
import { useLessonSession, useTruth } from "../useLessonSession.ts";
import { usePage } from "../../../hooks.ts";

/**
 * The form of a multiple-choice question. Before the answer, the options set the draft response; afterwards the correct option and the
 * student's own are marked.
 */
export function ChoiceQuestionForm({ question: { options } }: { readonly question: ChoiceQuestion }) {
  const { store } = usePage();
  const session = useLessonSession();
  /** The index of the correct option; null until it is computed. */
  const truth = useTruth();
  const response = session.isCovered ? session.guess : (session.said[session.stepIndex] ?? null);
  const chosenOption = response !== null && "number" in response ? response.number : -1;
  const isAnswered = !session.isCovered;
  return (
    <fieldset className="choices" data-over={isAnswered || undefined}>
      <legend>{!isAnswered ? "What do you expect?" : session.role === "speaker" ? "The answer" : "What you said"}</legend>
      {options.map(({ words }, i) => (
        <Radio
          key={i}
          name={`choice ${session.stepIndex}`}
          isChosen={i === chosenOption}
          disabled={isAnswered}
          data-chosen={i === chosenOption || undefined}
          data-true={(isAnswered && truth === i) || undefined}
          onChoose={() => setDraftResponse(store, { number: i })}
        >
          <span>{words}</span>
          {isAnswered && truth === i && <em>{i === chosenOption ? "✓ correct" : "✓ the answer"}</em>}
          {isAnswered && i === chosenOption && truth !== i && <em>you</em>}
        </Radio>
      ))}
      {!isAnswered && <SubmitButton hint="Choose an answer first." />}
    </fieldset>
  );
}
