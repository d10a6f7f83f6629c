/** What is left of a lesson whose text breaks off: the steps that are whole. */
import { refuse } from "../core/base/errors.ts";
import { parse } from "../links/text.ts";

/**
 * The lesson of a text that breaks off somewhere, as a value with the steps that stand whole in it. The step in which it breaks off
 * is kept as `null`, so that whoever reads the lesson names it.
 * @throws ScenarioError where not one step is whole, or what is left is no JSON
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

/** Where the objects of a list end that begins at a place of a text. */
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
