/** The options of a multiple-choice question. The right one is marked by the author, or it is the option closest to the computed value. */
import { useState } from "react";
import { variantsOf } from "../../../../core/scenario/document.ts";
import type { ChoiceQuestion, Option } from "../../../../lessons/questions/choice.ts";
import { measureOf, measures } from "../../../../lessons/measures.ts";
import { Button } from "../../../ui/Button.tsx";
import { Radio } from "../../../ui/fields/Radio.tsx";
import { useWorkbench } from "../../../hooks.ts";
import { StepField, StepNumberField, StepSelect } from "./fields.tsx";
import { type Reword, unitWords } from "./question-words.ts";

/** Minimum and maximum number of options, as in `lessons/questions/choice.ts`. */
const [fewest, most] = [2, 5];

export interface OptionFieldsProps {
  readonly question: ChoiceQuestion;
  readonly reword: Reword;
}

/** The fields for the options. Every change rewrites the question as a whole. */
export function OptionFields({ question: { options, right, of, network }, reword }: OptionFieldsProps) {
  const document = useWorkbench((state) => state.document.current);
  const [fault, setFault] = useState<string | null>(null);
  const written = (next: readonly Option[]) => ({ options: of === null ? next.map(({ words }) => words) : next });
  const change = (i: number, by: Partial<Option>) => reword(written(options.with(i, { ...options[i], ...by })));
  const remove = (i: number) => {
    const place = right === null ? undefined : right > i ? right - 1 : right === i ? 0 : right;
    setFault(reword({ ...written(options.toSpliced(i, 1)), right: place }));
  };
  const add = () => setFault(reword(written([...options, { words: "Something else", value: of === null ? null : 0 }])));
  const decide = (next: string) => {
    if (next === "") return reword({ of: undefined, network: undefined, options: options.map(({ words }) => words), right: right ?? 0 });
    // Default values, spread evenly over the range of the measure.
    const end = measureOf(next).most(document, variantsOf(document)[network] === undefined ? 0 : network);
    const valued = options.map(({ words, value }, i) => ({
      words,
      value: of === next && value !== null ? value : Number(((end * (i + 1)) / options.length).toPrecision(2)),
    }));
    return reword({ of: next, options: valued, right: undefined });
  };
  return (
    <>
      <StepSelect
        label="Which one is right"
        value={of ?? ""}
        options={[["", "the one marked below"], ...measures.map(({ id, title }) => [id, `the nearest to ${title}`] as const)]}
        onSelect={decide}
      />
      <ol className="options-made" aria-label="Answers to choose from">
        {options.map(({ words, value }, i) => (
          <li key={i} data-valued={of !== null || undefined}>
            {of === null && (
              <Radio
                name="right-option"
                aria-label={`Answer ${i + 1} is right`}
                isChosen={right === i}
                onChoose={() => reword({ right: i })}
              />
            )}
            <StepField
              label={`Answer ${i + 1}`}
              isLabelHidden
              value={words}
              onType={(text) => (text.trim() === "" ? "An answer needs words. Write some, or remove it." : change(i, { words: text }))}
            />
            {of !== null && (
              <StepNumberField
                label={`Value of answer ${i + 1}${unitWords(of)}`}
                isLabelHidden
                value={value}
                take={(number) => change(i, { value: number })}
              />
            )}
            <Button variant="quiet" disabled={options.length <= fewest} onClick={() => remove(i)}>
              Remove<span className="visually-hidden"> answer {i + 1}</span>
            </Button>
          </li>
        ))}
      </ol>
      {fault !== null && (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
      <Button variant="quiet" disabled={options.length >= most} onClick={add}>
        Another answer
      </Button>
    </>
  );
}
