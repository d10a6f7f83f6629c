/** Single values as words of a readable link, and the names they go by. */
import type { About, ListParam, Param, Params } from "../core/base/params.ts";

/**
 * A value of the document as a word: `.45`, `8x8`, `64B`, `1` for yes.
 * @returns null for lists of records and for choices of a kind, which one word cannot hold
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

/** The value of a word, as it would stand in a document; a word that makes no sense stays as it is, to be reported of. */
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

/** What is said of something with a name: its name, and each value behind a sign of its own, `global~rate2~length100`. */
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
  // What is said twice is both, which nothing can be.
  for (const [own, value] of said) entry[own] = own in entry ? [entry[own], value].flat() : value;
  return entry;
}

/** Words in a row; null where one of them cannot be written. */
function allOf(words: readonly (string | null)[], separator: string): string | null {
  return words.includes(null) ? null : words.join(separator);
}

/** A parameter with its word, as it stands behind a kind: `k4`, `selection~random`. */
export function itemOf(name: string, param: Param, word: string): string {
  return name + (isNumeric(param) ? "" : "~") + word;
}

/** Whether a word can follow its name directly, `k4`, because it cannot begin with a letter. */
export function isNumeric(param: Param): boolean {
  return (
    param.type === "integer" ||
    param.type === "number" ||
    param.type === "quantity" ||
    param.type === "amount" ||
    (param.type === "list" && isNumeric(param.of))
  );
}

/** The parameter of a name or of a paper's letter, `kUp`, `k′` or `k'`. */
export function findParam(params: Params, name: string): [string, Param] | undefined {
  const plain = name.replaceAll("′", "'");
  return Object.entries(params).find(([own, { symbol }]) => own === plain || symbol?.replaceAll("′", "'") === plain);
}

/** Cuts `kUp2` or `selection~random` into name and word. */
export function splitItem(item: string): { readonly name: string; readonly word: string } {
  const [, name, word] = /^([A-Za-z]*['′]*)~?(.*)$/s.exec(item) as RegExpExecArray;
  return { name, word };
}
