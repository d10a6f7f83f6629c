/** Addresses of the papers with changed constants, and the plots that compare published with computed values. */
import { expect, test } from "vitest";
import { paperAddressOf } from "../../src/app/pages/address.ts";
import { documentPictures } from "../../src/app/pages/papers/document-pictures.ts";
import { linkWithConstants, readMovedConstants } from "../../src/app/pages/papers/moved-link.ts";
import { labelsWithoutExhibit, joinLabels } from "../../src/app/pages/papers/paper-labels.ts";
import { viewPart } from "../../src/app/pages/papers/useDocumentLinks.ts";
import { dotPlotSize, dotPlotMarks, dotPlotScale } from "../../src/app/pages/papers/runs/dot-plot.ts";
import { paperLink } from "../../src/links/fragment.ts";
import { readView } from "../../src/links/view-state.ts";
import type { Exhibit, Published, ComputedValue } from "../../src/reproductions/contract.ts";
import { withoutError, printed, printedRange } from "../../src/reproductions/numbers.ts";
import { exhibits } from "../../src/reproductions/index.ts";
import { withShortTitle } from "../../src/reproductions/documents.ts";
import { emptyOutcome, computeOutcome, documentsOfRow, sayOpened } from "../../src/reproductions/outcome.ts";
import { dataRate, qsnetDataUnit } from "../../src/reproductions/qsnet/machine.ts";
import { costView } from "../../src/views/cost/cost.ts";
import { congestionMatrix } from "../../src/views/matrix/congestion-matrix.ts";
import { performancePerCost } from "../../src/views/mix/performance-per-cost.ts";
import { ranksView } from "../../src/views/ranks/ranks.ts";
import { views } from "../../src/views/index.ts";
import { papers } from "../../src/reproductions/papers.ts";

test("an address is about the papers, or it is not", () => {
  expect(paperAddressOf({ hash: "#paper=" })).toBe("");
  expect(paperAddressOf({ hash: "#paper" })).toBe("");
  expect(paperAddressOf({ hash: "#paper=trees-table-3a" })).toBe("trees-table-3a");
  for (const hash of ["", "#", "#v=1&paper=trees", "#papers", "#v=1"]) expect(paperAddressOf({ hash })).toBeNull();
  for (const { id } of [...papers, ...exhibits]) expect(paperAddressOf({ hash: paperLink(id) })).toBe(id);
});

test("moved constants stand behind the place, only those, and come back as they were", () => {
  const exhibit = exhibits.find(({ id }) => id === "quads-table-1") as Exhibit;
  expect(linkWithConstants(exhibit, new Map())).toBe("#paper=quads-table-1");
  const moved = new Map([
    ["port", 178],
    ["memory", 900.5],
  ]);
  const hash = linkWithConstants(exhibit, moved);
  expect(hash).toBe("#paper=quads-table-1&port=178&memory=900.5");
  expect(paperAddressOf({ hash })).toBe("quads-table-1");
  expect(readMovedConstants(exhibit, { hash })).toEqual({ movedConstants: moved, refusedParams: [] });
  for (const each of exhibits)
    for (const { id, min, max, defaultValue } of each.constants ?? [])
      for (const to of [min, max].filter((end) => end !== defaultValue))
        expect(readMovedConstants(each, { hash: linkWithConstants(each, new Map([[id, to]])) })).toEqual({
          movedConstants: new Map([[id, to]]),
          refusedParams: [],
        });
});

test("what an address says of constants and cannot be is refused, each for itself", () => {
  const exhibit = exhibits.find(({ id }) => id === "quads-table-1") as Exhibit;
  const read = (rest: string) => readMovedConstants(exhibit, { hash: `#paper=quads-table-1${rest}` });
  expect(read("&port=1e2&memory=900")).toEqual({
    movedConstants: new Map([["memory", 900]]),
    refusedParams: ["“1e2” is not from 60 to 240 MB/s (A node's port, both directions together)"],
  });
  expect(read("&port=59").refusedParams).toHaveLength(1);
  expect(read("&speed=3").refusedParams).toEqual(["“speed” is not a number of this page"]);
  expect(read(`&${"x".repeat(5000)}=1`).refusedParams[0].length).toBeLessThan(60);
  // The default value is not a change, and of several values for one constant the last counts.
  expect(read("&port=198")).toEqual({ movedConstants: new Map(), refusedParams: [] });
  expect(read("&port=100&port=110").movedConstants.get("port")).toBe(110);
  for (const odd of ["&", "&&", "&port", "&port=", "&=", "&port=NaN", "&port=Infinity", "&port=%", "&%E0%A4%A=1", "&__proto__=1"]) {
    expect(read(odd).movedConstants.size, odd).toBe(0);
  }
  expect(read("&").refusedParams).toEqual([]);
  expect(read("&port=").refusedParams).toHaveLength(1);
});

/**
 * An exhibit of one row.
 * @param relative Relative tolerance of the verdict.
 */
const exhibitOfOneRow = (published: Published | null, value: ComputedValue, relative = 0.1): Exhibit => ({
  ...exhibits[0],
  series: [{ id: "all", title: "All", caption: "", unit: "" }],
  rows: [
    {
      id: "row",
      label: "row",
      series: "all",
      published,
      provenance: { is: "predicted" },
      formula: "made up",
      runs: [],
      value: () => value,
    },
  ],
  runs: [],
  tolerance: { relative, why: "Made up." },
});

async function marksOfExhibit(exhibit: Exhibit) {
  const outcome = await computeOutcome(exhibit, { run: () => Promise.reject(new Error("nothing to run")) });
  const scale = dotPlotScale(exhibit, outcome);
  return { scale, marks: dotPlotMarks(exhibit.rows[0], exhibit, outcome, scale) };
}

const middle = dotPlotSize.width / 2;

test("a number equal to the printed one is in the middle of its ring", async () => {
  const { marks } = await marksOfExhibit(exhibitOfOneRow(printed("4.8"), withoutError(4.8)));
  expect(marks).toMatchObject({ published: [middle, middle], simulated: middle, error: null, isOutOfRange: false });
});

test("a number that differs is beside the ring, and the band is as wide as the tolerance", async () => {
  const { scale, marks } = await marksOfExhibit(exhibitOfOneRow(printed("100"), withoutError(120)));
  expect(scale).toEqual({ of: "differences", extent: expect.closeTo(0.23) as number });
  const unit = (middle - 8) / 0.23;
  expect(marks!.simulated).toBeCloseTo(middle + 0.2 * unit);
  expect(marks!.band[0]).toBeCloseTo(middle - 0.1 * unit);
  expect(marks!.band[1]).toBeCloseTo(middle + 0.1 * unit);
});

test("a printed range is as long as it is", async () => {
  const { marks } = await marksOfExhibit(
    exhibitOfOneRow(printedRange("165–200", 165, 200), { value: 210, spread: { error: 5, draws: 3 } }),
  );
  const [low, high] = marks!.published;
  expect((low + high) / 2).toBeCloseTo(middle);
  expect(marks!.simulated).toBeGreaterThan(high);
  expect(marks!.error![0]).toBeLessThan(marks!.simulated!);
  expect(marks!.error![1]).toBeGreaterThan(marks!.simulated!);
});

test("what is very far off stays in sight, at the edge, and says so", async () => {
  for (const value of [1000, -1000]) {
    const { marks } = await marksOfExhibit(exhibitOfOneRow(printed("1"), withoutError(value)));
    expect(marks).toMatchObject({ isOutOfRange: true });
    expect(marks!.simulated).toBe(value > 0 ? dotPlotSize.width - 8 : 8);
  }
  expect((await marksOfExhibit(exhibitOfOneRow(printed("0"), withoutError(1)))).marks).toMatchObject({ isOutOfRange: true });
});

test("without a printed number there is nothing to draw; without ours, only the ring", async () => {
  expect((await marksOfExhibit(exhibitOfOneRow(null, withoutError(1)))).marks).toBeNull();
  const exhibit = exhibitOfOneRow(printed("1"), withoutError(1));
  expect(dotPlotMarks(exhibit.rows[0], exhibit, emptyOutcome, { of: "differences", extent: 1 })).toMatchObject({
    simulated: null,
    error: null,
  });
});

test("where nothing is off, the amounts themselves are drawn, from 0 to the largest", async () => {
  const exhibit = exhibitOfOneRow(printed("100"), withoutError(100), 0);
  const { scale, marks } = await marksOfExhibit(exhibit);
  expect(scale).toEqual({ of: "amounts", maxValue: 100, label: "100" });
  expect(marks).toMatchObject({ zero: 8, published: [dotPlotSize.width - 8, dotPlotSize.width - 8], simulated: dotPlotSize.width - 8 });
  const [half] = [dotPlotMarks({ ...exhibit.rows[0], published: printed("50") }, exhibit, emptyOutcome, scale)];
  expect(half!.published[0]).toBe(middle);
});

test("amounts of different things share no scale, and one number that is off brings the differences back", async () => {
  const mixed = exhibitOfOneRow(printed("100"), withoutError(100), 0);
  expect((await marksOfExhibit({ ...mixed, series: [{ ...mixed.series[0], isMixed: true }] })).scale.of).toBe("differences");
  expect((await marksOfExhibit(exhibitOfOneRow(printed("100"), withoutError(101), 0))).scale.of).toBe("differences");
});

test("drawings are named in few words, and nothing is left out", () => {
  expect(joinLabels(["Figure 3"])).toBe("Figure 3");
  expect(joinLabels(["Figure 11", "Figure 12", "Figure 14", "Figure 15", "Figure 16", "Table 1"])).toBe(
    "Figures 11, 12 and 14 to 16, Table 1",
  );
  expect(joinLabels(["Table 4a", "Table 4b"])).toBe("Tables 4a and 4b");
  for (const paper of papers) {
    expect(labelsWithoutExhibit(paper).length + exhibits.filter((each) => each.paper === paper.id).length).toBe(paper.cards.length);
  }
});

test("every document that an exhibit opens has a picture, and those of the same network have different ones", () => {
  for (const { documents } of exhibits) expect(documentPictures(documents)).not.toContain(null);
  const { documents } = exhibits.find(({ id }) => id === "qsnet-section-4-4")!;
  expect(new Set(documentPictures(documents.slice(1)).map((picture) => JSON.stringify(picture))).size).toBe(6);
});

const exhibitOf = (id: string) => exhibits.find((each) => each.id === id) as Exhibit;

test("the cards and the options that exhibits open exist", () => {
  const cards = exhibits.flatMap(({ rows, documents }) => [...rows, ...documents].flatMap(({ card }) => card ?? []));
  const options = [congestionMatrix, performancePerCost, ranksView, costView];
  expect(new Set(cards.map(({ id }) => id)).size).toBeGreaterThan(3);
  for (const { id, choice } of cards) {
    expect(views.map((view) => view.id)).toContain(id);
    if (choice === undefined) continue;
    const option = options.find((view) => view.id === id)?.options?.find((each) => each.id === choice.of);
    expect(Object.keys(option?.choices ?? {}), `${id}, ${choice.of}`).toContain(choice.is);
  }
});

test("a table that concludes from the costs in use opens the workbench with these costs", () => {
  const { documents, rows } = exhibitOf("trees-table-4b");
  const viewOf = (each: (typeof rows)[number] | (typeof documents)[number]) =>
    readView(viewPart(each.document ?? {}, each, undefined).slice("&view=".length));
  const used = { cards: ["performance-per-cost"], choices: { "performance-per-cost": { cost: "used" } } };
  expect(viewOf(documents[0])).toMatchObject(used);
  expect(viewOf(rows.find(({ id }) => id === "ratio-used 8:4,4-thin-tree")!)).toMatchObject(used);
  expect(viewOf(rows.find(({ id }) => id === "ratio 8:4,4-thin-tree")!)).toMatchObject({
    choices: { "performance-per-cost": { cost: "whole" } },
  });
});

test("rates of the QsNET paper open the workbench in their unit, bytes of data", () => {
  expect(viewPart({}, {}, qsnetDataUnit)).toBe("&view=channel,load-curve,unit~338624339B/s");
  expect(viewPart({ sweep: [] }, {}, qsnetDataUnit)).toMatch(/^&view=channel,sweep,unit~/);
  expect(viewPart({}, {}, undefined)).toBe("");
  for (const load of [0.1, 0.83]) expect((load * (qsnetDataUnit as { channel: number }).channel) / 1e6).toBeCloseTo(dataRate(load), 4);
  const shown = exhibits.filter(({ loadUnit }) => loadUnit !== undefined).map(({ label }) => label);
  expect(shown).toEqual(expect.arrayContaining(["Figure 11", "Figure 13", "Table 1"]));
});

test("a link says of how many runs its number is made, and that it opens only the first", () => {
  const opened = (exhibit: string, row: string, value?: ComputedValue) =>
    sayOpened(
      exhibitOf(exhibit),
      exhibitOf(exhibit).rows.find(({ id }) => id === row)!,
      value,
    );
  expect(opened("trees-table-1", "nodes 8,4-fat-tree")).toBe("Opens its network in the workbench. This number needs no run.");
  expect(opened("qsnet-figure-13", "neighbour")).toBe("Opens its run in the workbench.");
  expect(opened("qsnet-figure-11", "maximum 64", { value: 1, spread: { error: 1, draws: 6 } })).toBe(
    "Opens the first of the 6 runs of which this number is the mean.",
  );
  expect(opened("trees-table-4b", "ratio-used 8:4,4-thin-tree")).toBe(
    "Opens the runs of “All five sizes, same radix”; this number also needs those of “Up to 10 kB, 3 seeds, same radix”.",
  );
  expect(opened("torus-figure-3", "gain 32")).toBe("Opens the recorded runs from which this number is computed.");
});

test("documents open with a short title", () => {
  for (const exhibit of exhibits)
    for (const document of [
      ...exhibit.documents.map((each) => each.document),
      ...exhibit.rows.flatMap((row) => documentsOfRow(exhibit, row)),
    ])
      expect(String(withShortTitle(exhibit, document)["title"]).length, exhibit.id).toBeLessThanOrEqual(40);
  const { documents } = exhibitOf("qsnet-figure-18");
  expect(withShortTitle(exhibitOf("qsnet-figure-18"), documents[0].document)["title"]).toBe("QsNET, Figure 18");
});
