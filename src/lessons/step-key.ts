/** Whether the key of a step, its right answer, still fits the step. */
import { documentHash } from "../core/scenario/document.ts";
import { giveawayOf } from "./giveaway.ts";
import type { LessonStep } from "./lesson.ts";
import type { Truth } from "./questions/index.ts";
import type { GoalOutcome } from "./questions/goal.ts";

/** A step whose right answer was marked for the document that it has now. */
export function withMarkedKey(step: LessonStep): LessonStep {
  const { question, document } = step;
  if (question?.is !== "choice" || question.right === null) return step;
  return { ...step, question: { ...question, markedFor: documentHash(document) } };
}

/** Whether the document of a step has changed since the author marked the right answer. */
export function isKeyOutdated({ question, document }: LessonStep): boolean {
  return (
    question?.is === "choice" &&
    question.right !== null &&
    question.markedFor !== undefined &&
    question.markedFor !== documentHash(document)
  );
}

/**
 * What is wrong with the question of a step, as a sentence for the author; null if nothing is.
 * @param truth the answer that the engine computes; null while it is not known
 */
export function questionProblem(step: LessonStep, truth: Truth | null): string | null {
  const { question } = step;
  if (question === null) return null;
  if (isKeyOutdated(step)) return "The network has changed since the right answer was marked. Mark it again.";
  if (question.is === "value" && truth !== null) {
    const value = truth as number;
    if (value > question.to || value < question.from)
      return `The result, ${Number(value.toPrecision(3))}, lies outside of the axis, which ends at ${value > question.to ? question.to : question.from}.`;
  }
  if (question.is === "goal" && truth !== null && (truth as GoalOutcome).is) return "The goal is already reached at the start of the step.";
  return question.is === "choice" ? giveawayOf(question.options.map(({ words }) => words)) : null;
}
