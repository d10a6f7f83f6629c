/** A JSON text, parsed, or where it is none. Engines say that in words of their own, or not at all. */
import { LineCounter } from "../../line-counter.ts";
import { shortened } from "../../told.ts";

/**
 * @param onPart hears once, before anything is parsed: it may break off
 * @returns the value, and how many lines the text has; or why there is none, as a sentence with what to do
 */
export function parsedJson(
  text: string,
  onPart?: (part: number) => void,
): { readonly value: unknown; readonly lines: number; readonly refused: string | null } {
  onPart?.(0);
  const lines = new LineCounter(text).count();
  const value = valueOf(text) ?? valueOf(withoutNaN(text));
  return value === undefined
    ? { value, lines, refused: `${saidOf(text)} Look whether the file is cut off or damaged.` }
    : { value, lines, refused: null };
}

/** undefined for what is no JSON. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Python writes numbers that are none, which JSON does not have: null stands for them. */
function withoutNaN(text: string): string {
  let whole = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') at = Math.max(at, stringEnd(text, at) - 1);
    else if (sign === "N" || sign === "I" || sign === "-") {
      const word = ["NaN", "Infinity", "-Infinity"].find((each) => text.startsWith(each, at));
      if (word === undefined) continue;
      whole += `${text.slice(from, at)}null`;
      at += word.length - 1;
      from = at + 1;
    }
  }
  return whole + text.slice(from);
}

function saidOf(text: string): string {
  const at = faultIn(text);
  const line = new LineCounter(text).of(at);
  return at >= text.length
    ? `The text ends within its JSON, in line ${line}.`
    : `Line ${line} is not JSON from "${shortened(text.slice(at, at + 30).split(/[\r\n]/, 1)[0])}" on.`;
}

/** What may come next. */
type Next = "value" | "value or ]" | "key" | "key or }" | "colon" | "comma" | "end";

/** Where a text stops being JSON; its end where that is missing. RFC 8259. */
function faultIn(text: string): number {
  /** Of each list and object that is open, whether it is an object. */
  const open: boolean[] = [];
  let next: Next = "value";
  const isIn = () => (open.length === 0 ? "end" : "comma");
  let at = 0;
  for (;;) {
    while (at < text.length && " \t\r\n".includes(text[at])) at++;
    if (at >= text.length) return at;
    const sign = text[at];
    const isClosing = (sign === "]" || sign === "}") && open[open.length - 1] === (sign === "}");
    if (isClosing && (next === "comma" || next === (sign === "}" ? "key or }" : "value or ]"))) {
      open.pop();
      next = isIn();
      at++;
    } else if (next === "value" || next === "value or ]") {
      if (sign === "{" || sign === "[") {
        open.push(sign === "{");
        next = sign === "{" ? "key or }" : "value or ]";
        at++;
      } else {
        const end = sign === '"' ? stringEnd(text, at) : plainEnd(text, at);
        if (end < 0) return at;
        next = isIn();
        at = end;
      }
    } else if (next === "key" || next === "key or }") {
      const end = sign === '"' ? stringEnd(text, at) : -1;
      if (end < 0) return at;
      next = "colon";
      at = end;
    } else if (next === "colon" && sign === ":") {
      next = "value";
      at++;
    } else if (next === "comma" && sign === ",") {
      next = open[open.length - 1] ? "key" : "value";
      at++;
    } else return at;
  }
}

/** Behind a string; −1 where it holds what it must not, the end of the text where it does not end. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') return at + 1;
    if (sign < " ") return -1;
    if (sign === "\\" && !/[^"\\/bfnrtu]/.test(text[++at] ?? "")) continue;
    if (sign === "\\") return -1;
  }
  return text.length;
}

/** Behind a number or a word; −1 where there is none. */
function plainEnd(text: string, from: number): number {
  const plain = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
  plain.lastIndex = from;
  return plain.test(text) ? plain.lastIndex : -1;
}
