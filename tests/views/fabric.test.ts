/** The drawing of a network file: missing links are visible where they would run, and no line hides a switch. */
import { describe, expect, test } from "vitest";
import type { Network } from "../../src/core/network/network.ts";
import { fabricView, traceIrregularity } from "../../src/views/fabric/fabric.ts";
import type { Scene } from "../../src/views/stage/scene.ts";
import { build, desk, sceneOf, viewData } from "./fixtures.ts";

const cases = [
  ["torus", { sizes: [5, 6] }],
  ["mesh", { sizes: [5, 6] }],
  ["hyperx", { sizes: [4, 5] }],
  ["k-ary-n-tree", { k: 4, n: 2 }],
] as const;

describe.each(cases)("%s", (kind, values) => {
  const network = build(kind, values);
  const scene = sceneOf(network, desk.width, desk.height) as Scene;
  const pairs = Array.from(network.head.keys())
    .map((c) => [network.tail[c], network.head[c]] as const)
    .filter(([a, b]) => a < b && a >= network.terminals);

  test("each link, were it missing, has a number inside the drawing, and no dot of it lies in a switch", () => {
    for (const pair of pairs) {
      const { missingLinks, numberPositions, nodeOutlines } = traceIrregularity(
        { kind: "missing link", count: 1, sentence: "", nodes: [...pair], channels: [], between: [pair] },
        1,
        scene,
        network,
      );
      expect(missingLinks).not.toBe("");
      expect(nodeOutlines).toBe("");
      expect(numberPositions.length).toBeGreaterThan(0);
      for (const [x, y] of pointsOf(missingLinks)) {
        const within = scene.boxes.filter(
          (box) => x > box.x + 1 && x < box.x + box.width - 1 && y > box.y + 1 && y < box.y + box.height - 1,
        );
        expect(within).toEqual([]);
      }
    }
  });
});

test("long names are cut to the end, or else the head, that distinguishes them", () => {
  const network = build("k-ary-n-tree", { k: 4, n: 2 });
  const { terminals, switches } = network;
  const called = (nameOf: (s: number) => string): Network => ({
    ...network,
    look: { places: new Map(), names: new Map(Array.from({ length: switches }, (_, s) => [terminals + s, nameOf(s)])) },
  });
  const namesOn = (namedNetwork: Network) =>
    fabricView([])
      .layout(viewData(namedNetwork), desk)!
      .marks.flatMap(({ key, text }) => (key.startsWith("name ") ? [text ?? ""] : []));
  const long = "-of-the-row-of-racks-in-the-second-hall-of-the-centre-";
  expect(namesOn(called((s) => `leaf ${s}`))).toEqual(Array.from({ length: switches }, (_, s) => `leaf ${s}`));
  const ends = namesOn(called((s) => `switch${long}${s}`));
  expect(ends.length).toBe(switches);
  ends.forEach((text, s) => expect(text).toMatch(new RegExp(`^…\\S+-${s}$`)));
  const heads = namesOn(called((s) => `${s}${long}`));
  heads.forEach((text, s) => expect(text).toMatch(new RegExp(`^${s}-\\S+…$`)));
  // Abbreviated names that would be equal are omitted.
  expect(namesOn(called(() => long))).toEqual([]);
});

/** Points along the lines and curves of SVG path data, 41 per segment. */
function pointsOf(path: string): readonly (readonly [number, number])[] {
  return [...path.matchAll(/M([^M]+)/g)].flatMap(([, subpath]) => {
    const numbers = subpath.split(/[LC ]/).map(Number);
    const [first, ...rest] = Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[2 * i], numbers[2 * i + 1]] as const);
    const [control1, control2, last] = rest.length === 3 ? rest : [first, rest[0], rest[0]];
    return Array.from({ length: 41 }, (_, i) => i / 40).map((t) => {
      const bezier = (axis: 0 | 1) =>
        (1 - t) ** 3 * first[axis] + 3 * (1 - t) ** 2 * t * control1[axis] + 3 * (1 - t) * t * t * control2[axis] + t ** 3 * last[axis];
      return [bezier(0), bezier(1)] as const;
    });
  });
}
