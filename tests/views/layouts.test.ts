/** Layouts of networks on the stage: completeness, distances and labels for the examples of all topologies. */
import { describe, expect, it, test } from "vitest";
import { readParams } from "../../src/core/base/params.ts";
import { drawingOf } from "../../src/core/network/drawing/drawing-of.ts";
import { writeDrawing } from "../../src/core/network/drawing/texts.ts";
import type { Network } from "../../src/core/network/network.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { congestionMatrix } from "../../src/views/matrix/congestion-matrix.ts";
import { homeSwitches } from "../../src/views/stage/home-switches.ts";
import type { SwitchBox, Scene } from "../../src/views/stage/scene.ts";
import { stageView } from "../../src/views/stage/stage.ts";
import { build, desk, phone, sceneOf, viewData } from "./fixtures.ts";
import { reachableNodes } from "../../src/views/stage/layouts/manual.ts";

/** Every example of every topology that is small enough to be drawn switch by switch. */
const examples = allTopologies.kinds.flatMap(({ id, params, examples, expectedFacts, build }) =>
  examples.flatMap((example, i) => {
    const values = readParams(params, example, "", []);
    const { terminals, links } = expectedFacts(values);
    return terminals <= 80 && links <= 400 ? [[`${id} ${i}`, build(values)] as const] : [];
  }),
);

/** Whether a node takes no part in a run: it has no link, or it lies in a part of a drawing that is not connected yet. */
const isIsolated = (network: Network, n: number) => network.firstOut[n] === network.firstOut[n + 1] || reachableNodes(network)[n] === 0;
const gapTo = (box: SwitchBox, x: number, y: number) =>
  Math.hypot(Math.max(0, box.x - x, x - box.x - box.width), Math.max(0, box.y - y, y - box.y - box.height));

/** Distance in pixels from a point to a node as it is drawn; 0 for terminals on an axis. */
function distanceToNode(scene: Scene, n: number, terminals: number, x: number, y: number): number {
  if (n >= terminals)
    return Math.min(
      ...[...scene.boxes, ...(scene.failedBoxes ?? [])].filter((box) => box.switches.includes(n)).map((box) => gapTo(box, x, y)),
    );
  const dot = scene.dots.find(({ terminal }) => terminal === n);
  return dot === undefined ? (scene.axis === null ? Infinity : 0) : Math.hypot(dot.x - x, dot.y - y);
}

describe.each(examples)("the drawing of %s", (_, network) => {
  const scene = sceneOf(network, desk.width, desk.height) as Scene;

  it("has a box for every switch that has a link, and no two on one spot", () => {
    const alive = Array.from({ length: network.switches }, (_, s) => network.terminals + s).filter((n) => !isIsolated(network, n));
    expect(scene.boxes.flatMap((box) => box.switches).sort((a, b) => a - b)).toEqual(alive);
    const spots = new Set(scene.boxes.map(({ x, y, width, height }) => `${Math.round(x + width / 2)} ${Math.round(y + height / 2)}`));
    expect(spots.size).toBe(scene.boxes.length);
    expect(scene.failedOutlines === "").toBe(alive.length === network.switches);
  });

  it("joins the ends of every channel", () => {
    const drawn = new Map<number, { first: readonly number[]; last: readonly number[] }>();
    for (const { channels, curve } of scene.lines) {
      for (const c of channels) drawn.set(c, { first: drawn.get(c)?.first ?? curve, last: curve });
    }
    expect(drawn.size).toBe(network.head.length);
    for (const [c, { first, last }] of drawn) {
      expect(distanceToNode(scene, network.tail[c], network.terminals, first[0], first[1]), `tail of ${c}`).toBeLessThan(9);
      expect(distanceToNode(scene, network.head[c], network.terminals, last[6], last[7]), `head of ${c}`).toBeLessThan(9);
    }
  });

  it.each([desk, phone])("keeps every switch, terminal and word inside the frame (%#)", (canvas) => {
    const { boxes, dots, labels } = sceneOf(network, canvas.width, canvas.height) as Scene;
    const outside = [
      ...boxes.filter(({ x, y, width, height }) => x < -1 || y < -1 || x + width > canvas.width + 1 || y + height > canvas.height + 1),
      ...dots.filter(({ x, y }) => x < 0 || y < 0 || x > canvas.width || y > canvas.height),
      ...labels.filter((word) => {
        const width = word.text.length * word.size * 0.5;
        const left = word.x - { start: 0, middle: width / 2, end: width }[word.anchor];
        return left < 0 || left + width > canvas.width || word.y < 0 || word.y > canvas.height;
      }),
    ];
    expect(outside).toEqual([]);
  });

  it("has a matrix", () => {
    const data = viewData(network);
    const room = congestionMatrix.preferredSize?.(data, 600) ?? { width: 600, height: 200 };
    const marks = JSON.stringify(congestionMatrix.layout(data, { ...desk, ...room }));
    expect(marks).not.toMatch(/NaN|undefined|Infinity/);
    expect(congestionMatrix.summary(data)).toMatch(/\.$/);
    expect(congestionMatrix.emptyMessage(data)).toBeNull();
  });
});

test("Petersen's graph looks like itself: a pentagon round a pentagram", () => {
  const network = build("graph", {});
  const { boxes, width, height } = sceneOf(network, desk.width, desk.height) as Scene;
  const far = boxes.map((box) => Math.hypot((box.x + box.width / 2 - width / 2) / 1.15, box.y + box.height / 2 - height / 2));
  for (let s = 0; s < 5; s++) expect(far[s + 5] / far[s]).toBeCloseTo(0.48, 5);
});

test("terminals that are joined with each other hang on the switch of a neighbour where a network is drawn by hand", () => {
  // Boards of 3 × 3: the accelerator in the middle of each board has no switch of its own.
  const drawing = drawingOf(build("hamming-mesh", { a: 3, b: 3, x: 1, y: 2 }));
  const [first, ...others] = drawing.switches;
  const network = build("drawn", { ...writeDrawing({ ...drawing, switches: [{ ...first, place: [0, 0] }, ...others] }) });
  expect([...homeSwitches(network)].every((home) => home >= network.terminals)).toBe(true);
  const { dots, lines } = sceneOf(network, desk.width, desk.height) as Scene;
  expect(dots.map(({ terminal }) => terminal).sort((a, b) => a - b)).toEqual(Array.from({ length: 18 }, (_, t) => t));
  expect(lines.flatMap(({ channels }) => channels).sort((a, b) => a - b)).toEqual([...network.head.keys()]);
});

test("boards stand apart, the switches of rows at their left, those of columns below", () => {
  const network = build("hamming-mesh", { a: 2, b: 2, x: 2, y: 2 });
  const { boxes, dots } = sceneOf(network, desk.width, desk.height) as Scene;
  const [xs, ys] = [dots.map(({ x }) => x), dots.map(({ y }) => y)];
  boxes.forEach((box, s) => {
    if (s < 4) expect(box.x + box.width).toBeLessThan(Math.min(...xs));
    else expect(box.y).toBeGreaterThan(Math.max(...ys));
  });
  const [a, b, , , c] = dots;
  expect(c.x - b.x).toBeGreaterThan(1.5 * (b.x - a.x));
});

test("the switches of a group stand nearer to each other than to any other", () => {
  const { boxes } = sceneOf(build("dragonfly", {}), desk.width, desk.height) as Scene;
  const apart = (a: SwitchBox, b: SwitchBox) => Math.hypot(a.x - b.x, a.y - b.y);
  boxes.forEach((box, i) => {
    const nearest = [...boxes.keys()].filter((j) => j !== i).sort((j, k) => apart(box, boxes[j]) - apart(box, boxes[k]));
    expect(Math.floor(nearest[0] / 4)).toBe(Math.floor(i / 4));
  });
});

test("links that join the same switches lie side by side", () => {
  const links = Array.from({ length: 3 }, () => ({ a: 0, b: 1 }));
  const network = build("graph", { switches: 2, links });
  const { lines } = sceneOf(network, desk.width, desk.height) as Scene;
  const between = lines.filter(({ channels: [c] }) => network.tail[c] >= 2 && network.head[c] >= 2);
  expect(new Set(between.map(({ curve }) => Math.round(curve[0] + curve[1]))).size).toBe(6);
});

test.each([
  ["clos", { ports: 32, levels: 3 }, "256\u00a0cores above terminal 0"],
  ["xgft", { children: [8, 8, 8, 8], parents: [1, 8, 8, 8] }, "512\u00a0switches of level 3 above terminal 0"],
] as const)("switches of a large %s stand as one, called what they are (%#)", (kind, values, name) => {
  const { boxes } = sceneOf(build(kind, values), desk.width, desk.height) as Scene;
  expect(boxes.map(({ groupName }) => groupName)).toContain(name);
});

test.each([
  ["rails", { hosts: 18, accelerators: 72 }],
  ["rails", { hosts: 16, accelerators: 8, ports: 16 }],
  ["rails", { hosts: 910, accelerators: 8, wiring: "only" }],
  ["clos", { ports: 8, levels: 3, planes: 12 }],
])("names of rails do not lie on each other (%#)", (kind, values) => {
  for (const { width, height } of [desk, phone]) {
    const { labels } = sceneOf(build(kind, values), width, height) as Scene;
    const heights = labels.filter(({ anchor }) => anchor === "end").map(({ y }) => y);
    expect(heights.length).toBeGreaterThan(2);
    heights.sort((a, b) => a - b).forEach((y, i) => i > 0 && expect(y - heights[i - 1]).toBeGreaterThanOrEqual(13));
  }
});

test("the layers of a PolarFly are labelled over their links", () => {
  const { marks } = stageView.layout(viewData(build("polarfly", { q: 7 })), desk)!;
  const wordMarks = marks.filter(({ key }) => key.startsWith("word "));
  expect(wordMarks.map(({ attributes }) => attributes["paint-order"])).toEqual(["stroke", "stroke", "stroke"]);
});

test("a dead switch leaves an outline and its terminals stay as rings", () => {
  const network = build("faulty", { of: { kind: "mesh", values: { sizes: [3, 3], terminalsPerSwitch: 1 } }, links: 0, deadSwitches: [4] });
  const scene = sceneOf(network, desk.width, desk.height) as Scene;
  expect(scene.boxes.length).toBe(8);
  expect(scene.failedOutlines.match(/M/g)?.length).toBe(1);
  expect(scene.isolatedTerminals?.match(/M/g)?.length).toBe(1);
  expect(homeSwitches(network)[4]).toBe(9 + 4);
});

test.each([
  ["dragonfly", { p: 4, a: 16, h: 4, g: 64 }],
  ["hyperx", { sizes: [16, 16], terminalsPerSwitch: 16 }],
  ["hyperx", { sizes: [200], terminalsPerSwitch: 4 }],
  ["three-quads", { m: 20 }],
  ["hamming-mesh", { x: 16, y: 16 }],
  ["hamming-mesh", { x: 128, y: 128 }],
  ["hypercube", { n: 12 }],
  ["rails", { hosts: 2048, accelerators: 8 }],
  ["rails", { hosts: 910, accelerators: 8, inner: "mesh", wiring: "only" }],
  ["clos", { ports: 64, planes: 8 }],
  ["single-switch", { terminals: 1024 }],
  ["graph", { switches: 3000, links: Array.from({ length: 2999 }, (_, i) => ({ a: i, b: i + 1 })) }],
])("a large %s stays light (%#)", (kind, values) => {
  const network = build(kind, values);
  const drawn = stageView.layout(viewData(network), desk);
  expect(drawn?.scene.strands.length).toBeLessThanOrEqual(18_000);
  expect(drawn?.marks.length).toBeLessThan(4000);
  expect(JSON.stringify(drawn?.marks)).not.toMatch(/NaN|undefined|Infinity/);
});

test("a hypercube names its switches by their coordinates where there is room", () => {
  const wordsOf = (n: number, { width, height }: typeof desk) =>
    sceneOf(build("hypercube", { n }), width, height).labels.map(({ text }) => text);
  expect(wordsOf(3, desk)).toEqual(expect.arrayContaining(["000", "100", "010", "111"]));
  expect(wordsOf(7, phone).filter((text) => /^[01]+$/.test(text))).toEqual([]);
});
