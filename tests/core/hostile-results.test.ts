/** Tests of results that others may have changed, both cached and published: they are read as they were written, or not at all. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { readKept, writeKept } from "../../src/core/results/cached.ts";
import { readRecorded, recorded } from "../../src/core/results/published.ts";
import { run } from "../../src/core/run/run.ts";
import { scenarioHash } from "../../src/core/scenario/canonical.ts";
import { claimedRuns, documentHash } from "../../src/core/scenario/document.ts";
import { readDocument } from "../../src/core/scenario/read-document.ts";
import { readLink } from "../../src/links/index.ts";
import { cases } from "../effort.ts";

const document = readDocument({
  topology: { kind: "mesh", sizes: [3, 2] },
  run: { warmUp: 0, window: 200, drain: 100 },
  sweep: [{ path: "workload.load", values: [0.1, 0.9] }],
});
const runs = claimedRuns(document);
const name = scenarioHash(runs[0]);
const results = run(runs[0]);

/** Text that an attacker may insert into JSON. */
const scrap = fc.oneof(
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
const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(0, -1, 0.5, 1e308, "", null, [], {}, "finished", "deadlocked"));

/** The text with a random part replaced by scrap. */
const cutOut = (text: string) =>
  fc
    .tuple(fc.nat(text.length), fc.oneof(fc.integer({ min: 0, max: 4 }), fc.nat(text.length)), scrap)
    .map(([from, length, into]) => text.slice(0, from) + into + text.slice(from + length));

/** The same JSON with one value replaced, removed or added. */
const changedWithin = (text: string) =>
  fc
    .tuple(fc.nat(), fc.constantFrom("set", "remove", "add"), value, fc.constantFrom("more", "__proto__", "toJSON", "seal"))
    .map(([place, how, into, key]) => {
      const whole = JSON.parse(text) as unknown;
      const places: [Record<string, unknown>, string][] = [];
      const visit = (each: unknown) => {
        if (typeof each !== "object" || each === null) return;
        for (const [k, inner] of Object.entries(each)) {
          places.push([each as Record<string, unknown>, k]);
          visit(inner);
        }
      };
      visit(whole);
      const [holder, k] = places[place % places.length];
      if (how === "set") holder[k] = into;
      else if (how === "add") Object.defineProperty(holder, key, { value: into, enumerable: true, writable: true });
      else if (Array.isArray(holder)) holder.splice(Number(k), 1);
      else delete holder[k];
      return JSON.stringify(whole);
    });

const mutated = (text: string) => fc.oneof(cutOut(text), cutOut(text).chain(cutOut), changedWithin(text));
const effort = { numRuns: cases(1000), seed: 7 };

test("kept results are read as they were written or not at all, whatever becomes of the text", () => {
  const text = writeKept(name, results);
  expect(readKept(text, name)).toEqual(results);
  fc.assert(
    fc.property(mutated(text), (other) => {
      const found = readKept(other, name);
      if (found !== null) expect(found).toEqual(results);
    }),
    effort,
  );
});

test("kept results are of the run asked for, and of this form", () => {
  const text = writeKept(name, results);
  expect(readKept(text, scenarioHash(runs[1]))).toBeNull();
  for (const other of [null, undefined, 5, {}, results, JSON.stringify(results), text.trimEnd(), ` ${text}`, "[".repeat(1e6), "null"]) {
    expect(readKept(other, name)).toBeNull();
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
  const scenario = await readLink(link);
  const own = run(scenario);
  expect(readKept(writeKept(scenarioHash(scenario), own), scenarioHash(scenario))).toEqual(own);
});

test("recorded results are read as they were written or refused, whatever becomes of the file", () => {
  const hash = documentHash(document);
  const text = JSON.stringify(recorded(document, runs.map(run)));
  const read = (from: string): unknown => {
    let input: unknown;
    try {
      input = JSON.parse(from);
    } catch {
      return null;
    }
    try {
      return readRecorded(input, hash).recorded;
    } catch (error) {
      expect(error).toBeInstanceOf(ScenarioError);
      return null;
    }
  };
  expect(JSON.stringify(read(text))).toBe(text);
  fc.assert(
    fc.property(mutated(text), (other) => {
      const found = read(other);
      if (found !== null) expect(JSON.parse(JSON.stringify(found))).toEqual(JSON.parse(text));
    }),
    effort,
  );
});
