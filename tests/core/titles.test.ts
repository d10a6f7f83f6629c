/** Tests that titles never change the text direction of the words around them. */
import { expect, test } from "vitest";
import { networkNamesOf } from "../../src/words/networks.ts";
import { isolateDirection } from "../../src/core/base/words.ts";
import { documentHash, writeDocument } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { readDocumentLink } from "../../src/links/index.ts";

/** Unicode direction marks, embeddings, overrides and isolates, both openings and closings. */
const directionMarks = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";

test("a title keeps no sign of direction, wherever it comes from", async () => {
  const turned = `${directionMarks}one${directionMarks} two${directionMarks}`;
  const document = parseDocument({ title: turned, beside: [{ title: turned, topology: "torus", "workload.pattern": "uniform" }] });
  expect([document.title, document.beside[0].title]).toEqual(["one two", "one two"]);
  expect((await readDocumentLink(`#title=${encodeURIComponent(turned)}`)).title).toBe("one two");
  // The document is the same as without the marks.
  expect(documentHash(parseDocument({ title: turned }))).toBe(documentHash(parseDocument({})));
});

test("signs that join letters stay: they turn nothing round", () => {
  const title = "می\u200cخواهم 👩\u200d💻";
  expect(writeDocument(parseDocument({ title }))).toMatchObject({ title });
});

test("a name that runs from right to left is isolated from other words", () => {
  const named = (title: string) => networkNamesOf(parseDocument({ beside: [{ title, "workload.load": 0.3 }] }))[1];
  expect(named("שלום")).toBe("\u2068שלום\u2069");
  expect(named("thin against fat")).toBe("thin against fat");
  for (const name of ["مرحبا", "fat שלום", "𐤀", "𞤀"]) expect(isolateDirection(name)).toBe(`\u2068${name}\u2069`);
  for (const name of ["", "Ω—☃", "𝄞", "漢字", "é"]) expect(isolateDirection(name)).toBe(name);
});

test("networks that differ in a flag are called by what holds, and by what does not", () => {
  const step = { kind: "training-step", layers: 4, hidden: 8, sequence: 4, vocabulary: 16, batch: 4, pipeline: 2, ranks: 8 };
  const document = parseDocument({ topology: { kind: "single-switch" }, workload: step, beside: [{ "workload.overlap": false }] });
  expect(networkNamesOf(document)).toEqual(["overlapped gradients", "gradients at the end"]);
});
