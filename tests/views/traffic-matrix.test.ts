/** The traffic matrix: cells, patterns and hit tests. */
import { describe, expect, it } from "vitest";
import type { Network } from "../../src/core/network/network.ts";
import type { ViewData } from "../../src/views/contract.ts";
import { hitTestFlow, trafficMatrixView } from "../../src/views/traffic-matrix.ts";
import { build, busyFrame, light, viewData } from "./fixtures.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { expectWording } from "../wording/wording.ts";

const tree = build("thin-tree", {});
const card = { width: 296, height: 296, theme: light, units: unitsOfResults };

/** View data of a run in which terminal s has sent `packets(s, d)` packets to terminal d, each with a latency of 20 + s cycles. */
function withFlows(
  network: Network,
  packets: (source: number, destination: number) => number,
  overrides: Partial<ViewData> = {},
): ViewData {
  const frame = busyFrame(network);
  const { terminals } = network;
  for (let source = 0; source < terminals; source++) {
    for (let destination = 0; destination < terminals; destination++) {
      frame.flowPackets[source * terminals + destination] = packets(source, destination);
      frame.flowLatency[source * terminals + destination] = packets(source, destination) * (20 + source);
    }
  }
  return viewData(network, { frame, ...overrides });
}

const shuffled = (source: number, destination: number) => (destination === (2 * source) % 63 && source !== destination ? 100 + source : 0);
const cellsOf = (data: ViewData) =>
  trafficMatrixView
    .layout(data, card)
    .marks.filter(({ key }) => key.startsWith("cells "))
    .flatMap(({ attributes }) => String(attributes["d"]).match(/M[^z]*z/g) ?? []);

describe("traffic matrix", () => {
  it("has one sharp cell for every flow of a permutation, and none where nothing arrived", () => {
    const cells = cellsOf(withFlows(tree, shuffled));
    const flows = Array.from({ length: 64 }, (_, s) => s).filter((s) => shuffled(s, (2 * s) % 63) > 0).length;
    expect(cells.length).toBe(flows);
    for (const cell of cells) {
      expect(cell).toMatch(/^M\d+ \d+h\d+v\d+h-\d+z$/);
      expect(cell).not.toMatch(/[hv]0/);
    }
  });

  it("tells a permutation, a hot spot and even traffic apart", () => {
    expect(trafficMatrixView.summary(withFlows(tree, shuffled))).toMatch(
      /^\d+\sterminals send to one destination each; flow \d+ → \d+ delivers 0\.\d\d/,
    );
    expect(trafficMatrixView.summary(withFlows(tree, (_, d) => (d === 9 ? 50 : 1)))).toMatch(
      /^Terminal 9 receives 44.% of all traffic, from 64/,
    );
    expect(trafficMatrixView.summary(withFlows(tree, () => 10))).toContain(
      "4\u202f096 flows of 64\u00a0sources deliver 0.04 phits/cycle each",
    );
    const slow = withFlows(tree, () => 10, { choices: { shows: "latency" } });
    expectWording(trafficMatrixView.summary(slow), "63 … 83 cycles … 51");
  });

  it("finds the cell under a pointer, wherever it is", () => {
    const drawn = trafficMatrixView.layout(withFlows(tree, shuffled), card);
    const { left, top, offsetOf } = drawn.square;
    for (const s of [1, 8, 33, 61]) {
      const d = (2 * s) % 63;
      const spot = hitTestFlow(drawn, left + offsetOf(d) + 1.5, top + offsetOf(s) + 1.5, 8, card);
      expect(spot).toMatchObject({ name: `${s} → ${d}`, clickSelection: { is: "flow", source: s, destination: d } });
    }
    expect(hitTestFlow(drawn, left - 2, top + 5, 8, card)).toBeNull();
    expect(hitTestFlow(drawn, left + 1, top + 1, 8, card)?.clickSelection).toBeNull();
  });

  it("marks highlighted terminals on both axes, and the flow picked", () => {
    const highlight = { channels: new Set<number>(), switches: new Set<number>(), terminals: new Set([8, 16]) };
    const picked = withFlows(tree, shuffled, { highlight, selected: { is: "flow", source: 8, destination: 16 } });
    const { marks, square } = trafficMatrixView.layout(picked, card);
    const mark = (key: string) => marks.find((each) => each.key === key);
    expect(mark("row 8")?.attributes["fill"]).toBe(light.accent);
    expect(mark("column 16")?.attributes["fill"]).toBe(light.accent);
    expect(String(mark("highlighted")?.attributes["d"]).match(/M/g)?.length).toBe(4);
    expect(mark("picked")?.attributes["x"]).toBe(square.left + square.offsetOf(16) - 3);
  });

  it("has a row per flow, and says why there are none of many terminals", () => {
    const { columns, rows } = trafficMatrixView.table(withFlows(tree, shuffled));
    expect(columns.map(({ unit }) => unit)).toEqual(["terminal", "terminal", "packets", "phits/cycle", "cycles"]);
    expect(rows[1]).toEqual([2, 4, 102, (102 * 16) / 4000, 22]);
    expect(trafficMatrixView.emptyMessage(viewData(build("k-ary-n-tree", { k: 4, n: 4 })))).toContain("256 terminals have too many pairs");
    expect(trafficMatrixView.emptyMessage(viewData(tree))).toBeNull();
  });
});
