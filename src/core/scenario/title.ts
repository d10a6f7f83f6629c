/** Titles: what people call a scenario, shown as they wrote it, among words of the page. */
import { type ValidationIssue, show } from "../base/errors.ts";

/** Longest title kept, characters. */
export const longestTitle = 120;

/**
 * A title without the signs that say which way text runs (Unicode UAX #9): they would turn round what stands beside it.
 * Letters that run from right to left need none.
 */
export function plainTitle(text: string): string {
  return text.replaceAll(/\p{Bidi_Control}/gu, "");
}

/** A title as somebody has typed or pasted it: one line. */
export function typedTitle(text: string): string {
  return plainTitle(text)
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();
}

/** Reads a title; empty where a document has none. Faults are added to the list. */
export function readTitle(input: unknown, path: string, issues: ValidationIssue[]): string {
  if (input === undefined) return "";
  if (typeof input === "string" && input.length <= longestTitle && !/\p{Cc}/u.test(input)) return plainTitle(input);
  issues.push({
    path,
    message: `${show(input)} cannot be used: expected one line of text of at most ${longestTitle} characters.`,
    remedy:
      typeof input === "string" && input.length > longestTitle
        ? "Shorten it."
        : "Write one line of words, without signs that control a screen.",
  });
  return "";
}
