/**
 * Tests that the kinds of a new document, with which a page starts, read or refuse a document exactly as all kinds do, or report that a
 * kind is missing.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import * as fc from "fast-check";
import { expect, inject, test } from "vitest";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { partialRegistry, KindsNotLoaded } from "../../src/core/base/kind-registry.ts";
import { allTopologies } from "../../src/core/kinds/all-kinds.ts";
import { documentHash, writeDocument } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import type { Topology } from "../../src/core/topologies/contract.ts";
import { cases } from "../effort.ts";
import { arbitraryAlone } from "../links/arbitrary-scenario.ts";

/** Result of reading a document: its canonical form and hash, or its issues; null if a kind is missing. */
type ReadResult = readonly [written: unknown, hash: string] | { readonly issues: ScenarioError["issues"] } | null;

/** Reads documents in a process in which only the first kinds are registered. */
function readWithFirstKinds(documents: readonly unknown[]): readonly ReadResult[] {
  const core = `file://${inject("built")}src/core/`;
  const script = `
    import { text } from "node:stream/consumers";
    import { KindsNotLoaded } from "${core}base/kind-registry.mjs";
    import { documentHash, writeDocument } from "${core}scenario/document.mjs";
    import { parseDocument } from "${core}scenario/read-document.mjs";
    const read = (written) => {
      try {
        const document = parseDocument(written);
        return [writeDocument(document), documentHash(document)];
      } catch (fault) {
        return fault instanceof KindsNotLoaded ? null : { issues: fault.issues };
      }
    };
    console.log(JSON.stringify(JSON.parse(await text(process.stdin)).map(read)));`;
  const options = { input: JSON.stringify(documents), encoding: "utf8", maxBuffer: 2 ** 28 } as const;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", script], options)) as ReadResult[];
}

function readWithAllKinds(written: unknown): ReadResult {
  try {
    const document = parseDocument(written);
    return [JSON.parse(JSON.stringify(writeDocument(document))), documentHash(document)];
  } catch (fault) {
    if (!(fault instanceof ScenarioError)) throw fault;
    return JSON.parse(JSON.stringify({ issues: fault.issues })) as ReadResult;
  }
}

/**
 * Documents of every version with random sections left out, so that the defaults of many kinds are combined. A run is kept only with its
 * flow control, which limits its length.
 */
const anyPartialDocument: fc.Arbitrary<unknown> = fc
  .record({ document: arbitraryAlone, left: fc.infiniteStream(fc.integer({ min: 0, max: 3 })), version: fc.constantFrom(null, 1, 2) })
  .map(({ document, left: omission, version }) => {
    const written = Object.entries(writeDocument(document)).filter(([key]) => /format|version/.test(key) || omission.next().value === 0);
    const { run, ...others } = Object.fromEntries(written);
    const isWithRun = run !== undefined && "flowControl" in others;
    return { ...others, ...(isWithRun ? { run } : {}), ...(version === null ? {} : { version }) };
  });

/**
 * Documents with random sections left out, on a mesh with open-loop traffic: these kinds are loaded with the page, and they need no others.
 */
const anyFirstKindsDocument: fc.Arbitrary<unknown> = fc
  .record({
    document: anyPartialDocument,
    sizes: fc.array(fc.integer({ min: 2, max: 6 }), { minLength: 1, maxLength: 3 }),
    load: fc.integer({ min: 1, max: 20 }).map((part) => part / 20),
  })
  .map(({ document, sizes, load }) => ({
    ...(document as object),
    topology: { kind: "mesh", sizes },
    workload: { kind: "open-loop", pattern: "uniform", load },
  }));

/**
 * Sections that are invalid with any kinds: values out of range, unknown names, a network that is too large, and settings that exclude each
 * other.
 */
const invalidSections: readonly object[] = [
  { seed: -1 },
  { sed: 1 },
  { topology: { kind: "mesh", sizes: [0] } },
  { topology: { kind: "mesh", sizes: [4, 4], size: 4 } },
  { topology: { kind: "mesh", sizes: [60_000, 60_000] } },
  { topology: "no such kind" },
  { workload: { kind: "open-loop", pattern: "uniform", load: "much" } },
  { run: { warmUp: 10_000_000 } },
  { switch: { pipeline: -1 } },
  { links: [{ class: "no such class", rate: 2 }] },
];

test("with the first kinds a document is read or refused as with all kinds, or a kind is missing", () => {
  const folder = "public/scenarios/";
  const gallery = readdirSync(folder).filter((file) => file.endsWith(".json") && file !== "index.json");
  const documents = [
    ...gallery.map((file) => JSON.parse(readFileSync(folder + file, "utf8")) as unknown),
    ...fc.sample(anyPartialDocument, { numRuns: cases(900) }),
    ...fc.sample(anyFirstKindsDocument, { numRuns: cases(300) }),
    ...invalidSections.map((fault) => ({ topology: { kind: "mesh" }, workload: { kind: "open-loop", pattern: "uniform" }, ...fault })),
  ];
  const readings = readWithFirstKinds(documents);
  const isRead = documents.filter((_, i) => Array.isArray(readings[i]));
  expect(isRead.length).toBeGreaterThan(documents.length / 20);
  expect(isRead.length).toBeLessThan(documents.length / 2);
  const answered = documents.filter((_, i) => readings[i] !== null);
  expect(readings.filter((reading) => reading !== null)).toEqual(answered.map(readWithAllKinds));
  // Issues of a document that uses only first kinds are found without the other kinds.
  expect(answered.length).toBeGreaterThan(isRead.length);
});

test("a registry of first kinds has no list, and does not say of any other id that no kind has it", () => {
  const [one, two] = allTopologies.kinds;
  const first = partialRegistry<Topology>("topology", [two]);
  expect(first.kinds).toBeNull();
  expect(first.get(two.id)).toBe(two);
  expect(first.findFirst(({ id }) => id === two.id)).toBe(two);
  for (const ask of [() => first.get(one.id), () => first.find(one.id), () => first.findFirst(({ id }) => id === one.id)])
    expect(ask).toThrow(KindsNotLoaded);
  expect(() => first.register([one])).toThrow("a kind of topology is lost");
  expect(first.register([one, two])).toBe(first);
  expect(first.kinds).toEqual([one, two]);
  expect(first.findFirst(() => true)).toBe(one);
  expect(first.find("no such kind")).toBeUndefined();
});
