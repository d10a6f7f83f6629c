/** Recovers the complete steps of a lesson whose text is truncated. */
import { refuse } from "../core/base/errors.ts";
import { parse } from "../links/text.ts";

/**
 * Parses a truncated lesson and keeps its complete steps. The step in which the text ends becomes `null`, so that the reader reports it.
 * @throws ScenarioError if no step is complete, or the remaining text is not JSON
 */
export function salvaged(text: string): unknown {
  const begin = /"steps"\s*:\s*\[/.exec(text);
  if (begin === null) refuse("link", "it breaks off before the first step.", "Copy the whole link again.");
  const from = begin.index + begin[0].length;
  const ends = endsOfParts(text, from);
  if (ends.length === 0) refuse("link", "it breaks off within the first step.", "Copy the whole link again.");
  const last = ends.at(-1)!;
  const rest = text.slice(last).trim() === "" ? "" : ",null";
  return parse(`${text.slice(0, last)}${rest}]}`);
}

/** End positions of the complete objects in a list. @param listStart position after the opening bracket */
function endsOfParts(text: string, from: number): readonly number[] {
  const ends: number[] = [];
  let depth = 0;
  let inString = false;
  for (let i = from; i < text.length; i++) {
    const char = text[i];
    if (inString) {
      if (char === "\\") i++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") {
      if (--depth < 0) break;
      if (depth === 0) ends.push(i + 1);
    }
  }
  return ends;
}
