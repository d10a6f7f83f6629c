/** The accepted value nearest to a refused one where the check of the whole document refuses it, such as a network that is too large. */
import type { IntegerParam, ListParam, NumericParam, Values } from "../../core/base/params.ts";
import { checkDocument, type Document, variantsOf } from "../../core/scenario/document.ts";
import {
  documentParamAt,
  documentValueAt,
  pathIn,
  withDocumentValue,
  withFittingRouting,
} from "../../core/scenario/edits/edit-document-value.ts";
import type { Path } from "../../core/scenario/param-path.ts";
import { scenarioParams } from "../../core/scenario/scenario.ts";
import { valueDifferences } from "../../core/scenario/variants.ts";

/** A value of a document, and its path. */
export interface AcceptedValue {
  readonly path: Path;
  readonly value: number | readonly number[];
}

/**
 * The value nearest to a refused one with which the document is valid: for a number, on the way from the present value to the refused one;
 * for a list of whole numbers, the refused list with its largest entries reduced to one limit. Null if the edit changed another type of
 * value or several, or if nothing nearer than the present value is valid.
 */
export function nearestAccepted(current: Document, refused: Document): AcceptedValue | null {
  const edited = editedNumber(current, refused);
  if (edited === null) return null;
  const { path, param } = edited;
  const isAccepted = (value: AcceptedValue["value"]) =>
    checkDocument(withFittingRouting(withDocumentValue(current, path, value), path)).length === 0;
  const value = documentValueAt(refused, path);
  const accepted =
    param.type === "list"
      ? nearestList(value as readonly number[], isAccepted)
      : nearestNumber(param, documentValueAt(current, path) as number, value as number, isAccepted);
  return accepted === null ? null : { path, value: accepted };
}

/** The only number, or list of whole numbers, in which two documents differ; null if there is none. */
function editedNumber(
  current: Document,
  refused: Document,
): { readonly path: Path; readonly param: NumericParam | ListParam<IntegerParam> } | null {
  const [before, after] = [variantsOf(current), variantsOf(refused)];
  if (before.length !== after.length) return null;
  // An edit of the first network changes the others with it.
  for (const [i, scenario] of before.entries()) {
    const numbers = valueDifferences(scenarioParams, scenario as unknown as Values, after[i] as unknown as Values, []).flatMap(
      (difference) => {
        const path = pathIn(i, difference.path);
        const param = documentParamAt(refused, path);
        const isNumeric = param?.type === "integer" || param?.type === "number" || param?.type === "quantity";
        return isNumeric || (param?.type === "list" && param.of.type === "integer")
          ? [{ path, param: param as NumericParam | ListParam<IntegerParam> }]
          : [];
      },
    );
    if (numbers.length > 0) return numbers.length === 1 ? numbers[0] : null;
  }
  return null;
}

/** Bisects the steps from a present number, which is accepted, to a refused one. */
function nearestNumber(param: NumericParam, present: number, refused: number, isAccepted: (value: number) => boolean): number | null {
  const step = param.type === "number" ? param.step : param.type === "quantity" ? param.multipleOf : 1;
  const valueAt = (steps: number) => Number((present + Math.sign(refused - present) * steps * step).toFixed(6));
  const accepted = bisect(0, Math.ceil(Math.abs(refused - present) / step), (steps) => isAccepted(valueAt(steps)));
  return accepted === 0 ? null : valueAt(accepted);
}

/** Bisects the limit of a list's entries. */
function nearestList(refused: readonly number[], isAccepted: (values: readonly number[]) => boolean): readonly number[] | null {
  const limited = (limit: number) => refused.map((entry) => Math.min(entry, limit));
  const limit = bisect(0, Math.max(...refused), (each) => each > 0 && isAccepted(limited(each)));
  return limit === 0 ? null : limited(limit);
}

/** The largest number from `low` up to and without `high` for which the condition holds, if it holds up to there and no further. */
function bisect(low: number, high: number, holds: (value: number) => boolean): number {
  let [largest, smallest] = [low, high];
  while (smallest - largest > 1) {
    const middle = Math.floor((largest + smallest) / 2);
    if (holds(middle)) largest = middle;
    else smallest = middle;
  }
  return largest;
}
