/**
 * Results as they are kept, in a browser or in a folder: one text under the name of their run. Nothing that was kept is
 * believed blindly. What is read counts only if it is, character by character, what would be written of it now.
 */
import { hashOfText } from "../base/hash.ts";
import { matches } from "../base/schema.ts";
import { type Results, resultsSchema, resultsShape } from "../measures/results.ts";
import { engineVersion } from "../run/version.ts";

/** The word that tells kept results from any other JSON. */
const keptFormat = "fabricscope-run";

/** Characters of the longest text that is kept: some fifty times what a run with many messages takes. */
export const longestKept = 16 * 2 ** 20;

/**
 * The text of a run's results, with the version of the engine and a digest of all that they say. Numbers have to be
 * finite, as those of every run are.
 * @param name of the run, as `toldHash` gives it
 */
export function writeKept(name: string, results: Results): string {
  const digest = hashOfText(JSON.stringify(results));
  return `${JSON.stringify({ format: keptFormat, engine: engineVersion, shape: resultsShape, name, digest, results })}\n`;
}

/** What a text is that should hold a run's results. */
export type Verdict =
  | { readonly is: "kept"; readonly results: Results }
  /** Whole, but of an edition of the engine whose results are not comparable. */
  | { readonly is: "other engine"; readonly engine: string }
  /** Changed, cut short, of another run, or something else altogether. */
  | { readonly is: "broken" };

/** What was kept under a name, or why it does not count. */
export function judgeKept(text: unknown, name: string): Verdict {
  if (typeof text !== "string" || text.length > longestKept) return { is: "broken" };
  try {
    const found = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const { format, engine, shape, digest, results } = found;
    if (matches(resultsSchema, results) && writeKept(name, results) === text) return { is: "kept", results };
    const isOther = format === keptFormat && found["name"] === name && (engine !== engineVersion || shape !== resultsShape);
    const isWhole = typeof results === "object" && digest === hashOfText(JSON.stringify(results));
    return isOther && isWhole && typeof engine === "string" ? { is: "other engine", engine } : { is: "broken" };
  } catch {
    // Cut short, no JSON, or nested deeper than any stack.
    return { is: "broken" };
  }
}

/** The results that were kept under a name; null where what is there is anything else, so that they have to be run again. */
export function readKept(text: unknown, name: string): Results | null {
  const verdict = judgeKept(text, name);
  return verdict.is === "kept" ? verdict.results : null;
}
