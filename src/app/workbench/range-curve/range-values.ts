/** The values over which the answer is shown while a number of the sentence is held. */
import type { NumericParam } from "../../../core/base/params.ts";
import { checkDocument, type Document, variantsOf } from "../../../core/scenario/document.ts";
import { documentValueAt, withDocumentValue, withFittingRouting } from "../../../core/scenario/edits/edit-document-value.ts";
import { estimateWork } from "../../../core/scenario/estimate-work.ts";
import type { Path } from "../../../core/scenario/param-path.ts";
import type { Scenario } from "../../../core/scenario/scenario.ts";
import { stepParamAt, stepValue } from "../../document/step.ts";

/** Number of equal parts of the range of a fraction. */
const fractionParts = 10;
/** Maximum number of values: those between equal parts, both ends, and the present one. */
export const maxRangeValues = fractionParts + 2;

/** Largest cost of one run, and of all runs together, phits that cross channels: about a second each. */
const [maxWork, maxTotalWork] = [5e7, 2e8];

/** A value of the number, and the scenario with this value. */
export interface RangeScenario {
  readonly value: number;
  readonly document: Document;
  readonly scenario: Scenario;
  /** Whether the scenario is small enough to be simulated while the number is held. */
  readonly isSimulated: boolean;
}

/** Index of the network that a path belongs to. */
export const networkOfPath = ([first, second]: Path): number => (first === "beside" ? Number(second) + 1 : 0);

/**
 * At most {@link maxRangeValues} values of a number with which the document is valid, in ascending order, always with the present one: all
 * its values if there are few; equal steps for a fraction, such as the load; otherwise the present value doubled and halved, and as many
 * single steps as there is room for. Values near the present one are simulated first, as far as their cost permits.
 */
export function rangeScenarios(document: Document, path: Path, param: NumericParam): readonly RangeScenario[] {
  const present = documentValueAt(document, path) as number;
  const scenarios = new Map<number, Omit<RangeScenario, "isSimulated"> | null>();
  /** Adds a value if there is room and the document accepts it. */
  const add = (value: number): void => {
    if (scenarios.has(value) || [...scenarios.values()].filter((each) => each !== null).length >= maxRangeValues) return;
    const changed = value === present ? document : withFittingRouting(withDocumentValue(document, path, value), path);
    const scenario = variantsOf(changed)[networkOfPath(path)];
    const isAccepted = value >= param.min && value <= param.max && scenario !== undefined && checkDocument(changed).length === 0;
    scenarios.set(value, isAccepted ? { value, document: changed, scenario } : null);
  };
  add(present);
  for (const value of candidates(document, path, param, present)) add(value);
  const accepted = [...scenarios.values()].filter((each) => each !== null);
  // The insertion order is the order of interest, in which the budget is spent.
  let totalWork = 0;
  const withBudget = accepted.map((each): RangeScenario => {
    const work = estimateWork(each.scenario);
    const isSimulated = work <= maxWork && totalWork + work <= maxTotalWork;
    if (isSimulated) totalWork += work;
    return { ...each, isSimulated };
  });
  return withBudget.toSorted((a, b) => a.value - b.value);
}

/** Number of steps up to which the range of a fraction, such as the load, is shown whole. */
const maxWholeSteps = 1000;

/** Whether the whole range of a number is divided into equal parts. */
export function isFraction(param: NumericParam): boolean {
  return param.type === "number" && (param.max - param.min) / param.step <= maxWholeSteps;
}

/** The multiple of the step of a number, or the whole number, that is nearest to a value; within the range. */
export function onStep(param: NumericParam, value: number): number {
  const step = param.type === "number" ? param.step : 1;
  return stepValue(param, Math.round(value / step) * step, 0);
}

/** Values to try, the most interesting ones first. They may be invalid. */
function* candidates(document: Document, path: Path, param: NumericParam, present: number): Generator<number> {
  const { min, max } = param;
  if (isFraction(param)) {
    // Round values are better than equal distances from the smallest one, which is 0.01 for the load.
    const [base, width] = min >= 0 && min < max / fractionParts ? [0, max] : [min, max - min];
    for (let i = 0; i <= fractionParts; i++) yield onStep(param, base + (i * width) / fractionParts);
    return;
  }
  if (param.type === "integer" && max - min < maxRangeValues) {
    for (let value = min; value <= max; value++) yield value;
    return;
  }
  const isPowerStep = param.type === "quantity" && param.dimension === "bytes";
  if (!isPowerStep) {
    for (let factor = 2; factor <= 8; factor *= 2) {
      yield onStep(param, present * factor);
      yield onStep(param, present / factor);
    }
  }
  for (let steps = 1; steps < maxRangeValues; steps++) {
    yield stepParamAt(document, path, param, present, steps);
    yield stepParamAt(document, path, param, present, -steps);
  }
}
