/** The fields for the question of a step: its kind, its parameters, and the answer that the engine computes. */
import type { ValidationIssue } from "../../../../core/base/errors.ts";
import { letterOf, variantsOf } from "../../../../core/scenario/document.ts";
import { paramAt } from "../../../../core/scenario/place.ts";
import { measures } from "../../../../lessons/measures.ts";
import type { FirstFull } from "../../../../lessons/questions/channel.ts";
import { type Question, questionKinds, readQuestion, type Truth, writeQuestion } from "../../../../lessons/questions/index.ts";
import { countOf } from "../../../../words/numbers.ts";
import { capital } from "../../../../words/params.ts";
import { documentSentence } from "../../../../words/sentence.ts";
import { Radio } from "../../../ui/fields/Radio.tsx";
import { changeStep } from "../../../lesson/make.ts";
import { stepAt } from "../../../state/lesson-session.ts";
import { sayTruth } from "../answer-words.ts";
import { useAttending, useTruth } from "../useAttending.ts";
import { usePage, useUnits, useWorkbench } from "../../../hooks.ts";
import { StepNumberField, StepSelect } from "./fields.tsx";
import { wordsOf } from "./locks.ts";
import { OptionFields } from "./OptionFields.tsx";
import { type Reword, studentDoes, unitWords } from "./question-words.ts";

/** Selects the kind of question and shows its fields. */
export function QuestionFields() {
  const { store } = usePage();
  const { question, lock } = stepAt(useAttending());
  const own = question?.is ?? "none";
  const choose = (is: string) => {
    if (is === own) return;
    const kind = questionKinds.find(({ id }) => id === is);
    changeStep(store, { question: kind?.begin(store.getState().document.current) ?? null, lock: lockFor(is, lock) });
  };
  return (
    <>
      <fieldset className="question-kinds">
        <legend>Before the run the student</legend>
        {["none", ...questionKinds.map(({ id }) => id)].map((is) => (
          <Radio key={is} name="question-kind" isChosen={is === own} onChoose={() => choose(is)}>
            {studentDoes[is as "none"]}
          </Radio>
        ))}
      </fieldset>
      {question !== null && <OfKind key={question.is} question={question} />}
      {question !== null && question.is !== "free" && <Found question={question} />}
    </>
  );
}

/**
 * The lock that fits a kind of question. A prediction is about this very scenario, so everything is locked; a goal is reached by changing
 * the scenario. A lock that the author set by hand stays.
 */
function lockFor(is: string, lock: string | null): string | null {
  if (is === "goal") return lock === "all" ? null : lock;
  return is === "none" ? lock : (lock ?? "all");
}

/** The answer that the engine computes for the current scenario. */
function Found({ question }: { readonly question: Question }) {
  const units = useUnits();
  const truth = useTruth();
  return (
    <p className="found" role="status">
      {truth === null ? "The engine is running …" : sayFound(question, truth, (own) => sayTruth(units, question, own))}
    </p>
  );
}

/** Says what the engine computed for a question. */
function sayFound(question: Question, truth: Truth, say: (truth: Truth) => string): string {
  switch (question.is) {
    case "channel":
      return countOf(
        (truth as FirstFull).channels.length,
        "channel fills first, the engine finds.",
        "channels fill first, the engine finds.",
      );
    case "choice":
      return question.of === null ? `“${say(truth)}” is right.` : `The engine finds “${say(truth)}”.`;
    case "goal":
      return `The engine finds ${say(truth)}: the goal is ${(truth as { is: boolean }).is ? "reached as the step begins" : "still to be reached"}.`;
    default:
      return `The engine finds ${say(truth)}.`;
  }
}

/** The fields for the parameters of a question. They depend on its kind. */
function OfKind({ question }: { readonly question: Question }) {
  const { store } = usePage();
  const document = useWorkbench((state) => state.document.current);
  const reword: Reword = (by) => {
    const issues: ValidationIssue[] = [];
    const raw = Object.fromEntries(Object.entries({ ...writeQuestion(question), ...by }).filter(([, value]) => value !== undefined));
    const read = readQuestion(raw, "question", document, issues);
    if (read === null) return faultWords(issues);
    changeStep(store, { question: read });
    return null;
  };
  const network = (at: number) =>
    document.beside.length === 0 ? null : (
      <StepSelect
        label="Of network"
        value={String(at)}
        options={variantsOf(document).map((_, i) => [String(i), letterOf(i)])}
        onSelect={(value) => reword({ network: Number(value) })}
      />
    );
  const measure = (of: string, also: Readonly<Record<string, unknown>> = {}) => (
    <StepSelect
      label="Asked for"
      value={of}
      options={measures.map(({ id, title }) => [id, title])}
      onSelect={(value) => reword({ of: value, ...also })}
    />
  );
  switch (question.is) {
    case "value":
      return (
        <>
          {measure(question.of, { from: undefined, to: undefined })}
          {network(question.network)}
          <StepNumberField label={`The axis ends at${unitWords(question.of)}`} value={question.to} take={(to) => reword({ to })} />
        </>
      );
    case "channel":
      return network(question.network);
    case "choice":
      return (
        <>
          <OptionFields question={question} reword={reword} />
          {question.of !== null && network(question.network)}
        </>
      );
    case "goal": {
      const key = question.isAtLeast ? "atLeast" : "atMost";
      return (
        <>
          {measure(question.of)}
          {network(question.network)}
          <StepSelect
            label="It is to be"
            value={key}
            options={[
              ["atLeast", "at least"],
              ["atMost", "at most"],
            ]}
            onSelect={(value) => reword({ atLeast: undefined, atMost: undefined, [value]: question.goal })}
          />
          <StepNumberField label={`The goal${unitWords(question.of)}`} value={question.goal} take={(goal) => reword({ [key]: goal })} />
          <StepSelect
            label="To be as small as it can be"
            value={question.least?.join(".") ?? ""}
            options={[["", "nothing: any way will do"], ...wholeNumbers(variantsOf(document)[question.network] ?? document)]}
            onSelect={(value) => reword({ least: value === "" ? undefined : value })}
          />
        </>
      );
    }
    case "free":
      return null;
  }
}

/** The integer parameters in a scenario's sentence, as options of a select: path and words. */
function wholeNumbers(scenario: Parameters<typeof documentSentence>[0] | ReturnType<typeof variantsOf>[number]) {
  const document = { beside: [], sweep: [], seeds: 1, ...scenario } as unknown as Parameters<typeof documentSentence>[0];
  return wordsOf(documentSentence(document)).flatMap((word): readonly (readonly [string, string])[] => {
    if (word.type !== "number" || paramAt(document, word.path)?.type !== "integer") return [];
    const { param, symbol, text } = word;
    return [[word.path.join("."), `${symbol === "" ? param.title : symbol}, now ${text}`]];
  });
}

/** The message of the first issue, without its path, which only makes sense in a file. */
function faultWords(issues: readonly ValidationIssue[]): string {
  const { message, remedy = "" } = issues[0];
  return `${capital(message)} ${remedy}`.trim();
}
