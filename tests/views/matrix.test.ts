import { describe, expect, it } from "vitest";
import type { Network } from "../../src/core/network/network.ts";
import { placeMatrix } from "../../src/views/matrix/place.ts";
import { congestionMatrix, type MatrixMarks } from "../../src/views/congestion-matrix.ts";
import type { ViewData } from "../../src/views/contract.ts";
import { partAt } from "../../src/views/matrix/pick.ts";
import type { Target } from "../../src/views/matrix/pick.ts";
import { rowsByClass } from "../../src/views/matrix/rows.ts";
import { build, light, viewData } from "./fixtures.ts";

const tree = build("thin-tree", {});
const torus = build("torus", {});
const intoSwitches = ({ head, terminals }: Network) => [...head.keys()].filter((c) => head[c] >= terminals);
const drawn = (data: ViewData, width = 1600) => {
  const room = congestionMatrix.room?.(data, width) ?? { width, height: 300 };
  return congestionMatrix.layout(data, { ...room, theme: light }) as MatrixMarks;
};
const rowNames = (network: Network, withExits = false) => rowsByClass(network, withExits).rows.map(({ name }) => name);

describe("the rows of a matrix", () => {
  it.each([
    ["torus", {}, ["from terminals", "from X −", "from X +", "from Y −", "from Y +"]],
    ["hypercube", {}, undefined],
    ["hyperx", {}, undefined],
    [
      "dragonfly",
      {},
      ["from terminals 1", "from terminals 2", "from local 1", "from local 2", "from local 3", "from global 1", "from global 2"],
    ],
    ["three-quads", {}, ["from terminals, X", "from terminals, Y", "from terminals, Z"]],
    ["single-switch", {}, ["from terminals"]],
    ["graph", {}, ["from terminals", "from link 1", "from link 2", "from link 3"]],
    ["faulty", { switches: 2 }, undefined],
  ])("of a %s", (kind, values, names) => {
    const network = build(kind, values);
    if (names !== undefined) expect(rowNames(network).toSorted()).toEqual(names.toSorted());
    const cells = rowsByClass(network, false).rows.flatMap(({ cells }) => cells.flat());
    expect(cells.toSorted((a, b) => a - b)).toEqual(intoSwitches(network));
    const all = rowsByClass(network, true).rows.flatMap(({ cells }) => cells.flat());
    expect(all.length).toBe(network.head.length);
    expect(new Set(all).size).toBe(all.length);
  });

  it("stand above columns by position", () => {
    const quads = build("three-quads", {});
    expect(rowsByClass(quads, false).switches.map(({ name, cells }) => [name, cells.length, cells.flat().length])).toEqual(
      ["X", "Y", "Z"].map((name) => [`${name} switch`, quads.switches / 3, quads.switches / 3]),
    );
    expect(rowsByClass(torus, false).switches).toEqual([{ name: "whole switch", cells: Array.from({ length: 64 }, (_, s) => [64 + s]) }]);
    // One switch has its ports for columns.
    expect(rowsByClass(build("single-switch", {}), true).rows.every(({ cells }) => cells.every(({ length }) => length === 1))).toBe(true);
  });
});

describe("congestion matrix", () => {
  it("has a cell for every port of a tree, with its number, and one for every switch", () => {
    const { marks } = drawn(viewData(tree), 334);
    const numbers = marks.filter(({ key }) => key.startsWith("port "));
    expect(numbers.length).toBe(intoSwitches(tree).length);
    expect(numbers.filter(({ text }) => text === "100").length).toBeGreaterThan(0);
    expect(
      marks
        .filter(({ key }) => /^switch \d/.test(key))
        .map(({ text }) => Number(text))
        .toSorted((a, b) => b - a)[0],
    ).toBe(100);
  });

  it("shows all of a tree in tones where a card is too narrow for numbers, and scrolls it where it is not", () => {
    const room = (width: number) => congestionMatrix.room!(viewData(tree), width);
    expect(room(264).width).toBe(264);
    expect(room(334).width).toBeGreaterThan(1000);
    const { marks } = drawn(viewData(tree), 264);
    expect(marks.filter(({ text }) => text !== undefined)).toEqual([]);
    expect(JSON.stringify(marks)).not.toMatch(/NaN/);
    const { switches } = placeMatrix(tree, 264, room(264).height, false);
    expect(switches).toHaveLength(tree.switches);
    expect(Math.max(...switches.map(({ x, width }) => x + width))).toBeLessThanOrEqual(264);
  });

  it("normalises ports by the worst port and switches by the worst switch, in every metric", () => {
    for (const metric of ["waiting", "delay", "load"]) {
      const data = viewData(tree, { choices: { metric } });
      data.frame?.windowSinceInjection.forEach((_, c, column) => (column[c] = c + 1));
      const { values } = drawn(data).target as Target;
      const into = intoSwitches(tree);
      expect(values.worstChannel, metric).toBe(Math.max(...into.map((c) => values.ofChannel[c])));
      const s = tree.head[into[7]] - tree.terminals;
      const own = into.filter((c) => tree.head[c] - tree.terminals === s).reduce((sum, c) => sum + values.ofChannel[c], 0);
      expect(values.ofSwitch[s], metric).toBeCloseTo(own, 9);
    }
  });

  it("tells waiting, cumulative delay and load apart", () => {
    const said = (metric: string) => {
      const data = viewData(torus, { choices: { metric } });
      data.frame?.windowSinceInjection.forEach((_, c, column) => (column[c] = torus.head[c] === 64 + 9 ? 1000 : 1));
      return congestionMatrix.summary(data);
    };
    expect(said("waiting")).toMatch(/^Packets wait longest in switch \(\d, \d\)/);
    expect(said("delay")).toBe(
      "Time since injection, added up at every arrival, is most in switch (1, 1), 5\u202f000\u00a0cycles, hardly at all in 63 of 64 switches.",
    );
    expect(said("load")).toMatch(/^Most comes to switch \(\d, \d\).*phits\/cycle/);
    expect(congestionMatrix.summary(viewData(tree))).toMatch(/^Packets wait longest in switch \d+ of level \d/);
  });

  it("picks a port as its channel, and a switch in its middle", () => {
    const data = viewData(torus);
    const target = drawn(data).target as Target;
    for (const part of target.matrix.ports) {
      const found = partAt(target, part.x + part.width / 2, part.y + part.height / 2);
      expect(found?.selected).toEqual({ is: "channel", channel: part.of[0] });
    }
    for (const part of target.matrix.switches) {
      expect(partAt(target, part.x + part.width / 2, part.y + part.height / 2)?.selected).toEqual({ is: "switch", node: part.of[0] });
    }
    const nested = drawn(viewData(tree)).target as Target;
    const [box] = nested.matrix.switches;
    expect(partAt(nested, box.x + box.width / 2, box.y + box.height / 2)?.selected).toEqual({ is: "switch", node: box.of[0] });
    expect(partAt(target, 2, 2)).toBeNull();
  });

  it("of what is drawn together, picks the one with most", () => {
    const large = build("torus", { sizes: [32, 32] });
    const data = viewData(large);
    const target = drawn(data, 296).target as Target;
    const part = target.matrix.ports.find(({ of }) => of.length > 1);
    expect(part).toBeDefined();
    if (part === undefined) return;
    const most = Math.max(...part.of.map((c) => target.values.ofChannel[c]));
    const found = partAt(target, part.x + part.width / 2, part.y + 1);
    expect(found?.selected.is === "channel" && target.values.ofChannel[found.selected.channel]).toBe(most);
  });

  it("outlines what is lit, and only that", () => {
    const keys = (data: ViewData) => drawn(data).marks.map(({ key }) => key);
    expect(keys(viewData(tree))).not.toEqual(expect.arrayContaining(["lit ports"]));
    const channel = intoSwitches(tree)[5];
    const lit = { channels: new Set([channel]), switches: new Set([tree.head[channel]]), terminals: new Set<number>() };
    expect(keys(viewData(tree, { lit }))).toEqual(expect.arrayContaining(["lit switches", "lit ports"]));
  });

  it("stays inside its room, for every row and column", () => {
    for (const network of [tree, torus, build("single-switch", {}), build("three-quads", {}), build("dragonfly", {})]) {
      const data = viewData(network, { choices: { metric: "load" } });
      for (const width of [264, 358, 1300]) {
        const { matrix } = drawn(data, width).target as Target;
        const canvas = congestionMatrix.room?.(data, width) ?? { width, height: 0 };
        for (const { x, y, width: w, height: h } of [...matrix.ports, ...matrix.switches]) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(x + w).toBeLessThanOrEqual(canvas.width + 1.5);
          expect(y + h).toBeLessThanOrEqual(canvas.height + 1);
        }
      }
    }
  });

  it("has every number in its table, switches first", () => {
    const { rows } = congestionMatrix.table(viewData(torus));
    expect(rows.length).toBe(64 + intoSwitches(torus).length);
    expect(Math.max(...rows.slice(0, 64).map((row) => Number(row[3])))).toBe(100);
    expect(Math.max(...rows.slice(64).map((row) => Number(row[3])))).toBe(100);
  });
});
