/** Parses JSON and locates syntax errors, because the messages of JavaScript engines differ and may lack the position. */
import { LineCounter } from "../../line-counter.ts";
import { shortened } from "../../told.ts";

/**
 * Parses a text.
 * @param onProgress called once before parsing; may throw to cancel
 * @returns the value and the number of lines; or the error, as a sentence that says what to do
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

/** The parsed value; undefined if the text is not JSON. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Replaces NaN and Infinity by null: Python writes them, but JSON does not allow them. */
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

/** Tokens that may follow. */
type Next = "value" | "value or ]" | "key" | "key or }" | "colon" | "comma" | "end";

/** Offset of the first syntax error; the end of the text if the text is incomplete. RFC 8259. */
function faultIn(text: string): number {
  /** Open lists and objects; true for an object. */
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

/** Offset after a string; −1 if it contains an invalid character or escape, the end of the text if it does not end. */
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

/** Offset after a number or literal; −1 if there is none. */
function plainEnd(text: string, from: number): number {
  const plain = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
  plain.lastIndex = from;
  return plain.test(text) ? plain.lastIndex : -1;
}
