/** Recovers the complete steps of a lesson whose text is truncated. */
import { refuse } from "../core/base/errors.ts";
import { parseDocumentJson } from "../links/text.ts";

/**
 * Parses a truncated lesson and keeps its complete steps. The step in which the text ends becomes `null`, so that the reader reports it.
 * @throws ScenarioError if no step is complete, or the remaining text is not JSON
 */
export function parseTruncatedLesson(text: string): unknown {
  const stepsStart = /"steps"\s*:\s*\[/.exec(text);
  if (stepsStart === null) refuse("link", "the text ends before the first step.", "Copy the whole link again.");
  const listStart = stepsStart.index + stepsStart[0].length;
  const ends = endsOfObjects(text, listStart);
  if (ends.length === 0) refuse("link", "the text ends within the first step.", "Copy the whole link again.");
  const lastEnd = ends.at(-1)!;
  const incompleteStep = text.slice(lastEnd).trim() === "" ? "" : ",null";
  return parseDocumentJson(`${text.slice(0, lastEnd)}${incompleteStep}]}`);
}

/**
 * Positions after each complete object or list in a JSON list, up to where the text is truncated. Brackets within strings do not count.
 * @param listStart position after the opening bracket of the list
 */
function endsOfObjects(text: string, listStart: number): readonly number[] {
  const ends: number[] = [];
  let depth = 0;
  let isInString = false;
  for (let i = listStart; i < text.length; i++) {
    const char = text[i];
    if (isInString) {
      if (char === "\\") i++;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") {
      if (--depth < 0) break;
      if (depth === 0) ends.push(i + 1);
    }
  }
  return ends;
}
