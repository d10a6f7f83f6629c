/** The kinds of questions, in the order of the menu. */
import { quoteValue, type ValidationIssue } from "../../core/base/errors.ts";
import type { Document } from "../../core/scenario/document.ts";
import { channelQuestion, type ChannelQuestion, type MostLoadedChannels } from "./channel.ts";
import { choiceQuestion, type ChoiceQuestion } from "./choice.ts";
import type { QuestionKind } from "./contract.ts";
import { freeQuestion, type FreeQuestion } from "./free.ts";
import { goalQuestion, type GoalQuestion, type GoalOutcome } from "./goal.ts";
import { sketchQuestion, type SketchQuestion, type SketchTruth } from "./sketch.ts";
import { valueQuestion, type ValueQuestion } from "./value.ts";

export type Question = ValueQuestion | ChannelQuestion | ChoiceQuestion | SketchQuestion | GoalQuestion | FreeQuestion;
export type Truth = number | MostLoadedChannels | SketchTruth | GoalOutcome | true;

/** All kinds, typed for callers that do not know the kind of a question. */
export const questionKinds: readonly QuestionKind<Question, Truth>[] = [
  valueQuestion,
  channelQuestion,
  choiceQuestion,
  sketchQuestion,
  goalQuestion,
  freeQuestion,
];

/** The kind of a question. */
export function questionKindOf({ is }: Question): QuestionKind<Question, Truth> {
  return questionKinds.find(({ id }) => id === is)!;
}

/** Reads the question of a step. Faults are added to `issues`; if there are any, the result is null. */
export function readQuestion(raw: unknown, path: string, document: Document, issues: ValidationIssue[]): Question | null {
  const record = typeof raw === "object" && raw !== null && !Array.isArray(raw) ? (raw as Readonly<Record<string, unknown>>) : {};
  const kind = questionKinds.find(({ id }) => id === record["is"]);
  if (kind !== undefined) return kind.read(record, path, document, issues);
  issues.push({
    path: `${path}.is`,
    message: `${quoteValue(record["is"])} is not a kind of question; expected ${questionKinds.map(({ id }) => id).join(", ")}.`,
    remedy: "Write one of these.",
  });
  return null;
}

/** The question as in a lesson file. */
export function writeQuestion(question: Question): Readonly<Record<string, unknown>> {
  return { is: question.is, ...questionKindOf(question).write(question) };
}
