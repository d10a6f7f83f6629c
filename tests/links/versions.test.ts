/** Tests that documents of older schema versions keep their text and their hashes. */
import * as fc from "fast-check";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { canonicalText, scenarioHash } from "../../src/core/scenario/canonical.ts";
import { cellsOf, documentHash, variantsOf, writeDocument } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { defaultScenario, readScenario, writeScenario } from "../../src/core/scenario/scenario.ts";
import { readDocumentLink, writeDocumentLink } from "../../src/links/index.ts";
import { cases } from "../effort.ts";

const publishedHashes = readFileSync(new URL("../scenarios/names.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("//"))
  .map((line) => line.split("\t"));

test.each(publishedHashes)("%s has the name that it had, and so have its runs", async (link, name, runs) => {
  const document = await readDocumentLink(link);
  expect(documentHash(document)).toBe(name);
  expect(
    cellsOf(document)
      .slice(0, 6)
      .map(({ scenario }) => scenarioHash(scenario))
      .join(" "),
  ).toBe(runs);
});

/** The parameters of the selection of channels that have different values in the two versions. */
const anySelectionValues = (selections: readonly string[]) =>
  fc.record(
    {
      selection: fc.constantFrom(...selections),
      ties: fc.constantFrom("first", "random"),
      virtualChannels: fc.integer({ min: 1, max: 3 }),
    },
    { requiredKeys: [] },
  );
const anyFlowControl = (selections: readonly string[]) =>
  fc.oneof(
    fc.constantFrom("virtual-cut-through", "store-and-forward", "wormhole", "circuit", "fluid"),
    fc
      .tuple(fc.constantFrom("virtual-cut-through", "store-and-forward", "wormhole"), anySelectionValues(selections))
      .map(([kind, own]) => ({ kind, ...own })),
  );
/** Documents with these parameters in the first network, in compared networks, and in a sweep. */
function anyDocument(selections: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  const other = fc.oneof(
    fc.record({ flowControl: anyFlowControl(selections) }),
    fc.record({ flowControl: fc.constant("wormhole"), "flowControl.selection": fc.constantFrom(...selections) }),
    fc.record({ flowControl: fc.constant("virtual-cut-through"), "flowControl.ties": fc.constantFrom("first", "random") }),
  );
  const axis = fc.oneof(
    fc.record({ path: fc.constant("flowControl"), values: fc.array(anyFlowControl(selections), { minLength: 1, maxLength: 3 }) }),
    fc.constant({ path: "workload.load", values: [0.1, 0.3] }),
  );
  return fc.record(
    { flowControl: anyFlowControl(selections), beside: fc.array(other, { maxLength: 3 }), sweep: fc.array(axis, { maxLength: 1 }) },
    { requiredKeys: [] },
  );
}
const selectionsOfBoth = ["best-free", "sticky", "first", "random", "oblivious"];

describe("a document of version 1, or of none", () => {
  const ofVersion1 = anyDocument(["most-credits", ...selectionsOfBoth]);

  test("is written in version 1, and reads as the same", () => {
    fc.assert(
      fc.property(ofVersion1, (parts) => {
        const document = parseDocument({ version: 1, ...parts });
        const written = writeDocument(document);
        expect(written["version"]).toBe(1);
        expect(parseDocument(parts)).toEqual(document);
        expect(parseDocument(written)).toEqual(document);
      }),
      { numRuns: cases(70) },
    );
  });

  test("compares the queue of each virtual channel by itself, and gives ties to the first", () => {
    for (const document of [
      {},
      { version: 1 },
      { flowControl: "virtual-cut-through" },
      { flowControl: { kind: "wormhole", selection: "most-credits" } },
    ])
      expect(readScenario(document).flowControl.values).toMatchObject({ selection: "queue-credits", ties: "first" });
  });
});

describe("a document of version 2", () => {
  const ofVersion2 = anyDocument(["shared", "most-credits", "queue-credits", ...selectionsOfBoth]);

  test("reads as the same from what is written, in the oldest version that can say it, and from its link", async () => {
    let older = 0;
    await fc.assert(
      fc.asyncProperty(ofVersion2, async (parts) => {
        const document = parseDocument({ version: 2, ...parts });
        const written = writeDocument(document);
        const runs = [...variantsOf(document), ...cellsOf(document).map(({ scenario }) => scenario)];
        const isOld = runs.every(({ flowControl: { values } }) => !["shared", "most-credits"].includes(values["selection"] as string));
        expect(written["version"]).toBe(isOld ? 1 : 2);
        older += isOld ? 1 : 0;
        expect(parseDocument(JSON.parse(canonicalText(written)))).toEqual(document);
        expect(await readDocumentLink(await writeDocumentLink(document))).toEqual(document);
        for (const scenario of runs) expect(readScenario(writeScenario(scenario))).toEqual(scenario);
      }),
      { numRuns: cases(100) },
    );
    expect(older).toBeGreaterThan(cases(6));
  });

  test("shares outputs out, ties at random, unless it says otherwise", () => {
    for (const scenario of [defaultScenario(), readScenario({ version: 2, flowControl: "wormhole" })])
      expect(scenario.flowControl.values).toMatchObject({ selection: "shared", ties: "random" });
    expect(writeScenario(defaultScenario())).toEqual({ format: "fabricscope-scenario", version: 2 });
  });

  test("has one name, in whichever version it was written", () => {
    const [one, other] = [
      parseDocument({ version: 1, flowControl: { kind: "wormhole", selection: "best-free" } }),
      parseDocument({ version: 2, flowControl: { kind: "wormhole", selection: "best-free", ties: "first" } }),
    ];
    expect(other).toEqual(one);
    expect(documentHash(other)).toBe(documentHash(one));
    expect(documentHash(parseDocument({ version: 2 }))).not.toBe(documentHash(parseDocument({})));
  });
});

test.each([
  ["v=2&b.selection=queue-credits", "v=2&b.selection=queue-credits"],
  ["v=2&topology=dragonfly&load=.4&b.selection=queue-credits&b.ties=first&c.selection=best-free", ""],
  ["v=1&b.selection=shared", ""],
])("%s is written as words, all networks in one version", async (link, written) => {
  const document = await readDocumentLink(link);
  const back = await writeDocumentLink(document);
  expect(back).toMatch(/^v=2&/);
  if (written !== "") expect(back).toBe(written);
  expect(await readDocumentLink(back)).toEqual(document);
});

test("a file of version 1 keeps the order of its words, and what was refused is refused", () => {
  const saved = JSON.stringify({
    kind: "wormhole",
    selection: "first",
    ties: "random",
    arbitration: "oldest-first",
    priority: "network-first",
  });
  expect(JSON.stringify(writeDocument(parseDocument({ version: 1, flowControl: JSON.parse(saved) }))["flowControl"])).toBe(saved);
  for (const ties of [null, 0]) expect(() => parseDocument({ version: 1, beside: [{ "flowControl.ties": ties }] })).toThrow(/beside\.0/);
});
