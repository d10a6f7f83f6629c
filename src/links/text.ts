/** Reads documents from text of any origin. Limits prevent a text from blocking the page. */
import { type ValidationIssue, refuse, ScenarioError } from "../core/base/errors.ts";
import type { Document } from "../core/scenario/document.ts";
import { parseDocument } from "../core/scenario/read-document.ts";

/** Maximum length of a text, characters: enough for a document with a program of maximum length. */
export const maxDocumentLength = 12_000_000;
/** Maximum nesting of brackets; a scenario has five levels. */
const maxDepth = 32;
/** Maximum number of issues that are reported for a document. */
const maxIssues = 20;

/**
 * Reads a document from the text of a file or of an unpacked link.
 * @throws ScenarioError
 */
export function readDocumentText(text: string): Document {
  return readDocumentValue(parseDocumentJson(text));
}

/**
 * Parses a JSON text, unless it is too long or too deeply nested.
 * @throws ScenarioError
 */
export function parseDocumentJson(text: string): unknown {
  if (text.length > maxDocumentLength) {
    const remedy = "Open a file that this program has saved.";
    refuse("", `the document has ${text.length} characters; at most ${maxDocumentLength} are read.`, remedy);
  }
  if (isNestedDeeperThan(maxDepth, text))
    refuse("", `the document nests deeper than ${maxDepth} brackets; a scenario has five.`, "Open another.");
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    return refuse("", `this is not JSON: ${(error as Error).message}.`, "Check the commas, quotes and brackets near that place.");
  }
}

/** The first issues, and the number of the others. */
export function limitIssues(issues: readonly ValidationIssue[]): readonly ValidationIssue[] {
  const remainingCount = issues.length - maxIssues;
  const message = remainingCount === 1 ? "There is 1 more error." : `There are ${remainingCount} more errors.`;
  return remainingCount <= 0 ? issues : [...issues.slice(0, maxIssues), { path: "", message, remedy: "Correct these first." }];
}

/** Reads a parsed document; reports at most the first issues. */
export function readDocumentValue(document: unknown): Document {
  try {
    return parseDocument(document);
  } catch (error) {
    throw error instanceof ScenarioError ? new ScenarioError(limitIssues(error.issues)) : error;
  }
}

/** Whether brackets outside of strings are nested deeper than the limit. */
function isNestedDeeperThan(limit: number, text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (isInString) {
      if (char === "\\") i++;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === "{" || char === "[") {
      if (++depth > limit) return true;
    } else if (char === "}" || char === "]") depth--;
  }
  return false;
}
