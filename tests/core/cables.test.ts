/** Tests of cables by length, against numbers derived by hand. */
import { describe, expect, it } from "vitest";
import { defaultsOf, readKind } from "../../src/core/base/params.ts";
import { cablesOf, floorPlan, racksOf } from "../../src/core/costs/cables.ts";
import { allCosts } from "../../src/core/costs/index.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { build } from "../contracts/arbitrary.ts";

const networkOf = (topology: object) => build(readKind(allTopologies, topology, "", []));
const cableLength = (dx: number, dy: number) => floorPlan.slack + floorPlan.width * dx + floorPlan.depth * dy;

describe("cables", () => {
  it("stay in the rack where everything is in one", () => {
    const { racks, lines } = cablesOf(networkOf({ kind: "torus", sizes: [4, 4] }), { terminals: 16, switches: 1 });
    expect(racks).toBe(1);
    expect(lines.map(({ name, count, inRack, short, longest }) => [name, count, inRack, short, longest])).toEqual([
      ["terminal", 16, 16, 16, 2],
      ["X", 16, 16, 16, 2],
      ["Y", 16, 16, 16, 2],
    ]);
  });

  it("of a tree lead to the racks of its spines, which stand behind those of terminals", () => {
    // Two racks with a leaf and its terminals each, and one rack with both spines, in a row. Two cables go two racks far, two to the next
    // rack.
    const { racks, lines } = cablesOf(networkOf({ kind: "k-ary-n-tree", k: 2, n: 2 }), { terminals: 2, switches: 2 });
    expect(racks).toBe(3);
    expect(lines[0]).toMatchObject({ name: "terminal", count: 4, inRack: 4 });
    expect(lines[1]).toMatchObject({ count: 4, inRack: 0, inRow: 4, across: 0, short: 2, medium: 2, long: 0, longest: cableLength(2, 0) });
    expect(lines[1].metres).toBeCloseTo(2 * cableLength(2, 0) + 2 * cableLength(1, 0), 12);
  });

  it("of a dragonfly with a group a rack: local ones within, a global one between every two racks", () => {
    const { racks, lines } = cablesOf(networkOf({ kind: "dragonfly", p: 4, a: 8, h: 4, g: 33 }), { terminals: 32, switches: 16 });
    const [, local, global] = lines;
    expect([racks, local.count, local.inRack]).toEqual([33, 33 * 28, 33 * 28]);
    // Thirteen racks fit in a row: 33 racks take 7.41 m by 8.64 m.
    const place = (rack: number) => [rack % 13, Math.floor(rack / 13)];
    let [metres, inRow] = [0, 0];
    for (let a = 0; a < 33; a++) {
      for (let b = a + 1; b < 33; b++) {
        const [[ax, ay], [bx, by]] = [place(a), place(b)];
        metres += cableLength(Math.abs(ax - bx), Math.abs(ay - by));
        if (ay === by) inRow++;
      }
    }
    expect(global).toMatchObject({ count: 528, inRack: 0, inRow, across: 528 - inRow, long: 0 });
    expect(global.metres).toBeCloseTo(metres, 9);
  });

  it("are not what lies inside hosts; a host and its switch stand in one rack, rails in others", () => {
    const rails = networkOf({ kind: "rails", hosts: 4, accelerators: 4, wiring: "only" });
    const { lines } = cablesOf(rails, { terminals: 8, switches: 4 });
    expect(lines.map(({ name, count, inRack }) => [name, count, inRack])).toEqual([["terminal", 16, 0]]);
  });

  it("add up, whatever the racks", () => {
    for (const [terminals, switches] of [
      [1, 1],
      [3, 2],
      [1000, 7],
    ]) {
      for (const topology of [
        { kind: "k-ary-n-tree", k: 4, n: 3 },
        { kind: "three-quads", m: 4 },
        { kind: "mesh", sizes: [5, 7] },
      ]) {
        const network = networkOf(topology);
        const { lines } = cablesOf(network, { terminals, switches });
        for (const { count, inRack, inRow, across, short, medium, long } of lines) {
          expect(inRack + inRow + across).toBe(count);
          expect(short + medium + long).toBe(count);
        }
        expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(network.head.length / 2);
      }
    }
  });

  it("are reported where a price list has racks", () => {
    const values = defaultsOf(allCosts.get("own-prices").params);
    expect(racksOf({ kind: "own-prices", values })).toBeNull();
    expect(racksOf({ kind: "own-prices", values: { ...values, rackTerminals: 32 } })).toEqual({ terminals: 32, switches: 16 });
  });
});
