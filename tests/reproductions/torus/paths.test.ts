/** The paths of Figure 1 of the torus transpose paper: the analysis of the built network agrees with the drawing. */
import { describe, expect, test } from "vitest";
import { layoutRelay, nodeAtPoint, nodePosition } from "../../../src/app/pages/papers/figures/relay-torus.ts";
import { analyzePlan } from "../../../src/core/analysis/analyse.ts";
import { compile } from "../../../src/core/run/compile.ts";
import { coordinate } from "../../../src/core/network/network.ts";
import type { MessageList } from "../../../src/core/plan/demand.ts";
import { readScenario } from "../../../src/core/scenario/scenario.ts";
import { type TorusGrid, permutationDocument } from "../../../src/reproductions/torus/loads.ts";
import {
  crossingSummaryOf,
  type TorusNode,
  relayNodeOf,
  relayStepsOf,
  shortestPathsBetween,
} from "../../../src/reproductions/torus/shortest-paths.ts";
import { light } from "../../views/fixtures.ts";

const grid: TorusGrid = [8, 4];
const { plan } = compile(readScenario(permutationDocument(grid, 1)));
const nodeAt = ([x, y]: TorusNode) => x + grid[0] * y;

/** Expected packets on each channel between switches for one packet, with keys "x y > x y". */
function loadsOfAnalysis(from: TorusNode, to: TorusNode): ReadonlyMap<string, number> {
  const { network } = plan;
  const demand: MessageList = {
    form: "messages",
    source: Int32Array.of(nodeAt(from)),
    destination: Int32Array.of(nodeAt(to)),
    packets: Float64Array.of(1),
    time: new Float64Array(1),
    index: Int32Array.of(0),
  };
  const { channelLoad } = analyzePlan({ ...plan, demand });
  const positionText = (node: number) => `${coordinate(network, node, 0)} ${coordinate(network, node, 1)}`;
  const loadedChannels = [...channelLoad.keys()].filter(
    (c) => channelLoad[c] > 0 && network.linkClasses[network.linkClass[c]] !== "terminal",
  );
  return new Map(loadedChannels.map((c) => [`${positionText(network.tail[c])} > ${positionText(network.head[c])}`, channelLoad[c]]));
}

describe("the ways between two nodes", () => {
  const pairs: readonly (readonly [TorusNode, TorusNode])[] = [
    [
      [1, 2],
      [4, 3],
    ],
    [
      [0, 0],
      [7, 3],
    ],
    [
      [2, 1],
      [6, 3],
    ],
    [
      [5, 0],
      [5, 2],
    ],
    [
      [3, 3],
      [2, 3],
    ],
  ];

  test.each(pairs)("carry from %j to %j what the analysis of the built torus has", (from, to) => {
    const { channels } = shortestPathsBetween(grid, from, to);
    const found = channels.map(({ from: at, dimension, sign, share }) => {
      const head = at.map((each, d) => (d === dimension ? (each + sign + grid[d]) % grid[d] : each));
      return [`${at.join(" ")} > ${head.join(" ")}`, share] as const;
    });
    const expected = loadsOfAnalysis(from, to);
    expect(new Set(found.map(([name]) => name))).toEqual(new Set(expected.keys()));
    for (const [name, part] of found) expect(part).toBeCloseTo(expected.get(name) ?? NaN, 12);
  });

  test("are as many as there are orders of their hops, twice as many where both ways round are equally long", () => {
    expect(shortestPathsBetween(grid, [1, 2], [4, 3]).pathCount).toBe(4);
    expect(shortestPathsBetween(grid, [1, 1], [4, 3]).pathCount).toBe(2 * 10);
    expect(shortestPathsBetween(grid, [0, 0], [4, 2]).pathCount).toBe(4 * 15);
    expect(shortestPathsBetween(grid, [3, 3], [3, 3])).toMatchObject({ pathCount: 0, channels: [], distance: [0, 0] });
  });

  test("by way of the node between cross as many X links and more rows", () => {
    const [from, to]: TorusNode[] = [
      [1, 2],
      [4, 3],
    ];
    expect(relayNodeOf(grid, from, to)).toEqual([1, 1]);
    expect(crossingSummaryOf(relayStepsOf(grid, from, to, false))).toEqual({ paths: 4, links: 4, choices: 2, busiest: [0.875, 0.5] });
    expect(crossingSummaryOf(relayStepsOf(grid, from, to, true))).toMatchObject({ paths: 20, links: 6, choices: 4 });
    // A node that is its own relay sends directly.
    expect(relayStepsOf(grid, [1, 1], to, true)).toHaveLength(1);
  });
});

describe("the drawing", () => {
  const pair = { grid, source: [1, 2], destination: [4, 3] } as const;

  test("has every channel of the ways, S, D and X where they stand, and the black nodes of the column", () => {
    const drawn = layoutRelay({ ...pair, isRelayed: true }, { width: 480, theme: light });
    const count = (prefix: string) => drawn.marks.filter(({ key }) => key.startsWith(prefix)).length;
    expect(count("way ")).toBe(relayStepsOf(grid, [1, 2], [4, 3], true).reduce((sum, { channels }) => sum + channels.length, 0));
    expect(count("part ")).toBe(count("way "));
    const [x, y] = nodePosition(drawn.pitch, [1, 1]);
    expect(drawn.marks.find(({ key }) => key === "named X")?.attributes).toMatchObject({
      cx: expect.closeTo(x, 0),
      cy: expect.closeTo(y, 0),
      fill: light.accent,
    });
    // Of the column's four nodes, one is S and one is X.
    expect(drawn.marks.filter(({ key, attributes }) => key.startsWith("node 1 ") && attributes["fill"] === light.ink)).toHaveLength(2);
    expect(layoutRelay({ ...pair, isRelayed: false }, { width: 480, theme: light }).marks.some(({ key }) => key === "named X")).toBe(false);
  });

  test("tells the node under a pointer, and keeps within its width", () => {
    const drawn = layoutRelay({ ...pair, isRelayed: false }, { width: 340, theme: light });
    expect(drawn.width).toBeLessThanOrEqual(340);
    for (const place of [
      [0, 0],
      [7, 3],
      [4, 2],
    ] as const) {
      const [x, y] = nodePosition(drawn.pitch, place);
      expect(nodeAtPoint(drawn.pitch, grid, x + 4, y - 4)).toEqual(place);
    }
  });
});
