/**
 * Results as they are kept, in a browser or in a folder: one text under the name of their run. Nothing that was kept is
 * believed blindly. What is read counts only if it is, character by character, what would be written of it now.
 */
import { isResults, type Results, resultsShape } from "./measures/results.ts";
import { hashOfText } from "./base/hash.ts";
import { engineVersion } from "./version.ts";

/** The word that tells kept results from any other JSON. */
const keptFormat = "fabricscope-run";

/** Characters of the longest text that is kept: some fifty times what a run with many messages takes. */
export const longestKept = 16 * 2 ** 20;

/**
 * The text of a run's results, with the version of the engine and a digest of all that they say. Numbers have to be
 * finite, as those of every run are.
 * @param name of the run, as `scenarioHash` gives it
 */
export function writeKept(name: string, results: Results): string {
  const digest = hashOfText(JSON.stringify(results));
  return `${JSON.stringify({ format: keptFormat, engine: engineVersion, shape: resultsShape, name, digest, results })}\n`;
}

/** The results that were kept under a name; null where what is there is anything else, so that they have to be run again. */
export function readKept(text: unknown, name: string): Results | null {
  if (typeof text !== "string" || text.length > longestKept) return null;
  try {
    const { results } = JSON.parse(text) as { readonly results?: unknown };
    return isResults(results) && writeKept(name, results) === text ? results : null;
  } catch {
    // Cut short, no JSON, or nested deeper than any stack.
    return null;
  }
}
