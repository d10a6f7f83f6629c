/** The kinds of questions, in the order of the menu. */
import { show, type ValidationIssue } from "../../core/base/errors.ts";
import type { Document } from "../../core/scenario/document.ts";
import { channel, type ChannelQuestion, type FirstFull } from "./channel.ts";
import { choice, type ChoiceQuestion } from "./choice.ts";
import type { QuestionKind } from "./contract.ts";
import { free, type FreeQuestion } from "./free.ts";
import { goal, type GoalQuestion, type Reached } from "./goal.ts";
import { value, type ValueQuestion } from "./value.ts";

export type Question = ValueQuestion | ChannelQuestion | ChoiceQuestion | GoalQuestion | FreeQuestion;
export type Truth = number | FirstFull | Reached | true;

/** All kinds, typed for callers that do not know the kind of a question. */
export const questionKinds: readonly QuestionKind<Question, Truth>[] = [value, channel, choice, goal, free];

/** The kind of a question. */
export function kindOf({ is }: Question): QuestionKind<Question, Truth> {
  return questionKinds.find(({ id }) => id === is)!;
}

/** Reads the question of a step. Faults are added to `issues`; if there are any, the result is null. */
export function readQuestion(raw: unknown, path: string, document: Document, issues: ValidationIssue[]): Question | null {
  const given = typeof raw === "object" && raw !== null && !Array.isArray(raw) ? (raw as Readonly<Record<string, unknown>>) : {};
  const kind = questionKinds.find(({ id }) => id === given["is"]);
  if (kind !== undefined) return kind.read(given, path, document, issues);
  issues.push({
    path: `${path}.is`,
    message: `${show(given["is"])} is no kind of question; expected ${questionKinds.map(({ id }) => id).join(", ")}.`,
    remedy: "Write one of these.",
  });
  return null;
}

/** The question as in a lesson file. */
export function writeQuestion(question: Question): Readonly<Record<string, unknown>> {
  return { is: question.is, ...kindOf(question).write(question) };
}
