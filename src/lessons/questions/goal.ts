/** Question that asks to reach a goal by changing unlocked parameters. The engine checks the goal after every change. */
import { quoteValue } from "../../core/base/errors.ts";
import { type Document, variantsOf } from "../../core/scenario/document.ts";
import { paramAtPath, type Path, parsePath, valueAtPath } from "../../core/scenario/param-path.ts";
import { saturationShortfall } from "../../core/measures/curve.ts";
import { type AvailableResults, lessonMeasureOf } from "../measures.ts";
import { parseShortNumber, type QuestionKind, formatShortNumber } from "./contract.ts";
import { rejectUnknownKeys, readMeasure, readNetwork, readNumber } from "./readers.ts";

export interface GoalQuestion {
  readonly is: "goal";
  readonly of: string;
  readonly network: number;
  /** The target value, a lower or an upper limit, in the unit of the measure. */
  readonly goal: number;
  readonly isAtLeast: boolean;
  /** Path of an integer parameter that should be as small as possible; null if any solution counts. */
  readonly least: Path | null;
}

/** The result of a run with respect to the goal. */
export interface GoalOutcome {
  readonly value: number;
  readonly is: boolean;
}

/** A load counts as delivered if 97 % of it is accepted, as in the rest of the program. */
const deliveredFraction = 1 - saturationShortfall;

/** Whether a value reaches a goal. */
export function isGoalReached({ of, goal, isAtLeast }: GoalQuestion, value: number): boolean {
  return isAtLeast ? value >= goal * (of === "delivered" ? deliveredFraction : 1) : value <= goal;
}

/** The value of the parameter to be minimized in a document; null if there is none. */
export function minimizedValueIn({ least, network }: GoalQuestion, document: Document): number | null {
  const scenario = variantsOf(document)[network];
  const number = least === null || scenario === undefined ? null : valueAtPath(scenario, least);
  return typeof number === "number" ? number : null;
}

export const goalQuestion: QuestionKind<GoalQuestion, GoalOutcome> = {
  id: "goal",
  title: "reach a goal",
  hasResultInLine: true,
  create: (document) => ({
    is: "goal",
    of: "delivered",
    network: 0,
    goal: lessonMeasureOf("delivered").axisEnd(document, 0),
    isAtLeast: true,
    least: null,
  }),
  /**
   * Reads a measure (`of`) of one network that must reach a value, `atLeast` or `atMost`, and optionally the path of a whole number that
   * must be as small as possible (`least`).
   */
  read(raw, path, document, issues) {
    const issuesBefore = issues.length;
    rejectUnknownKeys(raw, path, ["is", "of", "network", "atLeast", "atMost", "least"], issues);
    const network = readNetwork(raw, path, document, issues);
    const measure = readMeasure(raw, path, issues);
    const isAtLeast = raw["atMost"] === undefined;
    if (isAtLeast === (raw["atLeast"] === undefined)) {
      const message = "has no goal, or two goals; expected either atLeast or atMost.";
      issues.push({ path, message, remedy: 'Write "atLeast": 0.4.' });
    }
    const goal = readNumber(raw, isAtLeast ? "atLeast" : "atMost", path, 0, issues);
    const { least: dottedPath = null } = raw;
    const minimizedPath = typeof dottedPath === "string" ? parsePath(dottedPath) : null;
    const param = minimizedPath === null ? undefined : paramAtPath(variantsOf(document)[network] ?? document, minimizedPath);
    if (dottedPath !== null && param?.type !== "integer") {
      const message = `${quoteValue(dottedPath)} is not the path of a whole number in this step.`;
      issues.push({ path: `${path}.least`, message, remedy: "Write it as a path, for example topology.kUp." });
    }
    return issues.length > issuesBefore ? null : { is: "goal", of: measure.id, network, goal, isAtLeast, least: minimizedPath };
  },
  write: ({ of, network, goal: number, isAtLeast, least: minimizedPath }) => ({
    of,
    ...(network === 0 ? {} : { network }),
    [isAtLeast ? "atLeast" : "atMost"]: number,
    ...(minimizedPath === null ? {} : { least: minimizedPath.join(".") }),
  }),
  truth(question, availableResults: AvailableResults) {
    const value = lessonMeasureOf(question.of).evaluate(availableResults, question.network);
    return value === null ? null : { value, is: isGoalReached(question, value) };
  },
  grade: (_, __, { is }) => (is ? "right" : "wrong"),
  writeResponse: (_, response) => ("number" in response ? formatShortNumber(response.number) : "-"),
  readResponse(_, text) {
    const number = parseShortNumber(text);
    return number === null ? (text === "-" ? { text: "" } : null) : { number };
  },
  writeTruth: (_, { value }) => formatShortNumber(value),
};
