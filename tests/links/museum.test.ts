import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { canonicalText } from "../../src/core/scenario/canonical.ts";
import { writeDocument } from "../../src/core/scenario/document.ts";
import { readDocumentLink } from "../../src/links/index.ts";
import { readPageLink } from "../../src/links/view-state.ts";

/** Links that were once published, each with the scenario that it opens. Lines are added, never changed. */
const publishedLinks = readFileSync(new URL("../scenarios/links.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("//"))
  .map((line) => line.split("\t"));

test.each(publishedLinks)("%s opens what it always opened", async (link, canonical) => {
  expect(canonicalText(writeDocument(await readDocumentLink(readPageLink(link).scenario)))).toBe(canonical);
});
