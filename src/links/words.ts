/** Conversion between single values and words of a readable link, and the names of parameters there. */
import type { EntryKeys, ListParam, Param, Params } from "../core/base/params.ts";

/**
 * Writes the value of a parameter as a word of a link: `.45`, `8x8`, `64B`, `1` for yes.
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
      if (param.entryKeys !== undefined)
        return joinWords(
          (value as readonly EntryValues[]).map((each) => formatEntry(param, param.entryKeys!, each)),
          ";",
        );
      if (!isNumeric(param.of) && param.of.type !== "flag" && param.of.type !== "choice") return null;
      return (value as readonly unknown[]).map((each) => toWord(param.of, each)).join("x");
    }
    default:
      return null;
  }
}

/** Converts a word to a value as in a document. An invalid word is returned unchanged, to be reported later. */
export function fromWord(param: Param, word: string): unknown {
  switch (param.type) {
    case "integer":
    case "number":
    case "amount":
      return word.length <= 40 && /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(word) && Number.isFinite(Number(word)) ? Number(word) : word;
    case "flag":
      return word === "1" || word === "true" ? true : word === "0" || word === "false" ? false : word;
    case "list":
      if (param.entryKeys !== undefined) return word === "" ? [] : word.split(";").map((each) => parseEntry(param, param.entryKeys!, each));
      return word === "" ? [] : word.split(/[x×]/).map((each) => fromWord(param.of, each));
    default:
      return word;
  }
}

const toNumeral = (value: unknown) => String(value).replace(/^(-?)0\./, "$1.");

type EntryValues = Readonly<Record<string, unknown>>;

/** An entry with a name: the name, and each value with its parameter after a tilde, `global~rate2~length100`. */
function formatEntry({ of }: ListParam, { keyParam: nameKey }: EntryKeys, entry: EntryValues): string | null {
  const params: Params = of.type === "record" ? of.params : {};
  const name = toWord(params[nameKey], String(entry[nameKey]).replaceAll(" ", "-"));
  const others = Object.entries(params).filter(([ownName]) => ownName !== nameKey && ownName in entry);
  const words = others.map(([ownName, param]) => {
    const word = toWord(param, entry[ownName]);
    return word === null ? null : formatItem(ownName, param, word);
  });
  return joinWords([name, ...words], "~");
}

/** Parses an entry that {@link formatEntry} has written: a name, and values with their parameters after tildes. */
function parseEntry({ of }: ListParam, { keyParam: nameKey }: EntryKeys, word: string): EntryValues {
  const params: Params = of.type === "record" ? of.params : {};
  const [name, ...items] = word.split("~");
  const fields = items.map((item): readonly [string, unknown] => {
    const { name: ownName, word: value } = splitItem(item);
    const param = findParam(params, ownName);
    return param === undefined ? [ownName === "" ? item : ownName, value] : [param[0], fromWord(param[1], value)];
  });
  const entry: Record<string, unknown> = { [nameKey]: name };
  // A duplicate becomes a list of both values, which is invalid and will be reported.
  for (const [ownName, value] of fields) entry[ownName] = ownName in entry ? [entry[ownName], value].flat() : value;
  return entry;
}

/** Joins words; null if one of them could not be written. */
function joinWords(words: readonly (string | null)[], separator: string): string | null {
  return words.includes(null) ? null : words.join(separator);
}

/** A parameter with its word, as it follows a kind: `k4`, `selection~random`. */
export function formatItem(name: string, param: Param, word: string): string {
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
  const normalizedName = name.replaceAll("′", "'");
  return Object.entries(params).find(
    ([ownName, { symbol }]) => ownName === normalizedName || symbol?.replaceAll("′", "'") === normalizedName,
  );
}

/** Splits `kUp2` or `selection~random` into name and word. */
export function splitItem(item: string): { readonly name: string; readonly word: string } {
  const [, name, word] = /^([A-Za-z]*['′]*)~?(.*)$/s.exec(item) as RegExpExecArray;
  return { name, word };
}
