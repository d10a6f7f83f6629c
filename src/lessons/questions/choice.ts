/**
 * Question with a few options. Either the lesson tells which one is right, or it is the option whose value is closest to the engine's
 * result.
 */
import { quoteValue, type ValidationIssue } from "../../core/base/errors.ts";
import { plainTitle } from "../../core/scenario/title.ts";
import { lessonMeasureOf } from "../measures.ts";
import type { QuestionKind } from "./contract.ts";
import { rejectUnknownKeys, readMeasure, readNetwork } from "./readers.ts";

export interface ChoiceQuestion {
  readonly is: "choice";
  readonly options: readonly ChoiceOption[];
  /** Index of the right option, from 0; null if the engine decides. */
  readonly right: number | null;
  /**
   * Hash of the document for which the author marked the right option. If the document has changed since, the option may be wrong. Absent in
   * lessons of earlier versions, and if the engine decides.
   */
  readonly markedFor?: string;
  /** Id of the measure that decides, and index of its scenario. The id is null if the right option is specified. */
  readonly of: string | null;
  readonly network: number;
}

export interface ChoiceOption {
  readonly words: string;
  /** The value of the option, in the unit of the measure; null if the right option is specified. */
  readonly value: number | null;
}

/** Fewest and most options, and longest text of an option in characters. */
const [minOptions, maxOptions, maxOptionLength] = [2, 5, 120];

export const choiceQuestion: QuestionKind<ChoiceQuestion, number> = {
  id: "choice",
  title: "choose one of several answers",
  hasResultInLine: true,
  create: () => ({
    is: "choice",
    options: ["First answer", "Second answer", "Third answer"].map((words) => ({ words, value: null })),
    right: 0,
    of: null,
    network: 0,
  }),
  /**
   * Reads 2 to 5 options, and either the index of the right one, or the id of a measure (`of`) and a value for each option, of which the
   * closest to the result is right.
   */
  read(raw, path, document, issues) {
    const issuesBefore = issues.length;
    rejectUnknownKeys(raw, path, ["is", "options", "right", "markedFor", "of", "network"], issues);
    const network = readNetwork(raw, path, document, issues);
    const measureId = raw["of"] === undefined ? null : readMeasure(raw, path, issues).id;
    const rawOptions = raw["options"];
    if (!Array.isArray(rawOptions) || rawOptions.length < minOptions || rawOptions.length > maxOptions) {
      issues.push({
        path: `${path}.options`,
        message: `${quoteValue(rawOptions)} is not a list of answers; expected ${minOptions} to ${maxOptions}.`,
        remedy: "Write them in square brackets, three if in doubt.",
      });
      return null;
    }
    // An option is a text, or a text with a value.
    const options = rawOptions.map((each: unknown, i): ChoiceOption => {
      const optionPath = `${path}.options.${i}`;
      if (typeof each === "object" && each !== null && !Array.isArray(each))
        rejectUnknownKeys(each as Readonly<Record<string, unknown>>, optionPath, ["words", "value"], issues);
      const { words, value = null } = typeof each === "string" ? { words: each } : ((each ?? {}) as { words?: unknown; value?: unknown });
      const hasWords = typeof words === "string" && words.trim() !== "" && words.length <= maxOptionLength;
      const hasValidValue = measureId === null ? value === null : typeof value === "number" && Number.isFinite(value);
      if (hasWords && hasValidValue) return { words: plainTitle(words), value: value as number | null };
      issues.push({
        path: optionPath,
        message: `${quoteValue(each)} is not an answer; expected words of at most ${maxOptionLength} characters${measureId === null ? "" : `, and a value of ${measureId}`}.`,
        remedy: measureId === null ? "Write a text." : 'Write {"words": "twice as much", "value": 0.74}.',
      });
      return { words: "", value: null };
    });
    if (issues.length === issuesBefore) rejectDuplicates(options, path, issues);
    const { markedFor } = raw;
    if (markedFor !== undefined && (typeof markedFor !== "string" || !/^[0-9a-f]{16}$/.test(markedFor))) {
      issues.push({
        path: `${path}.markedFor`,
        message: `${quoteValue(markedFor)} is not the hash of a document; expected 16 hexadecimal digits.`,
        remedy: "Leave it out.",
      });
    }
    // Either the lesson gives the index of the right option, or the options have values.
    const { right = null } = raw;
    const isOptionIndex = typeof right === "number" && Number.isInteger(right) && right >= 0 && right < options.length;
    if (measureId === null ? !isOptionIndex : right !== null) {
      issues.push({
        path: `${path}.right`,
        message:
          measureId === null
            ? `${quoteValue(right)} is none of the answers; expected 0 to ${options.length - 1}.`
            : "is decided by the engine in this question.",
        remedy: measureId === null ? "Write the index of the right answer, from 0." : "Leave it out.",
      });
    }
    if (issues.length > issuesBefore) return null;
    const mark = typeof markedFor === "string" && right !== null ? { markedFor } : {};
    return { is: "choice", options, right: right as number | null, ...mark, of: measureId, network };
  },
  write: ({ options, right, markedFor, of: measureId, network }) => ({
    options: measureId === null ? options.map(({ words }) => words) : options,
    ...(right === null ? {} : { right }),
    ...(right === null || markedFor === undefined ? {} : { markedFor }),
    ...(measureId === null ? {} : { of: measureId }),
    ...(network === 0 ? {} : { network }),
  }),
  truth({ options, right, of: measureId, network }, availableResults) {
    if (measureId === null) return right;
    const value = lessonMeasureOf(measureId).evaluate(availableResults, network);
    if (value === null) return null;
    const deviations = options.map((each) => Math.abs((each.value ?? Infinity) - value));
    return deviations.indexOf(Math.min(...deviations));
  },
  grade: (_, response, truth) => ("number" in response && response.number === truth ? "right" : "wrong"),
  writeResponse: (_, response) => ("number" in response ? optionLetter(response.number) : "-"),
  readResponse({ options }, text) {
    const optionIndex = /^[a-e]$/i.test(text) ? text.toLowerCase().charCodeAt(0) - 97 : options.length;
    return optionIndex < options.length ? { number: optionIndex } : null;
  },
  writeTruth: (_, truth) => optionLetter(truth),
};

/** Rejects indistinguishable options: of two with the same words or value, only one would be right. */
function rejectDuplicates(options: readonly ChoiceOption[], path: string, issues: ValidationIssue[]): void {
  options.forEach(({ words, value }, i) => {
    const previousOptions = options.slice(0, i);
    const hasSameWords = previousOptions.some((each) => each.words === words);
    if (!hasSameWords && (value === null || previousOptions.every((each) => each.value !== value))) return;
    const duplicate = hasSameWords ? quoteValue(words) : `the value ${value}`;
    const message = `${duplicate} occurs twice; expected different answers.`;
    issues.push({ path: `${path}.options.${i}`, message, remedy: "Leave one of them out, or change it." });
  });
}

const optionLetter = (index: number) => String.fromCharCode(97 + index);
