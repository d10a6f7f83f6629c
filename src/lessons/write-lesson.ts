/**
 * Writes a lesson as the JSON value of its file or link. Empty fields are left out, and scenarios are written as links if those are
 * readable.
 */
import { type Document, writeDocument } from "../core/scenario/document.ts";
import { writeReadable } from "../links/readable.ts";
import { type Lesson, lessonFormat, lessonVersion, type LessonStep } from "./lesson.ts";
import { writeQuestion } from "./questions/index.ts";

/** The title comes first and the steps last, so that most of a truncated text can be recovered. */
export function writeLesson({ title, minutes, handIn, steps }: Lesson): Readonly<Record<string, unknown>> {
  return {
    format: lessonFormat,
    version: lessonVersion,
    title,
    ...(minutes === null ? {} : { minutes }),
    ...withoutEmpty({ handIn }),
    steps: steps.map(writeStep),
  };
}

/** The text of a lesson's file. */
export function lessonText(lesson: Lesson): string {
  return `${JSON.stringify(writeLesson(lesson), null, 2)}\n`;
}

function writeStep({ title, words, document, view, lock, question, answer, why, notes }: LessonStep): Readonly<Record<string, unknown>> {
  return {
    title,
    ...withoutEmpty({ words }),
    scenario: writeScenario(document),
    ...withoutEmpty({ view }),
    ...(lock === null ? {} : { lock }),
    ...(question === null ? {} : { question: writeQuestion(question) }),
    ...withoutEmpty({ answer, why, notes }),
  };
}

const withoutEmpty = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));

/** Longest readable link that is written for a scenario, in characters. */
const maxReadableLength = 600;

function writeScenario(document: Document): unknown {
  const readable = writeReadable(document);
  return readable !== null && readable.length <= maxReadableLength ? `#${readable}` : writeDocument(document);
}
