/** The drawing of Three Quads. */
import { describe, expect, it } from "vitest";
import { highlightOfSelection } from "../../src/app/selection/highlight.ts";
import { coordinate, type Network } from "../../src/core/network/network.ts";
import { hitTestStage } from "../../src/views/stage/hit-test.ts";
import { pointOnPolyline, type Scene } from "../../src/views/stage/scene.ts";
import { stageView, type StageMarks } from "../../src/views/stage/stage.ts";
import { build, busyFrame, desk, phone, sceneOf, viewData } from "./fixtures.ts";

const drawn = (network: Network, { width, height } = desk) => sceneOf(network, width, height) as Scene;
const middle = ({ x, y, width, height }: Scene["boxes"][number]) => [x + width / 2, y + height / 2] as const;

describe.each([2, 3, 4, 5, 8])("Three Quads with m = %i", (m) => {
  const network = build("three-quads", { m });

  it.each([desk, phone])("has no two terminals on one spot (%#)", (canvas) => {
    const { dots } = drawn(network, canvas);
    const nearest = dots.map((a) => Math.min(...dots.filter((b) => b !== a).map((b) => Math.hypot(a.x - b.x, a.y - b.y))));
    expect(Math.min(...nearest)).toBeGreaterThan(2);
  });

  it("has X switches side by side above, Y switches below each other at the left, and Z switches below", () => {
    const { boxes, dots } = drawn(network);
    const family = (axis: number) => boxes.filter((box) => coordinate(network, box.switches[0], axis) >= 0).map(middle);
    const [xs, ys, zs] = [0, 1, 2].map(family);
    expect(Math.max(...xs.map(([, y]) => y))).toBeLessThan(Math.min(...dots.map(({ y }) => y)));
    expect(Math.max(...ys.map(([x]) => x))).toBeLessThan(Math.min(...dots.map(({ x }) => x)));
    zs.forEach(([x, y], k) => {
      const own = dots.filter(({ terminal }) => coordinate(network, terminal, 2) === k);
      expect(y).toBeGreaterThan(Math.max(...own.map((dot) => dot.y)));
      expect(x).toBeGreaterThan(Math.max(...own.map((dot) => dot.x)));
    });
  });
});

describe("the lines of the cube", () => {
  const network = build("three-quads", { m: 4 });
  const scene = drawn(network);

  it("belong to one switch each, but for what lies beside the cube", () => {
    const switchOf = (c: number) => (network.tail[c] < network.terminals ? network.head[c] : network.tail[c]);
    for (const { channels } of scene.lines) expect(new Set(channels.map(switchOf)).size).toBe(1);
  });

  it("cross in the terminal whose packets they carry", () => {
    for (const { channel, corners } of scene.packetPaths ?? []) {
      const ends = [network.tail[channel], network.head[channel]];
      const dot = scene.dots.find(({ terminal }) => ends.includes(terminal)) ?? expect.fail("no dot");
      const [x, y] = pointOnPolyline(corners)(network.tail[channel] < network.terminals ? 0 : 1);
      expect(Math.hypot(x - dot.x, y - dot.y)).toBeLessThan(0.01);
    }
    expect(scene.packetPaths?.length).toBe(network.head.length);
  });

  it("light up with the switch, and with them its plane of terminals; with a terminal its three switches", () => {
    const highlight = highlightOfSelection({ is: "switch", node: network.terminals }, -1, network);
    expect(highlight.terminals.size).toBe(16);
    expect(highlight.channels.size).toBe(32);
    expect(highlightOfSelection({ is: "terminal", terminal: 21 }, -1, network).switches.size).toBe(3);
  });

  it("answer a pointer over a switch with all its links and terminals", () => {
    const drawing = stageView.layout(viewData(network), desk) as StageMarks;
    const [x, y] = middle(scene.boxes[0]);
    const spot = hitTestStage(drawing.hitTestData, x, y, 8) ?? expect.fail("nothing there");
    const rings = spot.outline!.find(({ key }) => key === "hover ends") ?? expect.fail("no terminals");
    expect(String(rings.attributes["d"]).match(/M/g)?.length).toBe(16);
  });

  it("are dashes where a switch is dead", () => {
    const faulty = build("faulty", { of: { kind: "three-quads", values: { m: 4 } }, links: 0, deadSwitches: [5] });
    const { failedOutlines, boxes, dots } = drawn(faulty);
    expect(boxes.length).toBe(11);
    expect(dots.length).toBe(64);
    expect(failedOutlines.match(/M/g)?.length).toBe(1 + 4 + 16);
  });
});

describe("the bars beside the terminals", () => {
  const network = build("three-quads", { m: 4 });
  const texts = (width: number, height: number) =>
    stageView
      .layout(viewData(network, { frame: busyFrame(network) }), { ...desk, width, height })
      ?.marks.flatMap(({ text, key }) => (key.startsWith("key") && text !== undefined ? [text] : []));

  it("have a key where there are any, clear of all switches", () => {
    const key = ["Each terminal’s traffic:", "injected", "queued"];
    expect(texts(desk.width, desk.height)).toEqual(key);
    expect(texts(668, 440)).toEqual(key);
    expect(texts(phone.width, 300)).toEqual([]);
    const { terminalBars, boxes } = drawn(network, { ...desk, width: 668, height: 440 });
    const [, foot] = terminalBars?.legendPosition ?? expect.fail("no key");
    expect(boxes.every(({ x, y }) => x > 250 || y > foot)).toBe(true);
  });
});
