/** Costs and switch counts of the trees report. */
import { expect, test } from "vitest";
import { billOf } from "../../../src/core/costs/bill.ts";
import { materialsOfScenario } from "../../../src/core/scenario/scenario-materials.ts";
import { parseDocument } from "../../../src/core/scenario/read-document.ts";
import { treeBillOf, treeCountsOf, treeNetworkOf, sameRadix, sameSize, treeDocument } from "../../../src/reproductions/trees/networks.ts";

/** Totals of Table 3 in US dollars, the complete network first. */
const dollars: Readonly<Record<string, readonly number[]>> = {
  "8,4-fat-tree": [13_977_600],
  "8:2,4-thin-tree": [2_310_141],
  "8:2,5-slender-tree": [2_316_935],
  "6,5-fat-tree": [26_335_125, 16_712_138],
  "8:4,4-thin-tree": [4_189_500, 4_189_500],
  "9:3,4-thin-tree": [4_875_188, 3_132_094],
  "8:4,8-slender-tree": [4_451_344, 4_451_344],
  "9:3,6-slender-tree": [4_929_356, 3_121_209],
};

test.each([...new Set([...sameSize, ...sameRadix])])("the page's bill of a %s is the table's, to the dollar", (name) => {
  const document = parseDocument(treeDocument(name, "used"));
  const { whole, used } = materialsOfScenario(document);
  const bills = [whole, used].map((parts) => billOf(document.cost, parts));
  expect(bills.slice(0, dollars[name].length).map(({ total }) => Math.round(total))).toEqual(dollars[name]);
  expect(bills).toEqual([treeBillOf(treeNetworkOf(name), "complete"), treeBillOf(treeNetworkOf(name), "used")]);
});

test("the 9:3 trees use 457 switches of level 0, and not the 456 that stand above their 4096 tasks", () => {
  for (const name of ["9:3,4-thin-tree", "9:3,6-slender-tree"]) {
    const { used } = materialsOfScenario(parseDocument(treeDocument(name, "used")));
    expect(used.switches[0]).toEqual({ level: 0, ports: 12, count: 457 });
    expect(used.links[0]).toMatchObject({ name: "terminal", count: 4096 });
    expect(treeCountsOf(used).terminals).toBe(4096);
  }
});
