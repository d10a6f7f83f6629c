/** Tests of a folder of cached results: which files count for a document, and why the others do not. */
import { expect, test } from "vitest";
import { hexHashOf } from "../../src/core/base/hash.ts";
import { checkCachedText, writeCachedResults } from "../../src/core/results/cached.ts";
import { CacheFolder, cacheFileName, namedCells } from "../../src/core/results/cache-folder.ts";
import { run } from "../../src/core/run/run.ts";
import { cellsOf } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";

const document = parseDocument({
  topology: { kind: "mesh", sizes: [2, 2] },
  run: { warmUp: 0, window: 100, drain: 100 },
  sweep: [{ path: "workload.load", values: [0.1, 0.2, 0.3] }],
  // The second network equals the first except for its title.
  beside: [{ title: "again" }],
  seeds: 2,
});
const cells = namedCells(document);
const names = [...new Set(cells.map(({ name }) => name))];
const texts = names.map((name) => writeCachedResults(name, run(cells.find((each) => each.name === name)!.cell.scenario)));
/** The same results as another engine version would have written them. */
const withOlderEngine = (text: string) => text.replace(/"engine":"[^"]*"/, '"engine":"older"');

test("every run has a name, and equal runs have one", () => {
  expect(cells.map(({ cell }) => cell)).toEqual(cellsOf(document));
  expect([cells.length, names.length]).toEqual([12, 6]);
  const folder = new CacheFolder(document);
  expect(folder.namesWith("missing")).toEqual(names);
  expect(folder.find(names[0])).toBeNull();
});

test("files are read in any order, and those that do not count are listed separately", () => {
  const folder = new CacheFolder(document);
  expect(folder.addFile(cacheFileName(names[5]), texts[5])?.is).toBe("kept");
  expect(folder.addFile(cacheFileName(names[0]), texts[0])?.is).toBe("kept");
  expect(folder.addFile(cacheFileName(names[1]), texts[1].slice(0, -1))).toEqual({ is: "broken" });
  expect(folder.addFile(cacheFileName(names[2]), texts[1])).toEqual({ is: "broken" });
  expect(folder.addFile(cacheFileName(names[3]), withOlderEngine(texts[3]))).toEqual({ is: "other engine", engine: "older" });
  for (const file of ["notes.txt", "", ".json", `${names[4]}.json.host.17.part`, `x${names[4]}.json`, names[4]])
    expect([folder.isExpected(file), folder.addFile(file, texts[4])]).toEqual([false, null]);
  expect(folder.namesWith("kept")).toEqual([names[0], names[5]]);
  expect(folder.namesWith("broken")).toEqual([names[1], names[2]]);
  expect(folder.namesWith("other engine")).toEqual([names[3]]);
  expect(folder.namesWith("missing")).toEqual([names[4]]);
  expect(folder.find(names[5])).toEqual(run(cells.findLast(({ name }) => name === names[5])!.cell.scenario));
});

test("of two folders that are merged, the good file stays, whichever comes first", () => {
  const folder = new CacheFolder(document);
  for (const text of [texts[0], "", withOlderEngine(texts[0])]) folder.addFile(cacheFileName(names[0]), text);
  for (const text of ["", withOlderEngine(texts[1]), texts[1]]) folder.addFile(cacheFileName(names[1]), text);
  expect(folder.namesWith("kept")).toEqual([names[0], names[1]]);
});

test("an edition is believed only of results that fit their digest", () => {
  const other = withOlderEngine(texts[0]);
  expect(checkCachedText(other, names[0])).toEqual({ is: "other engine", engine: "older" });
  expect(checkCachedText(other.replace(/"cycles":\d+/, '"cycles":1'), names[0])).toEqual({ is: "broken" });
  expect(checkCachedText(other, names[1])).toEqual({ is: "broken" });
  for (const text of [null, 5, "null", "5", "[]", "{}", "[".repeat(200_000), `{"digest":"${hexHashOf("null")}"}`])
    expect(checkCachedText(text, names[0])).toEqual({ is: "broken" });
});
