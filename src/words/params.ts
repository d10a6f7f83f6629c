/** Words and values of parameters as people read them; the numbers of measures are written by `words/numbers.ts`. */
import { sayQuantity } from "../core/base/units.ts";
import type { Amount, ChosenKind, ListParam, Param, Values } from "../core/base/params.ts";
import { paramAt, type Path, valueAt } from "../core/scenario/place.ts";
import { anded, uncapital } from "../core/base/words.ts";

type Measured = Exclude<Amount, number>;

export { capital } from "../core/base/words.ts";

/** Decimals that a step asks for: 0.01 → 2. */
function decimalsOf(step: number): number {
  return Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
}

/** The bare value of a number or quantity, without words or symbol. */
export function valueText(param: Param, value: unknown): string {
  if (param.type === "amount" && typeof value !== "number") return sayQuantity((value as Measured).value, (value as Measured).of);
  if (typeof value !== "number") return String(value);
  // Of money, metres and hundredths a fraction is told only where there is one.
  if (param.type === "number") {
    const text = param.step >= 1 || param.unit === "%" ? String(value) : trimmed(value, value.toFixed(Math.max(2, decimalsOf(param.step))));
    // What is not nothing is not told as nothing.
    return Number(text) === 0 && value !== 0 ? String(Number(value.toPrecision(2))) : text;
  }
  return param.type === "quantity" ? sayQuantity(value, param.dimension) : String(value);
}

/** Two decimals say enough where the rest are nothing, and from 10 on none of those have to stand there: `2.20`, `50`, `24.6`. */
function trimmed(value: number, text: string): string {
  return Math.abs(value) >= 10 ? text.replace(/\.?0+$/, "") : text.replace(/(\.\d\d\d*?)0+$/, "$1");
}

/** How a bound reads that stands for something else: `as many ranks as fit`, `no eager limit`; null for any other value. */
export function boundText(param: Param, value: unknown): string | null {
  if (param.type !== "integer" && param.type !== "number" && param.type !== "quantity") return null;
  return (value === 0 ? param.zero : value === param.max ? param.most : undefined) ?? null;
}

/** Any value of a parameter as people read it, without words or symbol: `8×8`, `bit-reversal`, `yes`. */
export function wordsOf(param: Param, value: unknown): string {
  switch (param.type) {
    case "kind":
      return param.registry.get((value as ChosenKind).kind).title;
    case "choice":
      return param.choices.find(({ id }) => id === value)?.title ?? String(value);
    case "flag":
      return (param.word ?? "yes|no").split("|")[value === true ? 0 : 1];
    case "list":
      return (value as readonly unknown[]).map((each) => wordsOf(param.of, each)).join(param.separator);
    case "text":
      return param.say?.(value as string) ?? uncapital(param.title);
    case "record":
      return Object.entries(param.params)
        .map(([name, own]) => wordsOf(own, (value as Values)[name]))
        .join(", ");
    default:
      return valueText(param, value);
  }
}

/** What a place is about that lies in an entry with a name, `global links`; empty elsewhere. */
export function ownerAt(scenario: object, path: Path): string {
  const around = paramAt(scenario, path.slice(0, -2));
  if (around?.type !== "list" || around.about === undefined || path.length < 3) return "";
  const entry = valueAt(scenario, path.slice(0, -1)) as Values;
  return around.about.title(String(entry[around.about.by]), valueAt(scenario, path.slice(0, -3)) as Values);
}

/** Names that are told one by one; of more, the rest is counted. */
const mostNamed = 3;

/** What so many entries of a list are called; words in capitals keep them. */
export function nounOf({ title, of }: ListParam, count: number): string {
  return (count === 1 ? of.title : title).replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
}

/** Names of things in a row, and of a long row how many more there are: `switch 3 and 4 more`. */
export function someNamed(names: readonly string[]): string {
  const told = names.length > mostNamed ? names.slice(0, mostNamed - 1) : names;
  return anded([...told, ...(told.length < names.length ? [`${names.length - told.length} more`] : [])]);
}

/** A value with what it is: `k′ 4`, `load 0.60`, `torus`. */
export function labelled(param: Param, value: unknown): string {
  if (param.type === "kind") return wordsOf(param, value);
  return `${param.symbol ?? uncapital(param.title)} ${wordsOf(param, value)}`;
}
