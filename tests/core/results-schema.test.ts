/**
 * Tests of the schema of results: real results have all of its fields and no others, and results that deviate from it are read neither from
 * a cache nor from a published file.
 */
import { expect, test } from "vitest";
import { conformsTo, type Schema } from "../../src/core/base/schema.ts";
import { type Results, resultsSchema } from "../../src/core/measures/results.ts";
import { readCachedResults, writeCachedResults } from "../../src/core/results/cached.ts";
import { readPublishedFile, publishedFileOf, withChecksum } from "../../src/core/results/published.ts";
import { claimedRuns, documentHash } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { exampleRuns } from "./example-runs.ts";
import { unwrapped, withChangeAt, declaredPaths, type SchemaLocation, locationsIn } from "./schema-locations.ts";

/** Results as they are after writing and reading a file. */
const roundTripped = exampleRuns.map(({ results }) => JSON.parse(JSON.stringify(results)) as Results);
const hasNull = (schema: Schema): boolean => (schema.is === "optional" ? hasNull(schema.of) : schema.is === "nullable");
/** Values that are invalid for each type of the schema. */
const invalidValues: Readonly<Record<string, readonly unknown[]>> = {
  number: [NaN, Infinity, -Infinity, "1", "", true, [], {}],
  string: [0, NaN, true, [], {}],
  choice: ["other", "", 0, NaN, [], {}],
  array: [0, "", true, {}, { length: 0 }],
  object: [0, "", true, [], {}],
};

/** The first location of each path, with the results that contain it. */
function firstLocations(): readonly { readonly of: Results; readonly place: SchemaLocation }[] {
  const found = new Map<string, { of: Results; place: SchemaLocation }>();
  for (const results of roundTripped)
    for (const place of locationsIn(resultsSchema, results)) {
      const known = found.get(place.path)?.place;
      if (known === undefined || (known.value === null && place.value !== null)) found.set(place.path, { of: results, place });
    }
  return [...found.values()];
}

test("real results have nothing that is not declared, and all that is", () => {
  for (const results of roundTripped) expect(conformsTo(resultsSchema, results), JSON.stringify(results)).toBe(true);
  const found = new Set(firstLocations().map(({ place }) => place.path));
  expect(declaredPaths(resultsSchema).filter((path) => !found.has(path))).toEqual([]);
});

test("results with a value of another type anywhere, without a field, or with one more are refused", () => {
  for (const { of, place } of firstLocations()) {
    const { path, keys, schema, value } = place;
    const isMatch = (change: Parameters<typeof withChangeAt>[2]) => conformsTo(resultsSchema, withChangeAt(of, keys, change));
    for (const other of [...invalidValues[unwrapped(schema).is], ...(hasNull(schema) ? [] : [null])])
      expect(
        isMatch((holder, key) => (holder[key] = other)),
        `${path} ${String(other)}`,
      ).toBe(false);
    const isAbsent = isMatch((holder, key) => (Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key]));
    expect(isAbsent, `${path} absent`).toBe(schema.is === "optional" || typeof keys.at(-1) === "number");
    if (unwrapped(schema).is !== "object" || value === null) continue;
    for (const name of ["more", "toString", "__proto__"]) {
      const add = (holder: Record<string | number, unknown>, key: string | number) =>
        Object.defineProperty(holder[key], name, { value: 1, enumerable: true });
      expect(isMatch(add), `${path} ${name}`).toBe(false);
    }
  }
});

test("what is no results at all is refused", () => {
  for (const rubbish of ["x", 5, null, undefined, {}, []]) expect(conformsTo(resultsSchema, rubbish)).toBe(false);
});

test("a checksum makes nothing of it readable", () => {
  const document = parseDocument({ run: { warmUp: 0, window: 200, drain: 100 } });
  const hash = documentHash(document);
  expect(claimedRuns(document)).toHaveLength(1);
  const [results] = roundTripped;
  const { seal: _, ...file } = publishedFileOf(document, [results]);
  const read = (runs: readonly Results[]) => readPublishedFile(JSON.parse(JSON.stringify(withChecksum({ ...file, runs }))), hash);
  expect(readCachedResults(writeCachedResults("run", results), "run")).toEqual(results);
  expect(() => read([results])).not.toThrow();
  for (const change of [
    { latency: { ...results.latency, p95: "33" } },
    { latency: { ...results.latency, p95: NaN } },
    { fairness: 1 },
    { steady: {} },
    { messages: [{ source: 0 }] },
    { collective: null },
    { more: 1 },
  ]) {
    const damaged = { ...results, ...change } as unknown as Results;
    expect(readCachedResults(writeCachedResults("run", damaged), "run"), JSON.stringify(change)).toBeNull();
    expect(() => read([damaged]), JSON.stringify(change)).toThrow(/incomplete/);
  }
});
