/** Titles of scenarios, as the user wrote them. */
import { type ValidationIssue, quoteValue } from "../base/errors.ts";

/** Maximum length of a title, characters. */
export const maxTitleLength = 120;

/**
 * A title without bidirectional control characters (Unicode UAX #9), which would reorder the text next to it. Right-to-left letters need no
 * such characters.
 */
export function plainTitle(text: string): string {
  return text.replaceAll(/\p{Bidi_Control}/gu, "");
}

/** A title that was typed or pasted, as one line. */
export function sanitizeTitle(text: string): string {
  return plainTitle(text)
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();
}

/** Reads a title; empty if the document has none. Issues are added to the list. */
export function readTitle(input: unknown, path: string, issues: ValidationIssue[]): string {
  if (input === undefined) return "";
  if (typeof input === "string" && input.length <= maxTitleLength && !/\p{Cc}/u.test(input)) return plainTitle(input);
  issues.push({
    path,
    message: `${quoteValue(input)} cannot be used: expected one line of text of at most ${maxTitleLength} characters.`,
    remedy:
      typeof input === "string" && input.length > maxTitleLength ? "Shorten it." : "Write one line of text, without control characters.",
  });
  return "";
}
