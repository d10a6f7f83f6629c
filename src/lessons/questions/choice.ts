/**
 * Question with a few options. Either the lesson tells which one is right, or it is the option whose value is closest to the engine's
 * result.
 */
import { show, type ValidationIssue } from "../../core/base/errors.ts";
import { plainTitle } from "../../core/scenario/title.ts";
import { measureOf } from "../measures.ts";
import type { QuestionKind } from "./contract.ts";
import { readKeys, readMeasure, readNetwork } from "./parts.ts";

export interface ChoiceQuestion {
  readonly is: "choice";
  readonly options: readonly Option[];
  /** Index of the right option, from 0; null if the engine decides. */
  readonly right: number | null;
  /** Id of the measure that decides, and index of its scenario. The id is null if the right option is specified. */
  readonly of: string | null;
  readonly network: number;
}

export interface Option {
  readonly words: string;
  /** Its value, in the unit of the measure; null if the right option is specified. */
  readonly value: number | null;
}

/** Fewest and most options, and longest text of an option in characters. */
const [fewest, most, longest] = [2, 5, 120];

export const choice: QuestionKind<ChoiceQuestion, number> = {
  id: "choice",
  title: "choose one of three",
  begin: () => ({
    is: "choice",
    options: ["First answer", "Second answer", "Third answer"].map((words) => ({ words, value: null })),
    right: 0,
    of: null,
    network: 0,
  }),
  read(raw, path, document, issues) {
    const before = issues.length;
    readKeys(raw, path, ["is", "options", "right", "of", "network"], issues);
    const network = readNetwork(raw, path, document, issues);
    const of = raw["of"] === undefined ? null : readMeasure(raw, path, issues).id;
    const given = raw["options"];
    if (!Array.isArray(given) || given.length < fewest || given.length > most) {
      issues.push({
        path: `${path}.options`,
        message: `${show(given)} is no list of answers; expected ${fewest} to ${most}.`,
        remedy: "Write them in square brackets, three if in doubt.",
      });
      return null;
    }
    const options = given.map((each: unknown, i): Option => {
      const at = `${path}.options.${i}`;
      if (typeof each === "object" && each !== null && !Array.isArray(each))
        readKeys(each as Readonly<Record<string, unknown>>, at, ["words", "value"], issues);
      const { words, value = null } = typeof each === "string" ? { words: each } : ((each ?? {}) as { words?: unknown; value?: unknown });
      const isSaid = typeof words === "string" && words.trim() !== "" && words.length <= longest;
      const isValued = of === null ? value === null : typeof value === "number" && Number.isFinite(value);
      if (isSaid && isValued) return { words: plainTitle(words), value: value as number | null };
      issues.push({
        path: at,
        message: `${show(each)} is no answer; expected words of at most ${longest} characters${of === null ? "" : `, and a value of ${of}`}.`,
        remedy: of === null ? "Write a text." : 'Write {"words": "twice as much", "value": 0.74}.',
      });
      return { words: "", value: null };
    });
    if (issues.length === before) readTwice(options, path, issues);
    const { right = null } = raw;
    const isPlace = typeof right === "number" && Number.isInteger(right) && right >= 0 && right < options.length;
    if (of === null ? !isPlace : right !== null) {
      issues.push({
        path: `${path}.right`,
        message:
          of === null ? `${show(right)} is none of the answers; expected 0 to ${options.length - 1}.` : "is decided by the engine here.",
        remedy: of === null ? "Write the place of the right one, from 0." : "Leave it out.",
      });
    }
    return issues.length > before ? null : { is: "choice", options, right: right as number | null, of, network };
  },
  write: ({ options, right, of, network }) => ({
    options: of === null ? options.map(({ words }) => words) : options,
    ...(right === null ? {} : { right }),
    ...(of === null ? {} : { of }),
    ...(network === 0 ? {} : { network }),
  }),
  truth({ options, right, of, network }, found) {
    if (of === null) return right;
    const value = measureOf(of).of(found, network);
    if (value === null) return null;
    const off = options.map((each) => Math.abs((each.value ?? Infinity) - value));
    return off.indexOf(Math.min(...off));
  },
  judge: (_, said, truth) => ("number" in said && said.number === truth ? "right" : "wrong"),
  writeSaid: (_, said) => ("number" in said ? letter(said.number) : "-"),
  readSaid({ options }, text) {
    const place = /^[a-e]$/i.test(text) ? text.toLowerCase().charCodeAt(0) - 97 : options.length;
    return place < options.length ? { number: place } : null;
  },
  writeTruth: (_, truth) => letter(truth),
};

/** Rejects indistinguishable options: of two with the same words or value, only one would be right. */
function readTwice(options: readonly Option[], path: string, issues: ValidationIssue[]): void {
  options.forEach(({ words, value }, i) => {
    const before = options.slice(0, i);
    const isSaid = before.some((each) => each.words === words);
    if (!isSaid && (value === null || before.every((each) => each.value !== value))) return;
    const given = isSaid ? show(words) : `the value ${value}`;
    const message = `${given} stands there twice; expected different answers.`;
    issues.push({ path: `${path}.options.${i}`, message, remedy: "Leave one of them out, or change it." });
  });
}

const letter = (place: number) => String.fromCharCode(97 + place);
