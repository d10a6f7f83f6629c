/** Titles of swept parameters, and texts for their values. */
import type { Amount, ChosenKind, Param } from "../core/base/params.ts";
import { anded, uncapital } from "../core/base/words.ts";
import { cycleIn } from "../core/scenario/clock.ts";
import { type Document, variantsOf } from "../core/scenario/document.ts";
import { isWithin, paramAt, type Path } from "../core/scenario/place.ts";
import { type Axis, factorOf, rangeOf } from "../core/scenario/sweep.ts";
import { workloads } from "../core/workloads/shelf.ts";
import type { SweepAxis } from "../core/measures/sweep.ts";
import { boundText, labelled, ownerAt, someNamed, valueText, wordsOf } from "./params.ts";

/** A sweep axis with the title, unit and labels that views show. */
export function axisOf(document: Document, { path, values }: Axis): SweepAxis {
  const param = paramAt(document, path) as Param;
  const isNumber = values.every((value) => typeof value === "number") && param.type !== "choice";
  const isOffered = path.at(-1) === "load";
  // If channels have different rates, a load is a fraction of each network's channel rate, because the same load in bytes per second does
  // not exist.
  const isOfOwn = isOffered && variantsOf(document).some((each) => cycleIn(each, document) !== 1);
  const own = isOfOwn ? " of its own channel" : "";
  const unit = isNumber && "unit" in param && !isOfOwn ? (param.unit ?? "") : "";
  const owner = ownerAt(document, path);
  const name = owner === "" ? param.title : `${param.title} of ${owner}`;
  const title = `${param.symbol === undefined ? name : `${name}, ${param.symbol}`}${isOfOwn ? `,${own}` : ""}`;
  const labels = labelsOf(param, values);
  return {
    title,
    unit,
    labels,
    said: isNumber
      ? values.map((value) => `${owner === "" ? "" : `${owner} `}${sayValue(param, value)}${own}`)
      : labels.map((label) => `${title.toLowerCase()} ${label}`),
    numbers: isNumber ? (values as readonly number[]) : null,
    isOffered,
    isWork: path[0] === "workload" && path.at(-1) !== "load",
  };
}

/** Labels of the values. Values of the same kind also show the parameters that distinguish them: `wavefront, 2 dimensions`. */
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

/** A value with its own word if that is clear alone, such as `2 dimensions`; otherwise with its title: `queue 4`, not `4-packet`. */
export function sayValue(param: Param, value: unknown): string {
  const bound = boundText(param, value);
  if (bound !== null) return bound;
  if (param.type === "amount") return (param.word ?? "#").replace("#", param.say(value as Amount));
  const [many, one = many] = param.word?.split("|") ?? [];
  if (many === undefined || /^#-\p{Ll}/u.test(many)) return labelled(param, value);
  // The second word of a flag is the one for false.
  return (value === 1 || value === false ? one : many).replace("#", wordsOf(param, value));
}

/** Whether the sweep of a document determines the value at a path or at a parent of it. */
export function isSweptIn({ sweep }: Document, path: Path): boolean {
  return sweep.some((axis) => isWithin(path, axis.path));
}

/** The texts that replace swept values in a sentence. */
export interface SweptWords {
  /** Dotted paths of the axes whose text has been used so far. */
  readonly said: ReadonlySet<string>;
  /** The text for a path in any of the networks; undefined if the path is not swept. */
  at(path: Path): string | undefined;
  /** Whether a path or a parent of it is swept. */
  covers(path: Path): boolean;
}

/** The texts of a document without a sweep. */
export const nothingSwept: SweptWords = { said: new Set(), at: () => undefined, covers: () => false };

/** The texts for the sweep of a document. */
export function sweptWords(document: Document): SweptWords {
  const said = new Set<string>();
  const find = (path: Path) => {
    // A swept value is the same in every network, even where a network has a different value of its own.
    const dotted = (path[0] === "beside" ? path.slice(2) : path).join(".");
    return document.sweep.find((axis) => axis.path.join(".") === dotted);
  };
  return {
    said,
    covers: (path) => isSweptIn(document, path[0] === "beside" ? path.slice(2) : path),
    at(path) {
      const axis = find(path);
      if (axis === undefined) return undefined;
      said.add(axis.path.join("."));
      return sayInPlace(document, axis);
    },
  };
}

/** More workloads than this are counted instead of named. */
const mostNamed = 3;

/** The values of an axis as they appear in the sentence: `load 0.10 to 1.00 in steps of 0.10`, `a mix of 7 programs`. */
function sayInPlace(document: Document, axis: Axis): string {
  const param = paramAt(document, axis.path) as Param;
  const { labels, unit, numbers } = axisOf(document, axis);
  if (axis.path.join(".") === "workload" && labels.length > mostNamed) {
    const isMix = (axis.values as readonly ChosenKind[]).every(({ kind }) => !workloads.get(kind).endless);
    return isMix ? `a mix of ${labels.length} programs` : `${labels.length} workloads in turn`;
  }
  const values = rowOf(param, axis.values, labels) ?? (numbers === null ? someNamed : anded)(labels);
  if (param.word !== undefined && numbers !== null) return param.word.split("|")[0].replace("#", values);
  const symbol = param.symbol === undefined ? "" : `${param.symbol} = `;
  return `${symbol}${values}${unit === "" ? "" : ` ${unit}`}`;
}

/**
 * An arithmetic or geometric progression in words: `0.10 to 1.00 in steps of 0.10`, `64 B to 1 GiB by factors of 4`. Null if the values
 * form neither.
 */
function rowOf(param: Param, values: readonly unknown[], labels: readonly string[]): string | null {
  const [range, factor] = [rangeOf(param, values), factorOf(values)];
  const how = range === null ? factor > 0 && `by factors of ${factor}` : labels.length > 3 && `in steps of ${valueText(param, range.step)}`;
  return how === false ? null : `${labels[0]} to ${labels[labels.length - 1]} ${how}`;
}

/** An axis in words with its preposition: `over load from 0.05 to 1.00 in steps of 0.05`, `with messages of 10 B and 1 kB`. */
export function sayAxis(document: Document, axis: Axis): { readonly before: "over" | "with"; readonly said: string } {
  const param = paramAt(document, axis.path) as Param;
  const { labels, numbers } = axisOf(document, axis);
  const owner = ownerAt(document, axis.path);
  const title = `${uncapital(param.title)}${owner === "" ? "" : ` of ${owner}`}`;
  const row = rowOf(param, axis.values, labels);
  if (row !== null) return { before: "over", said: `${title} from ${row}` };
  if (param.word === undefined || numbers === null) return { before: "over", said: `${title} ${someNamed(labels)}` };
  return { before: "with", said: param.word.split("|")[0].replace("#", anded(labels)) };
}
