/** State of the lesson on the page: the current step, the answers so far, and what is still covered. Pure functions. */
import type { Document } from "../../core/scenario/document.ts";
import type { Lesson, Step } from "../../lessons/lesson.ts";
import type { Said } from "../../lessons/questions/contract.ts";
import type { Missing } from "../../lessons/read-lesson.ts";

/** Where a lesson comes from. This determines the addresses of its steps. */
export type Source =
  /** A named file in the folder of lessons. */
  | { readonly is: "named"; readonly name: string }
  /** Another file below the page's folder. */
  | { readonly is: "file"; readonly path: string }
  /** The link itself, with the packed text of the lesson. */
  | { readonly is: "packed"; readonly text: string }
  /** Written or opened on this page: it has no address yet. */
  | { readonly is: "here" };

/** The reader's role in the lesson. */
export type Part = "student" | "speaker" | "maker" | "explorer" | "gatherer";

/** An attempt to reach a goal: the number to be minimized, or null; the value reached with it; and whether that meets the goal. */
export interface Try {
  readonly least: number | null;
  readonly value: number;
  readonly is: boolean;
}

export interface LessonSession {
  readonly lesson: Lesson;
  readonly missing: readonly Missing[];
  readonly source: Source;
  readonly part: Part;
  /** Index of the current step, from 0. */
  readonly at: number;
  /** Answers by step: null if the student declined to answer, absent before an answer. */
  readonly said: Readonly<Record<number, Said | null>>;
  /** An answer that has been entered but not yet given. */
  readonly guess: Said | null;
  /** Steps that have been completed. */
  readonly done: readonly number[];
  /** Documents as the student changed them in the steps, and while exploring. */
  readonly worked: Readonly<Record<number, Document>>;
  readonly explored: Readonly<Record<number, Document>>;
  /** Attempts to reach the goals of steps, each number once. */
  readonly tries: Readonly<Record<number, readonly Try[]>>;
  /** The seed of this device; null if all devices use that of the lesson. */
  readonly seed: number | null;
  /** The document before the lesson was opened; null if it was not the reader's own. */
  readonly before: { readonly scenario: Document; readonly isEdited: boolean } | null;
  /** True while results are hidden because the step asks for a prediction. */
  readonly isCovered: boolean;
}

/** The state of a lesson at its start. */
export function attend(lesson: Lesson, source: Source, missing: readonly Missing[] = [], seed: number | null = null): LessonSession {
  return {
    lesson,
    missing,
    source,
    part: "student",
    at: 0,
    said: {},
    guess: null,
    done: [],
    worked: {},
    explored: {},
    tries: {},
    seed,
    before: null,
    isCovered: false,
  };
}

/** The current step. */
export function stepAt({ lesson, at }: LessonSession): Step {
  return lesson.steps[at];
}

/** Whether a step hides its results until the student has answered. A goal needs the results. */
export function asks({ question }: Step): boolean {
  return question !== null && question.is !== "goal";
}

/** Whether the results of the current step are hidden. */
export function mustCover(attending: LessonSession): boolean {
  const { part, at, said } = attending;
  return (part === "student" || part === "speaker") && asks(stepAt(attending)) && !(at in said);
}

/** The attempt that reached the goal and was given as the answer; null before that, or if the student gave up. */
export function reachedAt({ at, said, tries }: LessonSession): Try | null {
  const own = said[at] ?? null;
  if (own === null || !("number" in own)) return null;
  return tries[at]?.find(({ is, least, value }) => is && (least ?? value) === own.number) ?? null;
}

/** The document of a step as the student left it, otherwise that of the lesson, with the seed of the device. */
export function documentAt({ lesson, worked, seed }: LessonSession, at: number): Document {
  const { document } = lesson.steps[at];
  return worked[at] ?? (seed === null ? document : { ...document, seed, claim: null });
}

/** The address of the current step, without `#`; empty for a lesson without an address. */
export function fragmentOf({ source, at, seed }: LessonSession): string {
  const more = seed === null ? "" : "&seed=ask";
  const step = at === 0 ? "" : `&step=${at + 1}`;
  switch (source.is) {
    case "named":
      return `${source.name}${at === 0 ? "" : `.${at + 1}`}${more}`;
    case "file":
      return `src=${source.path}${step}${more}`;
    case "packed":
      return `lesson=${source.text}${step}${more}`;
    case "here":
      return "";
  }
}
