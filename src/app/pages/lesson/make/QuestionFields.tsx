/** The fields for the question of a step: its kind, its parameters, and the answer that the engine computes. */
import type { ValidationIssue } from "../../../../core/base/errors.ts";
import { type Document, documentHash, letterOf, variantsOf } from "../../../../core/scenario/document.ts";
import { paramAtPath } from "../../../../core/scenario/param-path.ts";
import { lessonMeasures } from "../../../../lessons/measures.ts";
import type { MostLoadedChannels } from "../../../../lessons/questions/channel.ts";
import type { SketchTruth } from "../../../../lessons/questions/sketch.ts";
import { type Question, questionKinds, readQuestion, type Truth, writeQuestion } from "../../../../lessons/questions/index.ts";
import { questionProblem } from "../../../../lessons/step-key.ts";
import { countOf } from "../../../../words/numbers.ts";
import { capitalize } from "../../../../words/params.ts";
import { documentSentence } from "../../../../words/sentence.ts";
import { Radio } from "../../../ui/fields/Radio.tsx";
import { changeStep } from "../../../lesson/editor-actions.ts";
import { currentStepOf } from "../../../state/lesson-session.ts";
import { sayTruth } from "../answer-text.ts";
import { useLessonSession, useTruth } from "../useLessonSession.ts";
import { usePage, useUnits, useWorkbench } from "../../../hooks.ts";
import { StepNumberField, StepSelect } from "./editor-fields.tsx";
import { sentenceWords } from "./locks.ts";
import { OptionFields } from "./OptionFields.tsx";
import { type ChangeQuestion, studentTask, unitSuffix } from "./question-words.ts";

/**
 * The menu of question kinds ("none" for a step without a question) with the fields of the selected kind. A new question starts with values
 * from the current scenario and adapts what is locked for students. Below is the simulated true answer, unless the answer is free text.
 */
export function QuestionFields() {
  const { store } = usePage();
  const { question, lock } = currentStepOf(useLessonSession());
  const kindId = question?.is ?? "none";
  const chooseKind = (newKind: string) => {
    if (newKind === kindId) return;
    const kind = questionKinds.find(({ id }) => id === newKind);
    const { current: scenario } = store.getState().document;
    const question = kind?.create(scenario) ?? null;
    changeStep(store, { question: markedQuestion(question, scenario), lock: lockFor(newKind, lock) });
  };
  return (
    <>
      <fieldset className="question-kinds">
        <legend>Before the run the student</legend>
        {["none", ...questionKinds.map(({ id }) => id)].map((newKind) => (
          <Radio key={newKind} name="question-kind" isChosen={newKind === kindId} onChoose={() => chooseKind(newKind)}>
            {studentTask[newKind as "none"]}
          </Radio>
        ))}
      </fieldset>
      {question !== null && <QuestionParams key={question.is} question={question} />}
      {question !== null && question.is !== "free" && <ComputedAnswer question={question} />}
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

/** A question whose right answer, if the author marks it, is marked for this document. */
function markedQuestion(question: Question | null, document: Document): Question | null {
  return question?.is === "choice" && question.right !== null ? { ...question, markedFor: documentHash(document) } : question;
}

/** The answer that the engine computes for the current scenario, and what is wrong with the question. */
function ComputedAnswer({ question }: { readonly question: Question }) {
  const units = useUnits();
  const truth = useTruth();
  const document = useWorkbench((state) => state.document.current);
  const problem = questionProblem({ ...currentStepOf(useLessonSession()), document }, truth);
  return (
    <>
      <p className="computed-answer" role="status">
        {truth === null ? "The engine is running …" : sayComputedAnswer(question, truth, (answer) => sayTruth(units, question, answer))}
      </p>
      {problem !== null && (
        <p className="question-problem" role="status">
          {problem}
        </p>
      )}
    </>
  );
}

/** Says what the engine computed for a question. */
function sayComputedAnswer(question: Question, truth: Truth, formatTruth: (truth: Truth) => string): string {
  switch (question.is) {
    case "channel":
      return countOf(
        (truth as MostLoadedChannels).channels.length,
        "channel is full first, the engine finds.",
        "channels are full first, the engine finds.",
      );
    case "choice":
      return question.of === null ? `You marked “${formatTruth(truth)}” as right.` : `The engine finds “${formatTruth(truth)}”.`;
    case "goal":
      return `The engine finds ${formatTruth(truth)}: the goal is ${(truth as { is: boolean }).is ? "reached at the start of the step" : "not reached at the start of the step"}.`;
    case "sketch": {
      const { points, isComplete } = truth as SketchTruth;
      return isComplete ? `The engine has simulated the curve: ${countOf(points.length, "point", "points")}.` : "The engine is running …";
    }
    default:
      return `The engine finds ${formatTruth(truth)}.`;
  }
}

/** The fields for the parameters of a question, which depend on the kind of question. */
function QuestionParams({ question }: { readonly question: Question }) {
  const { store } = usePage();
  const document = useWorkbench((state) => state.document.current);
  const changeQuestion: ChangeQuestion = (changes) => {
    const issues: ValidationIssue[] = [];
    const rawQuestion = Object.fromEntries(
      Object.entries({ ...writeQuestion(question), ...changes }).filter(([, value]) => value !== undefined),
    );
    const newQuestion = readQuestion(rawQuestion, "question", document, issues);
    if (newQuestion === null) return issueText(issues);
    // To mark an answer as right says that it is right for the present network.
    changeStep(store, { question: changes["right"] === undefined ? newQuestion : markedQuestion(newQuestion, document) });
    return null;
  };
  const networkSelect = (networkIndex: number) =>
    document.beside.length === 0 ? null : (
      <StepSelect
        label="Of network"
        value={String(networkIndex)}
        options={variantsOf(document).map((_, i) => [String(i), letterOf(i)])}
        onSelect={(value) => changeQuestion({ network: Number(value) })}
      />
    );
  const measureSelect = (measureId: string, otherChanges: Readonly<Record<string, unknown>> = {}) => (
    <StepSelect
      label="Quantity"
      value={measureId}
      options={lessonMeasures.map(({ id, title }) => [id, title])}
      onSelect={(value) => changeQuestion({ of: value, ...otherChanges })}
    />
  );
  switch (question.is) {
    case "value":
      return (
        <>
          {measureSelect(question.of, { from: undefined, to: undefined })}
          {networkSelect(question.network)}
          <StepNumberField
            label={`End of the axis${unitSuffix(question.of)}`}
            value={question.to}
            onNumber={(to) => changeQuestion({ to })}
          />
        </>
      );
    case "sketch":
      return (
        <>
          {measureSelect(question.of, { from: undefined, to: undefined })}
          {networkSelect(question.network)}
          <StepNumberField
            label={`Start of the axis${unitSuffix(question.of)}; above 0 for a logarithmic axis`}
            value={question.from}
            onNumber={(from) => changeQuestion({ from })}
          />
          <StepNumberField
            label={`End of the axis${unitSuffix(question.of)}`}
            value={question.to}
            onNumber={(to) => changeQuestion({ to })}
          />
        </>
      );
    case "channel":
      return networkSelect(question.network);
    case "choice":
      return (
        <>
          <OptionFields question={question} changeQuestion={changeQuestion} />
          {question.of !== null && networkSelect(question.network)}
        </>
      );
    case "goal": {
      const key = question.isAtLeast ? "atLeast" : "atMost";
      return (
        <>
          {measureSelect(question.of)}
          {networkSelect(question.network)}
          <StepSelect
            label="The quantity has to be"
            value={key}
            options={[
              ["atLeast", "at least"],
              ["atMost", "at most"],
            ]}
            onSelect={(value) => changeQuestion({ atLeast: undefined, atMost: undefined, [value]: question.goal })}
          />
          <StepNumberField
            label={`The goal${unitSuffix(question.of)}`}
            value={question.goal}
            onNumber={(goal) => changeQuestion({ [key]: goal })}
          />
          <StepSelect
            label="Number to minimize"
            value={question.least?.join(".") ?? ""}
            options={[["", "none: any change is allowed"], ...integerOptions(variantsOf(document)[question.network] ?? document)]}
            onSelect={(value) => changeQuestion({ least: value === "" ? undefined : value })}
          />
        </>
      );
    }
    case "free":
      return null;
  }
}

/** The integer parameters in a scenario's sentence, as options of a select: path and words. */
function integerOptions(scenario: Parameters<typeof documentSentence>[0] | ReturnType<typeof variantsOf>[number]) {
  const document = { beside: [], sweep: [], seeds: 1, ...scenario } as unknown as Parameters<typeof documentSentence>[0];
  return sentenceWords(documentSentence(document)).flatMap((word): readonly (readonly [string, string])[] => {
    if (word.type !== "number" || paramAtPath(document, word.path)?.type !== "integer") return [];
    const { param, symbol, text } = word;
    return [[word.path.join("."), `${symbol === "" ? param.title : symbol}, now ${text}`]];
  });
}

/** The message of the first issue, without its path, which only makes sense in a file. */
function issueText(issues: readonly ValidationIssue[]): string {
  const { message, remedy = "" } = issues[0];
  return `${capitalize(message)} ${remedy}`.trim();
}
