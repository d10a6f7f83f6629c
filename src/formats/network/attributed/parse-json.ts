/** Parses JSON and locates syntax errors, because the messages of JavaScript engines differ and may lack the position. */
import { LineCounter } from "../../line-counter.ts";
import { shortenLine } from "../../diagnostics.ts";

/**
 * Parses a text.
 * @param onProgress called once before parsing; may throw to cancel
 * @returns the value and the number of lines; or the error, as a sentence that says what to do
 */
export function parseJson(
  text: string,
  onProgress?: (fraction: number) => void,
): { readonly value: unknown; readonly lines: number; readonly refused: string | null } {
  onProgress?.(0);
  const lineCount = new LineCounter(text).lineCount();
  const value = tryParse(text) ?? tryParse(withoutNaN(text));
  return value === undefined
    ? { value, lines: lineCount, refused: `${describeFault(text)} Check whether the file is cut off or damaged.` }
    : { value, lines: lineCount, refused: null };
}

/** The parsed value; undefined if the text is not JSON. */
function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Replaces NaN and Infinity by null: Python writes them, but JSON does not allow them. */
function withoutNaN(text: string): string {
  let result = "";
  let copyStart = 0;
  for (let position = 0; position < text.length; position++) {
    const character = text[position];
    if (character === '"') position = Math.max(position, stringEnd(text, position) - 1);
    else if (character === "N" || character === "I" || character === "-") {
      const literal = ["NaN", "Infinity", "-Infinity"].find((each) => text.startsWith(each, position));
      if (literal === undefined) continue;
      result += `${text.slice(copyStart, position)}null`;
      position += literal.length - 1;
      copyStart = position + 1;
    }
  }
  return result + text.slice(copyStart);
}

function describeFault(text: string): string {
  const faultPosition = faultOffset(text);
  const line = new LineCounter(text).lineAt(faultPosition);
  return faultPosition >= text.length
    ? `The JSON text is incomplete: it ends in line ${line}.`
    : `Line ${line} is not valid JSON from "${shortenLine(text.slice(faultPosition, faultPosition + 30).split(/[\r\n]/, 1)[0])}" on.`;
}

/** Tokens that may follow. */
type ExpectedToken = "value" | "value or ]" | "key" | "key or }" | "colon" | "comma" | "end";

/**
 * Offset of the first syntax error in a JSON text (RFC 8259); the end of the text if the text is incomplete. It is needed because the
 * message of `JSON.parse` does not give the position in all browsers.
 */
function faultOffset(text: string): number {
  /** Open lists and objects; true for an object. */
  const isObjectOpen: boolean[] = [];
  let expected: ExpectedToken = "value";
  const afterValue = () => (isObjectOpen.length === 0 ? "end" : "comma");
  let position = 0;
  for (;;) {
    while (position < text.length && " \t\r\n".includes(text[position])) position++;
    if (position >= text.length) return position;
    const character = text[position];
    const isClosing = (character === "]" || character === "}") && isObjectOpen[isObjectOpen.length - 1] === (character === "}");
    if (isClosing && (expected === "comma" || expected === (character === "}" ? "key or }" : "value or ]"))) {
      isObjectOpen.pop();
      expected = afterValue();
      position++;
    } else if (expected === "value" || expected === "value or ]") {
      if (character === "{" || character === "[") {
        isObjectOpen.push(character === "{");
        expected = character === "{" ? "key or }" : "value or ]";
        position++;
      } else {
        const end = character === '"' ? stringEnd(text, position) : literalEnd(text, position);
        if (end < 0) return position;
        expected = afterValue();
        position = end;
      }
    } else if (expected === "key" || expected === "key or }") {
      const end = character === '"' ? stringEnd(text, position) : -1;
      if (end < 0) return position;
      expected = "colon";
      position = end;
    } else if (expected === "colon" && character === ":") {
      expected = "value";
      position++;
    } else if (expected === "comma" && character === ",") {
      expected = isObjectOpen[isObjectOpen.length - 1] ? "key" : "value";
      position++;
    } else return position;
  }
}

/** Offset after a string; −1 if it contains an invalid character or escape, the end of the text if it does not end. */
function stringEnd(text: string, start: number): number {
  for (let position = start + 1; position < text.length; position++) {
    const character = text[position];
    if (character === '"') return position + 1;
    if (character < " ") return -1;
    if (character === "\\" && !/[^"\\/bfnrtu]/.test(text[++position] ?? "")) continue;
    if (character === "\\") return -1;
  }
  return text.length;
}

/** Offset after a number or literal; −1 if there is none. */
function literalEnd(text: string, start: number): number {
  const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
  literal.lastIndex = start;
  return literal.test(text) ? literal.lastIndex : -1;
}
