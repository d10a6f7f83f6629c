/** Example files from other programs in the gallery: all are listed, and their description agrees with their content. */
import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { readGallery } from "../../src/app/shell/gallery-entries.ts";
import { activityKinds } from "../../src/core/measures/timeline.ts";
import { startRun } from "../../src/core/run/run.ts";
import { readText } from "../../src/formats/index.ts";
import { importIntoDocument } from "../../src/formats/to-document.ts";

const folder = "public/files";
const read = (file: string) => readFileSync(`${folder}/${file}`, "utf8");
const entries = readGallery(JSON.parse(read("index.json")));
const documentOfFile = async (file: string) => importIntoDocument(null, await readText(read(file)));

test("every file of the folder is listed, once", () => {
  const named = entries.flatMap(({ file, picture }) => [file, picture.light, picture.dark]);
  expect(["index.json", ...named].sort()).toEqual(readdirSync(folder).sort());
  expect(entries.map(({ id }) => id)).toEqual(["fabric", "training"]);
});

test("the fabric has 128 hosts and three faults: a missing cable, one in the wrong spine, three hosts at half of the rate", async () => {
  const { look } = entries[0];
  expect(look).toContain("128 hosts");
  const { network, recognition } = await documentOfFile("fabric.txt");
  expect(network).toMatchObject({ terminals: 128, switches: 12 });
  const { ideal, irregularities } = recognition!;
  expect(ideal.title).toBe("two-level thin tree");
  expect(irregularities.map(({ kind, count }) => `${kind} ${count}`)).toEqual(["missing link 1", "moved link 1", "slower 3"]);
  const sentences = irregularities.map((each) => each.sentence);
  expect(sentences[0]).toContain("leaf 3 – spine 2");
  expect(sentences[1]).toMatch(/leaf 6 – spine 1 instead of spine 4/);
  for (const host of ["node037", "node038", "node090"]) expect(sentences[2]).toContain(host);
});

test("in the trace all sixteen ranks wait for the one that computes a tenth longer", async () => {
  const { document } = await documentOfFile("training.goal");
  const run = startRun(document);
  while (run.simulation.status === "running") run.simulation.advance(Infinity, 1e7);
  const { timeline } = run.results();
  const cyclesOf = (rank: number, kind: "compute" | "wait") => {
    let sum = 0;
    for (let i = timeline!.first[rank]; i < timeline!.first[rank + 1]; i++)
      if (activityKinds[timeline!.kind[i]] === kind) sum += timeline!.to[i] - timeline!.from[i];
    return sum;
  };
  const [slow, others] = [5, Array.from({ length: 16 }, (_, rank) => rank).filter((rank) => rank !== 5)];
  expect(timeline!.terminals).toHaveLength(16);
  for (const rank of others) {
    expect(cyclesOf(slow, "compute") / cyclesOf(rank, "compute"), `rank ${rank}`).toBeCloseTo(1.1, 1);
    expect(cyclesOf(rank, "wait"), `rank ${rank}`).toBeGreaterThan(cyclesOf(slow, "wait"));
  }
});
