/** Rules for the stage: every network fills its box, and its labels grow with the screen. */
import { describe, expect, it, test } from "vitest";
import { readParams } from "../../src/core/base/params.ts";
import type { Network } from "../../src/core/network/network.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { textWidth } from "../../src/views/plot/text-width.ts";
import { sizeCanvas } from "../../src/views/sizing.ts";
import { pointOnCurve, type Scene } from "../../src/views/stage/scene.ts";
import { stageView, type StageMarks } from "../../src/views/stage/stage.ts";
import { build, light, viewData } from "./fixtures.ts";
import { labelFaultsOf, labelBoxesOf } from "./label-checks.ts";

/** Sizes of the stage next to the card rail, in page pixels: on a phone, a laptop and a projector. */
const stageSizes = { phone: { width: 374, height: 335 }, laptop: { width: 1000, height: 546 }, projector: { width: 1480, height: 726 } };

/** Smallest and largest font size on the page for these boxes, in pixels. The line that explains the drawing has the largest size. */
const fontSizes = { phone: [10.5, 13], laptop: [10.5, 13.5], projector: [16, 20] } as const;

/**
 * Every example of every topology that is small enough to be drawn switch by switch, except small rings, which leave the lower half empty.
 */
const examples = allTopologies.kinds.flatMap(({ id, params, examples, expectedFacts, build }) =>
  examples.flatMap((example, i) => {
    const values = readParams(params, example, "", []);
    if (expectedFacts(values).switches > 200) return [];
    const network = build(values);
    return network.switches > 3 || network.axes.length > 0 ? [[`${id} ${i}`, network] as const] : [];
  }),
);

const rings = [6, 24, 60].map((size) => [`ring of ${size}`, build("torus", { sizes: [size] })] as const);

function drawIn(network: Network, box: { readonly width: number; readonly height: number }) {
  const data = viewData(network);
  const { canvas, scale } = sizeCanvas(stageView, data, box, light, false);
  return { canvas, scale, ...(stageView.layout(data, canvas) as StageMarks) };
}

/** The fraction of its box that a scene covers in each direction, 0 to 1, and by how many pixels it exceeds the box. */
function extentOf({ width, height, boxes, failedBoxes: deadBoxes = [], lines, dots, axis, labels }: Scene) {
  const points = [
    ...[...boxes, ...deadBoxes].flatMap((box) => [[box.x, box.y] as const, [box.x + box.width, box.y + box.height] as const]),
    ...lines.flatMap(({ curve }) => [0, 0.25, 0.5, 0.75, 1].map((t) => pointOnCurve(curve, t))),
    ...dots.map(({ x, y }) => [x, y] as const),
    ...(axis === null ? [] : axis.bars.map(({ x }) => [x, axis.labelY + 4] as const)),
    ...labelBoxesOf(
      labels.map(({ x, y, text, size, anchor }) => ({
        key: text,
        tag: "text",
        text,
        attributes: { x, y, "font-size": size, "text-anchor": anchor },
      })),
    )
      // The line that explains the drawing belongs to the box, not to the network.
      .flatMap(({ left, top, right, bottom }) => (left === 0 ? [] : [[left, top] as const, [right, bottom] as const])),
  ];
  const [left, top] = [0, 1].map((d) => points.reduce((minimum, point) => Math.min(minimum, point[d]), Infinity));
  const [right, bottom] = [0, 1].map((d) => points.reduce((maximum, point) => Math.max(maximum, point[d]), -Infinity));
  return { across: (right - left) / width, down: (bottom - top) / height, beyond: Math.max(-left, -top, right - width, bottom - height) };
}

describe.each(Object.entries(stageSizes) as [keyof typeof stageSizes, (typeof stageSizes)[keyof typeof stageSizes]][])(
  "on a %s",
  (name, box) => {
    it.each([...examples, ...rings])("%s fills its room and stays in it", (_, network) => {
      const { scene } = drawIn(network, box);
      const { across, down, beyond } = extentOf(scene);
      expect(Math.max(across, down)).toBeGreaterThan(0.85);
      expect(beyond).toBeLessThan(2);
      // Drawings in rows stretch in both directions.
      const isInRows = network.axes.some(({ kind }) => kind === "level");
      if (isInRows) expect(Math.min(across, down)).toBeGreaterThan(0.8);
    });

    it.each([...examples, ...rings])("the words on the dots of %s are beside it, in the same corner for all", (kind, network) => {
      const { scene } = drawIn(network, box);
      if (scene.axis !== null) return;
      const labelWidth = textWidth("1 dot per 256 packets passing");
      const at = scene.packetLegendPosition ?? { x: 0, y: scene.height - 4, anchor: "start" };
      // In drawings of levels, rails and quads, rows reach into the upper corners.
      const isHigh = name !== "phone" && !/^(?:clos|rails|three-quads)/.test(kind);
      // Drawn and faulty networks have no fixed layout.
      if (!/^(?:drawn|faulty)/.test(kind)) expect([at.x, at.y]).toEqual(isHigh ? [scene.width, 13] : [0, scene.height - 4]);
      // The lowest groups of a dragonfly reach the bottom of a narrow box.
      if (name === "phone" && kind.startsWith("dragonfly")) return;
      const [left, top, bottom] = [at.anchor === "end" ? at.x - labelWidth : at.x, at.y - 9, at.y + 2];
      const isUnder = (x: number, y: number) => x > left && x < left + labelWidth && y > top && y < bottom;
      const under = [
        ...scene.dots.map(({ x, y }) => [x, y]),
        ...scene.boxes.flatMap(({ x, y, width, height }) =>
          [0, width / 2, width].flatMap((dx) => [0, height].map((dy) => [x + dx, y + dy])),
        ),
        ...scene.lines.flatMap(({ curve }) => [0, 0.25, 0.5, 0.75, 1].map((t) => pointOnCurve(curve, t))),
      ].filter(([x, y]) => isUnder(x, y));
      expect(under).toEqual([]);
    });

    it.each(examples)("the words on %s are as large as they should be, and apart", (_, network) => {
      const { marks, canvas, scale } = drawIn(network, box);
      const [least, most] = fontSizes[name];
      for (const { tag, attributes } of marks) {
        if (tag !== "text") continue;
        const size = Number(attributes["font-size"]) * scale;
        expect(size).toBeLessThanOrEqual(most);
        if (network.switches + network.terminals < 1000) expect(size).toBeGreaterThanOrEqual(least);
      }
      expect(labelFaultsOf(labelBoxesOf(marks), canvas.width, canvas.height)).toEqual([]);
    });
  },
);

test("a ring of eight is a large ring on a projector, and its switches are no larger than they need to be", () => {
  const { scene, scale, canvas } = drawIn(build("torus", { sizes: [8] }), stageSizes.projector);
  const { down, across } = extentOf(scene);
  expect(down).toBeGreaterThan(0.85);
  expect(across).toBeGreaterThan(0.6);
  for (const { width, height } of scene.boxes) {
    expect(width * scale).toBeLessThan(120);
    expect(height * scale).toBeLessThan(0.12 * canvas.height * scale);
  }
});

test("grids stretch as far as they stay grids", () => {
  for (const kind of ["mesh", "torus"]) {
    const { across, down } = extentOf(drawIn(build(kind, { sizes: [4, 4] }), stageSizes.projector).scene);
    expect(Math.min(across, down)).toBeGreaterThan(0.85);
  }
});

test("a large network is not enlarged: its switches would have less room than they need", () => {
  expect(drawIn(build("torus", { sizes: [64, 64] }), stageSizes.projector).scale).toBe(1);
  expect(drawIn(build("torus", { sizes: [8, 8] }), stageSizes.projector).scale).toBeGreaterThan(1.5);
});
