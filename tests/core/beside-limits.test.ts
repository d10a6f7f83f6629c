/**
 * Tests that a compared network may differ from the first in any number of settings, and that the written differences can be read again.
 */
import { expect, test } from "vitest";
import { changesOf, maxChanges } from "../../src/core/scenario/variants.ts";
import { type Document, variantsOf, writeDocument } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { readDocumentLink, writeDocumentLink } from "../../src/links/index.ts";

/** A document with a chain of switches, and a second network in which `count` links have other rates. */
function withLinks(count: number): Document {
  const links = Array.from({ length: count }, (_, i) => ({ class: `${i}-${i + 1}`, rate: 2 + (i % 3) }));
  const chain = Array.from({ length: 160 }, (_, a) => ({ a, b: a + 1 }));
  return parseDocument({ version: 2, topology: { kind: "graph", switches: 161, links: chain }, beside: [{ links, "workload.load": 0.2 }] });
}

test.each([1, 60, 63, 64, 65, 150])("a network with %i links of another rate", async (count) => {
  const document = withLinks(count);
  const [first, second] = variantsOf(document);
  expect(second.links).toHaveLength(count);
  const changes = changesOf(first, second);
  expect(changes.length).toBeLessThanOrEqual(maxChanges);
  const own = { ...document, beside: [{ title: "", changes }] };
  expect(variantsOf(own)[1]).toEqual(second);
  for (const read of [parseDocument(writeDocument(own)), await readDocumentLink(await writeDocumentLink(own))])
    expect(variantsOf(read)[1]).toEqual(second);
});
