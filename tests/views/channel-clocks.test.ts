/** Networks whose links differ in rate and length: width of their lines, how full they are drawn, and phits in flight. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Network } from "../../src/core/network/network.ts";
import { type ChannelClocks, rateOf } from "../../src/core/plan/links.ts";
import { scalar } from "../../src/core/simulation/frame.ts";
import { channelLoad } from "../../src/views/channel-load.ts";
import type { Canvas, ViewData } from "../../src/views/contract.ts";
import { difference } from "../../src/views/comparison/difference.ts";
import { smallMultiples } from "../../src/views/comparison/multiples.ts";
import { loadsByDimension } from "../../src/views/dimensions/dimensions.ts";
import { congestionMatrix } from "../../src/views/matrix/congestion-matrix.ts";
import { hottestChannel, frameLoads } from "../../src/views/readings/loads.ts";
import { rankChannels } from "../../src/views/readings/ranked.ts";
import { widthFactors, dotsInFlight, dotPositions } from "../../src/views/stage/paint/nonuniform-channels.ts";
import { hitTestStage } from "../../src/views/stage/hit-test.ts";
import { pointOnCurve } from "../../src/views/stage/scene.ts";
import { stageView, type StageMarks } from "../../src/views/stage/stage.ts";
import { build, busyFrame, desk, phone, tablet, viewData } from "./fixtures.ts";

const dragonfly = build("dragonfly", {});
const torus = build("torus", { sizes: [6, 6] });
const tree = build("k-ary-n-tree", { k: 4, n: 3 });
const large = build("mesh", { sizes: [40, 40] });

/** Channel clocks with [perCycle, perPhit, delay] by link class; one phit per cycle and no delay for all other classes. */
function channelClocks(
  { linkClass, linkClasses }: Network,
  byClass: Readonly<Record<string, readonly [number, number, number]>>,
): ChannelClocks {
  const clockOf = (c: number) => byClass[linkClasses[linkClass[c]]] ?? [1, 1, 0];
  return {
    perCycle: Int32Array.from(linkClass, (_, c) => clockOf(c)[0]),
    perPhit: Int32Array.from(linkClass, (_, c) => clockOf(c)[1]),
    delay: Float64Array.from(linkClass, (_, c) => clockOf(c)[2]),
  };
}

const stageLayout = (data: ViewData, canvas: Canvas) => stageView.layout(data, canvas) as StageMarks;
/** Number of subpaths in path data, without the placeholder "M0 0". */
const countSubpaths = (d: unknown) => String(d).match(/M(?!0 0$)/g)?.length ?? 0;

const slowXClocks = channelClocks(torus, { X: [1, 2, 0] });
describe("breadths", () => {
  const rates = fc.array(fc.record({ perCycle: fc.integer({ min: 1, max: 1000 }), perPhit: fc.integer({ min: 1, max: 1000 }) }), {
    minLength: 1,
    maxLength: 60,
  });
  it("grow with the rate, within bounds, and are 1 at the most frequent one", () =>
    fc.assert(
      fc.property(rates, (all) => {
        const links: ChannelClocks = {
          perCycle: Int32Array.from(all, ({ perCycle }) => perCycle),
          perPhit: Int32Array.from(all, ({ perPhit }) => perPhit),
          delay: new Float64Array(all.length),
        };
        const breadths = widthFactors(links);
        const order = [...all.keys()].sort((a, b) => rateOf(links, a) - rateOf(links, b));
        for (const [i, c] of order.entries()) if (i > 0) expect(breadths[c]).toBeGreaterThanOrEqual(breadths[order[i - 1]]);
        expect(Math.min(...breadths)).toBeGreaterThanOrEqual(0.4999);
        expect(Math.max(...breadths)).toBeLessThanOrEqual(1.7501);
        const counts = new Map<number, number>();
        for (const c of all.keys()) counts.set(rateOf(links, c), (counts.get(rateOf(links, c)) ?? 0) + 1);
        const [[usual]] = [...counts].sort(([p, m], [q, n]) => n - m || p - q);
        for (const c of all.keys()) if (rateOf(links, c) === usual) expect(breadths[c]).toBe(1);
      }),
    ));

  it("follow the square root of the rate where that leaves room", () => {
    const widthsOf = (links: ChannelClocks) => [...new Set(widthFactors(links))].map((breadth) => Math.round(breadth * 100) / 100).sort();
    expect(widthsOf(channelClocks(dragonfly, { global: [2, 1, 0] }))).toEqual([1, 1.4]);
    expect(widthsOf(channelClocks(dragonfly, { global: [4, 1, 0] }))).toEqual([1, 1.75]);
    expect(widthsOf(channelClocks(torus, { X: [1, 4, 0] }))).toEqual([0.5, 1]);
    expect(widthsOf(channelClocks(torus, { X: [4, 1, 0], Y: [4, 1, 0], terminal: [4, 1, 9] }))).toEqual([1]);
  });
});

describe.each([
  ["dragonfly", dragonfly, { global: [4, 1, 100], local: [1, 1, 10] }],
  ["torus with a slow X", torus, { X: [1, 2, 0] }],
  ["tree that gets faster", tree, { "level 0 to 1": [2, 1, 0], "level 1 to 2": [4, 1, 0] }],
] as const)("stage of a %s", (_, network, by) => {
  const links = channelClocks(network, by);
  it.each([desk, tablet, phone])("draws lines as wide as links are fast, hardly wider for what they carry", (canvas) => {
    const plain = stageLayout(viewData(network), canvas);
    const { marks, scene } = stageLayout(viewData(network, { links }), canvas);
    const breadths = widthFactors(links);
    for (const { channels, relativeWidth = 1 } of scene.strands)
      expect(relativeWidth).toBeCloseTo(
        Math.max(0.7 / scene.strandWidth.hot > 1 ? 1 : 0.7 / scene.strandWidth.hot, ...channels.map((c) => breadths[c])),
        2,
      );
    expect(scene.strands.map(({ curve }) => curve)).toEqual(plain.scene.strands.map(({ curve }) => curve));
    for (const { key, attributes } of marks.filter((mark) => /^(light|strands|bundles) \d+ ×/.test(mark.key))) {
      const [usual, breadth] = key.split(" × ");
      const tone = Number(usual.split(" ")[1]);
      const { cold, hot } = scene.strandWidth;
      const width = (cold + hot * (0.85 + (0.15 * tone) / 32)) * (usual.startsWith("light") ? 0.6 : 1);
      expect(attributes["stroke-width"]).toBeCloseTo(width * Number(breadth), 1);
    }
    // Every link has one wire, whatever its width.
    const wires = (all: typeof marks) =>
      all.filter(({ key }) => key.startsWith("wires")).reduce((sum, mark) => sum + countSubpaths(mark.attributes["d"]), 0);
    expect(wires(marks)).toBe(wires(plain.marks));
  });

  it("is as ever where all links are alike", () => {
    const same = channelClocks(network, Object.fromEntries(network.linkClasses.map((name) => [name, [1, 1, 7]])));
    expect(stageLayout(viewData(network, { links: same }), desk).marks).toEqual(stageLayout(viewData(network), desk).marks);
  });
});

it("fills a crowded scene with lines of several breadths", () => {
  const { scene, sceneTones } = stageLayout(viewData(large, { links: channelClocks(large, { X: [3, 1, 0] }) }), desk);
  expect(sceneTones).not.toBeNull();
  expect(new Set(scene.strands.map(({ relativeWidth = 1 }) => relativeWidth)).size).toBe(2);
});

it.each([smallMultiples, difference])("is as wide beside another network: $title", (view) => {
  const a = { ...viewData(torus, { links: slowXClocks }), letter: "A" };
  const b = { ...viewData(torus), index: 1, letter: "B" };
  const { marks } = view.layout({ ...a, variants: [a, b] }, desk) as { readonly marks: readonly { readonly key: string }[] };
  expect(marks.some(({ key }) => /^(A )?(strands \d+|wires) × 0\.7$/.test(key))).toBe(true);
  expect(marks.some(({ key }) => /^B .* × /.test(key))).toBe(false);
});

describe("a load where links are not equally fast", () => {
  const links = channelClocks(dragonfly, { global: [2, 1, 100] });
  const data = viewData(dragonfly, { links });
  const loads = frameLoads(data);
  const all = [...dragonfly.head.keys()];
  const global = all.filter((c) => rateOf(links, c) === 2);

  it("is a part of what its channel carries", () => {
    for (const c of all) expect(loads.share(c)).toBeCloseTo(loads.loadOf(c) / rateOf(links, c), 12);
    const { channel, load } = hottestChannel(loads, all.length);
    expect(loads.share(channel)).toBe(Math.max(...all.map(loads.share)));
    expect(load).toBe(loads.loadOf(channel));
  });

  it("is given with the rate where a channel is pointed at, and with its length", () => {
    const { scene, hitTestData } = stageLayout(data, desk);
    const strand = scene.strands.find(({ channels: [c] }) => c === global[5])!;
    const [x, y] = pointOnCurve(strand.curve, 0.3);
    const spot = hitTestStage({ ...hitTestData }, x, y, 3)!;
    expect(spot.value).toMatch(/^\d\.\d\d of 2\u00a0?.*phits\/cycle$/);
    expect(spot.name).toMatch(/→.*, 100\u00a0cycles long$/);
  });

  it("fills cards and matrices by its part", () => {
    expect(congestionMatrix.summary({ ...data, choices: { metric: "load" } })).toMatch(
      /^The links into .* have the highest utilization, together as much as \d+\.\d+ full links.* The worst link is .*, \d\.\d+\u00a0of its own rate\./,
    );
    const histogram = channelLoad.layout({ ...data, choices: { order: "histogram" } }, desk);
    expect(histogram.marks.some(({ text }) => text === "full rate")).toBe(true);
    for (const { shares } of rankChannels(dragonfly, loads)) expect(Math.max(...shares)).toBe(shares[0]);
    const slow = viewData(torus, { links: slowXClocks });
    expect(loadsByDimension.summary(slow)).toMatch(/^X links carry \d+\u00a0% of their rate on average, \d\.\d times as much as Y links/);
  });
});

describe("packets on a long channel", () => {
  const links = channelClocks(dragonfly, { global: [4, 1, 100] });
  const frame = busyFrame(dragonfly);
  const data = viewData(dragonfly, { links, frame });
  const { scene } = stageLayout(data, desk);
  const [L, now] = [data.packetPhits, frame.scalars[scalar.now]];

  it("are as many as come in the time that one takes", () => {
    for (const c of dragonfly.head.keys()) {
      const rate = rateOf(links, c);
      const time = L / rate + links.delay[c];
      expect(dotsInFlight(data, c).capacity).toBeCloseTo(
        Math.max(1, (frame.phits[c] / now) * (time / L / scene.packetMotion!.dotScaleOf(L).packetsPerDot)),
        9,
      );
    }
  });

  it("are no more than have begun, equally far apart, and one where the channel is short", () => {
    expect(dotPositions(0.25, { capacity: 4.5, started: 100 })).toEqual([0, 1, 2, 3, 4].map((i) => (0.25 + i) / 4.5));
    expect(dotPositions(0.75, { capacity: 4.5, started: 100 })).toHaveLength(4);
    expect(dotPositions(0.75, { capacity: 4.5, started: 1.2 })).toHaveLength(2);
    const short = [...dragonfly.head.keys()].find((c) => links.delay[c] === 0)!;
    expect(scene.packetMotion!.dotPositionsOf(data)(short, 0.4)).toEqual([0.4]);
  });

  it("stand for several where they would be too many, and the quickest channel sets the pace", () => {
    expect(scene.packetMotion!.dotScaleOf(16)).toEqual({ fastestRate: 1, packetsPerDot: 4 });
    expect(
      stageLayout(viewData(torus, { links: channelClocks(torus, { X: [4, 1, 0] }) }), desk).scene.packetMotion!.dotScaleOf(16),
    ).toEqual({
      fastestRate: 4,
      packetsPerDot: 1,
    });
  });
});
