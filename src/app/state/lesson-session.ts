/** The lesson on the page as it is gone through: which step, what was said, and what is still covered. Pure. */
import type { Document } from "../../core/scenario/document.ts";
import type { Lesson, Step } from "../../lessons/lesson.ts";
import type { Said } from "../../lessons/questions/contract.ts";
import type { Missing } from "../../lessons/read-lesson.ts";

/** Where a lesson comes from, which is how the address of its steps is written. */
export type Source =
  /** A file beside the page, by its short name. */
  | { readonly is: "named"; readonly name: string }
  /** A file elsewhere below the page's folder. */
  | { readonly is: "file"; readonly path: string }
  /** The link itself, as it was packed. */
  | { readonly is: "packed"; readonly text: string }
  /** Made or opened here: it has no address yet. */
  | { readonly is: "here" };

/** What one goes through a lesson as. */
export type Part = "student" | "speaker" | "maker" | "explorer" | "gatherer";

/** A try to reach a goal: the number that is to be small, or null; and what was reached with it. */
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
  /** The step, from 0. */
  readonly at: number;
  /** What was said at each step: null where the student would not say, absent before either. */
  readonly said: Readonly<Record<number, Said | null>>;
  /** A guess that is not yet said: the mark may still be moved. */
  readonly guess: Said | null;
  /** Steps that have been seen, with their answers where they ask. */
  readonly done: readonly number[];
  /** The documents that the student has made of the steps, and those made of them while exploring. */
  readonly worked: Readonly<Record<number, Document>>;
  readonly explored: Readonly<Record<number, Document>>;
  /** What was tried to reach the goal of a step, each number once. */
  readonly tries: Readonly<Record<number, readonly Try[]>>;
  /** The seed of this device; null where all have that of the lesson. */
  readonly seed: number | null;
  /** What was on the page before the lesson was begun; null where that was nothing of the reader's. */
  readonly before: { readonly scenario: Document; readonly isEdited: boolean } | null;
  /** True while nothing of the runs may be seen. */
  readonly isCovered: boolean;
}

/** A lesson that nobody has begun. */
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

/** The step that is gone through. */
export function stepAt({ lesson, at }: LessonSession): Step {
  return lesson.steps[at];
}

/** Whether a step keeps its answer covered until something is said. A goal is reached by what the runs show. */
export function asks({ question }: Step): boolean {
  return question !== null && question.is !== "goal";
}

/** Whether the answer of the present step is covered. */
export function mustCover(attending: LessonSession): boolean {
  const { part, at, said } = attending;
  return (part === "student" || part === "speaker") && asks(stepAt(attending)) && !(at in said);
}

/** The try with which a goal was reached and said to be; null before that, and where it was given up. */
export function reachedAt({ at, said, tries }: LessonSession): Try | null {
  const own = said[at] ?? null;
  if (own === null || !("number" in own)) return null;
  return tries[at]?.find(({ is, least, value }) => is && (least ?? value) === own.number) ?? null;
}

/** The document of a step as the student left it, else as the lesson has it, with the device's seed. */
export function documentAt({ lesson, worked, seed }: LessonSession, at: number): Document {
  const { document } = lesson.steps[at];
  return worked[at] ?? (seed === null ? document : { ...document, seed, claim: null });
}

/** The part of an address behind `#`; empty for a lesson without one. */
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
