/** Zooming and panning the stage, and switch groups that large networks draw as one box. */
import { describe, expect, it } from "vitest";
import type { NetworkSelection } from "../../src/views/contract.ts";
import {
  transformBetween,
  type ViewportLimits,
  viewportShowing,
  panViewport,
  fullViewport,
  zoomViewport,
} from "../../src/views/stage/viewport.ts";
import { packetsPerDot, dotProgress } from "../../src/views/stage/paint/packets.ts";
import { hitTestStage } from "../../src/views/stage/hit-test.ts";
import { channelAnchor, stageView, type StageMarks } from "../../src/views/stage/stage.ts";
import { levelsLayout } from "../../src/views/stage/layouts/levels.ts";
import { lazyLayouts } from "../../src/views/stage/layouts/all-layouts.ts";
import { layoutFor } from "../../src/views/stage/layouts/layouts.ts";
import { pointOnCurve } from "../../src/views/stage/scene.ts";
import { moveFrom } from "../../src/views/stage/walk.ts";
import { frameLoads } from "../../src/views/readings/loads.ts";
import { busyFrame, build, desk, newViewports, viewData } from "./fixtures.ts";

const limits: ViewportLimits = { width: 1000, height: 500, maxZoom: 20, maxHeightZoom: Infinity };
const room = { width: desk.width, height: desk.height };

describe("a look", () => {
  it("keeps the point it zooms about, and never leaves the drawing", () => {
    const near = zoomViewport(fullViewport, 4, 300, 100, limits);
    // The point at 300, 100 has not moved.
    expect([300 * 4 + near.x, 100 * 4 + near.y]).toEqual([300, 100]);
    expect(zoomViewport(fullViewport, 100, 0, 0, limits).zoom).toBe(20);
    expect(zoomViewport(near, 0.001, 0, 0, limits)).toEqual(fullViewport);
    const far = panViewport(near, 1e6, -1e6, limits);
    expect([far.x, far.y]).toEqual([0, -1500]);
  });

  it("spreads the height no further than it shows more", () => {
    const near = zoomViewport(fullViewport, 4, 300, 100, { ...limits, maxHeightZoom: 2 });
    expect([near.x, near.y]).toEqual([-900, -100]);
    expect(transformBetween(fullViewport, near, 2)).toEqual([4, 0, 0, 2, -900, -100]);
    // Beyond `maxHeightZoom`, only the width is zoomed.
    expect(zoomViewport(near, 1.5, 300, 100, { ...limits, maxHeightZoom: 2 }).y).toBe(-100);
    expect(zoomViewport(near, 0.6, 300, 100, { ...limits, maxHeightZoom: 2 }).y).toBe(-100);
    expect(zoomViewport(fullViewport, 4, 300, 100, { ...limits, maxHeightZoom: 1 }).y).toBe(0);
  });

  it("brings an area to the middle", () => {
    const viewport = viewportShowing(fullViewport, { x: 600, y: 200, width: 100, height: 20 }, limits);
    expect(viewport.zoom).toBeCloseTo(9, 5);
    expect([650 * viewport.zoom + viewport.x, 210 * viewport.zoom + viewport.y]).toEqual([500, 250]);
  });

  it("is shared by networks of one form, in parts of the drawing's size", () => {
    const [one, other] = [build("torus", { sizes: [6, 6] }), build("torus", { sizes: [6, 6] })];
    const viewports = newViewports();
    viewports.set(one, zoomViewport(fullViewport, 2, 0, 0, limits), limits);
    viewports.set(one, panViewport(viewports.of(one, 1000, 500), -500, -250, limits), limits);
    expect(viewports.of(other, 2000, 1000)).toMatchObject({ zoom: 2, x: -1000, y: -500 });
    expect(viewports.relativeViewport(build("torus", { sizes: [7, 6] }))).toBe(fullViewport);
    viewports.showAll();
    expect(viewports.of(other, 2000, 1000).zoom).toBe(1);
  });
});

describe.each([
  ["thin tree", build("thin-tree", { k: 4, kUp: 2, n: 3 })],
  ["torus", build("torus", { sizes: [8, 8] })],
  ["mesh of planes", build("mesh", { sizes: [4, 4, 4] })],
  ["dragonfly", build("dragonfly", {})],
  ["HyperX", build("hyperx", {})],
  ["graph", build("graph", {})],
  ["Three Quads", build("three-quads", {})],
  ["row of hosts below rails", build("rails", { hosts: 8, accelerators: 4, ports: 8 })],
] as const)("a %s looked at from near", (_, network) => {
  const layout = layoutFor(network, lazyLayouts) ?? levelsLayout;
  const all = layout.place(network, room.width, room.height);
  const [{ x, y }] = all.boxes;
  const tallest = all.viewportLimits?.maxHeightZoom ?? expect.fail("cannot be looked at from near");
  const viewport = zoomViewport(fullViewport, 3, x, y, { ...room, maxZoom: 3, maxHeightZoom: tallest });
  const near = layout.place(network, room.width, room.height, viewport);

  it("has every switch where the whole drawing has it, moved", () => {
    const [a, , , d, e, f] = transformBetween(fullViewport, viewport, tallest);
    const places = new Map(all.boxes.flatMap((box) => box.switches.map((n) => [n, box] as const)));
    expect(near.boxes.length).toBeGreaterThan(0);
    expect(near.boxes.length).toBeLessThan(all.boxes.length);
    for (const box of near.boxes) {
      const before = places.get(box.switches[0]) ?? expect.fail("no such box");
      expect(box.x + box.width / 2).toBeCloseTo((before.x + before.width / 2) * a + e, 3);
      expect(box.y + box.height / 2).toBeCloseTo((before.y + before.height / 2) * d + f, 3);
    }
  });

  it("places only what can be seen, and nothing that is not a number", () => {
    expect(near.lines.length).toBeLessThan(all.lines.length);
    expect(JSON.stringify(near)).not.toMatch(/NaN|null,null/);
    const outside = near.boxes.filter((box) => box.x > room.width + 8 || box.x + box.width < -8);
    expect(outside).toEqual([]);
  });
});

describe("a network of 32 768 terminals", () => {
  it.each([
    ["fat tree", build("k-ary-n-tree", { k: 8, n: 5 }), 1],
    ["torus", build("torus", { sizes: [32, 32, 32] }), 32],
  ])("has few boxes until one is opened: %s", (_, network, topUnits) => {
    const data = viewData(network);
    const drawn = stageView.layout(data, desk) as StageMarks;
    const closed = drawn.scene.boxes.filter(({ groupName }) => groupName !== undefined);
    expect(drawn.scene.strands.length).toBeLessThan(12_000);
    expect(new Set(drawn.scene.boxes.flatMap((box) => box.switches)).size).toBe(network.switches);
    const largest = closed.reduce((most, box) => Math.max(most, box.switches.length), 0);
    expect(closed.filter((box) => box.switches.length === largest).length).toBe(topUnits);
    // Labels say that a box represents several switches.
    expect(drawn.marks.some(({ text = "" }) => /switches/.test(text))).toBe(true);

    const [unit] = closed.filter((box) => box.switches.length === largest);
    data.viewports.set(network, { ...fullViewport, expanded: new Map([[unit.groupName ?? "", true]]) }, room);
    const after = stageView.layout(data, desk) as StageMarks;
    expect(after.scene.boxes.some((box) => box.groupName === unit.groupName)).toBe(false);
    expect(new Set(after.scene.boxes.flatMap((box) => box.switches)).size).toBe(network.switches);
  });
});

describe("picking", () => {
  const network = build("dragonfly", {});
  const { scene } = stageView.layout(viewData(network), desk) as StageMarks;
  const pointed = {
    scene,
    network,
    loads: frameLoads({ frame: busyFrame(network), cycle: 1 }),
    offered: 0.4,
    canvas: desk,
    fullness: null,
  };

  it("finds switches, terminals and channels, each by a separate point, and nothing on the empty ground", () => {
    for (const box of scene.boxes) {
      expect(hitTestStage(pointed, box.x + box.width / 2, box.y + box.height / 2, 8)?.clickSelection).toEqual({
        is: "switch",
        node: box.switches[0],
      });
    }
    for (const { x, y, terminal } of scene.dots)
      expect(hitTestStage(pointed, x, y, 4)?.clickSelection).toEqual({ is: "terminal", terminal });
    const [x, y] = pointOnCurve(scene.lines[scene.lines.length - 1].curve, 0.5);
    expect(hitTestStage(pointed, x, y, 8)?.clickSelection?.is).toBe("channel");
    expect(hitTestStage(pointed, 1, 1, 8)).toBeNull();
  });

  it("lights what belongs to a switch, on a halo", () => {
    const node = network.terminals;
    const highlight = {
      channels: new Set([network.firstOut[node], network.reverse[network.firstOut[node]]]),
      switches: new Set([node]),
      terminals: new Set([0]),
    };
    const { marks } = stageView.layout(viewData(network, { selected: { is: "switch", node }, highlight }), desk) as StageMarks;
    const keys = marks.map(({ key }) => key);
    for (const key of ["highlighted halo", "highlighted", "ends halo", "ends", "highlighted terminals"]) expect(keys).toContain(key);
    expect(keys.indexOf("highlighted halo")).toBeLessThan(keys.indexOf("highlighted"));
  });

  it("ties a note where the channel is, wherever the reader looks", () => {
    const channel = network.head.findLastIndex((head, c) => head >= network.terminals && network.tail[c] >= network.terminals);
    const data = viewData(network);
    const before = channelAnchor(network, channel, room, data) ?? expect.fail("not drawn");
    data.viewports.set(
      network,
      zoomViewport(fullViewport, 2, before[0], before[1], { ...room, maxZoom: 4, maxHeightZoom: Infinity }),
      room,
    );
    const after = channelAnchor(network, channel, room, data) ?? expect.fail("not drawn");
    expect(Math.hypot(after[0] - before[0], after[1] - before[1])).toBeLessThan(12);
  });
});

describe("a network with failed switches", () => {
  it("is not placed before the code that draws what failed is there", () => {
    const network = build("faulty", {
      of: { kind: "mesh", values: { sizes: [4, 4], terminalsPerSwitch: 1 } },
      links: 0,
      deadSwitches: [5],
    });
    const channel = network.head.length - 1;
    expect(channelAnchor(network, channel, room, { ...viewData(network), layouts: null })).toBeNull();
    const { scene } = stageView.layout(viewData(network), desk) as StageMarks;
    expect(scene.failedBoxes).toHaveLength(1);
  });
});

describe("walking by keys", () => {
  const network = build("thin-tree", { k: 4, kUp: 2, n: 2 });
  const loads = frameLoads({ frame: busyFrame(network), cycle: 1 });
  const from = (selected: NetworkSelection, step: Parameters<typeof moveFrom>[4]) => moveFrom(network, loads, selected, 3, step);

  it("begins at the channel the page speaks of", () => {
    expect(from({ is: "nothing" }, "on")).toEqual({ is: "channel", channel: 3 });
  });

  it("goes along a channel and back, and comes round to all channels of a switch", () => {
    const node = network.terminals;
    const first = network.firstOut[node];
    let at: NetworkSelection = { is: "channel", channel: first };
    const seen = new Set<number>();
    for (let i = 0; i < network.firstOut[node + 1] - first; i++) {
      if (at.is === "channel") seen.add(at.channel);
      at = from(at, "next");
    }
    expect(at).toEqual({ is: "channel", channel: first });
    expect(seen.size).toBe(network.firstOut[node + 1] - first);
    expect(from({ is: "channel", channel: 0 }, "back")).toEqual({ is: "terminal", terminal: 0 });
    expect(from({ is: "channel", channel: 0 }, "on")).toEqual({ is: "switch", node: network.head[0] });
    expect(from(from({ is: "switch", node }, "next"), "previous")).toEqual({ is: "switch", node });
    const out = from({ is: "switch", node }, "on");
    expect(out.is === "channel" && network.tail[out.channel]).toBe(node);
  });
});

describe("dots of packets", () => {
  it("stand for one packet at low speed, for more the faster it goes, and end where they would say nothing", () => {
    expect(packetsPerDot(10, 16)).toBe(1);
    expect(packetsPerDot(2000, 16)).toBe(128);
    expect(packetsPerDot(1e6, 16)).toBe(0);
  });

  it("cross a channel once while that many packets do", () => {
    const at = (packets: number) => dotProgress(5, packets * 16, 16, 4);
    expect(at(4)).toBeCloseTo(at(0), 6);
    expect((at(1) - at(0) + 1) % 1).toBeCloseTo(0.25, 6);
  });
});
