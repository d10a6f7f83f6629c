/** State of the lesson on the page: the current step, the answers so far, and what is still covered. Pure functions. */
import type { Document } from "../../core/scenario/document.ts";
import type { LeftDocument } from "./document-state.ts";
import type { Lesson, LessonStep } from "../../lessons/lesson.ts";
import type { Grade, StudentResponse } from "../../lessons/questions/contract.ts";
import type { UnreadableStep } from "../../lessons/read-lesson.ts";

/** Where a lesson comes from. This determines the addresses of its steps. */
export type LessonSource =
  /** A named file in the folder of lessons. */
  | { readonly is: "named"; readonly name: string }
  /** Another file below the page's folder. */
  | { readonly is: "file"; readonly path: string }
  /** The link itself, with the packed text of the lesson. */
  | { readonly is: "packed"; readonly text: string }
  /** Written or opened on this page: it has no address yet. */
  | { readonly is: "here" };

/** The reader's role in the lesson. */
export type LessonRole = "student" | "speaker" | "maker" | "explorer" | "gatherer";

/** What the student has learned in a step: the answer as a sentence, and the grade of the student's own answer. */
export interface StepOutcome {
  readonly sentence: string;
  /** Null if the student saw the answer without giving one. */
  readonly grade: Grade | null;
}

/** An attempt to reach a goal: the number to be minimized, or null; the value that was reached; and whether this value meets the goal. */
export interface GoalAttempt {
  readonly least: number | null;
  readonly value: number;
  readonly is: boolean;
}

export interface LessonSession {
  readonly lesson: Lesson;
  readonly missing: readonly UnreadableStep[];
  readonly source: LessonSource;
  readonly role: LessonRole;
  /** Index of the current step, from 0. */
  readonly stepIndex: number;
  /** Answers by step: null if the student declined to answer, absent before an answer. */
  readonly said: Readonly<Record<number, StudentResponse | null>>;
  /** An answer that has been entered but not yet given. */
  readonly guess: StudentResponse | null;
  /** Steps that have been completed. */
  readonly done: readonly number[];
  /** Steps whose answer a presenter has revealed to the class. Whether the presenter answered the step alone does not matter. */
  readonly revealed: readonly number[];
  /** Documents as the student changed them in the steps, and while exploring. */
  readonly worked: Readonly<Record<number, Document>>;
  readonly explored: Readonly<Record<number, Document>>;
  /** Attempts to reach the goals of steps, each number once. */
  readonly tries: Readonly<Record<number, readonly GoalAttempt[]>>;
  /** What the student has learned, by step. */
  readonly outcomes: Readonly<Record<number, StepOutcome>>;
  /** The seed of this device; null if all devices use the seed of the lesson. */
  readonly seed: number | null;
  /** The document on the page before the lesson was opened, with its undo history; null for a lesson that is being written. */
  readonly before: LeftDocument | null;
  /** True while results are hidden because the step asks for a prediction. */
  readonly isCovered: boolean;
}

/**
 * The state of a lesson at its start, with the reader as a student. `said` will have the answers given, and `guess` the answer that is being
 * entered; `worked` and `explored` the documents that the student has changed; `tries` the attempts to reach a goal.
 * @param source Where the lesson comes from; it determines the address of the page.
 * @param missing Steps of the lesson that could not be read.
 * @param seed Seed of this device for all runs; null to use the seeds of the lesson.
 */
export function newLessonSession(
  lesson: Lesson,
  source: LessonSource,
  missing: readonly UnreadableStep[] = [],
  seed: number | null = null,
): LessonSession {
  return {
    lesson,
    missing,
    source,
    role: "student",
    stepIndex: 0,
    said: {},
    guess: null,
    done: [],
    revealed: [],
    worked: {},
    explored: {},
    tries: {},
    outcomes: {},
    seed,
    before: null,
    isCovered: false,
  };
}

/** The current step. */
export function currentStepOf({ lesson, stepIndex: at }: LessonSession): LessonStep {
  return lesson.steps[at];
}

/** Whether a step hides its results until the student has answered. A goal needs the results. */
export function requiresAnswer({ question }: LessonStep): boolean {
  return question !== null && question.is !== "goal";
}

/** Whether the reader shows the lesson to a class: on a projector, or with the answers of the class. */
export function isPresenter({ role }: LessonSession): boolean {
  return role === "speaker" || role === "gatherer";
}

/**
 * Whether the current step is answered: by the student, or, if the step asks a class for a prediction, by the presenter who reveals the
 * answer.
 */
export function isStepAnswered(session: LessonSession): boolean {
  const { stepIndex, said, revealed } = session;
  return isPresenter(session) && requiresAnswer(currentStepOf(session)) ? revealed.includes(stepIndex) : stepIndex in said;
}

/** Whether the results of the current step are hidden. */
export function areResultsHidden(session: LessonSession): boolean {
  const hidesResults = session.role === "student" || isPresenter(session);
  return hidesResults && requiresAnswer(currentStepOf(session)) && !isStepAnswered(session);
}

/** The attempt that reached the goal and was given as the answer; null before that, or if the student gave up. */
export function successfulAttempt({ stepIndex: at, said, tries }: LessonSession): GoalAttempt | null {
  const answer = said[at] ?? null;
  if (answer === null || !("number" in answer)) return null;
  return tries[at]?.find(({ is, least, value }) => is && (least ?? value) === answer.number) ?? null;
}

/** The document of a step as the student left it, otherwise as the lesson has it; with the seed of the device. */
export function documentOfStep({ lesson, worked, seed }: LessonSession, stepIndex: number): Document {
  const { document } = lesson.steps[stepIndex];
  return worked[stepIndex] ?? (seed === null ? document : { ...document, seed, claim: null });
}

/** The address of the current step, without `#`; empty for a lesson without an address. */
export function lessonFragment({ source, stepIndex: at, seed }: LessonSession): string {
  const seedPart = seed === null ? "" : "&seed=ask";
  const stepPart = at === 0 ? "" : `&step=${at + 1}`;
  switch (source.is) {
    case "named":
      return `${source.name}${at === 0 ? "" : `.${at + 1}`}${seedPart}`;
    case "file":
      return `src=${source.path}${stepPart}${seedPart}`;
    case "packed":
      return `lesson=${source.text}${stepPart}${seedPart}`;
    case "here":
      return "";
  }
}
