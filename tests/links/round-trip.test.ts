import * as fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalText as canonical, scenarioHash } from "../../src/core/scenario/canonical.ts";
import { defaultDocument, type Document, writeDocument } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { readDocumentLink, writeDocumentLink } from "../../src/links/index.ts";
import { readPacked, writePacked } from "../../src/links/packed.ts";
import { readReadable, writeReadable } from "../../src/links/readable.ts";
import { cases } from "../effort.ts";
import { arbitraryAlone } from "./arbitrary-scenario.ts";

/** The canonical text of a document. */
const canonicalText = (document: Document) => canonical(writeDocument(document));

const runs = { numRuns: cases(100) };

test("a readable link gives back the scenario it was written from", () => {
  let written = 0;
  fc.assert(
    fc.property(arbitraryAlone, (scenario) => {
      const link = writeReadable(scenario);
      fc.pre(link !== null);
      written++;
      expect(link).toMatch(/^[A-Za-z0-9\-._~!*'()=&:;,%/]+$/);
      expect(canonicalText(readReadable(link))).toBe(canonicalText(scenario));
    }),
    runs,
  );
  expect(written).toBeGreaterThan(cases(30));
});

test("a packed link gives back every scenario", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryAlone, async (scenario) => {
      const link = await writePacked(scenario);
      expect(link).toMatch(/^z1=[A-Za-z0-9\-_]+\.[a-z0-9]+$/);
      expect(canonicalText(await readPacked(link))).toBe(canonicalText(scenario));
    }),
    runs,
  );
});

/**
 * Whether a document contains a list of records, an empty list, or a drawing whose text has other characters than letters carry in a link.
 */
function hasRecords(value: unknown): boolean {
  if (typeof value === "object" && value !== null && "kind" in value && value.kind === "drawn")
    return Object.values(value).some((text) => !/^[\w.-]*$/.test(String(text)));
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.length === 0 || value.some((each) => typeof each === "object");
  return Object.values(value).some(hasRecords);
}

test("only lists of records, and texts with other signs than letters carry, cannot be written readably", () => {
  fc.assert(
    fc.property(arbitraryAlone, (scenario) => {
      if (!hasRecords(writeDocument(scenario))) expect(writeReadable(scenario)).not.toBeNull();
    }),
    runs,
  );
});

test("the default scenario is the shortest link", async () => {
  expect(await writeDocumentLink(defaultDocument())).toBe("v=2");
  expect(canonicalText(await readDocumentLink("v=2"))).toBe('{"format":"fabricscope-scenario","version":2}');
  expect(await writeDocumentLink(await readDocumentLink("v=1"))).toBe("v=1");
});

test("what is written reads well", async () => {
  const document = {
    title: "A hot level & more",
    topology: { kind: "thin-tree", k: 8, n: 2 },
    flowControl: { kind: "virtual-cut-through", queue: 8, packet: "128 B", selection: "random" },
    workload: { kind: "open-loop", load: 0.6, pattern: { kind: "hot-spot", share: 0.5, terminal: 3 } },
    run: { warmUp: 500 },
    seed: 7,
  };
  expect(await writeDocumentLink(parseDocument(document))).toBe(
    "v=1&title=A%20hot%20level%20%26%20more&topology=thin-tree:k8,n2&queue=8&packet=128B&selection=random&load=.6&traffic=hot-spot:share.5,terminal3&warmUp=500&seed=7",
  );
  const torus = {
    topology: { kind: "torus", sizes: [4, 8, 2], wrap: [true, false, true] },
    routing: { kind: "dimension-order", channelClasses: "none" },
  };
  expect(await writeDocumentLink(parseDocument(torus))).toBe(
    "v=1&topology=torus:sizes4x8x2,wrap~1x0x1&routing=dimension-order:channelClasses~none",
  );
});

test("a link may be written by hand in several ways", async () => {
  const expected = canonicalText(
    parseDocument({ topology: { kind: "thin-tree", kUp: 3 }, workload: { kind: "open-loop", load: 0.3, pattern: { kind: "uniform" } } }),
  );
  for (const link of [
    "#v=1&topology=thin-tree:k4,k'3,n3&traffic=uniform&load=.3",
    "#topology=thin-tree:k′3&workload=open-loop:load0.3,pattern~uniform",
    "traffic=uniform&load=3e-1&kUp=3",
    "  https://example.org/some/where/?x=1#k'=3&pattern=uniform&amp;load=.30  ",
    "#topology=thin-tree%3Ak4%2Ck%E2%80%B23&traffic=uniform&load=.3",
  ]) {
    expect(canonicalText(await readDocumentLink(link)), link).toBe(expected);
  }
});

test("equal scenarios have equal names, others have others", () => {
  const torus = (sizes: number[]) => parseDocument({ topology: { kind: "torus", sizes } });
  expect(scenarioHash(torus([8, 8]))).toBe(scenarioHash(torus([8, 8])));
  expect(scenarioHash(torus([8, 8]))).toMatch(/^[0-9a-f]{16}$/);
  expect(scenarioHash(torus([8, 4]))).not.toBe(scenarioHash(torus([8, 8])));
});
