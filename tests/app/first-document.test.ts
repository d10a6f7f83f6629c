/** The document that a page without link and draft opens. */
import { expect, test } from "vitest";
import { firstDocument } from "../../src/app/state/first-document.ts";
import { createWorkbench } from "../../src/app/state/workbench.ts";
import { documentSentence, segmentsAsText } from "../../src/words/sentence.ts";
import { checkDocument, defaultDocument, documentHash, writeDocument } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { writeDocumentLink } from "../../src/links/index.ts";
import { expectWording } from "../wording/wording.ts";

test("a page without link and draft begins with a mesh under uniform traffic, which has a title", () => {
  const { current: scenario, isEdited } = createWorkbench().getState().document;
  expect(scenario).toEqual(firstDocument());
  expect(isEdited).toBe(false);
  expect(scenario.title).not.toBe("");
  expect(checkDocument(scenario)).toEqual([]);
  expectWording(segmentsAsText(documentSentence(scenario)), "mesh … 8 × 8 switches … uniform … load 0.45");
});

test("an empty link still means the defaults of the schema, and the first document has its own link", async () => {
  expect(defaultDocument().topology.kind).toBe("thin-tree");
  expect(documentHash(firstDocument())).not.toBe(documentHash(defaultDocument()));
  expect(await writeDocumentLink(firstDocument())).toContain("topology=mesh");
});

test("read with all kinds, it is what a page with few kinds begins with", () => {
  expect(parseDocument(writeDocument(firstDocument()))).toEqual(firstDocument());
});
