/** A page begins with the kinds of a new document: with those a document is refused, or read as with all of them. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import * as fc from "fast-check";
import { expect, inject, test } from "vitest";
import { documentHash, writeDocument } from "../../src/core/scenario/document.ts";
import { readDocument } from "../../src/core/scenario/read-document.ts";
import { cases } from "../effort.ts";
import { arbitraryAlone } from "../links/arbitrary-scenario.ts";

/** What a reader makes of a document: its canonical form and its name; null where it is refused. */
type Reading = readonly [written: unknown, hash: string] | null;

/** Reads in a process that has the first kinds only. */
function readWithFew(documents: readonly unknown[]): readonly Reading[] {
  const room = `file://${inject("built")}src/core/scenario/`;
  const script = `
    import { text } from "node:stream/consumers";
    import { documentHash, writeDocument } from "${room}document.mjs";
    import { readDocument } from "${room}read-document.mjs";
    const read = (written) => {
      try {
        const document = readDocument(written);
        return [writeDocument(document), documentHash(document)];
      } catch {
        return null;
      }
    };
    console.log(JSON.stringify(JSON.parse(await text(process.stdin)).map(read)));`;
  const options = { input: JSON.stringify(documents), encoding: "utf8", maxBuffer: 2 ** 28 } as const;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", script], options)) as Reading[];
}

function readWithAll(written: unknown): Reading {
  try {
    const document = readDocument(written);
    return [JSON.parse(JSON.stringify(writeDocument(document))), documentHash(document)];
  } catch {
    return null;
  }
}

/**
 * Documents of every version with any of their sections left out, so that defaults of many kinds meet. A run stays beside its flow control
 * only, which says how long it may be.
 */
const partly: fc.Arbitrary<unknown> = fc
  .record({ document: arbitraryAlone, left: fc.infiniteStream(fc.integer({ min: 0, max: 3 })), version: fc.constantFrom(null, 1, 2) })
  .map(({ document, left, version }) => {
    const written = Object.entries(writeDocument(document)).filter(([key]) => /format|version/.test(key) || left.next().value === 0);
    const { run, ...others } = Object.fromEntries(written);
    const isWithRun = run !== undefined && "flowControl" in others;
    return { ...others, ...(isWithRun ? { run } : {}), ...(version === null ? {} : { version }) };
  });

/** The same on the network and with the traffic that a page begins with: those alone need no other kinds. */
const begun: fc.Arbitrary<unknown> = fc
  .record({
    document: partly,
    sizes: fc.array(fc.integer({ min: 2, max: 6 }), { minLength: 1, maxLength: 3 }),
    load: fc.integer({ min: 1, max: 20 }).map((part) => part / 20),
  })
  .map(({ document, sizes, load }) => ({
    ...(document as object),
    topology: { kind: "mesh", sizes },
    workload: { kind: "open-loop", pattern: "uniform", load },
  }));

test("the first kinds refuse a document, or read it as all kinds do", () => {
  const folder = "public/scenarios/";
  const gallery = readdirSync(folder).filter((file) => file.endsWith(".json") && file !== "index.json");
  const documents = [
    ...gallery.map((file) => JSON.parse(readFileSync(folder + file, "utf8")) as unknown),
    ...fc.sample(partly, { numRuns: cases(900) }),
    ...fc.sample(begun, { numRuns: cases(300) }),
  ];
  const readings = readWithFew(documents);
  const isRead = documents.filter((_, i) => readings[i] !== null);
  expect(isRead.length).toBeGreaterThan(documents.length / 20);
  expect(isRead.length).toBeLessThan(documents.length / 2);
  expect(readings.filter((reading) => reading !== null)).toEqual(isRead.map(readWithAll));
});
