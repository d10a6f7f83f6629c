/** Single values as words of a readable link, and the names they go by. */
import type { Param, Params } from "../core/base/params.ts";

/**
 * A value of the document as a word: `.45`, `8x8`, `64B`, `1` for yes.
 * @returns null for lists of records and for choices of a kind, which one word cannot hold
 */
export function toWord(param: Param, value: unknown): string | null {
  switch (param.type) {
    case "integer":
    case "number":
      return String(value).replace(/^(-?)0\./, "$1.");
    case "quantity":
      return String(value).replace(" ", "");
    case "choice":
      return String(value);
    case "flag":
      return value === true ? "1" : "0";
    case "text":
      return /^[\w.-]*$/.test(value as string) ? (value as string) : null;
    case "list": {
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
      return word.length <= 40 && /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(word) && Number.isFinite(Number(word)) ? Number(word) : word;
    case "flag":
      return word === "1" || word === "true" ? true : word === "0" || word === "false" ? false : word;
    case "list":
      return word === "" ? [] : word.split(/[x×]/).map((each) => fromWord(param.of, each));
    default:
      return word;
  }
}

/** Whether a word can follow its name directly, `k4`, because it cannot begin with a letter. */
export function isNumeric(param: Param): boolean {
  return param.type === "integer" || param.type === "number" || param.type === "quantity" || (param.type === "list" && isNumeric(param.of));
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
