/** Titles of swept parameters, and texts for their values. */
import type { Amount, ChosenKind, Param } from "../core/base/params.ts";
import { joinWithAnd, uncapitalize } from "../core/base/words.ts";
import { cycleRatio } from "../core/scenario/clock.ts";
import { type Document, variantsOf } from "../core/scenario/document.ts";
import { isWithin, paramAtPath, type Path } from "../core/scenario/param-path.ts";
import { type SweepParameter, constantFactor, asRange } from "../core/scenario/sweep.ts";
import { workloads } from "../core/workloads/registry.ts";
import type { SweepAxis } from "../core/measures/sweep.ts";
import { boundText, labeledValue, entryTitleAt, listNames, valueText, wordsOfValue } from "./params.ts";

/**
 * Describes a swept parameter as an axis for views: its title, its unit, a label and a phrase for each value, the values if they are
 * numbers, and whether it is the offered load or changes the amount of work.
 */
export function sweepAxisOf(document: Document, { path, values }: SweepParameter): SweepAxis {
  const param = paramAtPath(document, path) as Param;
  const isNumber = values.every((value) => typeof value === "number") && param.type !== "choice";
  const isOffered = path.at(-1) === "load";
  // If channels have different rates, a load is a fraction of each network's channel rate, because the same load in bytes per second does
  // not exist.
  const isRelativeToChannel = isOffered && variantsOf(document).some((each) => cycleRatio(each, document) !== 1);
  const relativeSuffix = isRelativeToChannel ? " of its own channel" : "";
  const unit = isNumber && "unit" in param && !isRelativeToChannel ? (param.unit ?? "") : "";
  const entryTitle = entryTitleAt(document, path);
  const name = entryTitle === "" ? param.title : `${param.title} of ${entryTitle}`;
  const title = `${param.symbol === undefined ? name : `${name}, ${param.symbol}`}${isRelativeToChannel ? `,${relativeSuffix}` : ""}`;
  const labels = labelsOf(param, values);
  return {
    title,
    unit,
    labels,
    phrases: isNumber
      ? values.map((value) => `${entryTitle === "" ? "" : `${entryTitle} `}${sayValue(param, value)}${relativeSuffix}`)
      : labels.map((label) => `${title.toLowerCase()} ${label}`),
    numbers: isNumber ? (values as readonly number[]) : null,
    isOfferedLoad: isOffered,
    isWorkAmount: path[0] === "workload" && path.at(-1) !== "load",
  };
}

/** Labels of the values. Values of the same kind also show the parameters that distinguish them: `wavefront, 2 dimensions`. */
function labelsOf(param: Param, values: readonly unknown[]): readonly string[] {
  const words = values.map((value) => wordsOfValue(param, value));
  if (param.type !== "kind") return words;
  return values.map((value, i) => {
    const sameLabel = (values as readonly ChosenKind[]).filter((_, k) => words[k] === words[i]);
    const { kind, values: kindValues } = value as ChosenKind;
    const distinguishing = Object.entries(param.registry.get(kind).params).filter(
      ([name]) => new Set(sameLabel.map((each) => JSON.stringify(each.values[name]))).size > 1,
    );
    return [words[i], ...distinguishing.map(([name, each]) => sayValue(each, kindValues[name]))].join(", ");
  });
}

/** A value with its own word if that needs no title, such as `2 dimensions`; otherwise with its title: `queue 4`, not `4-packet`. */
export function sayValue(param: Param, value: unknown): string {
  const bound = boundText(param, value);
  if (bound !== null) return bound;
  if (param.type === "amount") return (param.word ?? "#").replace("#", param.say(value as Amount));
  const [plural, singular = plural] = param.word?.split("|") ?? [];
  if (plural === undefined || /^#-\p{Ll}/u.test(plural)) return labeledValue(param, value);
  // A flag has two words, the second for false.
  return (value === 1 || value === false ? singular : plural).replace("#", wordsOfValue(param, value));
}

/** Whether the sweep of a document determines the value at a path or at a parent of it. */
export function isSweptIn({ sweep }: Document, path: Path): boolean {
  return sweep.some((axis) => isWithin(path, axis.path));
}

/** The texts that replace swept values in a sentence. */
export interface SweepTexts {
  /** Dotted paths of the axes whose text has been used so far. */
  readonly usedPaths: ReadonlySet<string>;
  /** The text for a path in any of the networks; undefined if the path is not swept. */
  textFor(path: Path): string | undefined;
  /** Whether a path or a parent of it is swept. */
  isSwept(path: Path): boolean;
}

/** The texts of a document without a sweep. */
export const noSweepTexts: SweepTexts = { usedPaths: new Set(), textFor: () => undefined, isSwept: () => false };

/**
 * The texts that replace swept parameters in the sentence on a document. The texts that have been used are recorded, so that the other
 * texts can be added at the end. Paths within another network begin with `beside` and its index.
 */
export function sweepTextsOf(document: Document): SweepTexts {
  const usedPaths = new Set<string>();
  const axisFor = (path: Path) => {
    // A swept value is the same in every network, even where a network has a different value of its own.
    const dotted = (path[0] === "beside" ? path.slice(2) : path).join(".");
    return document.sweep.find((axis) => axis.path.join(".") === dotted);
  };
  return {
    usedPaths,
    isSwept: (path) => isSweptIn(document, path[0] === "beside" ? path.slice(2) : path),
    textFor(path) {
      const axis = axisFor(path);
      if (axis === undefined) return undefined;
      usedPaths.add(axis.path.join("."));
      return saySweptValues(document, axis);
    },
  };
}

/** More workloads than this are counted instead of named. */
const maxListedWorkloads = 3;

/** The values of an axis as they appear in the sentence: `load 0.10 to 1.00 in steps of 0.10`, `a mix of 7 programs`. */
function saySweptValues(document: Document, axis: SweepParameter): string {
  const param = paramAtPath(document, axis.path) as Param;
  const { labels, unit, numbers } = sweepAxisOf(document, axis);
  if (axis.path.join(".") === "workload" && labels.length > maxListedWorkloads) {
    const isMix = (axis.values as readonly ChosenKind[]).every(({ kind }) => !workloads.get(kind).isEndless);
    return isMix ? `a mix of ${labels.length} programs` : `${labels.length} workloads in turn`;
  }
  const values = sayProgression(param, axis.values, labels) ?? (numbers === null ? listNames : joinWithAnd)(labels);
  if (param.word !== undefined && numbers !== null) return param.word.split("|")[0].replace("#", values);
  const symbol = param.symbol === undefined ? "" : `${param.symbol} = `;
  return `${symbol}${values}${unit === "" ? "" : ` ${unit}`}`;
}

/**
 * An arithmetic or geometric progression in words: `0.10 to 1.00 in steps of 0.10`, `64 B to 1 GiB by factors of 4`. Null if the values
 * form neither.
 */
function sayProgression(param: Param, values: readonly unknown[], labels: readonly string[]): string | null {
  const [range, factor] = [asRange(param, values), constantFactor(values)];
  const stepText =
    range === null ? factor > 0 && `by factors of ${factor}` : labels.length > 3 && `in steps of ${valueText(param, range.step)}`;
  return stepText === false ? null : `${labels[0]} to ${labels[labels.length - 1]} ${stepText}`;
}

/** An axis in words with its preposition: `over load from 0.05 to 1.00 in steps of 0.05`, `with messages of 10 B and 1 kB`. */
export function sayAxis(document: Document, axis: SweepParameter): { readonly before: "over" | "with"; readonly wording: string } {
  const param = paramAtPath(document, axis.path) as Param;
  const { labels, numbers } = sweepAxisOf(document, axis);
  const entryTitle = entryTitleAt(document, axis.path);
  const title = `${uncapitalize(param.title)}${entryTitle === "" ? "" : ` of ${entryTitle}`}`;
  const progression = sayProgression(param, axis.values, labels);
  if (progression !== null) return { before: "over", wording: `${title} from ${progression}` };
  if (param.word === undefined || numbers === null) return { before: "over", wording: `${title} ${listNames(labels)}` };
  return { before: "with", wording: param.word.split("|")[0].replace("#", joinWithAnd(labels)) };
}
