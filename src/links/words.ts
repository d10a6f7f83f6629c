/** Conversion between single values and words of a readable link, and the names of parameters there. */
import type { About, ListParam, Param, Params } from "../core/base/params.ts";

/**
 * A value as a word: `.45`, `8x8`, `64B`, `1` for yes.
 * @returns null for lists of records and for kinds, which one word cannot express
 */
export function toWord(param: Param, value: unknown): string | null {
  switch (param.type) {
    case "integer":
    case "number":
      return toNumeral(value);
    case "quantity":
      return String(value).replace(" ", "");
    case "amount":
      return typeof value === "number" ? toNumeral(value) : String(value).replace(" ", "");
    case "choice":
      return String(value);
    case "flag":
      return value === true ? "1" : "0";
    case "text":
      return /^[\w.-]*$/.test(value as string) ? (value as string) : null;
    case "list": {
      if (param.about !== undefined)
        return allOf(
          (value as readonly Values[]).map((each) => entryWord(param, param.about!, each)),
          ";",
        );
      if (!isNumeric(param.of) && param.of.type !== "flag" && param.of.type !== "choice") return null;
      return (value as readonly unknown[]).map((each) => toWord(param.of, each)).join("x");
    }
    default:
      return null;
  }
}

/** The value of a word in the form of a document. An invalid word is returned unchanged, to be reported later. */
export function fromWord(param: Param, word: string): unknown {
  switch (param.type) {
    case "integer":
    case "number":
    case "amount":
      return word.length <= 40 && /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(word) && Number.isFinite(Number(word)) ? Number(word) : word;
    case "flag":
      return word === "1" || word === "true" ? true : word === "0" || word === "false" ? false : word;
    case "list":
      if (param.about !== undefined) return word === "" ? [] : word.split(";").map((each) => entryOf(param, param.about!, each));
      return word === "" ? [] : word.split(/[x×]/).map((each) => fromWord(param.of, each));
    default:
      return word;
  }
}

const toNumeral = (value: unknown) => String(value).replace(/^(-?)0\./, "$1.");

type Values = Readonly<Record<string, unknown>>;

/** An entry with a name: the name, and each value with its parameter after a tilde, `global~rate2~length100`. */
function entryWord({ of }: ListParam, { by }: About, entry: Values): string | null {
  const params: Params = of.type === "record" ? of.params : {};
  const name = toWord(params[by], String(entry[by]).replaceAll(" ", "-"));
  const others = Object.entries(params).filter(([own]) => own !== by && own in entry);
  const words = others.map(([own, param]) => {
    const word = toWord(param, entry[own]);
    return word === null ? null : itemOf(own, param, word);
  });
  return allOf([name, ...words], "~");
}

/** The entry of such words. */
function entryOf({ of }: ListParam, { by }: About, word: string): Values {
  const params: Params = of.type === "record" ? of.params : {};
  const [name, ...items] = word.split("~");
  const said = items.map((item): readonly [string, unknown] => {
    const { name: own, word: value } = splitItem(item);
    const found = findParam(params, own);
    return found === undefined ? [own === "" ? item : own, value] : [found[0], fromWord(found[1], value)];
  });
  const entry: Record<string, unknown> = { [by]: name };
  // A duplicate becomes a list of both values, which is invalid and will be reported.
  for (const [own, value] of said) entry[own] = own in entry ? [entry[own], value].flat() : value;
  return entry;
}

/** Joins words; null if one of them could not be written. */
function allOf(words: readonly (string | null)[], separator: string): string | null {
  return words.includes(null) ? null : words.join(separator);
}

/** A parameter with its word, as it follows a kind: `k4`, `selection~random`. */
export function itemOf(name: string, param: Param, word: string): string {
  return name + (isNumeric(param) ? "" : "~") + word;
}

/** Whether a word can directly follow its name, `k4`, because it cannot begin with a letter. */
export function isNumeric(param: Param): boolean {
  return (
    param.type === "integer" ||
    param.type === "number" ||
    param.type === "quantity" ||
    param.type === "amount" ||
    (param.type === "list" && isNumeric(param.of))
  );
}

/** The parameter with a name, or with the symbol of a paper: `kUp`, `k′` or `k'`. */
export function findParam(params: Params, name: string): [string, Param] | undefined {
  const plain = name.replaceAll("′", "'");
  return Object.entries(params).find(([own, { symbol }]) => own === plain || symbol?.replaceAll("′", "'") === plain);
}

/** Splits `kUp2` or `selection~random` into name and word. */
export function splitItem(item: string): { readonly name: string; readonly word: string } {
  const [, name, word] = /^([A-Za-z]*['′]*)~?(.*)$/s.exec(item) as RegExpExecArray;
  return { name, word };
}
