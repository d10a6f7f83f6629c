/** Rules for all exhibits. */
import { expect, test } from "vitest";
import { scenarioHash } from "../../src/core/scenario/canonical.ts";
import { claimedRuns } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { readDocumentLink, writeDocumentLink } from "../../src/links/index.ts";
import { exhibitWithLabel, exhibits, exhibitsIn, findExhibit } from "../../src/reproductions/index.ts";
import { documentsOfRow } from "../../src/reproductions/outcome.ts";
import { citationOfPaper, paperOf, papers, paperParts } from "../../src/reproductions/papers.ts";
import { firstFew } from "../effort.ts";

const repeatedNames = (names: readonly string[]) => names.filter((name, i) => names.indexOf(name) !== i);

test("ids are unique, begin with their paper's, and can be part of an address", () => {
  expect(repeatedNames(exhibits.map(({ id }) => id))).toEqual([]);
  for (const { id, paper } of exhibits) {
    expect(id).toMatch(/^[a-z]+(-[a-z0-9]+)+$/);
    expect(id.startsWith(`${paper}-`)).toBe(true);
    expect(findExhibit(id)?.id).toBe(id);
  }
});

test("the first part is the five papers, with an exhibit for all but their drawings; every exhibit is in one part", () => {
  const [five, others] = paperParts;
  expect(five.papers.map(({ id }) => id)).toEqual(["trees", "qsnet", "torus", "quads", "matmul"]);
  const without = five.papers.flatMap(({ id, cards }) =>
    cards.flatMap(({ label }) => (exhibitWithLabel(id, label) ? [] : [`${id} ${label}`])),
  );
  expect(without).toEqual(["trees Figure 2", ...[1, 3, 4, 5, 6].map((number) => `qsnet Figure ${number}`)]);
  expect([...exhibitsIn(five), ...exhibitsIn(others)]).toEqual(exhibits);
});

test("what could not be read is not quoted: words of ours stand where a note says so, and no number beside them is verbatim", () => {
  const retold = exhibits.filter(({ statements = [] }) => statements.some(({ isSummary }) => isSummary));
  expect(retold.map(({ paper }) => paper)).toEqual(["deepseek", "megatron", "swing", "jellyfish", "dragonfly", "butterfly"]);
  for (const { rows, notes } of retold) {
    expect(notes.map(({ title }) => title)).toContain("Sources not available");
    expect(rows.filter(({ published }) => published?.isVerbatim)).toEqual([]);
  }
});

test("every exhibit is that of exactly one card, in the order of its paper", () => {
  for (const { id, cards } of papers) {
    expect(repeatedNames(cards.map(({ label }) => label))).toEqual([]);
    expect(exhibits.filter(({ paper }) => paper === id).map(({ label }) => label)).toEqual(
      cards.filter(({ label }) => exhibitWithLabel(id, label) !== undefined).map(({ label }) => label),
    );
  }
  expect(repeatedNames(exhibits.map(({ paper, label }) => `${paper} ${label}`))).toEqual([]);
});

test.each(exhibits.map((exhibit) => [exhibit.id, exhibit] as const))(
  "%s is sound",
  (_, { rows, series, runs, recordings = [], statements = [], rerun, tolerance, notes, documents }) => {
    expect(repeatedNames(rows.map(({ id }) => id))).toEqual([]);
    expect(repeatedNames(runs.map(({ id }) => id))).toEqual([]);
    expect([...new Set(rows.map((row) => row.series))].toSorted()).toEqual(series.map(({ id }) => id).toSorted());
    const known = [...runs, ...recordings].map(({ id }) => id);
    expect(repeatedNames([...known])).toEqual([]);
    expect(repeatedNames([...rows, ...statements].map(({ id }) => id))).toEqual([]);
    for (const statement of statements) {
      expect(statement.runs.filter((id) => !known.includes(id))).toEqual([]);
      expect(statement.interpretation ?? "").not.toMatch(/\.$/);
    }
    for (const { document, recorded } of runs) {
      if (recorded === undefined) continue;
      const recording = recordings.find(({ id }) => id === recorded.recording);
      const stored = claimedRuns(parseDocument(recording?.document))[recorded.at];
      expect(scenarioHash(stored)).toBe(scenarioHash(readScenario(document)));
    }
    if (rerun !== undefined) {
      const recording = recordings.find(({ id }) => id === rerun.recording);
      const axis = parseDocument(recording?.document).sweep[rerun.shortenedAxis.axis];
      expect(axis.values).toHaveLength(rerun.shortenedAxis.labels.length);
    }
    for (const row of rows) {
      expect(row.runs.filter((id) => !known.includes(id))).toEqual([]);
      // An exact row involves no random draws and needs no run.
      if (row.provenance.is === "exact") expect(row.runs).toEqual([]);
      if (row.published !== null) expect(row.published.low).toBeLessThanOrEqual(row.published.high);
      expect(row.formula).not.toBe("");
    }
    const needed = [...rows, ...statements].flatMap((each) => each.runs);
    expect(known.filter((id) => !needed.includes(id))).toEqual([]);
    expect(tolerance.relative).toBeGreaterThanOrEqual(0);
    expect(tolerance.why).toMatch(/\.$/);
    for (const { text } of notes) expect(text).toMatch(/\.$/);
    expect(documents.length + runs.length).toBeGreaterThan(0);
  },
);

test.each(exhibits.map((exhibit) => [exhibit.id, exhibit] as const))("every document of %s opens by its link", async (_, exhibit) => {
  const own = exhibit.rows.flatMap((row) => documentsOfRow(exhibit, row));
  const all = new Map(
    [...own, ...exhibit.documents.map(({ document }) => document)].map((document) => [JSON.stringify(document), document]),
  );
  for (const document of firstFew(4, [...all.values()])) {
    const scenario = parseDocument(document);
    expect(await readDocumentLink(await writeDocumentLink(scenario))).toEqual(scenario);
  }
});

test("a citation names authors, title, place and where in it, as far as they are known", () => {
  expect(citationOfPaper(paperOf("matmul"), "Section 3, Table 1")).toBe(
    "Gustavo Wolfmann, Fernando G. Tinetti. The Impact of Network Architecture in Cluster Parallel Algorithms Design: Matrix Multiplication on Infiniband. Universidad Nacional de Córdoba; III-LIDI, Universidad Nacional de La Plata. Section 3, Table 1.",
  );
  expect(citationOfPaper(paperOf("quads"))).toBe("Evaluation of Three Quads Using Matrix Transpose.");
});
