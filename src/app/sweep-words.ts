/** What a swept place is called, and how its values read. */
import type { Param } from "../core/base/params.ts";
import type { Document } from "../core/scenario/document.ts";
import { paramAt } from "../core/scenario/place.ts";
import { type Axis, rangeOf } from "../core/scenario/sweep.ts";
import type { SweepAxis } from "../views/contract.ts";
import { anded } from "../views/shared/format.ts";
import { valueText, wordsOf } from "./format.ts";

/** A swept place as views show it. */
export function axisOf(document: Document, { path, values }: Axis): SweepAxis {
  const param = paramAt(document, path) as Param;
  const isNumber = param.type === "integer" || param.type === "number" || param.type === "quantity";
  const unit = isNumber && "unit" in param ? (param.unit ?? "") : "";
  return {
    title: param.symbol === undefined ? param.title : `${param.title}, ${param.symbol}`,
    unit,
    labels: values.map((value) => wordsOf(param, value)),
    numbers: isNumber ? (values as readonly number[]) : null,
    isOffered: path.at(-1) === "load",
  };
}

/** A swept place in words: `load from 0.05 to 1.00 in steps of 0.05`. */
export function sayAxis(document: Document, axis: Axis): string {
  const param = paramAt(document, axis.path) as Param;
  const { labels } = axisOf(document, axis);
  const title = param.title.charAt(0).toLowerCase() + param.title.slice(1);
  const range = rangeOf(param, axis.values);
  if (range !== null && labels.length > 3)
    return `${title} from ${labels[0]} to ${labels[labels.length - 1]} in steps of ${valueText(param, range.step)}`;
  return `${title} ${anded(labels)}`;
}
