/** What a swept place is called, and how its values read. */
import type { Amount, ChosenKind, Param } from "../core/base/params.ts";
import { anded, uncapital } from "../core/base/words.ts";
import { cycleIn } from "../core/scenario/clock.ts";
import { type Document, variantsOf } from "../core/scenario/document.ts";
import { isWithin, paramAt, type Path } from "../core/scenario/place.ts";
import { type Axis, factorOf, rangeOf } from "../core/scenario/sweep.ts";
import { workloads } from "../core/workloads/shelf.ts";
import type { SweepAxis } from "../core/measures/sweep.ts";
import { boundText, labelled, ownerAt, someNamed, valueText, wordsOf } from "./params.ts";

/** A swept place as views show it. */
export function axisOf(document: Document, { path, values }: Axis): SweepAxis {
  const param = paramAt(document, path) as Param;
  const isNumber = values.every((value) => typeof value === "number") && param.type !== "choice";
  const isOffered = path.at(-1) === "load";
  // One load is unlike bytes a second where channels are unlike: it is a part of what each of them can carry.
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

/** A value by its own word where that can stand alone: `2 dimensions`; else with its title: `queue 4`, not `4-packet`. */
export function sayValue(param: Param, value: unknown): string {
  const bound = boundText(param, value);
  if (bound !== null) return bound;
  if (param.type === "amount") return (param.word ?? "#").replace("#", param.say(value as Amount));
  const [many, one = many] = param.word?.split("|") ?? [];
  if (many === undefined || /^#-\p{Ll}/u.test(many)) return labelled(param, value);
  // Of a flag the second is what does not hold.
  return (value === 1 || value === false ? one : many).replace("#", wordsOf(param, value));
}

/** Whether the sweep of a document says what stands at a place, or what it lies in. */
export function isSweptIn({ sweep }: Document, path: Path): boolean {
  return sweep.some((axis) => isWithin(path, axis.path));
}

/** What the sentence says in the place of a value that is swept. */
export interface SweptWords {
  /** Dotted paths of the places whose words have been asked for. */
  readonly said: ReadonlySet<string>;
  /** The words for a place of any of the networks; undefined where nothing is swept. */
  at(path: Path): string | undefined;
  /** Whether a place is swept, or lies in one that is. */
  covers(path: Path): boolean;
}

/** Of a scenario, which sweeps nothing. */
export const nothingSwept: SweptWords = { said: new Set(), at: () => undefined, covers: () => false };

/** What the sentence of a document says of its sweep where the values stand. */
export function sweptWords(document: Document): SweptWords {
  const said = new Set<string>();
  const find = (path: Path) => {
    // What is swept is so in every network, also where it is different beside.
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

/** Workloads that are named one by one in the sentence; of more it says how many they are. */
const mostNamed = 3;

/** The values of a swept place as they stand in the sentence: `load 0.10 to 1.00 in steps of 0.10`, `a mix of 7 programs`. */
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

/** Many values from one to another: `0.10 to 1.00 in steps of 0.10`, `64 B to 1 GiB by factors of 4`; null where they are not that even. */
function rowOf(param: Param, values: readonly unknown[], labels: readonly string[]): string | null {
  const [range, factor] = [rangeOf(param, values), factorOf(values)];
  const how = range === null ? factor > 0 && `by factors of ${factor}` : labels.length > 3 && `in steps of ${valueText(param, range.step)}`;
  return how === false ? null : `${labels[0]} to ${labels[labels.length - 1]} ${how}`;
}

/** A swept place in words, and the word before it: `over load from 0.05 to 1.00 in steps of 0.05`, `with messages of 10 B and 1 kB`. */
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
