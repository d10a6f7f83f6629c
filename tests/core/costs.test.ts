/**
 * Tests of prices and parts against amounts derived by hand, to the dollar. The tables of the trees report are tested with the
 * reproductions.
 */
import { describe, expect, test } from "vitest";
import { defaultsOf } from "../../src/core/base/params.ts";
import { billOf } from "../../src/core/costs/bill.ts";
import { allCosts } from "../../src/core/costs/index.ts";
import { billOfMaterials, usedBillOfMaterials } from "../../src/core/network/bill-of-materials.ts";
import { topologyFacts } from "../../src/core/scenario/scenario.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";

const kindWith = (kind: string, values: object = {}) => ({ kind, values: { ...defaultsOf(allTopologies.get(kind).params), ...values } });
const costKindWith = (kind: string, values: object = {}) => ({ kind, values: { ...defaultsOf(allCosts.get(kind).params), ...values } });
const build = ({ kind, values }: ReturnType<typeof kindWith>) => allTopologies.get(kind).build(values);
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

describe("a bill", () => {
  test("has a line for each level of switches and of links, ports that stay unplugged paid for", () => {
    const { lines, total, perTerminal } = billOf(
      costKindWith("myrinet-2000"),
      topologyFacts(kindWith("thin-tree", { k: 8, kUp: 4, n: 4 })).parts,
    );
    expect(lines.map(({ what, count, each }) => [what, count, each])).toEqual([
      ["switches of level 0, 12 ports", 512, 3164.0625],
      ["switches of level 1, 12 ports", 256, 3164.0625],
      ["switches of level 2, 12 ports", 128, 3164.0625],
      ["switches of level 3, 12 ports", 64, 3164.0625],
      ["links to the terminals", 4096, 150],
      ["links, level 0 to 1", 2048, 150],
      ["links, level 1 to 2", 1024, 150],
      ["links, level 2 to 3", 512, 150],
      ["adapters of the terminals", 4096, 0],
    ]);
    expect(Math.round(total)).toBe(4_189_500);
    expect(Math.round(perTerminal)).toBe(1023);
  });

  test("by own prices takes switches by their ports and links by the length of their class, the last for all that follow", () => {
    const own = { switchBase: 1000, port: 10, portSquared: 2, linkBase: 50, metre: 3, lengths: [1, 20], adapter: 7 };
    const { parts } = topologyFacts(kindWith("torus", { sizes: [4, 4, 2] }));
    // Six ports: one terminal, two directions in X and in Y, one neighbor in Z.
    const { lines } = billOf(costKindWith("own-prices", own), parts);
    expect(lines.map(({ what, count, each }) => [what, count, each])).toEqual([
      ["switches, 6 ports", 32, 1000 + 60 + 72],
      ["links to the terminals", 32, 53],
      ["links, X", 32, 110],
      ["links, Y", 32, 110],
      ["links, Z", 16, 110],
      ["adapters of the terminals", 32, 7],
    ]);
    const without = billOf(costKindWith("own-prices", { ...own, terminalLinks: false }), parts);
    expect(without.lines[1].total).toBe(0);
    // In Three Quads terminals forward packets, so their links are part of the network and have to be paid.
    const quads = billOf(
      costKindWith("own-prices", { ...own, terminalLinks: false }),
      topologyFacts(kindWith("three-quads", { m: 2 })).parts,
    );
    expect(quads.lines.filter(({ of }) => of === "links").map(({ each }) => each)).toEqual([53, 110, 110]);
  });

  test("pays for ports without a link, or for those with one only: by hand", () => {
    const plugged = { pricedPorts: "plugged" };
    const tree = topologyFacts(kindWith("k-ary-n-tree", { k: 4, n: 3 })).parts;
    const top = (name: string, values: object) => billOf(costKindWith(name, values), tree).lines[2];
    // 4 of 8 ports: 5625 · 4² / 16²; 400 + 4 · 100 + 4² · 14; 4 · 300.
    expect(top("myrinet-2000", {})).toMatchObject({ what: "switches of level 2, 8 ports", count: 16, each: 1406.25 });
    expect(top("myrinet-2000", plugged)).toMatchObject({ what: "switches of level 2, 4 of 8 ports", count: 16, each: 351.5625 });
    expect(top("own-prices", plugged).each).toBe(400 + 400 + 224);
    expect(top("per-port", plugged).each).toBe(1200);
    expect(billOf(costKindWith("myrinet-2000"), tree)).toMatchObject({
      total: 96_300,
      spare: { ports: 64, switches: 16, level: 2, cost: 16_875 },
    });
    expect(billOf(costKindWith("myrinet-2000", plugged), tree)).toMatchObject({ total: 96_300 - 16_875, spare: { ports: 64, cost: null } });
    // A thin tree of 12-port switches with 8 ports down and 4 up: at the top level the 4 upward ports stay free.
    const thin = billOf(costKindWith("per-port", { price: 1 }), topologyFacts(kindWith("thin-tree", { k: 8, kUp: 4, n: 4 })).parts);
    expect(thin.spare).toEqual({ ports: 64 * 4, switches: 64, level: 3, cost: 64 * 4 });
    // Corners of a mesh have two ports without a link, other switches at its edge have one. They share one line of the bill while they cost
    // the same.
    const mesh = topologyFacts(kindWith("mesh", { sizes: [4, 5] })).parts;
    expect(mesh.switches).toEqual([
      { level: -1, ports: 5, count: 6 },
      { level: -1, ports: 5, spare: 1, count: 10 },
      { level: -1, ports: 5, spare: 2, count: 4 },
    ]);
    expect(billOf(costKindWith("per-port"), mesh).lines[0]).toMatchObject({ what: "switches, 5 ports", count: 20 });
    expect(billOf(costKindWith("per-port", { ...plugged, price: 1 }), mesh).total).toBe(6 * 5 + 10 * 4 + 4 * 3);
    // The port of a failed link counts as plugged, because the link was bought.
    const faulty = kindWith("faulty", { of: kindWith("k-ary-n-tree", { k: 4, n: 3 }), links: 9, switches: 2 });
    expect(billOfMaterials(build(faulty)).switches).toEqual(tree.switches);
  });

  test("by the port pays ports alone, and of a faulty network what was bought", () => {
    const faulty = kindWith("faulty", { of: kindWith("mesh", { sizes: [4, 4] }), links: 3, switches: 1 });
    expect(billOf(costKindWith("per-port", { price: 1 }), topologyFacts(faulty).parts).total).toBe(16 * 5);
  });
});

describe("the part in use", () => {
  const tree = build(kindWith("k-ary-n-tree", { k: 3, n: 3 }));
  const countOf = (job: readonly number[]) => {
    const { switches, links, terminals } = usedBillOfMaterials(tree, job);
    return [switches.map(({ count }) => count), links.map(({ count }) => count), terminals];
  };

  test("of a tree is the part above the job", () => {
    expect(countOf(range(0, 3))).toEqual([[1, 3, 9], [3, 3, 9], 3]);
    expect(countOf([0, 26])).toEqual([[2, 6, 9], [2, 6, 18], 2]);
  });

  test("of a job in the middle keeps as many aside on both sides, with the switch of one terminal more where the rest is odd", () => {
    // Nine terminals are left out on each side of the job, which runs on terminals 9 to 17.
    expect(countOf(range(9, 18))).toEqual([[3, 3, 9], [9, 9, 9], 9]);
    // With eight terminals, nine are left out on the left and ten on the right. The ninth terminal adds no switch that is not already
    // there.
    expect(countOf(range(9, 17))).toEqual([[3, 3, 9], [8, 9, 9], 8]);
    // With four terminals, eleven and twelve are left out. The switch of terminal 15 is kept as well, but not that terminal's link.
    expect(countOf(range(11, 15))).toEqual([[3, 3, 9], [4, 9, 9], 4]);
    // At another position, four terminals are on two leaves.
    expect(countOf(range(2, 6))).toEqual([[2, 3, 9], [4, 6, 9], 4]);
  });

  test("without levels is all but the links of other terminals", () => {
    const torus = build(kindWith("torus", { sizes: [4, 4] }));
    const [whole, used] = [billOfMaterials(torus), usedBillOfMaterials(torus, [0, 5])];
    expect(used.switches).toEqual(whole.switches);
    expect(used.links.map(({ count }) => count)).toEqual([2, 16, 16]);
    expect(used.terminals).toBe(2);
  });
});
