/** A JSON text, parsed, or why it cannot be. */
import { LineCounter } from "../../line-counter.ts";

/** @returns the value, and how many lines the text has; or why there is none, as a sentence with what to do */
export function parsedJson(
  text: string,
  onPart?: (part: number) => void,
): { readonly value: unknown; readonly lines: number; readonly refused: string | null } {
  onPart?.(0);
  const lines = new LineCounter(text).count();
  try {
    return { value: JSON.parse(text), lines, refused: null };
  } catch (fault) {
    return { value: undefined, lines, refused: `${whereOf(String(fault), text, lines)} Look whether the file is cut off or damaged.` };
  }
}

/** Engines say where a text breaks in words of their own: by an offset, or by line and column, or not at all. */
function whereOf(fault: string, text: string, lines: number): string {
  const [, offset] = /position (\d{1,10})/.exec(fault) ?? [];
  const [, line] = /line (\d{1,10})/.exec(fault) ?? [];
  if (offset !== undefined) return `Line ${new LineCounter(text).of(Number(offset))} is not JSON.`;
  if (line !== undefined) return `Line ${line} is not JSON.`;
  return /end of|unterminated|EOF/i.test(fault) ? `The text is no whole JSON: it ends in line ${lines}.` : "The text is not JSON.";
}
