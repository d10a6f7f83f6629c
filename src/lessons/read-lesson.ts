/**
 * Reads lessons from files and links. A step that cannot be read does not affect the others: the readable steps open, and the rest are
 * listed with their faults.
 */
import { refuse, ScenarioError, show, type ValidationIssue } from "../core/base/errors.ts";
import { plainTitle, readTitle } from "../core/scenario/title.ts";
import { readLink } from "../links/index.ts";
import { readLock } from "../links/lock.ts";
import { parse, readValue, shortened } from "../links/text.ts";
import { lessonFormat, lessonVersion, type Lesson, longestText, mostSentences, mostSteps, type Step } from "./lesson.ts";
import { readQuestion } from "./questions/index.ts";
import { readKeys } from "./questions/parts.ts";
import { salvaged } from "./salvage.ts";
import { sentencesIn } from "./sentences.ts";

/** A lesson with the steps that could be read. */
export interface ReadLesson {
  readonly lesson: Lesson;
  /** The steps that could not be read, with their number from 1 in the input, and the reasons. */
  readonly missing: readonly Missing[];
}

export interface Missing {
  readonly step: number;
  readonly title: string;
  readonly issues: readonly ValidationIssue[];
}

const another = "Ask the person who gave it to you for another copy.";
const keys = ["format", "version", "title", "minutes", "steps"];
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
export async function readLesson(text: string, isWhole = true): Promise<ReadLesson> {
  return readLessonValue(isWhole ? parse(text) : salvaged(text));
}

/** Reads a parsed lesson. @throws ScenarioError if no step can be read */
export async function readLessonValue(raw: unknown): Promise<ReadLesson> {
  if (!isRecord(raw) || raw["format"] !== lessonFormat) refuse("format", `this is no lesson: expected "${lessonFormat}".`, another);
  const { version } = raw;
  if (version !== lessonVersion) {
    refuse("version", `${show(version)} is not known here; expected ${lessonVersion}.`, "Reload the page to get its newest version.");
  }
  const issues: ValidationIssue[] = [];
  readKeys(raw, "", keys, issues);
  const { steps, minutes = null } = raw;
  const title = readTitle(raw["title"], "title", issues);
  const isMinutes = minutes === null || (typeof minutes === "number" && minutes >= 1 && minutes <= 240);
  if (!isMinutes)
    issues.push({ path: "minutes", message: `${show(minutes)} cannot be used: expected a number from 1 to 240.`, remedy: "Leave it out." });
  if (!Array.isArray(steps) || steps.length === 0 || steps.length > mostSteps) {
    const given = Array.isArray(steps) ? `has ${steps.length} entries` : `${show(steps)} is no list`;
    issues.push({ path: "steps", message: `${given}; expected 1 to ${mostSteps} steps.`, remedy: "Write them in square brackets." });
  }
  if (issues.length > 0) throw new ScenarioError(shortened(issues));
  const all = await Promise.all((steps as unknown[]).map((each, i) => readStep(each, i)));
  const missing = all.filter((each): each is Missing => "issues" in each);
  const read = all.filter((each): each is Step => !("issues" in each));
  if (read.length === 0) throw new ScenarioError(shortened(missing.flatMap((each) => each.issues)));
  const told = missing.map((each) => ({ ...each, issues: shortened(each.issues) }));
  return { lesson: { title, minutes: minutes as number | null, steps: read }, missing: told };
}

async function readStep(raw: unknown, index: number): Promise<Step | Missing> {
  const path = `steps.${index}`;
  const issues: ValidationIssue[] = [];
  const given = isRecord(raw) ? raw : {};
  if (!isRecord(raw))
    issues.push({
      path,
      message: `${show(raw)} is no step; expected a title and a scenario in curly brackets.`,
      remedy: "Take a step from a lesson as a pattern.",
    });
  readKeys(given, path, stepKeys, issues);
  const title = readTitle(given["title"], `${path}.title`, issues);
  const [words, answer, why, notes, view] = ["words", "answer", "why", "notes", "view"].map((key) => readText(given, key, path, issues));
  const count = sentencesIn(words).length;
  if (count > mostSentences) {
    const message = `has ${count} sentences; expected at most ${mostSentences}.`;
    issues.push({ path: `${path}.words`, message, remedy: "Move what is over into why, or into notes." });
  }
  const document = await readScenario(given["scenario"], `${path}.scenario`, issues);
  const lock = given["lock"] === undefined ? null : readText(given, "lock", path, issues);
  if (document !== null && lock !== null) within(`${path}.lock`, issues, () => readLock(lock, document));
  const question =
    document === null || given["question"] === undefined ? null : readQuestion(given["question"], `${path}.question`, document, issues);
  if (document === null || issues.length > 0) return { step: index + 1, title, issues };
  return { title, words, document, view, lock, question, answer, why, notes };
}

function readText(given: Raw, key: string, path: string, issues: ValidationIssue[]): string {
  const text = given[key] ?? "";
  if (typeof text === "string" && text.length <= longestText) return plainTitle(text);
  issues.push({
    path: `${path}.${key}`,
    message: `${show(text)} cannot be used: expected a text of at most ${longestText} characters.`,
    remedy: typeof text === "string" ? "Shorten it." : "Write it in quotes.",
  });
  return "";
}

/** Reads a scenario: a link, which a person can write, or a document. */
async function readScenario(given: unknown, path: string, issues: ValidationIssue[]) {
  try {
    return typeof given === "string" ? await readLink(given) : readValue(given);
  } catch (fault) {
    if (!(fault instanceof ScenarioError)) throw fault;
    issues.push(...fault.issues.map((each) => ({ ...each, path: each.path === "" ? path : `${path}.${each.path}` })));
    return null;
  }
}

function within(path: string, issues: ValidationIssue[], read: () => unknown): void {
  try {
    read();
  } catch (fault) {
    if (!(fault instanceof ScenarioError)) throw fault;
    issues.push(...fault.issues.map((each) => ({ ...each, path })));
  }
}
