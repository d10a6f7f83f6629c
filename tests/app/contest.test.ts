/** The sweep that compares the algorithms of a collective operation over message sizes. */
import { expect, test } from "vitest";
import { canCompareAlgorithms, withAlgorithmComparison } from "../../src/app/document/compare-algorithms.ts";
import { documentSentence, segmentsAsText } from "../../src/words/sentence.ts";
import { checkDocument, type Document } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { isMix } from "../../src/findings/mix-table.ts";
import { readScenarioLink, writeDocumentLink } from "../../src/links/index.ts";
import { expectWording } from "../wording/wording.ts";

const documentOf = (workload: Record<string, unknown>, rest: Record<string, unknown> = {}): Document =>
  parseDocument({ topology: { kind: "torus", sizes: [4, 4] }, flowControl: { kind: "fluid" }, workload, ...rest });
const contestAxes = (document: Document) =>
  withAlgorithmComparison(document)!.sweep.map(({ path, values }) => [path.join("."), values.length, values[0]]);

test.each(["allreduce", "reduce-scatter", "allgather", "reduce", "all-to-all", "broadcast"])(
  "the algorithms of %s are compared from 64 B to 1 GiB, and are no mix of applications",
  (kind) => {
    const document = documentOf({ kind });
    expect(canCompareAlgorithms(document)).toBe(true);
    const contest = withAlgorithmComparison(document)!;
    expect(contest.sweep[0]).toEqual({ path: ["workload", "message"], values: Array.from({ length: 13 }, (_, i) => 64 * 4 ** i) });
    expect(contest.sweep[1].values.length).toBeGreaterThan(1);
    expect(checkDocument(contest)).toEqual([]);
    expect(isMix(contest)).toBe(false);
    expect(canCompareAlgorithms(contest)).toBe(false);
  },
);

test("what has no algorithms, or no size, is not offered to be compared", () => {
  expect(canCompareAlgorithms(documentOf({ kind: "barrier" }))).toBe(false);
  expect(canCompareAlgorithms(documentOf({ kind: "wavefront" }))).toBe(false);
  expect(canCompareAlgorithms(parseDocument({}))).toBe(false);
  expect(canCompareAlgorithms(documentOf({ kind: "allreduce" }, { beside: [{ workload: { kind: "wavefront" } }] }))).toBe(false);
});

test("of packets that move one by one, sizes go as far as takes seconds; of networks, algorithms that all of them can run", () => {
  const packets = withAlgorithmComparison(documentOf({ kind: "allreduce" }, { flowControl: { kind: "virtual-cut-through" } }))!;
  const sizes = packets.sweep[0].values as readonly number[];
  expect(sizes[0]).toBe(64);
  expect(sizes.length).toBeGreaterThanOrEqual(3);
  expect(Math.max(...sizes)).toBeLessThan(2 ** 22);
  const alone = contestAxes(documentOf({ kind: "allreduce", ranks: 15 }));
  const both = contestAxes(documentOf({ kind: "allreduce", ranks: 15 }, { beside: [{ topology: { kind: "k-ary-n-tree", k: 4, n: 2 } }] }));
  expect(both[1][1]).toBeLessThanOrEqual(alone[1][1] as number);
});

test("switches that reduce take part only where they do so already", () => {
  const algorithmsFor = (workload: Record<string, unknown>) => withAlgorithmComparison(documentOf(workload))!.sweep[1].values;
  for (const kind of ["allreduce", "reduce"]) {
    expect(algorithmsFor({ kind })).not.toContain("in-network");
    expect(algorithmsFor({ kind, algorithm: "in-network" })).toEqual([...algorithmsFor({ kind }), "in-network"]);
  }
});

test("its sentence says sizes as a span and algorithms in short, and a link says it all", async () => {
  const contest = withAlgorithmComparison(documentOf({ kind: "allreduce", ranks: 16 }))!;
  expectWording(segmentsAsText(documentSentence(contest)), "allreduce … 64 B … 1 GiB … factors of 4 … ring, 2-D ring … 16 ranks");
  const link = await writeDocumentLink(contest);
  expect(link).toMatch(/^v=1&topology=torus/);
  expect((await readScenarioLink(link)).sweep).toEqual(contest.sweep);
});
