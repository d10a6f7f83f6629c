/**
 * Reads lessons from files and links. A step that cannot be read does not affect the others: the readable steps open, and the rest are
 * listed with their faults.
 */
import { refuse, ScenarioError, quoteValue, type ValidationIssue } from "../core/base/errors.ts";
import { plainTitle, readTitle } from "../core/scenario/title.ts";
import { readDocumentLink } from "../links/index.ts";
import { readLock } from "../links/lock.ts";
import { parseDocumentJson, readDocumentValue, limitIssues } from "../links/text.ts";
import {
  lessonFormat,
  lessonVersion,
  type Lesson,
  maxLessonTextLength,
  maxStepSentences,
  maxLessonSteps,
  type LessonStep,
} from "./lesson.ts";
import { readQuestion } from "./questions/index.ts";
import { rejectUnknownKeys } from "./questions/readers.ts";
import { parseTruncatedLesson } from "./salvage.ts";
import { sentencesIn } from "./sentences.ts";

/** A lesson with the steps that could be read. */
export interface LessonReading {
  readonly lesson: Lesson;
  /** The steps that could not be read, with their number from 1 in the input, and the reasons. */
  readonly unreadableSteps: readonly UnreadableStep[];
}

export interface UnreadableStep {
  readonly step: number;
  readonly title: string;
  readonly issues: readonly ValidationIssue[];
}

const copyRemedy = "Ask the author for another copy.";
const lessonKeys = ["format", "version", "title", "minutes", "handIn", "steps"];
const stepKeys = ["title", "words", "scenario", "view", "lock", "question", "answer", "why", "notes"];

type Raw = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Raw => typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a parsed file is a lesson rather than a scenario. */
export function isLesson(parsed: unknown): boolean {
  return isRecord(parsed) && parsed["format"] === lessonFormat;
}

/**
 * Reads a lesson from the text of a file or an unpacked link.
 * @param isWhole false if the text is known to be truncated; the complete steps are then read
 * @throws ScenarioError if no step can be read
 */
export async function readLesson(text: string, isWhole = true): Promise<LessonReading> {
  return readLessonValue(isWhole ? parseDocumentJson(text) : parseTruncatedLesson(text));
}

/**
 * Reads a lesson from parsed JSON: format and version, title, duration in minutes, and steps. Steps that cannot be read are returned
 * separately with their issues.
 * @throws ScenarioError if the lesson is invalid, or no step can be read
 */
export async function readLessonValue(raw: unknown): Promise<LessonReading> {
  if (!isRecord(raw) || raw["format"] !== lessonFormat) refuse("format", `this is not a lesson: expected "${lessonFormat}".`, copyRemedy);
  const { version } = raw;
  if (version !== lessonVersion) {
    refuse("version", `${quoteValue(version)} is not known here; expected ${lessonVersion}.`, "Reload the page to get its newest version.");
  }
  const issues: ValidationIssue[] = [];
  rejectUnknownKeys(raw, "", lessonKeys, issues);
  const { steps, minutes = null } = raw;
  const title = readTitle(raw["title"], "title", issues);
  const handIn = readTitle(raw["handIn"], "handIn", issues);
  const isMinutes = minutes === null || (typeof minutes === "number" && minutes >= 1 && minutes <= 240);
  if (!isMinutes)
    issues.push({
      path: "minutes",
      message: `${quoteValue(minutes)} cannot be used: expected a number from 1 to 240.`,
      remedy: "Leave it out.",
    });
  if (!Array.isArray(steps) || steps.length === 0 || steps.length > maxLessonSteps) {
    const problem = Array.isArray(steps) ? `has ${steps.length} entries` : `${quoteValue(steps)} is not a list`;
    issues.push({ path: "steps", message: `${problem}; expected 1 to ${maxLessonSteps} steps.`, remedy: "Write them in square brackets." });
  }
  if (issues.length > 0) throw new ScenarioError(limitIssues(issues));
  const readSteps = await Promise.all((steps as unknown[]).map((each, i) => readStep(each, i)));
  const unreadable = readSteps.filter((each): each is UnreadableStep => "issues" in each);
  const readable = readSteps.filter((each): each is LessonStep => !("issues" in each));
  if (readable.length === 0) throw new ScenarioError(limitIssues(unreadable.flatMap((each) => each.issues)));
  const unreadableSteps = unreadable.map((each) => ({ ...each, issues: limitIssues(each.issues) }));
  return { lesson: { title, minutes: minutes as number | null, handIn, steps: readable }, unreadableSteps };
}

/**
 * Reads a step of a lesson from parsed JSON: its texts, its scenario, the parameters that are locked in it, and its question. Returns the
 * issues if there are any.
 * @param index index of the step, from 0
 */
async function readStep(raw: unknown, index: number): Promise<LessonStep | UnreadableStep> {
  const path = `steps.${index}`;
  const issues: ValidationIssue[] = [];
  const record = isRecord(raw) ? raw : {};
  if (!isRecord(raw))
    issues.push({
      path,
      message: `${quoteValue(raw)} is not a step; expected a title and a scenario in curly brackets.`,
      remedy: "Use a step of another lesson as an example.",
    });
  rejectUnknownKeys(record, path, stepKeys, issues);
  const title = readTitle(record["title"], `${path}.title`, issues);
  const [words, answer, why, notes, view] = ["words", "answer", "why", "notes", "view"].map((key) => readText(record, key, path, issues));
  const count = sentencesIn(words).length;
  if (count > maxStepSentences) {
    const message = `has ${count} sentences; expected at most ${maxStepSentences}.`;
    issues.push({ path: `${path}.words`, message, remedy: "Move the rest into why or notes." });
  }
  const document = await readScenario(record["scenario"], `${path}.scenario`, issues);
  const lock = record["lock"] === undefined ? null : readText(record, "lock", path, issues);
  if (document !== null && lock !== null) collectIssues(`${path}.lock`, issues, () => readLock(lock, document));
  const question =
    document === null || record["question"] === undefined ? null : readQuestion(record["question"], `${path}.question`, document, issues);
  if (document === null || issues.length > 0) return { step: index + 1, title, issues };
  return { title, words, document, view, lock, question, answer, why, notes };
}

function readText(record: Raw, key: string, path: string, issues: ValidationIssue[]): string {
  const text = record[key] ?? "";
  if (typeof text === "string" && text.length <= maxLessonTextLength) return plainTitle(text);
  issues.push({
    path: `${path}.${key}`,
    message: `${quoteValue(text)} cannot be used: expected a text of at most ${maxLessonTextLength} characters.`,
    remedy: typeof text === "string" ? "Shorten it." : "Write it in quotes.",
  });
  return "";
}

/** Reads a scenario: a link, which a person can write, or a document. */
async function readScenario(rawScenario: unknown, path: string, issues: ValidationIssue[]) {
  try {
    return typeof rawScenario === "string" ? await readDocumentLink(rawScenario) : readDocumentValue(rawScenario);
  } catch (fault) {
    if (!(fault instanceof ScenarioError)) throw fault;
    issues.push(...fault.issues.map((each) => ({ ...each, path: each.path === "" ? path : `${path}.${each.path}` })));
    return null;
  }
}

function collectIssues(path: string, issues: ValidationIssue[], read: () => unknown): void {
  try {
    read();
  } catch (fault) {
    if (!(fault instanceof ScenarioError)) throw fault;
    issues.push(...fault.issues.map((each) => ({ ...each, path })));
  }
}
