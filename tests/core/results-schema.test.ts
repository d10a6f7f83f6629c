/**
 * Tests of the schema of results: real results have all of its fields and no others, and nothing that differs is read from a cache or a
 * published file.
 */
import { expect, test } from "vitest";
import { matches, type Schema } from "../../src/core/base/schema.ts";
import { type Results, resultsSchema } from "../../src/core/measures/results.ts";
import { readKept, writeKept } from "../../src/core/results/cached.ts";
import { readRecorded, recorded, withChecksum } from "../../src/core/results/published.ts";
import { claimedRuns, documentHash } from "../../src/core/scenario/document.ts";
import { readDocument } from "../../src/core/scenario/read-document.ts";
import { exampleRuns } from "./example-runs.ts";
import { bare, changedAt, declaredPaths, type Place, placesIn } from "./schema-places.ts";

/** Results as they are after writing and reading a file. */
const all = exampleRuns.map(({ results }) => JSON.parse(JSON.stringify(results)) as Results);
const hasNull = (schema: Schema): boolean => (schema.is === "optional" ? hasNull(schema.of) : schema.is === "nullable");
/** Values that are invalid for each type of the schema. */
const others: Readonly<Record<string, readonly unknown[]>> = {
  number: [NaN, Infinity, -Infinity, "1", "", true, [], {}],
  string: [0, NaN, true, [], {}],
  choice: ["other", "", 0, NaN, [], {}],
  array: [0, "", true, {}, { length: 0 }],
  object: [0, "", true, [], {}],
};

/** The first location of each path, with the results that contain it. */
function firstPlaces(): readonly { readonly of: Results; readonly place: Place }[] {
  const found = new Map<string, { of: Results; place: Place }>();
  for (const of of all)
    for (const place of placesIn(resultsSchema, of)) {
      const known = found.get(place.path)?.place;
      if (known === undefined || (known.value === null && place.value !== null)) found.set(place.path, { of, place });
    }
  return [...found.values()];
}

test("real results have nothing that is not declared, and all that is", () => {
  for (const results of all) expect(matches(resultsSchema, results), JSON.stringify(results)).toBe(true);
  const found = new Set(firstPlaces().map(({ place }) => place.path));
  expect(declaredPaths(resultsSchema).filter((path) => !found.has(path))).toEqual([]);
});

test("results with a value of another type anywhere, without a field, or with one more are refused", () => {
  for (const { of, place } of firstPlaces()) {
    const { path, keys, schema, value } = place;
    const isMatch = (change: Parameters<typeof changedAt>[2]) => matches(resultsSchema, changedAt(of, keys, change));
    for (const other of [...others[bare(schema).is], ...(hasNull(schema) ? [] : [null])])
      expect(
        isMatch((holder, key) => (holder[key] = other)),
        `${path} ${String(other)}`,
      ).toBe(false);
    const isAbsent = isMatch((holder, key) => (Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key]));
    expect(isAbsent, `${path} absent`).toBe(schema.is === "optional" || typeof keys.at(-1) === "number");
    if (bare(schema).is !== "object" || value === null) continue;
    for (const name of ["more", "toString", "__proto__"]) {
      const add = (holder: Record<string | number, unknown>, key: string | number) =>
        Object.defineProperty(holder[key], name, { value: 1, enumerable: true });
      expect(isMatch(add), `${path} ${name}`).toBe(false);
    }
  }
});

test("what is no results at all is refused", () => {
  for (const rubbish of ["x", 5, null, undefined, {}, []]) expect(matches(resultsSchema, rubbish)).toBe(false);
});

test("a checksum makes nothing of it readable", () => {
  const document = readDocument({ run: { warmUp: 0, window: 200, drain: 100 } });
  const hash = documentHash(document);
  expect(claimedRuns(document)).toHaveLength(1);
  const [results] = all;
  const { seal: _, ...file } = recorded(document, [results]);
  const read = (runs: readonly Results[]) => readRecorded(JSON.parse(JSON.stringify(withChecksum({ ...file, runs }))), hash);
  expect(readKept(writeKept("run", results), "run")).toEqual(results);
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
    expect(readKept(writeKept("run", damaged), "run"), JSON.stringify(change)).toBeNull();
    expect(() => read([damaged]), JSON.stringify(change)).toThrow(/not whole/);
  }
});
