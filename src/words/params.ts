/** Titles and values of parameters as text. Numbers of measures are written by `words/numbers.ts`. */
import { quantityForPeople } from "../core/base/units.ts";
import type { Amount, ChosenKind, ListParam, Param, Values } from "../core/base/params.ts";
import { paramAtPath, type Path, valueAtPath } from "../core/scenario/param-path.ts";
import { joinWithAnd, uncapitalize } from "../core/base/words.ts";

type MeasuredAmount = Exclude<Amount, number>;

export { capitalize } from "../core/base/words.ts";

/** Number of decimals in a step: 0.01 → 2. */
function decimalsOf(step: number): number {
  return Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
}

/** The value of a number or quantity, without words or symbol. */
export function valueText(param: Param, value: unknown): string {
  if (param.type === "amount" && typeof value !== "number")
    return quantityForPeople((value as MeasuredAmount).value, (value as MeasuredAmount).of);
  if (typeof value !== "number") return String(value);
  // Zeros at the end of decimals are removed, see `trimZeros`.
  if (param.type === "number") {
    const text =
      param.step >= 1 || param.unit === "%" ? String(value) : trimZeros(value, value.toFixed(Math.max(2, decimalsOf(param.step))));
    // A nonzero value must not read as 0.
    return Number(text) === 0 && value !== 0 ? String(Number(value.toPrecision(2))) : text;
  }
  return param.type === "quantity" ? quantityForPeople(value, param.dimension) : String(value);
}

/** Removes trailing zeros: down to two decimals, and from 10 up entirely: `2.20`, `50`, `24.6`. */
function trimZeros(value: number, text: string): string {
  return Math.abs(value) >= 10 ? text.replace(/\.?0+$/, "") : text.replace(/(\.\d\d\d*?)0+$/, "$1");
}

/** The text for a bound with a special meaning: `as many ranks as possible`, `no eager limit`. Null for any other value. */
export function boundText(param: Param, value: unknown): string | null {
  if (param.type !== "integer" && param.type !== "number" && param.type !== "quantity") return null;
  return (value === 0 ? param.zero : value === param.max ? param.most : undefined) ?? null;
}

/**
 * Any value of a parameter as text, without the title or symbol of the parameter: `8×8`, `bit-reversal`, `yes`. For a selected kind, its
 * title.
 */
export function wordsOfValue(param: Param, value: unknown): string {
  switch (param.type) {
    case "kind":
      return param.registry.get((value as ChosenKind).kind).title;
    case "choice":
      return param.choices.find(({ id }) => id === value)?.title ?? String(value);
    case "flag":
      return (param.word ?? "yes|no").split("|")[value === true ? 0 : 1];
    case "list":
      return (value as readonly unknown[]).map((each) => wordsOfValue(param.of, each)).join(param.separator);
    case "text":
      return param.say?.(value as string) ?? uncapitalize(param.title);
    case "record":
      return Object.entries(param.params)
        .map(([name, childParam]) => wordsOfValue(childParam, (value as Values)[name]))
        .join(", ");
    default:
      return valueText(param, value);
  }
}

/** The title of the named list entry that contains a path, such as `global links`; empty if there is none. */
export function entryTitleAt(scenario: object, path: Path): string {
  const list = paramAtPath(scenario, path.slice(0, -2));
  if (list?.type !== "list" || list.entryKeys === undefined || path.length < 3) return "";
  const entry = valueAtPath(scenario, path.slice(0, -1)) as Values;
  return list.entryKeys.title(String(entry[list.entryKeys.keyParam]), valueAtPath(scenario, path.slice(0, -3)) as Values);
}

/** At most this many names are listed; the others are counted. */
const maxListedNames = 3;

/** The noun for a number of list entries, in lower case except for words in capitals. */
export function nounOf({ title, of }: ListParam, count: number): string {
  return (count === 1 ? of.title : title).replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
}

/** Names in a sentence; a long list is cut and counted: `switch 3 and 4 more`. */
export function listNames(names: readonly string[]): string {
  const listed = names.length > maxListedNames ? names.slice(0, maxListedNames - 1) : names;
  return joinWithAnd([...listed, ...(listed.length < names.length ? [`${names.length - listed.length} more`] : [])]);
}

/** A value with its symbol or title: `k′ 4`, `load 0.60`, `torus`. */
export function labeledValue(param: Param, value: unknown): string {
  if (param.type === "kind") return wordsOfValue(param, value);
  return `${param.symbol ?? uncapitalize(param.title)} ${wordsOfValue(param, value)}`;
}
