/** The view of a network's bill of materials. */
import { describe, expect, it } from "vitest";
import { defaultsOf } from "../../src/core/base/params.ts";
import { capitalize, uncapitalize } from "../../src/core/base/words.ts";
import { billOf } from "../../src/core/costs/bill.ts";
import { allCosts } from "../../src/core/kinds/all-kinds.ts";
import { billOfMaterials, usedBillOfMaterials } from "../../src/core/network/bill-of-materials.ts";
import { documentParams } from "../../src/core/scenario/document.ts";
import { costView } from "../../src/views/cost/cost.ts";
import { saySparePorts } from "../../src/views/cost/spare.ts";
import { perNetworkView } from "../../src/views/per-network.ts";
import type { MarksDrawing } from "../../src/views/marks/marks.ts";
import { build, light, viewData } from "./fixtures.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { expectWording } from "../wording/wording.ts";

const prices = documentParams.cost.default;
const fat = build("k-ary-n-tree", { k: 4, n: 3 });
const torus = build("torus", { sizes: [4, 4] });
const jobTerminals = Array.from({ length: 16 }, (_, i) => 24 + i);
const partlyUsedData = viewData(fat, { usedBill: billOf(prices, usedBillOfMaterials(fat, jobTerminals)) });

/** Marks of a bill in a card of this width, with a lookup by key. */
function marksIn(data: ReturnType<typeof viewData>, width: number) {
  const canvas = { width, height: costView.preferredSize?.(data, width).height ?? 0, theme: light, units: unitsOfResults };
  const { marks } = costView.layout(data, canvas) as MarksDrawing;
  return { canvas, marks, of: (key: string) => marks.find((mark) => mark.key === key) };
}

describe("the bill of a network", () => {
  it("says what it costs, what for, and what of it is in use", () => {
    expectWording(costView.summary(viewData(fat)), "costs $96 300 … $1 505 per terminal … 70 % … 64");
    // Four switches at the bottom level, eight in the middle, all at the top. Four links per switch between levels, and the links of the
    // terminals.
    const used = 28 * 1406.25 + (16 + 16 + 32) * 150;
    expect(partlyUsedData.usedBill?.total).toBe(used);
    expect(costView.summary(partlyUsedData)).toMatch(
      /; 16 of 64\sterminals are in use, and their parts cost \$48.975, \$3.061 per terminal\. 64\s/,
    );
    const free = billOf({ kind: "per-port", values: { price: 0 } }, billOfMaterials(fat));
    expectWording(costView.summary(viewData(fat, { bill: free })), "nothing");
    expect(costView.emptyMessage(viewData(fat, { bill: null }))).toMatch(/\.$/);
  });

  it("says the rule and the source of every price list after the total, but not once for each of several networks", () => {
    for (const { id, params, summary, source } of allCosts.kinds) {
      const bill = billOf({ kind: id, values: defaultsOf(params) }, billOfMaterials(fat));
      const text = costView.summary(viewData(fat, { bill }));
      expect(text).toContain(`${capitalize(bill.prices)}: ${uncapitalize(summary)} Source: ${source}.`);
      const data = viewData(fat, { bill });
      expect(costView.summary({ ...data, variants: [...data.variants, ...data.variants] })).not.toContain("Source");
    }
  });

  it("says how many ports have no link, and what they cost", () => {
    const summaryFor = (name: string, values: Record<string, unknown>, list: object = {}) => {
      const own = { ...prices.values, ...list };
      const bill = billOf({ kind: prices.kind, values: own }, billOfMaterials(build(name, values)));
      return saySparePorts(bill)?.replaceAll("\u00a0", " ") ?? null;
    };
    // 16 switches at the top use 4 of 8 ports: 5625 (8² − 4²) / 16² = 1054.69 each.
    expectWording(summaryFor("k-ary-n-tree", { k: 4, n: 3 }), "64 ports … 16 switches … level 2 … cost $16 875 … 18 %");
    expectWording(
      summaryFor("k-ary-n-tree", { k: 4, n: 3 }, { pricedPorts: "plugged" }),
      "64 ports … 16 switches … level 2 … not paid for",
    );
    expectWording(summaryFor("k-ary-n-tree", { k: 4, n: 3 }, { switchPrice: 0 }), "64 ports … 16 switches … level 2");
    expect(summaryFor("mesh", { sizes: [4, 4] })).toMatch(/^16 ports of 12 switches have no link; /);
    expect(summaryFor("torus", { sizes: [4, 4] })).toBeNull();
  });

  it.each([300, 358, 640, 1240])("fits into %i pixels, with a bar as long as its part of the dearest", (width) => {
    for (const data of [viewData(fat), partlyUsedData, viewData(torus)]) {
      const { marks, canvas, of } = marksIn(data, width);
      expect(marks.filter(({ attributes }) => /NaN|Infinity/.test(JSON.stringify(attributes)))).toEqual([]);
      expect(new Set(marks.map(({ key }) => key)).size).toBe(marks.length);
      for (const { attributes } of marks) {
        expect(Number(attributes["y"] ?? 0)).toBeLessThanOrEqual(canvas.height);
        expect(Number(attributes["x"] ?? 0)).toBeLessThanOrEqual(width);
      }
      const lines = data.bill?.lines.filter(({ total }) => total > 0) ?? [];
      const most = Math.max(...lines.map(({ total }) => total));
      const longest = Number(of(`bar ${lines.find(({ total }) => total === most)?.what}`)?.attributes["width"]);
      if (data.usedBill !== null) continue;
      for (const { what, total } of lines) expect(Number(of(`bar ${what}`)?.attributes["width"])).toBeCloseTo((longest * total) / most, 0);
    }
  });

  it("fills of each bar what is in use", () => {
    const { of } = marksIn(partlyUsedData, 640);
    const part = (what: string) => Number(of(`bar ${what}`)?.attributes["width"]) / (Number(of(`whole ${what}`)?.attributes["width"]) + 1);
    expect(part("switches of level 0, 8 ports")).toBeCloseTo(4 / 16, 2);
    expect(part("switches of level 1, 8 ports")).toBeCloseTo(8 / 16, 2);
    expect(part("switches of level 2, 8 ports")).toBeCloseTo(1, 2);
    expect(of("count switches of level 0, 8 ports")?.text).toMatch(/^4 of 16 × \$1.406$/);
    expect(of("sum 1")?.text).toMatch(/^In use by 16\sterminals$/);
  });

  it("has a table with the sums, and shares a scale between networks", () => {
    const { columns, rows } = costView.table(partlyUsedData);
    expect(rows.every((row) => row.length === columns.length)).toBe(true);
    expect(rows[0]).toEqual(["switches of level 0, 8 ports", 16, 1406.25, 22_500, 4, 5625]);
    expect(rows.at(-3)?.[3]).toBe(96_300);
    expect(rows.at(-2)?.slice(3)).toEqual([96_300 / 64, 16, 48_975 / 16]);
    expect(rows.at(-1)).toEqual(["of it, for ports without a link", 64, "", 16_875, "", ""]);
    const both = { ...viewData(fat), letter: "A" };
    const data = { ...both, variants: [both, { ...viewData(torus), index: 1, letter: "B" }] };
    const [a, b] = perNetworkView(costView, true).layout(data, { width: 900, height: 400, theme: light, units: unitsOfResults });
    const bar = ({ marks }: typeof a, what: string) =>
      Number((marks as MarksDrawing).marks.find(({ key }) => key === `bar ${what}`)?.attributes["width"]);
    // 64 links of $150 in A, 16 in B.
    expect(bar(b, "links to the terminals")).toBeCloseTo(bar(a, "links to the terminals") / 4, 0);
  });
});
