/** The view of several networks as small multiples. */
import { expect, it } from "vitest";
import { scalar, statuses } from "../../src/core/simulation/frame.ts";
import type { Network } from "../../src/core/network/network.ts";
import type { Variant, ViewData } from "../../src/views/contract.ts";
import { smallMultiples } from "../../src/views/comparison/multiples.ts";
import { hasFillLevel } from "../../src/views/stage/paint/paint.ts";
import { build, busyFrame, desk, phone, tablet, viewData } from "./fixtures.ts";
import { expectWording } from "../wording/wording.ts";

const kinds = [
  build("thin-tree", { k: 4, kUp: 2, n: 3 }),
  build("torus", { sizes: [8, 8] }),
  build("k-ary-n-tree", { k: 4, n: 3 }),
  build("three-quads", {}),
  build("hypercube", { n: 4 }),
  build("dragonfly", {}),
  build("mesh", { sizes: [4, 4] }),
  build("graph", {}),
];

/** View data of compared networks. Each accepts a little more than the one before. */
function comparedData(
  networks: readonly Network[],
  results: (i: number) => unknown = (i) => ({ deadlock: null, makespan: null, acceptedPerSender: 0.1 + i / 50 }),
): ViewData {
  const base = viewData(networks[0]);
  const variants = networks.map((network, index): Variant => {
    return {
      ...base,
      index,
      letter: "ABCDEFGH"[index],
      title: `network ${index}`,
      network,
      frame: busyFrame(network),
      results: results(index) as Variant["results"],
    };
  });
  return { ...base, ...variants[0], variants };
}

it.each([2, 3, 5, 8])(
  "has %d networks on one scale, in the order of their letters whatever they deliver, apart and within every canvas",
  (count) => {
    const data = comparedData(kinds.slice(0, count));
    for (const canvas of [desk, tablet, { ...phone, height: 250 * count }]) {
      const { marks, scenes } = smallMultiples.layout(data, canvas) as ReturnType<typeof smallMultiples.layout> & {
        scenes: readonly { scene: { boxes: readonly { x: number; y: number; width: number; height: number }[] } }[];
        marks: readonly { key: string; tag: string; text?: string; attributes: Record<string, unknown> }[];
      };
      expect(scenes.length).toBe(count);
      const names = marks.flatMap(({ key, text }) => (key.endsWith("head name") ? [text] : []));
      expect(names).toEqual(Array.from({ length: count }, (_, i) => `network ${i}`));
      const ends = scenes.map(({ scene: { boxes } }) => ({
        left: Math.min(...boxes.map(({ x }) => x)),
        right: Math.max(...boxes.map(({ x, width }) => x + width)),
        top: Math.min(...boxes.map(({ y }) => y)),
        foot: Math.max(...boxes.map(({ y, height }) => y + height)),
      }));
      for (const { left, right, top, foot } of ends) {
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(canvas.width + 1);
        expect(foot).toBeLessThanOrEqual(canvas.height + 1);
      }
      const overlap = ends.flatMap((p, i) =>
        ends.slice(i + 1).filter((q) => p.left < q.right && q.left < p.right && p.top < q.foot && q.top < p.foot),
      );
      expect(overlap).toEqual([]);
      expect(new Set(marks.map(({ key }) => key)).size).toBe(marks.length);
    }
  },
);

it("places grids of the same sizes alike, whether their rings are closed or not, and anew once another one is beside them", () => {
  const [mesh, torus, line] = [build("mesh", { sizes: [8, 8] }), build("torus", { sizes: [8, 8] }), build("mesh", { sizes: [4, 4] })];
  /** Positions and sizes of the boxes of each network, relative to its first box. */
  const places = (networks: readonly Network[], canvas = desk) => {
    const { scenes } = smallMultiples.layout(comparedData(networks), canvas) as ReturnType<typeof smallMultiples.layout> & {
      scenes: readonly { network: Network; scene: { boxes: readonly { x: number; y: number; width: number; height: number }[] } }[];
    };
    return new Map(
      scenes.map(({ network, scene: { boxes } }) => [
        network,
        {
          top: boxes[0].y,
          boxes: boxes.map(({ x, y, width, height }) => [x - boxes[0].x, y - boxes[0].y, width, height].map((each) => Math.round(each))),
        },
      ]),
    );
  };
  const both = places([mesh, torus]);
  expect(both.get(mesh)).toEqual(both.get(torus));
  expect(places([mesh, line]).get(mesh)).not.toEqual(both.get(mesh));
  // Three networks are tiled like four.
  const square = { ...desk, width: 640, height: 720 };
  const four = places([torus, line, line, mesh], square);
  expect(four.get(mesh)?.boxes).toEqual(four.get(torus)?.boxes);
  const three = places([line, line, mesh], square);
  expect(three.get(mesh)?.boxes).not.toEqual(four.get(mesh)?.boxes);
});

it("gives the delivered and offered load of each; a dead network delivers 0", () => {
  const data = comparedData(kinds.slice(0, 2), (i) => ({
    status: i === 1 ? "deadlocked" : "finished",
    deadlock: i === 1 ? ["a circle"] : null,
    makespan: null,
    acceptedPerSender: i === 1 ? 0.9 : 0.2,
  }));
  expectWording(smallMultiples.summary(data), "A network 0: 0.20 of 0.45 … B network 1: 0 of 0.45");
});

it("names every network while one of them is unknown, and needs a second network", () => {
  const data = comparedData(kinds.slice(0, 3), (i) => (i === 2 ? null : { deadlock: null, makespan: null, acceptedPerSender: i }));
  expect(smallMultiples.summary(data)).toMatch(/^A .*; B .*; C network 2: … ?\.$/);
  expect(smallMultiples.emptyMessage(viewData(kinds[0]))).not.toBeNull();
});

it("takes the colour from the channels of a dead one alone", () => {
  const data = comparedData(kinds.slice(0, 2));
  data.variants[1].frame!.scalars[scalar.status] = statuses.indexOf("deadlocked");
  const { marks } = smallMultiples.layout(data, desk) as { marks: readonly { key: string }[] };
  const coloured = (letter: string) => marks.filter(({ key }) => new RegExp(`^${letter} (strands|light|bundles) `).test(key)).length;
  expect(coloured("A")).toBeGreaterThan(0);
  expect(coloured("B")).toBe(0);
});

it("uses the height of a low stage: three stand in one row, and their tanks have levels", () => {
  const data = comparedData(kinds.slice(0, 3));
  const { scenes } = smallMultiples.layout(data, { ...desk, width: 648, height: 390 }) as ReturnType<typeof smallMultiples.layout> & {
    scenes: readonly { scene: { boxes: readonly Parameters<typeof hasFillLevel>[0][] } }[];
  };
  for (const { scene } of scenes) expect(scene.boxes.every(hasFillLevel)).toBe(true);
});

it("gives a name a second line, and cuts none that fits into two", () => {
  const data = comparedData(kinds.slice(0, 3));
  const long = { ...data, variants: data.variants.map((own) => ({ ...own, title: "two classes, with a dateline" })) };
  const { marks } = smallMultiples.layout(long, { ...desk, width: 648, height: 390 }) as {
    marks: readonly { key: string; text?: string }[];
  };
  const lines = marks.flatMap(({ key, text }) => (key.startsWith("A head name") ? [text] : []));
  expect(lines).toEqual(["two classes, with a", "dateline"]);
});

it("puts five into one row of a low stage, closer together, rather than into two rows too low for trees", () => {
  const { scenes } = smallMultiples.layout(comparedData(Array.from({ length: 5 }, () => kinds[0])), {
    ...desk,
    width: 648,
    height: 266,
  }) as ReturnType<typeof smallMultiples.layout> & { scenes: readonly { scene: { boxes: readonly { y: number; height: number }[] } }[] };
  const tops = scenes.map(({ scene: { boxes } }) => Math.min(...boxes.map(({ y }) => y)));
  expect(new Set(tops).size).toBe(1);
  expect(Math.max(...scenes[0].scene.boxes.map(({ y, height }) => y + height)) - tops[0]).toBeGreaterThan(100);
});
