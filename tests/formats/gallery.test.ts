/** Tests that each scenario of the gallery, written in every format, reads back as what it was and runs. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { compile } from "../../src/core/run/compile.ts";
import { run } from "../../src/core/run/run.ts";
import { documentWithDrawings } from "../../src/core/scenario/edits/convert-to-drawing.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { topologyFacts } from "../../src/core/scenario/scenario.ts";
import { contentOfDocument } from "../../src/formats/from-document.ts";
import { formats, readText, writeText } from "../../src/formats/index.ts";
import { importIntoDocument } from "../../src/formats/to-document.ts";
import { isThorough } from "../effort.ts";

const folder = new URL("../../public/scenarios/", import.meta.url);
const allDocuments = readdirSync(folder).filter((name) => name.endsWith(".json") && name !== "index.json");
/**
 * By default every tenth document except the longest, some of them with programs. Round trips of random networks and programs cover the
 * others.
 */
const testedDocuments = isThorough ? allDocuments : allDocuments.filter((name, i) => i % 10 === 5 && name !== "short-dimension.json");
const documentOf = (name: string) => parseDocument(JSON.parse(readFileSync(new URL(name, folder), "utf8")));
const writableFormats = formats.filter(({ write }) => write !== undefined);
/** Formats that allow one link at most between two switches. */
const singleLinkFormats = new Set(["slurm-conf", "slurm-yaml", "anynet"]);

/** Checks that an error is a ScenarioError whose message is a sentence. */
function expectRefusal(error: unknown): true {
  expect(error).toBeInstanceOf(ScenarioError);
  expect((error as ScenarioError).message).toMatch(/^\S.*\.$/s);
  return true;
}

describe.each(testedDocuments)("%s", (name) => {
  const document = documentOf(name);

  test.each(writableFormats.map(({ id, contentKind }) => [id, contentKind] as const))("as %s, and back", async (id, carries) => {
    let text: string;
    try {
      text = await writeText(id, await contentOfDocument(document, carries));
    } catch (error) {
      expectRefusal(error);
      return;
    }
    const reading = await readText(text);
    expect([reading.format, reading.refused, reading.notes]).toEqual([id, null, []]);
    const { document: taken } = await importIntoDocument(document, reading);
    const [before, now] = [document, taken].map(({ topology }) => topologyFacts(topology));
    expect([now.terminals, now.switches]).toEqual([before.terminals, before.switches]);
    if (!singleLinkFormats.has(id)) expect(now.links).toBe(before.links);
    else expect(now.links).toBeLessThanOrEqual(before.links);
    expect(() => compile(taken)).not.toThrow();
  });

  test("with its network drawn runs to the same fingerprint", () => {
    const short = { ...document, sweep: [], beside: [], baseline: 0, run: { warmUp: 50, window: 300, drain: 300 } };
    try {
      expect(run(documentWithDrawings(short)).fingerprint).toBe(run(short).fingerprint);
    } catch (error) {
      expectRefusal(error);
    }
  });
});
