/** What a swept place is called, and how its values read. */
import type { ChosenKind, Param } from "../core/base/params.ts";
import type { Document } from "../core/scenario/document.ts";
import { paramAt } from "../core/scenario/place.ts";
import { type Axis, rangeOf } from "../core/scenario/sweep.ts";
import type { SweepAxis } from "../views/contract.ts";
import { anded } from "../views/shared/format.ts";
import { labelled, valueText, wordsOf } from "./format.ts";

/** A swept place as views show it. */
export function axisOf(document: Document, { path, values }: Axis): SweepAxis {
  const param = paramAt(document, path) as Param;
  const isNumber = param.type === "integer" || param.type === "number" || param.type === "quantity";
  const unit = isNumber && "unit" in param ? (param.unit ?? "") : "";
  return {
    title: param.symbol === undefined ? param.title : `${param.title}, ${param.symbol}`,
    unit,
    labels: labelsOf(param, values),
    numbers: isNumber ? (values as readonly number[]) : null,
    isOffered: path.at(-1) === "load",
  };
}

/** Values as people read them; those of one kind with what sets them apart: `wavefront, 2 dimensions`. */
function labelsOf(param: Param, values: readonly unknown[]): readonly string[] {
  const words = values.map((value) => wordsOf(param, value));
  if (param.type !== "kind") return words;
  return values.map((value, i) => {
    const alike = (values as readonly ChosenKind[]).filter((_, k) => words[k] === words[i]);
    const { kind, values: own } = value as ChosenKind;
    const apart = Object.entries(param.registry.get(kind).params).filter(
      ([name]) => new Set(alike.map((each) => JSON.stringify(each.values[name]))).size > 1,
    );
    return [words[i], ...apart.map(([name, each]) => sayValue(each, own[name]))].join(", ");
  });
}

/** A value by its own word where it has one: `2 dimensions`, else with its title. */
function sayValue(param: Param, value: unknown): string {
  return param.word === undefined ? labelled(param, value) : param.word.split("|")[0].replace("#", wordsOf(param, value));
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
