/** Question that asks for a number. The student marks it on an axis before the run. */
import { measureOf } from "../measures.ts";
import { numberIn, type QuestionKind, shortNumber } from "./contract.ts";
import { readKeys, readMeasure, readNetwork, readNumber } from "./parts.ts";

export interface ValueQuestion {
  readonly is: "value";
  /** Id of the measure. */
  readonly of: string;
  /** Index of the step's scenario, 0 for the first. */
  readonly network: number;
  /** Start and end of the axis, in the unit of the measure. */
  readonly from: number;
  readonly to: number;
}

/** A guess is right if its error is at most this fraction of the axis, and close within three times that. */
const right = 0.02;

export const value: QuestionKind<ValueQuestion, number> = {
  id: "value",
  title: "mark a value",
  begin: (document) => ({ is: "value", of: "delivered", network: 0, from: 0, to: measureOf("delivered").most(document, 0) }),
  read(raw, path, document, issues) {
    const before = issues.length;
    readKeys(raw, path, ["is", "of", "network", "from", "to"], issues);
    const network = readNetwork(raw, path, document, issues);
    const measure = readMeasure(raw, path, issues);
    const from = readNumber(raw, "from", path, 0, issues);
    const to = readNumber(raw, "to", path, measure.most(document, network), issues);
    if (issues.length === before && from >= to) {
      issues.push({
        path: `${path}.to`,
        message: `${to} is not beyond the beginning of the axis, ${from}.`,
        remedy: "Write a larger number.",
      });
    }
    return issues.length > before ? null : { is: "value", of: measure.id, network, from, to };
  },
  write: ({ of, network, from, to }) => ({ of, ...(network === 0 ? {} : { network }), ...(from === 0 ? {} : { from }), to }),
  truth: ({ of, network }, found) => measureOf(of).of(found, network),
  judge({ from, to }, said, truth) {
    const off = "number" in said ? Math.abs(said.number - truth) / (to - from) : Infinity;
    return off <= right ? "right" : off <= 3 * right ? "close" : "wrong";
  },
  writeSaid: (_, said) => ("number" in said ? shortNumber(said.number) : "-"),
  readSaid({ from, to }, text) {
    const number = numberIn(text);
    // A number outside the axis cannot have been marked.
    return number === null || number < from || number > to ? null : { number };
  },
  writeTruth: (_, truth) => shortNumber(truth),
};
