/** Question that asks to reach a goal by changing unlocked parameters. The engine checks the goal after every change. */
import { show } from "../../core/base/errors.ts";
import { type Document, variantsOf } from "../../core/scenario/document.ts";
import { paramAt, type Path, pathOf, valueAt } from "../../core/scenario/place.ts";
import { shortfall } from "../../core/measures/curve.ts";
import { type Found, measureOf } from "../measures.ts";
import { numberIn, type QuestionKind, shortNumber } from "./contract.ts";
import { readKeys, readMeasure, readNetwork, readNumber } from "./parts.ts";

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
export interface Reached {
  readonly value: number;
  readonly is: boolean;
}

/** A load counts as delivered at 97 %, as in the rest of the program. */
const enough = 1 - shortfall;

/** Whether a value reaches a goal. */
export function reaches({ of, goal, isAtLeast }: GoalQuestion, value: number): boolean {
  return isAtLeast ? value >= goal * (of === "delivered" ? enough : 1) : value <= goal;
}

/** The value of the parameter to be minimized in a document; null if there is none. */
export function leastIn({ least, network }: GoalQuestion, document: Document): number | null {
  const scenario = variantsOf(document)[network];
  const number = least === null || scenario === undefined ? null : valueAt(scenario, least);
  return typeof number === "number" ? number : null;
}

export const goal: QuestionKind<GoalQuestion, Reached> = {
  id: "goal",
  title: "reach a goal",
  begin: (document) => ({
    is: "goal",
    of: "delivered",
    network: 0,
    goal: measureOf("delivered").most(document, 0),
    isAtLeast: true,
    least: null,
  }),
  read(raw, path, document, issues) {
    const before = issues.length;
    readKeys(raw, path, ["is", "of", "network", "atLeast", "atMost", "least"], issues);
    const network = readNetwork(raw, path, document, issues);
    const measure = readMeasure(raw, path, issues);
    const isAtLeast = raw["atMost"] === undefined;
    if (isAtLeast === (raw["atLeast"] === undefined)) {
      const message = "says no goal, or two; expected one of atLeast and atMost.";
      issues.push({ path, message, remedy: 'Write "atLeast": 0.4.' });
    }
    const goal = readNumber(raw, isAtLeast ? "atLeast" : "atMost", path, 0, issues);
    const { least: place = null } = raw;
    const least = typeof place === "string" ? pathOf(place) : null;
    const param = least === null ? undefined : paramAt(variantsOf(document)[network] ?? document, least);
    if (place !== null && param?.type !== "integer") {
      const message = `${show(place)} is no place of a whole number in this step.`;
      issues.push({ path: `${path}.least`, message, remedy: "Write it as topology.kUp." });
    }
    return issues.length > before ? null : { is: "goal", of: measure.id, network, goal, isAtLeast, least };
  },
  write: ({ of, network, goal: number, isAtLeast, least }) => ({
    of,
    ...(network === 0 ? {} : { network }),
    [isAtLeast ? "atLeast" : "atMost"]: number,
    ...(least === null ? {} : { least: least.join(".") }),
  }),
  truth(question, found: Found) {
    const value = measureOf(question.of).of(found, question.network);
    return value === null ? null : { value, is: reaches(question, value) };
  },
  judge: (_, __, { is }) => (is ? "right" : "wrong"),
  writeSaid: (_, said) => ("number" in said ? shortNumber(said.number) : "-"),
  readSaid(_, text) {
    const number = numberIn(text);
    return number === null ? (text === "-" ? { text: "" } : null) : { number };
  },
  writeTruth: (_, { value }) => shortNumber(value),
};
