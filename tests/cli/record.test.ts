/** The command `record`: it runs documents, caches finished runs and publishes the results. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, expect, test } from "vitest";
import { FolderResultCache } from "../../src/cli/folder-cache.ts";
import { recordCommand } from "../../src/cli/record.ts";
import { publishedResults } from "../../src/core/results/published.ts";
import { run } from "../../src/core/run/run.ts";
import { scenarioHash } from "../../src/core/scenario/canonical.ts";
import { claimedRuns, documentHash } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { callInProcess } from "./call-command.ts";

const folder = mkdtempSync(`${tmpdir()}/fabricscope-`);
afterAll(() => rmSync(folder, { recursive: true }));

const smallDocument = {
  topology: { kind: "mesh", sizes: [2, 2] },
  workload: { kind: "open-loop", pattern: { kind: "uniform" } },
  run: { warmUp: 0, window: 200, drain: 200 },
  sweep: [{ path: "workload.load", values: [0.1, 0.2] }],
};

/** `npm run record -- …`, called from `folder`, with the published results stored there, too. */
const record = (...args: string[]) => callInProcess(recordCommand, args, { folder });
const readJson = (path: string) => JSON.parse(readFileSync(`${folder}/${path}`, "utf8"));

test("documents share runs, finished runs are kept, and none is run again", async () => {
  const more = { ...smallDocument, sweep: [{ path: "workload.load", values: [0.2, 0.3] }] };
  writeFileSync(`${folder}/small.json`, JSON.stringify(smallDocument));
  writeFileSync(`${folder}/more.json`, JSON.stringify(more));
  const command = ["small.json", "more.json", "--keep", "kept", "--processes", "2", "--into", "store"];
  const first = await record(...command);
  expect(first.status).toBe(0);
  expect(first.stderr.trimEnd().split("\n")).toHaveLength(3);
  expect(first.stderr).toMatch(/^3 of 3 runs, 0\.0 million packets, \d+ s elapsed, about 0 s left$/m);
  const documents = [smallDocument, more].map(parseDocument);
  const names = documents.flatMap(claimedRuns).map(scenarioHash);
  expect(readdirSync(`${folder}/kept`).toSorted()).toEqual([...new Set(names)].map((name) => `${name}.json`).toSorted());
  for (const document of documents) {
    const { runs } = readJson(`store/${documentHash(document)}.json`);
    expect(runs).toEqual(JSON.parse(JSON.stringify(claimedRuns(document).map(run).map(publishedResults))));
  }
  expect(readJson("store/index.json")).toHaveLength(2);
  const again = await record(...command);
  // With two processes, the order in which the two documents finish is random.
  const lines = (text: string) => text.split("\n").toSorted();
  expect({ status: again.status, stderr: again.stderr }).toEqual({ status: 0, stderr: "" });
  expect(lines(again.stdout)).toEqual(lines(first.stdout));
});

test("bad input is refused before anything is run", async () => {
  expect(await record("--keep")).toMatchObject({ status: 2, stdout: "", stderr: expect.stringMatching(/^Usage/) });
  expect(await record("missing.json")).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("there is no file") });
});

test("a kept file that was changed, cut, renamed or written in another form is named and run again", async () => {
  const [first, second] = claimedRuns(parseDocument(smallDocument)).map(scenarioHash);
  const file = `${folder}/kept/${first}.json`;
  const whole = readFileSync(file, "utf8");
  const broken = [
    "",
    "{}",
    "null",
    "[".repeat(200_000),
    // Results in the format of an earlier version.
    JSON.stringify(run(claimedRuns(parseDocument(smallDocument))[0])),
    // Results with another value of a field that the digest in links does not cover.
    whole.replace(/"jain":[\d.]+/, '"jain":0.5'),
    whole.slice(0, 200),
    readFileSync(`${folder}/kept/${second}.json`, "utf8"),
    whole.replace('"engine":"', '"engine":"0.'),
    whole.replace(/"offeredPerSender":[\d.]+/, '"offeredPerSender":0.5'),
  ];
  for (const text of broken) {
    expect(text).not.toBe(whole);
    writeFileSync(file, text);
    const messages: string[] = [];
    const cache = new FolderResultCache(`${folder}/kept`, { write: (line) => messages.push(line) });
    expect([cache.find(first), cache.find(first)]).toEqual([null, null]);
    expect(messages).toEqual([`${file} holds no valid results of this run and this version of the engine; it is run again.\n`]);
  }
  const stored = readJson(`store/${documentHash(parseDocument(smallDocument))}.json`);
  const { status, stderr } = await record("small.json", "--keep", "kept", "--into", "store");
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/^.* it is run again\.\n1 of 1 runs, .*\n$/) });
  expect(readFileSync(file, "utf8")).toBe(whole);
  expect(readJson(`store/${documentHash(parseDocument(smallDocument))}.json`)).toEqual(stored);
});
