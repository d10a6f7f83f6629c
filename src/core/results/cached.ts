/**
 * Cached results, in a browser or in a folder: one text per run. A cached text is never trusted: it is valid only if it equals, character
 * by character, what would be written for its content now.
 */
import { hexHashOf } from "../base/hash.ts";
import { conformsTo } from "../base/schema.ts";
import { type Results, resultsSchema, resultsShape } from "../measures/results.ts";
import { engineVersion } from "../run/version.ts";

/** Value of `format` that identifies cached results. */
const cacheFormat = "fabricscope-run";

/** Largest length of a cached text, in characters: about fifty times the length for a run with many messages. */
export const maxCachedCharacters = 16 * 2 ** 20;

/**
 * The text of a run's results, with the version of the engine and a checksum. All numbers must be finite, as they are in every run.
 * @param name Name of the run, from `resultsHash`.
 */
export function writeCachedResults(name: string, results: Results): string {
  const digest = hexHashOf(JSON.stringify(results));
  return `${JSON.stringify({ format: cacheFormat, engine: engineVersion, shape: resultsShape, name, digest, results })}\n`;
}

/** Verdict on a text that should contain a run's results. */
export type CacheVerdict =
  | { readonly is: "kept"; readonly results: Results }
  /** Intact, but of another version of the engine, so not comparable. */
  | { readonly is: "other engine"; readonly engine: string }
  /** Changed, truncated, of another run, or something different. */
  | { readonly is: "broken" };

/** Checks the text that was cached under a name. */
export function checkCachedText(text: unknown, name: string): CacheVerdict {
  if (typeof text !== "string" || text.length > maxCachedCharacters) return { is: "broken" };
  try {
    const content = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const { format, engine, shape, digest, results } = content;
    if (conformsTo(resultsSchema, results) && writeCachedResults(name, results) === text) return { is: "kept", results };
    const isOtherVersion = format === cacheFormat && content["name"] === name && (engine !== engineVersion || shape !== resultsShape);
    const isWhole = typeof results === "object" && digest === hexHashOf(JSON.stringify(results));
    return isOtherVersion && isWhole && typeof engine === "string" ? { is: "other engine", engine } : { is: "broken" };
  } catch {
    // Truncated, not JSON, or nested too deeply.
    return { is: "broken" };
  }
}

/** The results cached under a name; null if the text is not valid, so the run must be repeated. */
export function readCachedResults(text: unknown, name: string): Results | null {
  const verdict = checkCachedText(text, name);
  return verdict.is === "kept" ? verdict.results : null;
}
