/** The congestion matrix: rows and columns, values, and who waited for whom. */
import { describe, expect, it } from "vitest";
import type { Network } from "../../src/core/network/network.ts";
import { startRun } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { openFrame } from "../../src/core/simulation/frame.ts";
import { treeRowsOf } from "../../src/views/stage/layouts/levels.ts";
import { rowsOfCells, cellAfterKey } from "../../src/views/matrix/keyboard.ts";
import { waitLines } from "../../src/views/matrix/waits-text.ts";
import { layoutCongestionMatrix } from "../../src/views/matrix/layout.ts";
import { congestionMatrix, type CongestionMatrixMarks } from "../../src/views/matrix/congestion-matrix.ts";
import type { ViewData } from "../../src/views/contract.ts";
import { cellAt, type MatrixHitTestData } from "../../src/views/matrix/hit-test.ts";
import { rowsByClass } from "../../src/views/matrix/rows.ts";
import { build, light, viewData } from "./fixtures.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { expectWording } from "../wording/wording.ts";

const tree = build("thin-tree", {});
const torus = build("torus", {});
const intoSwitches = ({ head, terminals }: Network) => [...head.keys()].filter((c) => head[c] >= terminals);
const matrixLayout = (data: ViewData, width = 1600) => {
  const room = congestionMatrix.preferredSize?.(data, width) ?? { width, height: 300 };
  return congestionMatrix.layout(data, { ...room, theme: light, units: unitsOfResults }) as CongestionMatrixMarks;
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
    // The ports of a single switch are its columns.
    expect(rowsByClass(build("single-switch", {}), true).rows.every(({ cells }) => cells.every(({ length }) => length === 1))).toBe(true);
  });
});

describe("congestion matrix", () => {
  it("has a cell for every port of a tree, with its number, and one for every switch", () => {
    const { marks } = matrixLayout(viewData(tree), 334);
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
    const room = (width: number) => congestionMatrix.preferredSize!(viewData(tree), width);
    expect(room(264).width).toBe(264);
    expect(room(334).width).toBeGreaterThan(1000);
    const { marks } = matrixLayout(viewData(tree), 264);
    expect(marks.filter(({ text }) => text !== undefined)).toEqual([]);
    expect(JSON.stringify(marks)).not.toMatch(/NaN/);
    const { switches } = layoutCongestionMatrix(tree, 264, room(264).height, false);
    expect(switches).toHaveLength(tree.switches);
    expect(Math.max(...switches.map(({ x, width }) => x + width))).toBeLessThanOrEqual(264);
  });

  it("normalises ports by the worst port and switches by the worst switch, in every metric", () => {
    for (const metric of ["waiting", "delay", "load"]) {
      const data = viewData(tree, { choices: { metric } });
      data.frame?.windowSinceInjection.forEach((_, c, column) => (column[c] = c + 1));
      const { values } = matrixLayout(data).hitTestData as MatrixHitTestData;
      const into = intoSwitches(tree);
      expect(values.worstChannel, metric).toBe(Math.max(...into.map((c) => values.ofChannel[c])));
      const s = tree.head[into[7]] - tree.terminals;
      const own = into.filter((c) => tree.head[c] - tree.terminals === s).reduce((sum, c) => sum + values.ofChannel[c], 0);
      expect(values.ofSwitch[s], metric).toBeCloseTo(own, 9);
    }
  });

  it("tells waiting, cumulative delay and load apart", () => {
    const summaryFor = (metric: string) => {
      const data = viewData(torus, { choices: { metric } });
      data.frame?.windowSinceInjection.forEach((_, c, column) => (column[c] = torus.head[c] === 64 + 9 ? 1000 : 1));
      return congestionMatrix.summary(data);
    };
    expect(summaryFor("waiting")).toMatch(/^Packets wait longest in switch \(\d, \d\)/);
    expectWording(summaryFor("delay"), "switch (1, 1), 5 000 cycles … 63 of 64 switches … terminal 9 → switch (1, 1), 1 000 cycles");
    expectWording(summaryFor("load"), "switch … phits/cycle");
    expectWording(congestionMatrix.summary(viewData(tree)), "wait longest in switch … level");
  });

  it("picks a port as its channel, and a switch in its middle", () => {
    const data = viewData(torus);
    const target = matrixLayout(data).hitTestData as MatrixHitTestData;
    for (const part of target.matrix.ports) {
      const found = cellAt(target, part.x + part.width / 2, part.y + part.height / 2);
      expect(found?.selected).toEqual({ is: "channel", channel: part.members[0] });
    }
    for (const part of target.matrix.switches) {
      expect(cellAt(target, part.x + part.width / 2, part.y + part.height / 2)?.selected).toEqual({ is: "switch", node: part.members[0] });
    }
    const nested = matrixLayout(viewData(tree)).hitTestData as MatrixHitTestData;
    const [box] = nested.matrix.switches;
    expect(cellAt(nested, box.x + box.width / 2, box.y + box.height / 2)?.selected).toEqual({ is: "switch", node: box.members[0] });
    expect(cellAt(target, 2, 2)).toBeNull();
  });

  it("of what is drawn together, picks the one with most", () => {
    const large = build("torus", { sizes: [32, 32] });
    const data = viewData(large);
    const target = matrixLayout(data, 296).hitTestData as MatrixHitTestData;
    const part = target.matrix.ports.find(({ members }) => members.length > 1);
    expect(part).toBeDefined();
    if (part === undefined) return;
    const most = Math.max(...part.members.map((c) => target.values.ofChannel[c]));
    const found = cellAt(target, part.x + part.width / 2, part.y + 1);
    expect(found?.selected.is === "channel" && target.values.ofChannel[found.selected.channel]).toBe(most);
  });

  it("outlines what is highlighted, and only that", () => {
    const keys = (data: ViewData) => matrixLayout(data).marks.map(({ key }) => key);
    expect(keys(viewData(tree))).not.toEqual(expect.arrayContaining(["highlighted ports"]));
    const channel = intoSwitches(tree)[5];
    const highlight = { channels: new Set([channel]), switches: new Set([tree.head[channel]]), terminals: new Set<number>() };
    expect(keys(viewData(tree, { highlight }))).toEqual(expect.arrayContaining(["highlighted switches", "highlighted ports"]));
  });

  it("stays inside its room, for every row and column", () => {
    for (const network of [tree, torus, build("single-switch", {}), build("three-quads", {}), build("dragonfly", {})]) {
      const data = viewData(network, { choices: { metric: "load" } });
      for (const width of [264, 358, 1300]) {
        const { matrix } = matrixLayout(data, width).hitTestData as MatrixHitTestData;
        const canvas = congestionMatrix.preferredSize?.(data, width) ?? { width, height: 0 };
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

/** The texts in the matrix of a tree: for each switch of each level the channels above, the switch itself and the channels below. */
function matrixTextsOf(network: Network, data: ViewData) {
  const { marks, hitTestData } = matrixLayout(data);
  const { ports, switches } = (hitTestData as MatrixHitTestData).matrix;
  const textOf = (key: string) => marks.find((mark) => mark.key === key)?.text;
  const rows = treeRowsOf(network);
  return rows.switches.map((nodes) =>
    nodes.map((node) => {
      const textsOfChannels = (channels: readonly number[]) =>
        channels.map((c) => textOf(`port ${ports.findIndex(({ members }) => members.includes(network.reverse[c]))}`));
      return {
        above: textsOfChannels(rows.up[node]),
        middle: textOf(`switch ${switches.findIndex(({ members }) => members.includes(node))}`),
        below: textsOfChannels(rows.down[node]),
      };
    }),
  );
}

describe("the matrix of Fig. 15", () => {
  /** Runs complement traffic on a 4-ary 3-tree to its end: each terminal sends one message of `bytes` at `timeOf(source)`. */
  const complement = (flowControl: object, timeOf: (source: number) => number, bytes: number) => {
    const list = Array.from({ length: 64 }, (_, source) => ({
      source,
      destination: 63 - source,
      bytes: `${bytes} B`,
      time: timeOf(source),
    }));
    const { plan, simulation } = startRun(
      readScenario({
        topology: { kind: "k-ary-n-tree", k: 4, n: 3 },
        flowControl,
        workload: { kind: "messages", list },
      }),
    );
    while (simulation.status === "running") simulation.advance(Infinity, Infinity);
    const frame = openFrame(simulation.layout, new ArrayBuffer(simulation.layout.byteLength));
    simulation.sample(frame);
    return {
      network: plan.network,
      packetPhits: plan.packetPhits,
      frame,
      data: viewData(plan.network, { frame, choices: { metric: "delay" } }),
    };
  };

  it("has three rows of sixteen switches, four numbers above, one in the middle and four below; above the top there is no link", () => {
    const network = build("k-ary-n-tree", { k: 4, n: 3 });
    const rows = matrixTextsOf(network, viewData(network, { choices: { metric: "delay" } }));
    expect(rows.map((row) => row.length)).toEqual([16, 16, 16]);
    rows.forEach((row, level) => {
      for (const { above, middle, below } of row) {
        expect(above).toHaveLength(level === 2 ? 0 : 4);
        expect(below).toHaveLength(4);
        for (const number of [...above, middle, ...below]) expect(number).toMatch(/^(\d|\d\d|100)$/);
      }
    });
    expect(layoutCongestionMatrix(network, 1600, 300, true).unpluggedRings.match(/M/g)).toHaveLength(64);
  });

  it("grows by the same with every link where complement traffic does not conflict: 20, 40, 60, 80, 100", () => {
    // The fluid model spreads flows over all shortest paths. Every link carries the same load and no flow is held back, so a header arrives
    // after as many cycles as its path has links.
    const { network, data } = complement({ kind: "fluid", ways: "spread" }, () => 0, 1024);
    const four = (number: string) => [number, number, number, number];
    const [low, middle, top] = matrixTextsOf(network, data);
    for (const each of low) expect(each).toEqual({ above: four("100"), middle: "100", below: four("20") });
    for (const each of middle) expect(each).toEqual({ above: four("80"), middle: "100", below: four("40") });
    for (const each of top) expect(each).toEqual({ above: [], middle: "50", below: four("60") });
    expectWording(congestionMatrix.summary(data), "level 1 … level 0 … 80 cycles … 20, 40, 60, 80, 100 %");
    expectWording(congestionMatrix.summary({ ...data, choices: { metric: "waiting" } }), "No packet");
  });

  it("is the number of links behind a packet, times the packets, in parts of the worst, where each goes alone", () => {
    const { network, packetPhits, frame, data } = complement({ kind: "virtual-cut-through" }, (source) => 400 * source, 256);
    const { down, up, switches } = treeRowsOf(network);
    const packets = (c: number) => frame.phits[c] / packetPhits;
    const behind = (c: number, level: number) => packets(c) * (up[network.head[c]].includes(network.reverse[c]) ? 5 - level : level + 1);
    const packetsBySwitch = switches.map((nodes, level) =>
      nodes.map((n) => ({
        above: up[n].map((c) => behind(network.reverse[c], level)),
        below: down[n].map((c) => behind(network.reverse[c], level)),
      })),
    );
    const all = packetsBySwitch.flat().flatMap(({ above, below }) => [...above, ...below]);
    const sums = packetsBySwitch.flat().map(({ above, below }) => [...above, ...below].reduce((a, b) => a + b, 0));
    const written = (value: number, most: number) => String(Math.round((100 * value) / most));
    expect(Math.max(...all)).toBeGreaterThan(0);
    expect(matrixTextsOf(network, data)).toEqual(
      packetsBySwitch.map((nodes, level) =>
        nodes.map(({ above, below }, i) => ({
          above: above.map((value) => written(value, Math.max(...all))),
          middle: written(sums[16 * level + i], Math.max(...sums)),
          below: below.map((value) => written(value, Math.max(...all))),
        })),
      ),
    );
  });

  it("names its metrics so that a reader of the paper finds them", () => {
    expect(Object.values(congestionMatrix.options?.[0].choices ?? {})).toEqual(["Waiting", "Delay since injection (Fig. 15)", "Load"]);
  });

  it("names its levels where there is room, and keeps the names in sight", () => {
    const { labels, hitTestData } = matrixLayout(viewData(tree), 390);
    expectWording(
      labels.map(({ text }) => text ?? ""),
      "level 0, terminals … level 1 … level 2, top … above … below … Middle",
    );
    expect((hitTestData as MatrixHitTestData).matrix.hasStickyLabels).toBe(true);
    expect(matrixLayout(viewData(torus), 390).hitTestData?.matrix.hasStickyLabels).toBe(false);
  });
});

describe("what a number of the matrix is made of", () => {
  const flow = (source: number, cycles: number, behind: readonly (readonly [number, number])[]) => ({
    source,
    destination: 9,
    cycles,
    behind: behind.map(([other, own]) => ({ source: other, destination: 9, cycles: own })),
  });
  const waits = {
    channel: 3,
    from: 0,
    to: 500,
    cycles: 660,
    flows: [
      flow(1, 300, [
        [2, 200],
        [1, 60],
        [5, 30],
        [6, 10],
      ]),
      flow(2, 200, [[1, 200]]),
      flow(5, 100, []),
      flow(6, 40, [[1, 40]]),
      flow(7, 20, [[1, 20]]),
    ],
  };

  it("are the flows that waited longest, each with those it waited for", () => {
    const plain = (to: number) => waitLines(unitsOfResults, waits, to).map((line) => line.replaceAll("\u00a0", " "));
    expect(plain(500)).toEqual([
      "Flows that waited there, 660 cycles in total:",
      "1 → 9: 300 cycles, behind 2 → 9, packets of the same flow and 2 others",
      "2 → 9: 200 cycles, behind 1 → 9",
      "5 → 9: 100 cycles",
      "2 other flows: 60 cycles",
    ]);
    // While a run goes on, the waits that were found refer to a cycle slightly in the past.
    expectWording(plain(600)[0], "cycle 500 … 660 cycles");
    expect(waitLines(unitsOfResults, null, 500)).toEqual([]);
    expect(waitLines(unitsOfResults, "sought", 500)).toEqual(["Finding the flows that waited there …"]);
    expectWording(waitLines(unitsOfResults, { ...waits, cycles: 0, flows: [] }, 500), "No packet has waited");
  });
});

describe("keys go from number to number", () => {
  const part = (x: number, y: number) => ({ members: [0], x, y, width: 10, height: 10 });
  const rows = rowsOfCells({ ports: [part(20, 0), part(0, 0), part(0, 40), part(20, 40)], switches: [part(10, 20)] });

  it("in rows from the top left", () => {
    expect(rows.map((row) => row.map(({ x }) => x))).toEqual([[0, 20], [10], [0, 20]]);
    expect(cellAfterKey("ArrowRight", null, rows)).toEqual({ row: 0, column: 0 });
    expect(cellAfterKey("ArrowRight", { row: 0, column: 0 }, rows)).toEqual({ row: 0, column: 1 });
    expect(cellAfterKey("ArrowRight", { row: 0, column: 1 }, rows)).toEqual({ row: 0, column: 1 });
    expect(cellAfterKey("ArrowDown", { row: 0, column: 1 }, rows)).toEqual({ row: 1, column: 0 });
    expect(cellAfterKey("ArrowDown", { row: 1, column: 0 }, rows)).toEqual({ row: 2, column: 0 });
    expect(cellAfterKey("ArrowUp", { row: 0, column: 0 }, rows)).toEqual({ row: 0, column: 0 });
    expect(cellAfterKey("End", { row: 2, column: 0 }, rows)).toEqual({ row: 2, column: 1 });
    expect(cellAfterKey("Home", { row: 2, column: 1 }, rows)).toEqual({ row: 2, column: 0 });
    expect(cellAfterKey("Escape", { row: 2, column: 1 }, rows)).toBeNull();
    expect(cellAfterKey("Escape", null, rows)).toBeUndefined();
    expect(cellAfterKey("x", { row: 2, column: 1 }, rows)).toBeUndefined();
    expect(cellAfterKey("ArrowDown", null, [])).toBeUndefined();
  });
});
