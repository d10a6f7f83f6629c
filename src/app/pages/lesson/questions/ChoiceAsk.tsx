/** A multiple-choice question. After the answer, the student's option is marked "you" and the right option has a check mark. */
import type { ChoiceQuestion } from "../../../../lessons/questions/choice.ts";
import { Radio } from "../../../ui/fields/Radio.tsx";
import { guess } from "../../../lesson/attend.ts";
import { RunButton } from "./RunButton.tsx";
import { useAttending, useTruth } from "../useAttending.ts";
import { usePage } from "../../../hooks.ts";

export function ChoiceAsk({ question: { options } }: { readonly question: ChoiceQuestion }) {
  const { store } = usePage();
  const attending = useAttending();
  const truth = useTruth();
  const said = attending.isCovered ? attending.guess : (attending.said[attending.at] ?? null);
  const own = said !== null && "number" in said ? said.number : -1;
  const isOver = !attending.isCovered;
  return (
    <fieldset className="choices" data-over={isOver || undefined}>
      <legend>{!isOver ? "What do you expect?" : attending.part === "speaker" ? "The answer" : "What you said"}</legend>
      {options.map(({ words }, i) => (
        <Radio
          key={i}
          name={`choice ${attending.at}`}
          isChosen={i === own}
          disabled={isOver}
          data-own={i === own || undefined}
          data-true={(isOver && truth === i) || undefined}
          onChoose={() => guess(store, { number: i })}
        >
          <span>{words}</span>
          {isOver && truth === i && <em>✓ so it is</em>}
          {isOver && i === own && truth !== i && <em>you</em>}
        </Radio>
      ))}
      {!isOver && <RunButton missing="Choose one first." />}
    </fieldset>
  );
}
