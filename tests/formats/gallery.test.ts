/** Tests that each scenario of the gallery, written in every format, reads back as what it was and runs. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { compile } from "../../src/core/run/compile.ts";
import { run } from "../../src/core/run/run.ts";
import { drawnDocument } from "../../src/core/scenario/edits/drawn.ts";
import { readDocument } from "../../src/core/scenario/read-document.ts";
import { factsOf } from "../../src/core/scenario/scenario.ts";
import { writtenOf } from "../../src/formats/from-document.ts";
import { formats, readText, writeText } from "../../src/formats/index.ts";
import { documentWith } from "../../src/formats/to-document.ts";
import { isThorough } from "../effort.ts";

const folder = new URL("../../public/scenarios/", import.meta.url);
const all = readdirSync(folder).filter((name) => name.endsWith(".json") && name !== "index.json");
/**
 * By default every tenth document except the longest, some of them with programs. Round trips of random networks and programs cover the
 * others.
 */
const names = isThorough ? all : all.filter((name, i) => i % 10 === 5 && name !== "short-dimension.json");
const documentOf = (name: string) => readDocument(JSON.parse(readFileSync(new URL(name, folder), "utf8")));
const written = formats.filter(({ write }) => write !== undefined);
/** Formats that allow one link at most between two switches. */
const isSimple = new Set(["slurm-conf", "slurm-yaml", "anynet"]);

/** Checks that an error is a ScenarioError whose message is a sentence. */
function isRefusal(error: unknown): true {
  expect(error).toBeInstanceOf(ScenarioError);
  expect((error as ScenarioError).message).toMatch(/^\S.*\.$/s);
  return true;
}

describe.each(names)("%s", (name) => {
  const document = documentOf(name);

  test.each(written.map(({ id, carries }) => [id, carries] as const))("as %s, and back", async (id, carries) => {
    let text: string;
    try {
      text = await writeText(id, await writtenOf(document, carries));
    } catch (error) {
      isRefusal(error);
      return;
    }
    const reading = await readText(text);
    expect([reading.format, reading.refused, reading.notes]).toEqual([id, null, []]);
    const { document: taken } = await documentWith(document, reading);
    const [before, now] = [document, taken].map(({ topology }) => factsOf(topology));
    expect([now.terminals, now.switches]).toEqual([before.terminals, before.switches]);
    if (!isSimple.has(id)) expect(now.links).toBe(before.links);
    else expect(now.links).toBeLessThanOrEqual(before.links);
    expect(() => compile(taken)).not.toThrow();
  });

  test("with its network drawn runs to the same fingerprint", () => {
    const short = { ...document, sweep: [], beside: [], baseline: 0, run: { warmUp: 50, window: 300, drain: 300 } };
    try {
      expect(run(drawnDocument(short)).fingerprint).toBe(run(short).fingerprint);
    } catch (error) {
      isRefusal(error);
    }
  });
});
