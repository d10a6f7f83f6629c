/** Addresses of the papers with changed constants, and the plots that compare published with computed values. */
import { expect, test } from "vitest";
import { paperPlace } from "../../src/app/pages/address.ts";
import { picturesOf } from "../../src/app/pages/papers/document-pictures.ts";
import { linkWith, movedIn } from "../../src/app/pages/papers/moved-link.ts";
import { drawingsOf, inShort } from "../../src/app/pages/papers/drawings.ts";
import { laneSize, marksOf, scaleOf } from "../../src/app/pages/papers/runs/lane.ts";
import { linkTo } from "../../src/links/fragment.ts";
import type { Exhibit, Published, Value } from "../../src/reproductions/contract.ts";
import { plain, printed, printedRange } from "../../src/reproductions/numbers.ts";
import { exhibits } from "../../src/reproductions/index.ts";
import { nothingYet, outcomeOf } from "../../src/reproductions/outcome.ts";
import { papers } from "../../src/reproductions/papers.ts";

test("an address is about the papers, or it is not", () => {
  expect(paperPlace({ hash: "#paper=" })).toBe("");
  expect(paperPlace({ hash: "#paper" })).toBe("");
  expect(paperPlace({ hash: "#paper=trees-table-3a" })).toBe("trees-table-3a");
  for (const hash of ["", "#", "#v=1&paper=trees", "#papers", "#v=1"]) expect(paperPlace({ hash })).toBeNull();
  for (const { id } of [...papers, ...exhibits]) expect(paperPlace({ hash: linkTo(id) })).toBe(id);
});

test("moved constants stand behind the place, only those, and come back as they were", () => {
  const exhibit = exhibits.find(({ id }) => id === "quads-table-1") as Exhibit;
  expect(linkWith(exhibit, new Map())).toBe("#paper=quads-table-1");
  const moved = new Map([
    ["port", 178],
    ["memory", 900.5],
  ]);
  const hash = linkWith(exhibit, moved);
  expect(hash).toBe("#paper=quads-table-1&port=178&memory=900.5");
  expect(paperPlace({ hash })).toBe("quads-table-1");
  expect(movedIn(exhibit, { hash })).toEqual({ moved, refused: [] });
  for (const each of exhibits)
    for (const { id, min, max, value } of each.constants ?? [])
      for (const to of [min, max].filter((end) => end !== value))
        expect(movedIn(each, { hash: linkWith(each, new Map([[id, to]])) })).toEqual({ moved: new Map([[id, to]]), refused: [] });
});

test("what an address says of constants and cannot be is refused, each for itself", () => {
  const exhibit = exhibits.find(({ id }) => id === "quads-table-1") as Exhibit;
  const read = (rest: string) => movedIn(exhibit, { hash: `#paper=quads-table-1${rest}` });
  expect(read("&port=1e2&memory=900")).toEqual({
    moved: new Map([["memory", 900]]),
    refused: ["“1e2” is not from 60 to 240 MB/s (A node's port, both ways together)"],
  });
  expect(read("&port=59").refused).toHaveLength(1);
  expect(read("&speed=3").refused).toEqual(["“speed” is not a number of this page"]);
  expect(read(`&${"x".repeat(5000)}=1`).refused[0].length).toBeLessThan(60);
  // The default value is not a change, and of several values for one constant the last counts.
  expect(read("&port=198")).toEqual({ moved: new Map(), refused: [] });
  expect(read("&port=100&port=110").moved.get("port")).toBe(110);
  for (const odd of ["&", "&&", "&port", "&port=", "&=", "&port=NaN", "&port=Infinity", "&port=%", "&%E0%A4%A=1", "&__proto__=1"]) {
    expect(read(odd).moved.size, odd).toBe(0);
  }
  expect(read("&").refused).toEqual([]);
  expect(read("&port=").refused).toHaveLength(1);
});

/**
 * An exhibit of one row.
 * @param relative Relative tolerance of the verdict.
 */
const one = (published: Published | null, value: Value, relative = 0.1): Exhibit => ({
  ...exhibits[0],
  series: [{ id: "all", title: "All", caption: "", unit: "" }],
  rows: [
    { id: "row", label: "row", series: "all", published, word: { is: "predicted" }, formula: "made up", runs: [], value: () => value },
  ],
  runs: [],
  tolerance: { relative, why: "Made up." },
});

async function marked(exhibit: Exhibit) {
  const outcome = await outcomeOf(exhibit, { run: () => Promise.reject(new Error("nothing to run")) });
  const scale = scaleOf(exhibit, outcome);
  return { scale, marks: marksOf(exhibit.rows[0], exhibit, outcome, scale) };
}

const middle = laneSize.width / 2;

test("a number that is as printed stands within its ring, in the middle", async () => {
  const { marks } = await marked(one(printed("4.8"), plain(4.8)));
  expect(marks).toMatchObject({ published: [middle, middle], simulated: middle, error: null, isBeyond: false });
});

test("what is off stands to its side, and the band is as wide as the tolerance says", async () => {
  const { scale, marks } = await marked(one(printed("100"), plain(120)));
  expect(scale).toEqual({ of: "differences", extent: expect.closeTo(0.23) as number });
  const unit = (middle - 8) / 0.23;
  expect(marks!.simulated).toBeCloseTo(middle + 0.2 * unit);
  expect(marks!.band[0]).toBeCloseTo(middle - 0.1 * unit);
  expect(marks!.band[1]).toBeCloseTo(middle + 0.1 * unit);
});

test("a printed range is as long as it is", async () => {
  const { marks } = await marked(one(printedRange("165–200", 165, 200), { value: 210, spread: { error: 5, draws: 3 } }));
  const [low, high] = marks!.published;
  expect((low + high) / 2).toBeCloseTo(middle);
  expect(marks!.simulated).toBeGreaterThan(high);
  expect(marks!.error![0]).toBeLessThan(marks!.simulated!);
  expect(marks!.error![1]).toBeGreaterThan(marks!.simulated!);
});

test("what is very far off stays in sight, at the edge, and says so", async () => {
  for (const value of [1000, -1000]) {
    const { marks } = await marked(one(printed("1"), plain(value)));
    expect(marks).toMatchObject({ isBeyond: true });
    expect(marks!.simulated).toBe(value > 0 ? laneSize.width - 8 : 8);
  }
  expect((await marked(one(printed("0"), plain(1)))).marks).toMatchObject({ isBeyond: true });
});

test("without a printed number there is nothing to draw; without ours, only the ring", async () => {
  expect((await marked(one(null, plain(1)))).marks).toBeNull();
  const exhibit = one(printed("1"), plain(1));
  expect(marksOf(exhibit.rows[0], exhibit, nothingYet, { of: "differences", extent: 1 })).toMatchObject({ simulated: null, error: null });
});

test("where nothing is off, the amounts themselves are drawn, from 0 to the largest", async () => {
  const exhibit = one(printed("100"), plain(100), 0);
  const { scale, marks } = await marked(exhibit);
  expect(scale).toEqual({ of: "amounts", most: 100, label: "100" });
  expect(marks).toMatchObject({ zero: 8, published: [laneSize.width - 8, laneSize.width - 8], simulated: laneSize.width - 8 });
  const [half] = [marksOf({ ...exhibit.rows[0], published: printed("50") }, exhibit, nothingYet, scale)];
  expect(half!.published[0]).toBe(middle);
});

test("amounts of different things share no scale, and one number that is off brings the differences back", async () => {
  const mixed = one(printed("100"), plain(100), 0);
  expect((await marked({ ...mixed, series: [{ ...mixed.series[0], isMixed: true }] })).scale.of).toBe("differences");
  expect((await marked(one(printed("100"), plain(101), 0))).scale.of).toBe("differences");
});

test("drawings are named in few words, and nothing is left out", () => {
  expect(inShort(["Figure 3"])).toBe("Figure 3");
  expect(inShort(["Figure 11", "Figure 12", "Figure 14", "Figure 15", "Figure 16", "Table 1"])).toBe(
    "Figures 11, 12 and 14 to 16, Table 1",
  );
  expect(inShort(["Table 4a", "Table 4b"])).toBe("Tables 4a and 4b");
  for (const paper of papers) {
    expect(drawingsOf(paper).length + exhibits.filter((each) => each.paper === paper.id).length).toBe(paper.cards.length);
  }
});

test("every document that an exhibit opens has a picture, and those of the same network have different ones", () => {
  for (const { documents } of exhibits) expect(picturesOf(documents)).not.toContain(null);
  const { documents } = exhibits.find(({ id }) => id === "qsnet-section-4-4")!;
  expect(new Set(picturesOf(documents.slice(1)).map((picture) => JSON.stringify(picture))).size).toBe(6);
});
