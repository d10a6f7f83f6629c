/** The document that a page without link and draft opens. */
import { expect, test } from "vitest";
import { firstDocument } from "../../src/app/state/first-document.ts";
import { createWorkbench } from "../../src/app/state/workbench.ts";
import { documentSentence, plain } from "../../src/words/sentence.ts";
import { checkDocument, defaultDocument, documentHash, writeDocument } from "../../src/core/scenario/document.ts";
import { readDocument } from "../../src/core/scenario/read-document.ts";
import { writeLink } from "../../src/links/index.ts";
import { expectWording } from "../wording/wording.ts";

test("a page without link and draft begins with a mesh under uniform traffic, which has a title", () => {
  const { current: scenario, isEdited } = createWorkbench().getState().document;
  expect(scenario).toEqual(firstDocument());
  expect(isEdited).toBe(false);
  expect(scenario.title).not.toBe("");
  expect(checkDocument(scenario)).toEqual([]);
  expectWording(plain(documentSentence(scenario)), "mesh … 8 × 8 switches … uniform … load 0.45");
});

test("an empty link still means the defaults of the schema, and the first document has a link of its own", async () => {
  expect(defaultDocument().topology.kind).toBe("thin-tree");
  expect(documentHash(firstDocument())).not.toBe(documentHash(defaultDocument()));
  expect(await writeLink(firstDocument())).toContain("topology=mesh");
});

test("read with all kinds, it is what a page with few kinds begins with", () => {
  expect(readDocument(writeDocument(firstDocument()))).toEqual(firstDocument());
});
