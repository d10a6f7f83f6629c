/** Reads documents from text of any origin. Limits prevent a text from blocking the page. */
import { type ValidationIssue, refuse, ScenarioError } from "../core/base/errors.ts";
import type { Document } from "../core/scenario/document.ts";
import { readDocument } from "../core/scenario/read-document.ts";

/** Maximum length of a text, characters: a program of maximum length, and the rest of a document. */
export const longestDocument = 12_000_000;
/** Maximum nesting of brackets; a scenario has five levels. */
const deepest = 32;
/** Maximum number of issues that are reported for a document. */
const mostIssues = 20;

/**
 * Reads a document from the text of a file or of an unpacked link.
 * @throws ScenarioError
 */
export function readText(text: string): Document {
  return readValue(parse(text));
}

/**
 * Parses a JSON text, unless it is too long or too deeply nested.
 * @throws ScenarioError
 */
export function parse(text: string): unknown {
  if (text.length > longestDocument) {
    const remedy = "Open a file that this program has saved.";
    refuse("", `the document has ${text.length} characters; at most ${longestDocument} are read.`, remedy);
  }
  if (isDeeperThan(deepest, text)) refuse("", `the document nests deeper than ${deepest} brackets; a scenario has five.`, "Open another.");
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    return refuse("", `this is not JSON: ${(error as Error).message}.`, "Check the commas, quotes and brackets near that place.");
  }
}

/** The first issues, and the number of the others. */
export function shortened(issues: readonly ValidationIssue[]): readonly ValidationIssue[] {
  const rest = issues.length - mostIssues;
  const message = rest === 1 ? "There is 1 more fault." : `There are ${rest} more faults.`;
  return rest <= 0 ? issues : [...issues.slice(0, mostIssues), { path: "", message, remedy: "Correct these first." }];
}

/** Reads a parsed document; reports at most the first issues. */
export function readValue(document: unknown): Document {
  try {
    return readDocument(document);
  } catch (error) {
    throw error instanceof ScenarioError ? new ScenarioError(shortened(error.issues)) : error;
  }
}

/** Whether brackets outside of strings are nested deeper than the limit. */
function isDeeperThan(limit: number, text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (inString) {
      if (char === "\\") i++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{" || char === "[") {
      if (++depth > limit) return true;
    } else if (char === "}" || char === "]") depth--;
  }
  return false;
}
