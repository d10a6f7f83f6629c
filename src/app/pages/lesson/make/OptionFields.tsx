/**
 * The options of a multiple-choice question. The author marks the right option, or the right option is the one closest to the computed
 * value.
 */
import { useState } from "react";
import { variantsOf } from "../../../../core/scenario/document.ts";
import type { ChoiceQuestion, ChoiceOption } from "../../../../lessons/questions/choice.ts";
import { lessonMeasureOf, lessonMeasures } from "../../../../lessons/measures.ts";
import { isKeyOutdated } from "../../../../lessons/step-key.ts";
import { currentStepOf } from "../../../state/lesson-session.ts";
import { useLessonSession } from "../useLessonSession.ts";
import { Button } from "../../../ui/Button.tsx";
import { Radio } from "../../../ui/fields/Radio.tsx";
import { useWorkbench } from "../../../hooks.ts";
import { StepField, StepNumberField, StepSelect } from "./editor-fields.tsx";
import { type ChangeQuestion, unitSuffix } from "./question-words.ts";

/** Minimum and maximum number of options, as in `lessons/questions/choice.ts`. */
const [minOptionCount, maxOptionCount] = [2, 5];

export interface OptionFieldsProps {
  readonly question: ChoiceQuestion;
  readonly changeQuestion: ChangeQuestion;
}

/** The fields for the options. Every change rewrites the question as a whole. */
export function OptionFields({ question: { options, right, of: measure, network }, changeQuestion }: OptionFieldsProps) {
  const document = useWorkbench((state) => state.document.current);
  // An answer that was marked for another network is not marked, so that the author has to mark it again.
  const isOutdated = isKeyOutdated({ ...currentStepOf(useLessonSession()), document });
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const optionsField = (newValue: readonly ChoiceOption[]) => ({
    options: measure === null ? newValue.map(({ words }) => words) : newValue,
  });
  const changeOption = (i: number, change: Partial<ChoiceOption>) =>
    changeQuestion(optionsField(options.with(i, { ...options[i], ...change })));
  const removeOption = (i: number) => {
    const newRight = right === null ? undefined : right > i ? right - 1 : right === i ? 0 : right;
    setErrorMessage(changeQuestion({ ...optionsField(options.toSpliced(i, 1)), right: newRight }));
  };
  const addOption = () =>
    setErrorMessage(changeQuestion(optionsField([...options, { words: "Something else", value: measure === null ? null : 0 }])));
  const setMeasure = (newValue: string) => {
    if (newValue === "")
      return changeQuestion({ of: undefined, network: undefined, options: options.map(({ words }) => words), right: right ?? 0 });
    // Default values, spread evenly over the range of the measure.
    const maxValue = lessonMeasureOf(newValue).axisEnd(document, variantsOf(document)[network] === undefined ? 0 : network);
    const optionsWithValues = options.map(({ words, value }, i) => ({
      words,
      value: measure === newValue && value !== null ? value : Number(((maxValue * (i + 1)) / options.length).toPrecision(2)),
    }));
    return changeQuestion({ of: newValue, options: optionsWithValues, right: undefined });
  };
  return (
    <>
      <StepSelect
        label="Right answer"
        value={measure ?? ""}
        options={[
          ["", "the answer marked below"],
          ...lessonMeasures.map(({ id, title }) => [id, `the answer nearest to ${title}`] as const),
        ]}
        onSelect={setMeasure}
      />
      <ol className="option-fields" aria-label="Answers to choose from">
        {options.map(({ words, value }, i) => (
          <li key={i} data-valued={measure !== null || undefined}>
            {/* The fields of one option of a multiple-choice question: its text, and a button that removes it. Either the author marks the
                correct option (index `right`), or each option has a value of a measure, and the option nearest to the simulated value is
                correct. */}
            {measure === null && (
              <Radio
                name="right-option"
                aria-label={`Answer ${i + 1} is right`}
                isChosen={right === i && !isOutdated}
                onChoose={() => changeQuestion({ right: i })}
              />
            )}
            <StepField
              label={`Answer ${i + 1}`}
              isLabelHidden
              value={words}
              onType={(text) =>
                text.trim() === "" ? "An answer needs words. Write some, or remove it." : changeOption(i, { words: text })
              }
            />
            {measure !== null && (
              <StepNumberField
                label={`Value of answer ${i + 1}${unitSuffix(measure)}`}
                isLabelHidden
                value={value}
                onNumber={(number) => changeOption(i, { value: number })}
              />
            )}
            <Button variant="quiet" disabled={options.length <= minOptionCount} onClick={() => removeOption(i)}>
              Remove<span className="visually-hidden"> answer {i + 1}</span>
            </Button>
          </li>
        ))}
      </ol>
      {errorMessage !== null && (
        <p className="field-fault" role="alert">
          {errorMessage}
        </p>
      )}
      <Button variant="quiet" disabled={options.length >= maxOptionCount} onClick={addOption}>
        Another answer
      </Button>
    </>
  );
}
