/** Question that asks for a number. The student marks it on an axis before the run. */
import { lessonMeasureOf } from "../measures.ts";
import { parseShortNumber, type QuestionKind, formatShortNumber } from "./contract.ts";
import { readMeasureAxis, rejectUnknownKeys, writeMeasureAxis } from "./readers.ts";

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
const rightTolerance = 0.02;

export const valueQuestion: QuestionKind<ValueQuestion, number> = {
  id: "value",
  title: "mark a value",
  hasResultInLine: true,
  create: (document) => ({ is: "value", of: "delivered", network: 0, from: 0, to: lessonMeasureOf("delivered").axisEnd(document, 0) }),
  read(raw, path, document, issues) {
    const issuesBefore = issues.length;
    rejectUnknownKeys(raw, path, ["is", "of", "network", "from", "to"], issues);
    const { network, measure, from, to } = readMeasureAxis(raw, path, document, issues);
    return issues.length > issuesBefore ? null : { is: "value", of: measure.id, network, from, to };
  },
  write: writeMeasureAxis,
  truth: ({ of, network }, availableResults) => lessonMeasureOf(of).evaluate(availableResults, network),
  grade({ from, to }, response, truth) {
    const deviation = "number" in response ? Math.abs(response.number - truth) / (to - from) : Infinity;
    return deviation <= rightTolerance ? "right" : deviation <= 3 * rightTolerance ? "close" : "wrong";
  },
  writeResponse: (_, response) => ("number" in response ? formatShortNumber(response.number) : "-"),
  readResponse({ from, to }, text) {
    const number = parseShortNumber(text);
    // A number outside the axis cannot have been marked.
    return number === null || number < from || number > to ? null : { number };
  },
  writeTruth: (_, truth) => formatShortNumber(truth),
};
