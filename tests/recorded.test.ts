/**
 * The published results of the page equal those that the engine computes: they are complete, have the right names, and a sample of them is
 * run again.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { digestOf } from "../src/core/measures/digest.ts";
import type { Results } from "../src/core/measures/results.ts";
import { publishedResults, readPublishedFile, type PublishedFile, publishedFileOf, withChecksum } from "../src/core/results/published.ts";
import { run } from "../src/core/run/run.ts";
import { claimedRuns, documentHash } from "../src/core/scenario/document.ts";
import { parseDocument } from "../src/core/scenario/read-document.ts";
import { estimateWork } from "../src/core/scenario/estimate-work.ts";
import { exhibits } from "../src/reproductions/index.ts";
import { engineVersion } from "../src/core/run/version.ts";
import { isThorough } from "./effort.ts";

const folder = new URL("../public/recorded/", import.meta.url);
const files = readdirSync(folder).filter((name) => name !== "index.json");
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as unknown;
const hashOfFileName = (name: string) => name.slice(0, -".json".length);
/**
 * Each file is checked by repeating its shortest run, if its work is at most `maxWork`. In a thorough run, about `sampleSize` of the runs
 * within this limit are repeated, including the first; the shortest run if none is within the limit.
 */
const sampleSize = 4;
const maxWork = isThorough ? 4e7 : 1e7;
/**
 * Published results of open-loop traffic with the older definition of fairness, which counts packets that had arrived at the end of the
 * run. The current definition counts packets that were injected within the window, so the numbers differ, and the page does not show the
 * older one. All other numbers are compared. Remove an entry when its results are published again.
 */
const withOlderFairness: ReadonlySet<string> = new Set([
  "22ccc5294c403319",
  "320fd70b41b144cf",
  "3797b51dbfc5c0e5",
  "68c2d4ed0d8915cd",
  "9c715aa40a1dc252",
  "e621d99080e3e171",
  "efc4d792d513324f",
]);

/** Results to compare. Finite workloads have the same fairness by both definitions, so only the name of the definition is removed. */
function comparableResults({ fairness, ...others }: Results, hash: string): unknown {
  if (withOlderFairness.has(hash)) return others;
  if (fairness === null) return { ...others, fairness };
  const { of: _, ...values } = fairness;
  return { ...others, fairness: values };
}

describe.each(files)("%s", (name) => {
  const { recorded: file, document } = readPublishedFile(read(name), hashOfFileName(name));

  test("has its document's name, and was made by the present engine", () => {
    expect(name).toBe(`${documentHash(document)}.json`);
    expect(file.engine).toBe(engineVersion);
    expect(file.digest).toBe(digestOf(file.runs));
  });

  test("has fairness by today's rule unless it is named as an exception", () => {
    const isOlder = ({ makespan, fairness }: Results) => makespan === null && fairness !== null && fairness.of === undefined;
    expect(file.runs.some(isOlder)).toBe(withOlderFairness.has(hashOfFileName(name)));
  });

  test("is reproduced when a sample is run again", () => {
    const scenarios = claimedRuns(document);
    const byWork = [...scenarios.keys()].toSorted((a, b) => estimateWork(scenarios[a]) - estimateWork(scenarios[b]) || a - b);
    const isShort = (i: number) => estimateWork(scenarios[i]) <= maxWork;
    const shortest = byWork.slice(0, 1);
    const cheap = !isThorough ? shortest.filter(isShort) : isShort(shortest[0]) ? [...scenarios.keys()].filter(isShort) : shortest;
    const step = Math.max(1, Math.floor((cheap.length - 1) / (sampleSize - 1)));
    let repeated = 0;
    for (let k = 0; k < cheap.length; k += step) {
      const i = cheap[k];
      const again = JSON.parse(JSON.stringify(publishedResults(run(scenarios[i])))) as Results;
      expect(comparableResults(again, hashOfFileName(name))).toEqual(comparableResults(file.runs[i], hashOfFileName(name)));
      repeated++;
    }
    if (isThorough || isShort(shortest[0])) expect(repeated).toBeGreaterThan(0);
  });
});

test("the index names what is there, and nothing else", () => {
  const index = read("index.json") as { hash: string; engine: string; runs: number; digest: string }[];
  expect(index.map(({ hash }) => `${hash}.json`)).toEqual(files.toSorted());
  for (const { hash, engine, runs, digest } of index) {
    const { recorded: file } = readPublishedFile(read(`${hash}.json`), hash);
    expect({ engine, runs, digest }).toEqual({ engine: file.engine, runs: file.runs.length, digest: file.digest });
  }
});

test("results that were changed anywhere, cut, or are another document's are refused", () => {
  const document = parseDocument({ run: { warmUp: 0, window: 200, drain: 200 }, sweep: [{ path: "workload.load", values: [0.1, 0.2] }] });
  const file = JSON.parse(JSON.stringify(publishedFileOf(document, claimedRuns(document).map(run)))) as PublishedFile;
  const name = documentHash(document);
  expect(readPublishedFile(file, name).document).toEqual(document);
  const whole = /was changed after it was recorded/;
  expect(() => readPublishedFile({ ...file, runs: file.runs.slice(1) }, name)).toThrow(whole);
  expect(() => readPublishedFile({ ...file, engine: "0" }, name)).toThrow(whole);
  expect(() => readPublishedFile({ ...file, digest: "0000000000" }, name)).toThrow(whole);
  // These fields are not headline numbers, which the digest in links covers.
  for (const change of [{ offeredPerSender: 0.5 }, { steady: { is: true, why: "So it is said." } }, { more: 1 }]) {
    expect(() => readPublishedFile({ ...file, runs: file.runs.map((each) => ({ ...each, ...change })) }, name)).toThrow(whole);
  }
  const { seal: _, ...unsealed } = file;
  expect(() => readPublishedFile(unsealed, name)).toThrow(whole);
  const resealed = (change: Partial<PublishedFile>) => withChecksum({ ...unsealed, ...change });
  expect(() => readPublishedFile(resealed({ runs: file.runs.slice(1) }), name)).toThrow(/there are 1 runs; the document has 2/);
  expect(() => readPublishedFile(resealed({ runs: [file.runs[0], {} as Results] }), name)).toThrow(/incomplete/);
  expect(() => readPublishedFile(resealed({ hash: "0".repeat(16) }), name)).toThrow(/do not belong to document/);
  expect(() => readPublishedFile(file, "0".repeat(16))).toThrow(/do not belong to document/);
  expect(() => readPublishedFile(null, name)).toThrow(/not a file of recorded results/);
});

/** Documents of exhibits, without duplicates. */
const exhibitDocuments = new Map(exhibits.flatMap(({ recordings: own = [] }) => own.map(({ id, document }) => [id, document] as const)));

/** Results that are still being computed; remove an entry when its file exists. */
const pendingResults: readonly string[] = [];

test.each([...exhibitDocuments])("the results that exhibits stand on are recorded: %s", (id, document) => {
  expect(files.includes(`${documentHash(parseDocument(document))}.json`)).toBe(!pendingResults.includes(id));
});
