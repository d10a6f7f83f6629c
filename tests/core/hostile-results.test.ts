/** Tests of results that others may have changed, both cached and published: they are read as they were written, or not at all. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { readCachedResults, writeCachedResults } from "../../src/core/results/cached.ts";
import { readPublishedFile, publishedFileOf } from "../../src/core/results/published.ts";
import { run } from "../../src/core/run/run.ts";
import { scenarioHash } from "../../src/core/scenario/canonical.ts";
import { claimedRuns, documentHash } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { readDocumentLink } from "../../src/links/index.ts";
import { cases } from "../effort.ts";

const document = parseDocument({
  topology: { kind: "mesh", sizes: [3, 2] },
  run: { warmUp: 0, window: 200, drain: 100 },
  sweep: [{ path: "workload.load", values: [0.1, 0.9] }],
});
const runs = claimedRuns(document);
const hashOfFirst = scenarioHash(runs[0]);
const results = run(runs[0]);

/** Text that an attacker may insert into JSON. */
const anyScrap = fc.oneof(
  fc.constantFrom(
    "",
    "0",
    "-",
    "-0",
    "1e999",
    "NaN",
    "null",
    "true",
    '"',
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\\",
    "\\u0000",
    "\u2028",
    "\n",
    " ",
  ),
  fc.constantFrom(
    '"__proto__":{"accepted":1},',
    '"constructor":null,',
    '"accepted":0.5,',
    '"results":null,',
    '{"results":',
    "[".repeat(50_000),
  ),
  fc.string({ maxLength: 4 }),
);
/** Any value that a field may contain. */
const anyValue = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(0, -1, 0.5, 1e308, "", null, [], {}, "finished", "deadlocked"));

/** The text with a random part replaced by scrap. */
const withTextReplaced = (text: string) =>
  fc
    .tuple(fc.nat(text.length), fc.oneof(fc.integer({ min: 0, max: 4 }), fc.nat(text.length)), anyScrap)
    .map(([start, length, replacement]) => text.slice(0, start) + replacement + text.slice(start + length));

/** A copy of a JSON text with one value replaced, removed or added. */
const withFieldChanged = (text: string) =>
  fc
    .tuple(fc.nat(), fc.constantFrom("set", "remove", "add"), anyValue, fc.constantFrom("more", "__proto__", "toJSON", "seal"))
    .map(([fieldNumber, operation, newValue, key]) => {
      const root = JSON.parse(text) as unknown;
      const fields: [Record<string, unknown>, string][] = [];
      const visit = (each: unknown) => {
        if (typeof each !== "object" || each === null) return;
        for (const [fieldName, inner] of Object.entries(each)) {
          fields.push([each as Record<string, unknown>, fieldName]);
          visit(inner);
        }
      };
      visit(root);
      const [holder, fieldName] = fields[fieldNumber % fields.length];
      if (operation === "set") holder[fieldName] = newValue;
      else if (operation === "add") Object.defineProperty(holder, key, { value: newValue, enumerable: true, writable: true });
      else if (Array.isArray(holder)) holder.splice(Number(fieldName), 1);
      else delete holder[fieldName];
      return JSON.stringify(root);
    });

const anyDamaged = (text: string) =>
  fc.oneof(withTextReplaced(text), withTextReplaced(text).chain(withTextReplaced), withFieldChanged(text));
const fuzzOptions = { numRuns: cases(1000), seed: 7 };

test("kept results are read as they were written or not at all, whatever becomes of the text", () => {
  const text = writeCachedResults(hashOfFirst, results);
  expect(readCachedResults(text, hashOfFirst)).toEqual(results);
  fc.assert(
    fc.property(anyDamaged(text), (other) => {
      const found = readCachedResults(other, hashOfFirst);
      if (found !== null) expect(found).toEqual(results);
    }),
    fuzzOptions,
  );
});

test("kept results are of the run asked for, and of this form", () => {
  const text = writeCachedResults(hashOfFirst, results);
  expect(readCachedResults(text, scenarioHash(runs[1]))).toBeNull();
  for (const other of [null, undefined, 5, {}, results, JSON.stringify(results), text.trimEnd(), ` ${text}`, "[".repeat(1e6), "null"]) {
    expect(readCachedResults(other, hashOfFirst)).toBeNull();
  }
});

test.each([
  "#v=1&topology=torus:sizes4x4&workload=messages",
  "#v=1&topology=torus:sizes5&routing=dimension-order:channelClasses~none&traffic=uniform&load=1&queue=1",
  "#v=1&topology=mesh:sizes3x3&workload=wavefront:ranks9,message100B",
  "#v=1&topology=torus:sizes4x4&workload=jobs&warmUp=100&window=300&drain=100",
  "#v=1&topology=k-ary-n-tree:k4,n2&flowControl=circuit&workload=io:servers2&warmUp=100&window=300&drain=100",
  "#v=1&topology=three-quads&technology=gigabit-ethernet&workload=matrix-transpose&flowControl=fluid",
  "#v=1&load=.01&warmUp=0&window=100&drain=0",
])("results of any run are kept to the last bit: %s", async (link) => {
  const scenario = await readDocumentLink(link);
  const own = run(scenario);
  expect(readCachedResults(writeCachedResults(scenarioHash(scenario), own), scenarioHash(scenario))).toEqual(own);
});

test("recorded results are read as they were written or refused, whatever becomes of the file", () => {
  const hash = documentHash(document);
  const text = JSON.stringify(publishedFileOf(document, runs.map(run)));
  const read = (from: string): unknown => {
    let input: unknown;
    try {
      input = JSON.parse(from);
    } catch {
      return null;
    }
    try {
      return readPublishedFile(input, hash).recorded;
    } catch (error) {
      expect(error).toBeInstanceOf(ScenarioError);
      return null;
    }
  };
  expect(JSON.stringify(read(text))).toBe(text);
  fc.assert(
    fc.property(anyDamaged(text), (other) => {
      const found = read(other);
      if (found !== null) expect(JSON.parse(JSON.stringify(found))).toEqual(JSON.parse(text));
    }),
    fuzzOptions,
  );
});
