/** The stage: drawing of networks, loads, queues and packets. */
import { describe, expect, it } from "vitest";
import type { Canvas, ViewData } from "../../src/views/contract.ts";
import { scalar, statuses } from "../../src/core/simulation/frame.ts";
import { roundedRectanglePath, toTenths } from "../../src/views/marks/marks.ts";
import { fullnessOf } from "../../src/views/readings/buffers.ts";
import { filledPart } from "../../src/views/stage/paint/paint.ts";
import { nearestStrand } from "../../src/views/stage/hit-test.ts";
import { pointOnCurve } from "../../src/views/stage/scene.ts";
import { stageView, type StageMarks } from "../../src/views/stage/stage.ts";
import { build, busyFrame, desk, phone, tablet, viewData } from "./fixtures.ts";

const stageLayout = (data: ViewData, canvas: Canvas) => stageView.layout(data, canvas) as StageMarks;

const networks = {
  "thin tree 4:2,3": build("thin-tree", { k: 4, kUp: 2, n: 3 }),
  "fat tree of one level": build("k-ary-n-tree", { k: 4, n: 1 }),
  "fat tree of eight levels": build("k-ary-n-tree", { k: 2, n: 8 }),
  "slender tree 4:2,4": build("slender-tree", { k: 4, kUp: 2, n: 4 }),
  "line of 7": build("mesh", { sizes: [7] }),
  "ring of 12": build("torus", { sizes: [12] }),
  "torus 8 × 8": build("torus", { sizes: [8, 8] }),
  "mesh 3 × 4 × 2": build("mesh", { sizes: [3, 4, 2] }),
  "torus 4 × 4 × 4": build("torus", { sizes: [4, 4, 4] }),
  "torus 3 × 3 × 3 × 3": build("torus", { sizes: [3, 3, 3, 3] }),
  "hypercube of 16": build("hypercube", { n: 4 }),
  dragonfly: build("dragonfly", {}),
  "Petersen graph": build("graph", {}),
  "HyperX 4 × 4": build("hyperx", {}),
  "HyperX of 5": build("hyperx", { sizes: [5] }),
  "Three Quads": build("three-quads", {}),
  "modular switch": build("modular-switch", {}),
  "rail-optimised hosts": build("rails", { hosts: 6, accelerators: 2, ports: 4 }),
  "rail-only hosts of a mesh": build("rails", { hosts: 4, accelerators: 3, wiring: "only", inner: "mesh", ports: 4 }),
  "Clos network in planes": build("clos", { ports: 4, planes: 2 }),
  "rails with faults": build("faulty", {
    of: { kind: "rails", values: { hosts: 6, accelerators: 2, inner: "switch", wiring: "optimised", ports: 4 } },
    links: 3,
  }),
  "single switch": build("single-switch", {}),
  "torus with faults": build("faulty", { links: 3 }),
  "torus 3 × 3 with two terminals": build("torus", { sizes: [3, 3], terminalsPerSwitch: 2 }),
};

describe.each(Object.entries(networks))("stage of a %s", (_, network) => {
  it.each([
    ["desk", desk],
    ["tablet", tablet],
    ["phone", phone],
  ] as const)("stays within the canvas of a %s", (_, canvas) => {
    const { marks, scene } = stageLayout(viewData(network, { selectedChannel: 0 }), canvas);
    const inside = (x: number, y: number) => x >= -1 && y >= -1 && x <= canvas.width + 1 && y <= canvas.height + 1;
    const points = [
      ...scene.lines.flatMap(({ curve }) => [0, 0.25, 0.5, 0.75, 1].map((t) => pointOnCurve(curve, t))),
      ...scene.boxes.flatMap((box) => [[box.x, box.y] as const, [box.x + box.width, box.y + box.height] as const]),
      ...scene.dots.map(({ x, y }) => [x, y] as const),
      // Rings have a radius of 1.3 pixels, and their lines are a pixel wide.
      ...[...(scene.isolatedTerminals ?? "").matchAll(/M(\S+) (\S+)a/g)].map(([, x, y]) => [Number(x) - 0.5, Number(y) - 2.8] as const),
      ...marks.filter(({ tag }) => tag === "text").map(({ attributes }) => [Number(attributes["x"]), Number(attributes["y"])] as const),
    ];
    expect(points.filter(([x, y]) => !inside(x, y))).toEqual([]);
    expect(marks.filter(({ attributes }) => /NaN|Infinity|undefined/.test(JSON.stringify(attributes)))).toEqual([]);
  });

  it("draws every channel, switch and terminal once", () => {
    const { scene } = stageLayout(viewData(network), desk);
    const channels = scene.lines.flatMap((line) => line.channels);
    expect(new Set(channels).size).toBe(network.head.length);
    expect(new Set(scene.strands.flatMap((strand) => strand.channels)).size).toBe(network.head.length);
    expect(scene.boxes.flatMap((box) => box.switches).length).toBe(network.switches);
    const terminals = scene.axis === null ? scene.dots.map((dot) => dot.terminal) : scene.axis.bars.flatMap((bar) => bar.terminals);
    expect(new Set(terminals).size).toBe(network.terminals);
    expect(terminals.length).toBe(network.terminals);
  });

  it("keeps switches apart", () => {
    const { boxes } = stageLayout(viewData(network), desk).scene;
    const overlap = (a: (typeof boxes)[number], b: (typeof boxes)[number]) =>
      Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 0.01 &&
      Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 0.01;
    expect(boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => overlap(a, b)))).toEqual([]);
  });

  it("finds a strand again by a point on it", () => {
    const { scene } = stageLayout(viewData(network), desk);
    for (const strand of scene.strands.slice(0, 20)) {
      const [x, y] = pointOnCurve(strand.curve, 0.5);
      expect(nearestStrand(scene, x, y, 8)).not.toBeNull();
    }
    expect(nearestStrand(scene, -100, -100, 8)).toBeNull();
  });

  it("has a row for every channel in its table", () => {
    expect(stageView.table(viewData(network)).rows.length).toBe(network.head.length);
  });
});

describe("stage", () => {
  const tree = networks["thin tree 4:2,3"];

  it("fills a switch as high as its buffers are full, of all their places, whatever the others hold", () => {
    const frame = busyFrame(tree);
    const [node] = [tree.terminals + 3];
    const into = Array.from(
      { length: tree.firstOut[node + 1] - tree.firstOut[node] },
      (_, port) => tree.reverse[tree.firstOut[node] + port],
    );
    frame.queued.fill(0);
    // Three of four buffer slots are full behind every channel that leads to one switch.
    for (const c of into) frame.queued[c] = 3;
    const { scene, marks } = stageLayout(viewData(tree, { frame, queueCapacity: 4 }), desk);
    const box = scene.boxes.find(({ switches }) => switches.includes(node))!;
    const tanks = marks.filter(({ key }) => key === "tanks").map(({ attributes }) => String(attributes["d"]));
    expect(tanks.length).toBe(1);
    const { y, height } = filledPart(box, 0.75);
    expect(height).toBeCloseTo(0.75 * (box.height - 4), 6);
    expect(y + height).toBeCloseTo(box.y + box.height - 2, 6);
    expect(tanks[0]).toBe(
      roundedRectanglePath(
        ...([box.x + 2, y, box.width - 4, height].map(toTenths) as [number, number, number, number]),
        Math.min(scene.boxRadius - 2, height / 2),
      ),
    );
    expect(fullnessOf({ network: tree, frame, queueCapacity: 4 })!([node])).toBe(0.75);
  });

  it("fills nothing where no packet waits in switches, and says no number in any switch", () => {
    const { marks } = stageLayout(viewData(tree, { queueCapacity: 0 }), desk);
    expect(marks.filter(({ key }) => key.startsWith("tanks"))).toEqual([]);
    expect(stageLayout(viewData(tree), desk).marks.filter(({ tag, key }) => tag === "text" && /^(box|cell) /.test(key))).toEqual([]);
  });

  it("takes the colour from channels once nothing moves any more", () => {
    const frame = busyFrame(tree);
    const coloured = () =>
      stageLayout(viewData(tree, { frame }), desk).marks.filter(({ key }) => /^(strands|light|bundles) /.test(key)).length;
    expect(coloured()).toBeGreaterThan(0);
    frame.scalars[scalar.status] = statuses.indexOf("deadlocked");
    expect(coloured()).toBe(0);
  });

  it("says what each collapsed switch group is", () => {
    const { scene, marks } = stageLayout(viewData(build("torus", { sizes: [32, 32, 32] })), { ...desk, width: 964, height: 556 });
    const unitTexts = marks.filter(({ tag, key }) => tag === "text" && key.startsWith("unit ")).map(({ text }) => String(text));
    expect(scene.boxes.length).toBe(32);
    expect(unitTexts.length).toBe(32);
  });

  it("draws what each terminal offers where they offer different loads, and then no line for all", () => {
    /** Keys of the marks on the stage, and the upper ends of the bars for load that is offered but not delivered. */
    const heights = (change: Partial<ViewData>) => {
      const { marks } = stageLayout(viewData(networks["thin tree 4:2,3"], change), desk);
      const path = String(marks.find(({ key }) => key === "short")?.attributes["d"]);
      return {
        keys: marks.map(({ key }) => key),
        tops: [...path.matchAll(/M[-\d.]+ [-\d.]+h[-\d.]+V([-\d.]+)/g)].map(([, top]) => Number(top)),
      };
    };
    const even = heights({ load: 1 });
    expect(even.keys).toContain("offered label");
    expect(new Set(even.tops).size).toBe(1);
    const uneven = heights({ load: 1, offeredLoads: Float64Array.from({ length: 64 }, (_, t) => (t < 32 ? 1 : 2)) });
    expect(uneven.keys).not.toContain("offered label");
    expect(uneven.keys).toContain("key short name");
    expect(new Set(uneven.tops).size).toBe(2);
  });

  it("paints cold before hot", () => {
    const tones = stageLayout(viewData(tree), desk).marks.flatMap(({ key }) => (key.startsWith("strands ") ? [Number(key.slice(8))] : []));
    expect(tones.length).toBeGreaterThan(5);
    expect(tones).toEqual([...tones].sort((a, b) => a - b));
  });

  it("marks the selected channel and ties notes to its middle", () => {
    const { marks, selectionAnchor } = stageLayout(viewData(tree, { selectedChannel: 70 }), desk);
    expect(marks.filter((mark) => mark.key.startsWith("selected")).length).toBe(4);
    expect(selectionAnchor).not.toBeNull();
    expect(stageLayout(viewData(tree), desk).selectionAnchor).toBeNull();
  });

  it("draws the circle of a deadlock, channel by channel", () => {
    const ringOf12 = networks["ring of 12"];
    const results = { deadlockChannels: [12, 14, 15] } as unknown as NonNullable<ViewData["results"]>;
    const frame = busyFrame(ringOf12);
    const drawn = () => stageLayout(viewData(ringOf12, { frame, results }), desk).marks.find((mark) => mark.key === "deadlock points");
    // Before the deadlock closes it is not drawn, although the results of the whole run are known.
    expect(drawn()).toBeUndefined();
    frame.scalars[scalar.status] = statuses.indexOf("deadlocked");
    expect(String(drawn()?.attributes["d"]).match(/M/g)?.length).toBe(3);
  });

  it("is still before anything has run, and says so", () => {
    const { marks } = stageLayout(viewData(tree, { frame: null }), desk);
    expect(marks.some((mark) => mark.key.startsWith("strands"))).toBe(false);
    expect(stageView.summary(viewData(tree, { frame: null }))).toContain("no packet has moved yet");
    expect(stageView.emptyMessage(viewData(tree, { network: null } as Partial<ViewData>))).not.toBeNull();
  });

  it.each([
    ["fat tree of 4096 terminals", build("k-ary-n-tree", { k: 4, n: 6 })],
    ["torus of 4096 switches", build("torus", { sizes: [64, 64] })],
    ["mesh 16 × 16 × 16", build("mesh", { sizes: [16, 16, 16] })],
    ["mesh of 65 536 switches", build("mesh", { sizes: [256, 256] })],
  ])("stays light for a %s", (_, network) => {
    const { marks, scene } = stageLayout(viewData(network), desk);
    expect(marks.length).toBeLessThan(4000);
    expect(scene.strands.length).toBeLessThan(40_000);
    expect(scene.boxes.flatMap((box) => box.switches).length).toBe(network.switches);
  });
});
