/** The type of a lesson: an ordered list of steps, each with a scenario to show, a few sentences, and often a question. */
import type { Document } from "../core/scenario/document.ts";
import type { Question } from "./questions/index.ts";

/** Format and version of lesson files. */
export const lessonFormat = "fabricscope-lesson";
export const lessonVersion = 1;

/** Limits of a lesson: number of steps, and length of each text in characters. */
export const maxLessonSteps = 40;
export const maxLessonTextLength = 1200;
/** Largest number of sentences above the picture of a step. */
export const maxStepSentences = 3;

/** How answers are handed in, if a lesson does not say it. */
export const defaultHandIn = "Send this line in the chat or form of your course, or show the code to the lecturer.";

export interface Lesson {
  /** At most 120 characters, one line. */
  readonly title: string;
  /** Duration in minutes, 1 to 240; null if not specified. */
  readonly minutes: number | null;
  /** How the answers of a class come together, in one line for its students; empty for {@link defaultHandIn}. */
  readonly handIn: string;
  readonly steps: readonly LessonStep[];
}

export interface LessonStep {
  /** The question, or what the step shows, in one line. */
  readonly title: string;
  /** At most three sentences; empty for none. */
  readonly words: string;
  readonly document: Document;
  /** Open cards and selection, in the syntax of `view=` in links; empty for the defaults. */
  readonly view: string;
  /** Locked fields, in the syntax of `lock=` in links; null if nothing is locked. */
  readonly lock: string | null;
  readonly question: Question | null;
  /** Replaces the title once the answer is shown; empty for the finding of the runs. `{truth}` is replaced by the true answer. */
  readonly answer: string;
  /** The explanation in one or two sentences; `{truth}` as above. */
  readonly why: string;
  /** Speaker notes. */
  readonly notes: string;
}

/** A new step that shows a document. */
export function newLessonStep(document: Document, title = "", view = ""): LessonStep {
  return { title, words: "", document, view, lock: null, question: null, answer: "", why: "", notes: "" };
}
