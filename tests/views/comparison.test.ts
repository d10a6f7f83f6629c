/** Views that compare two or more networks: mirrored stages, differences, and the ledger of measures. */
import { strongWeight } from "../../src/views/plot/text-width.ts";
import { describe, expect, it } from "vitest";
import type { Network } from "../../src/core/network/network.ts";
import { type Frame, scalar } from "../../src/core/simulation/frame.ts";
import { arrangePair, canMirror } from "../../src/views/comparison/arrange-pair.ts";
import { difference, type DifferenceMarks } from "../../src/views/comparison/difference.ts";
import { ledger } from "../../src/views/comparison/ledger.ts";
import { ledgerLines } from "../../src/views/comparison/ledger-measures.ts";
import { mirror, type MirrorMarks } from "../../src/views/comparison/mirror.ts";
import { moveScene } from "../../src/views/comparison/move-scene.ts";
import { hitTestNetworks } from "../../src/views/comparison/hit-test.ts";
import { placeNetwork } from "../../src/views/comparison/place-network.ts";
import { differencePalette, differenceTone, differenceTones } from "../../src/views/comparison/difference-colors.ts";
import type { Canvas, Variant, ViewData } from "../../src/views/contract.ts";
import { contrastRatio, type Rgb } from "../../src/views/marks/color.ts";
import { type MarksDrawing, type Mark, roundedRectanglePath, toTenths } from "../../src/views/marks/marks.ts";
import { filledPart } from "../../src/views/stage/paint/paint.ts";
import { linePathData, pointOnCurve, type Scene } from "../../src/views/stage/scene.ts";
import { build, busyFrame, dark, desk, light, phone, tablet, viewData } from "./fixtures.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { sayCounts } from "../../src/views/comparison/pair.ts";
import { expectWording } from "../wording/wording.ts";

const thin = build("thin-tree", { k: 4, kUp: 2, n: 3 });
const fat = build("k-ary-n-tree", { k: 4, n: 3 });
const torus = build("torus", { sizes: [8, 8] });
const dragonfly = build("dragonfly", {});
const quads = build("three-quads", { m: 4 });
const small = build("k-ary-n-tree", { k: 4, n: 2 });

/** Made-up results with an accepted load in phits per cycle and a mean latency in cycles. */
const resultsWith = (accepted: number, mean: number, makespan: number | null = null) =>
  ({
    accepted,
    acceptedPerSender: accepted,
    deadlock: null,
    sending: 64,
    terminals: 64,
    latency: { mean, p95: 2 * mean },
    load: { worst: 0.9 },
    steady: { is: true, why: "" },
    makespan,
    deadlockChannels: [],
  }) as unknown as NonNullable<Variant["results"]>;

/** View data of several compared networks with letters from A. */
function comparedData(
  networks: readonly Network[],
  changeVariant: (variant: Variant, i: number) => Partial<Variant> = () => ({}),
  overrides: Partial<ViewData> = {},
): ViewData {
  const variants = networks.map((network, i) => {
    const frame = busyFrame(network);
    frame.sendingCycles.fill(1800);
    frame.blockedCycles.fill(400);
    const variant: Variant = { ...viewData(network), index: i, frame, letter: "ABCDEFGH"[i], title: `network ${i}` };
    return { ...variant, ...changeVariant(variant, i) };
  });
  return { ...viewData(networks[0]), ...variants[0], variants, ...overrides };
}

const mirrorLayout = (data: ViewData, canvas: Canvas) => mirror.layout(data, canvas) as MirrorMarks;
const canvases = [
  ["desk", desk],
  ["tablet", tablet],
  ["phone", phone],
  ["stage beside a drawer", { ...desk, width: 615, height: 500 }],
] as const;
const pairs = [
  ["a thin and a fat tree", [thin, fat]],
  ["a tree and a torus", [thin, torus]],
  ["a torus and a dragonfly", [torus, dragonfly]],
  ["trees of different size", [fat, small]],
  ["a cube and a tree", [quads, fat]],
] as const;

/** Expects texts inside the canvas, finite attributes and unique keys. */
function expectWithin(marks: readonly Mark[], canvas: Canvas): void {
  const texts = marks
    .filter(({ tag }) => tag === "text")
    .map(({ attributes, text }) => ({ x: Number(attributes["x"]), y: Number(attributes["y"]), text }));
  expect(texts.filter(({ x, y }) => x < -1 || y < 0 || x > canvas.width + 1 || y > canvas.height + 1)).toEqual([]);
  expect(marks.filter(({ attributes }) => /NaN|Infinity|undefined/.test(JSON.stringify(attributes)))).toEqual([]);
  expect(new Set(marks.map(({ key }) => key)).size).toBe(marks.length);
}

/** Some points of all lines, boxes and dots of a scene. */
function pointsOf({ lines, boxes, dots }: Scene): readonly (readonly [number, number])[] {
  return [
    ...lines.flatMap(({ curve }) => [0, 0.5, 1].map((t) => pointOnCurve(curve, t))),
    ...boxes.flatMap((box) => [[box.x, box.y] as const, [box.x + box.width, box.y + box.height] as const]),
    ...dots.map(({ x, y }) => [x, y] as const),
  ];
}

describe.each(pairs)("%s", (_, networks) => {
  it.each(canvases)("stay within a %s, and apart", (_, canvas) => {
    const { marks, arrangement } = mirrorLayout(comparedData(networks), canvas);
    if (arrangement === null) expect.fail("not placed");
    expectWithin(marks, canvas);
    expect(["A title", "B title"].map((name) => marks.find(({ key }) => key === name)?.text)).toEqual(["network 0", "network 1"]);
    for (const scene of [arrangement.a, arrangement.b]) {
      expect(pointsOf(scene).filter(([x, y]) => x < -1 || y < -1 || x > canvas.width + 1 || y > canvas.height + 1)).toEqual([]);
    }
    const touches = (p: Scene["boxes"][number], q: Scene["boxes"][number]) =>
      p.x < q.x + q.width && q.x < p.x + p.width && p.y < q.y + q.height && q.y < p.y + p.height;
    expect(arrangement.a.boxes.filter((p) => arrangement.b.boxes.some((q) => touches(p, q)))).toEqual([]);
  });
});

describe("two cubes beside each other", () => {
  const data = comparedData([quads, quads]);
  const textsOf = (marks: readonly Mark[]) => new Map(marks.flatMap(({ key, text }) => (text === undefined ? [] : [[key, text] as const])));

  it("name the families of switches of each", () => {
    const texts = textsOf(mirrorLayout(data, desk).marks);
    const names = (letter: string) => [0, 1, 2].map((i) => texts.get(`${letter} word ${i}`));
    expect([names("A"), names("B")]).toEqual([
      ["X", "Y", "Z"],
      ["X", "Y", "Z"],
    ]);
  });

  it("name them in their difference, too", () => {
    const drawn = difference.layout(data, desk) as DifferenceMarks;
    expect([...textsOf(drawn.marks).values()].filter((text) => /^[XYZ] switches$/.test(text))).toHaveLength(3);
  });
});

describe("two networks about their terminals", () => {
  it("stand on one axis, on which a column is the same terminal in both", () => {
    expect(canMirror(thin, fat)).toBe(true);
    expect([canMirror(thin, torus), canMirror(fat, small)]).toEqual([false, false]);
    for (const [, canvas] of canvases) {
      const { a, b } = arrangePair(thin, fat, canvas.width, canvas.height) ?? expect.fail("not placed");
      expect(a.axis?.bars.map(({ terminals }) => terminals)).toEqual(b.axis?.bars.map(({ terminals }) => terminals));
      a.axis?.bars.forEach(({ x }, i) => expect(b.axis?.bars[i].x).toBeCloseTo(x));
      expect(a.axis?.labelY).toBeCloseTo(b.axis?.labelY ?? NaN);
      // A is drawn above the numbers, B below them.
      const numbersAt = a.axis?.labelY ?? NaN;
      expect(pointsOf(a).every(([, y]) => y < numbersAt)).toBe(true);
      expect(pointsOf(b).every(([, y]) => y > numbersAt)).toBe(true);
    }
  });

  it("draw each terminal's time as parts of one length on one scale", () => {
    const later = (own: Variant, i: number) => {
      const frame = busyFrame(own.network as Network);
      frame.sendingCycles.fill(1000);
      frame.blockedCycles.fill(i === 0 ? 2000 : 0);
      return { frame };
    };
    const { marks, arrangement } = mirrorLayout(comparedData([thin, fat], later), desk);
    const heights = (key: string) => {
      const d = String(marks.find((mark) => mark.key === key)?.attributes["d"] ?? "");
      const [, top, , bottom] = /M[\d.]+ ([\d.]+)h([\d.]+)V([\d.]+)/.exec(d)?.map(Number) ?? [];
      return Math.abs(bottom - top);
    };
    const full = arrangement?.bars.a?.barHeight ?? NaN;
    const parts = ["A sending", "A idle", "A blocked", "B sending", "B idle"].map(heights);
    [0.25, 0.25, 0.5, 0.25, 0.75].forEach((part, i) => expect(parts[i]).toBeCloseTo(part * full, 0));
    expect(marks.some(({ key }) => key === "B blocked")).toBe(false);
    expect(marks.find(({ key }) => key === "key")?.text).toContain("4\u202f000\u00a0cycles");
    expect(mirror.table(comparedData([thin, fat], later)).rows[3]).toEqual([3, 1000, 1000, 2000, 1000, 3000, 0]);
  });

  it("fill the switches of both on one scale, that of all their places", () => {
    const half = (own: Variant, i: number) => {
      const frame = busyFrame(own.network as Network);
      frame.queued.fill(i === 0 ? 4 : 2);
      return { frame, queueCapacity: 4 };
    };
    const { marks, arrangement } = mirrorLayout(comparedData([thin, fat], half), desk);
    const expectLevels = (letter: string, { boxes, boxRadius }: Scene, full: number) => {
      const drawn = String(marks.find(({ key }) => key === `${letter} tanks`)?.attributes["d"]);
      for (const box of boxes) {
        const { x, y, width, height } = filledPart(box, full);
        expect(drawn).toContain(
          roundedRectanglePath(toTenths(x), toTenths(y), toTenths(width), toTenths(height), Math.min(boxRadius - 2, height / 2)),
        );
      }
    };
    expectLevels("A", arrangement!.a, 1);
    expectLevels("B", arrangement!.b, 0.5);
  });

  it.each([
    ["while presenting", 768, 363],
    ["on a phone", 374, 460],
  ])("keep their words clear of the links, %s", (_, width, height) => {
    const { arrangement } = mirrorLayout(comparedData([thin, fat]), { ...desk, width, height });
    // A second line of text next to the top row would cover links that begin right below it.
    const tops = [...new Set(arrangement?.a.boxes.map(({ y }) => y))].sort((p, q) => p - q);
    if (arrangement?.names.lineCount === 2) expect(tops[1] - tops[0]).toBeGreaterThanOrEqual(44);
  });

  it("say what both give for their links", () => {
    const run = (own: Variant, i: number) => ({ results: resultsWith([0.25, 0.43][i], 30), title: own.title });
    expectWording(mirror.summary(comparedData([thin, fat], run)), "Offered 0.45 phits/cycle … A delivers 0.25, B 0.43 … 58 % … 58 %");
    const list = (_: Variant, i: number) => ({ results: resultsWith(0, 30, [12_000, 8000][i]), load: null });
    expectWording(mirror.summary(comparedData([thin, fat], list)), "needs 12 000 cycles … B 8 000 … 1.5 times … 58 % … B");
    const few = (_: Variant, i: number) => ({ results: { ...resultsWith([0.25, 0.43][i], 30), sending: 62 } });
    expect(mirror.summary(comparedData([thin, fat], few))).toContain("phits/cycle per sending terminal");
    const stuck = (_: Variant, i: number) => ({
      results: { ...resultsWith([0.01, 0.43][i], 30), status: i === 0 ? ("deadlocked" as const) : ("finished" as const) },
    });
    expect(mirror.summary(comparedData([thin, fat], stuck))).toMatch(/A has deadlocked\.$/);
    expect(mirror.summary(comparedData([thin, fat], () => ({ results: null, frame: null })))).toContain("nothing is measured yet");
  });

  it("light up each for itself", () => {
    const highlight = (_: Variant, i: number) => ({
      highlight: { channels: new Set(i === 1 ? [70] : []), switches: new Set<number>(), terminals: new Set([17]) },
    });
    const keys = mirrorLayout(comparedData([thin, fat], highlight), desk).marks.map(({ key }) => key);
    expect(keys).toEqual(
      expect.arrayContaining([
        "A highlighted caps",
        "B highlighted caps",
        "A highlighted switches",
        "B highlighted switches",
        "B highlighted casing",
      ]),
    );
    expect(keys).not.toContain("A highlighted casing");
  });

  it("are any two that the reader chose, in their order", () => {
    const { marks, scenes } = mirrorLayout(comparedData([thin, fat, torus], undefined, { pair: [1, 2] }), desk);
    expect(marks.filter(({ key }) => key.endsWith(" letter")).map(({ text }) => text)).toEqual(["B", "C"]);
    expect(scenes.map(({ variantIndex, network }) => [variantIndex, network])).toEqual([
      [1, fat],
      [2, torus],
    ]);
  });

  it("are picked by what lies under the pointer, each as its own", () => {
    const drawn = mirrorLayout(comparedData([thin, fat]), desk);
    const { a, b } = drawn.arrangement ?? expect.fail("not placed");
    const spot = (x: number, y: number) => hitTestNetworks(drawn, x, y, 8, desk);
    const at = (x: number, y: number) => spot(x, y)?.clickSelection ?? null;
    const middle = (scene: Scene, n: number) => {
      const box = scene.boxes.find(({ switches }) => switches.includes(n)) ?? expect.fail("no box");
      return [box.x + box.width / 2, box.y + box.height / 2] as const;
    };
    expect(at(...middle(a, 70))).toEqual({ is: "switch", node: 70 });
    expect(spot(...middle(a, 70))?.networkIndex).toBe(0);
    expect(spot(...middle(b, 70))).toMatchObject({ clickSelection: { is: "switch", node: 70 }, networkIndex: 1 });
    expect(spot(...middle(b, 70))?.value).toMatch(/^B: waiting .*\u00a0cycles$/);
    const { axis } = b;
    expect(at((axis?.bars[17].x ?? 0) + 1, (axis?.y ?? 0) + 5)).toEqual({ is: "terminal", terminal: 17 });
    const strand = (scene: Scene, c: number) =>
      pointOnCurve((scene.lines.find(({ channels }) => channels[0] === c) ?? expect.fail("no line")).curve, 0.5);
    const up = [...thin.tail.keys()].find((c) => thin.tail[c] >= thin.terminals && thin.head[c] >= thin.terminals) ?? 0;
    expect(at(...strand(a, up))).toMatchObject({ is: "channel" });
    const upB = [...fat.tail.keys()].find((c) => fat.tail[c] >= fat.terminals && fat.head[c] >= fat.terminals) ?? 0;
    expect(spot(...strand(b, upB))).toMatchObject({ clickSelection: { is: "channel", channel: upB }, networkIndex: 1 });
  });

  it("say what would be here", () => {
    expect(mirror.emptyMessage(viewData(thin))).toMatch(/Add a second network\.$/);
    expect(mirror.emptyMessage(comparedData([thin, fat], (own, i) => ({ network: i === 1 ? null : own.network })))).toMatch(/built\.$/);
    expect(mirror.emptyMessage(comparedData([thin, fat]))).toBeNull();
    expect(mirror.table(comparedData([fat, small])).rows.length).toBe(64);
  });

  it("stay light when they are large", () => {
    const large = [build("k-ary-n-tree", { k: 4, n: 5 }), build("thin-tree", { k: 4, kUp: 2, n: 5 })];
    const { marks, canvasMarks } = mirrorLayout(comparedData(large), desk);
    expect(marks.length).toBeLessThan(1000);
    // Dense marks are drawn on the canvas instead of SVG. Its paths need literal colors, because a canvas does not resolve CSS variables.
    expect(canvasMarks.length).toBeGreaterThan(20);
    expect(canvasMarks.every(({ tag, attributes }) => tag === "path" && !/var\(/.test(JSON.stringify(attributes)))).toBe(true);
    expect(marks.some(({ key }) => /strands|cells|boxes/.test(key))).toBe(false);
  });
});

describe("a moved scene", () => {
  it("keeps its shape, upright or hanging", () => {
    const scene = placeNetwork(thin, 900, 400) ?? expect.fail("not placed");
    const down = moveScene(scene, { x: 10, y: 500, isUpsideDown: true });
    scene.boxes.forEach((box, i) => expect([down.boxes[i].x, down.boxes[i].y + box.height]).toEqual([box.x + 10, 500 + 400 - box.y]));
    const back = moveScene(moveScene(scene, { x: 0, y: 0, isUpsideDown: true }), { x: 0, y: 0, isUpsideDown: true });
    expect(back.wires).toBe(scene.wires);
    expect(back.isolatedTerminals).toBe(scene.isolatedTerminals);
    expect(linePathData(back.strands[5])).toBe(linePathData(scene.strands[5]));
    expect(moveScene(scene, { x: 0, y: 0, isUpsideDown: false }).axis).toEqual(scene.axis);
  });
});

describe("before and after", () => {
  const shifted = (frame: Frame, more: number, less: number) => {
    const cycles = frame.scalars[scalar.windowCycles];
    frame.windowPhits.fill(0.5 * cycles);
    frame.windowPhits[more] += 0.32 * cycles;
    frame.windowPhits[less] -= 0.2 * cycles;
    return frame;
  };
  const runs = (network: Network, more: number, less: number) =>
    comparedData([network, network], (_, i) => {
      const frame = busyFrame(network);
      frame.windowPhits.fill(0.5 * frame.scalars[scalar.windowCycles]);
      return { frame: i === 0 ? frame : shifted(frame, more, less) };
    });

  it("names the largest rise and fall", () => {
    expectWording(difference.summary(runs(torus, 200, 210)), "from A to B … +0.32 … −0.20");
    expect(difference.summary(comparedData([torus, torus]))).toContain("the load of no channel changes");
    const { rows } = difference.table(runs(torus, 200, 210));
    expect(rows.length).toBe(torus.head.length);
    expect(Number(rows[200][4])).toBeCloseTo(0.32);
    expect(Number(rows[210][4])).toBeCloseTo(-0.2);
  });

  it.each([thin, torus, dragonfly])("draws rises and falls apart, and nothing where nothing changed", (network) => {
    for (const [, canvas] of canvases) {
      const { marks } = difference.layout(runs(network, 200, 210), canvas) as DifferenceMarks;
      expectWithin(marks, canvas);
      const tones = marks.flatMap(({ key }) => (/^strands |^light /.test(key) ? [Number(key.split(" ")[1])] : []));
      expect(tones).toContain(differenceTones);
      expect(Math.min(...tones)).toBe(differenceTone(-0.2, 0.32));
      expect(marks.find(({ key }) => key === "gained value")?.text).toBe("+0.32");
      expect(marks.find(({ key }) => key === "relieved value")?.text).toBe("−0.20");
    }
  });

  it("compares runs of one network only", () => {
    expectWording(difference.emptyMessage(comparedData([thin, fat])), "differ");
    expect(difference.emptyMessage(viewData(thin))).toMatch(/\.$/);
    expect(difference.emptyMessage(comparedData([thin, thin]))).toBeNull();
    expect((difference.layout(comparedData([thin, fat]), desk) as DifferenceMarks).marks).toEqual([]);
  });

  it("has arms that differ for everybody, and stand out as far as the other at their ends", () => {
    for (const theme of [light, dark]) {
      const colours = differencePalette(theme);
      const rgb = (tone: number) =>
        (/\d+, \d+, \d+/
          .exec(colours.get(tone) ?? "")?.[0]
          .split(", ")
          .map(Number) ?? expect.fail("no colour")) as unknown as Rgb;
      const ground = [1, 3, 5].map((i) => Number.parseInt(theme.ground.slice(i, i + 2), 16)) as unknown as Rgb;
      const [less, more] = [contrastRatio(rgb(-differenceTones), ground), contrastRatio(rgb(differenceTones), ground)];
      expect(Math.min(less, more)).toBeGreaterThan(4.5);
      expect(Math.max(less, more) / Math.min(less, more)).toBeLessThan(1.6);
      // People without red or green receptors still distinguish blue from yellow.
      for (let tone = 4; tone <= differenceTones; tone++) {
        const [down, up] = [rgb(-tone), rgb(tone)];
        expect(down[2] - (down[0] + down[1]) / 2 - (up[2] - (up[0] + up[1]) / 2)).toBeGreaterThan(40);
      }
    }
  });
});

it("counts of a network what lies outside of hosts, as its legend does", () => {
  expect(sayCounts(thin)).toBe("28\u00a0switches, 112\u00a0links");
  expect(sayCounts(build("rails", { hosts: 8, accelerators: 8, ports: 64 }))).toBe("12\u00a0switches, 320\u00a0links");
  expect(sayCounts(build("clos", { ports: 8, planes: 2 }))).toBe("24\u00a0switches, 128\u00a0links");
});

describe("the comparison in numbers", () => {
  const run = (_: Variant, i: number) => ({ results: resultsWith(0.25 + 0.1 * i, 60 - 10 * i) });
  const networks = [thin, fat, torus, dragonfly, thin, fat, small, torus];

  it("has a line per measure, a column per network, differences and ratios to the first", () => {
    const { columns, rows } = ledger.table(comparedData([thin, fat], run));
    expect(columns.map(({ title }) => title)).toEqual(["Measure", "Unit", "A network 0", "B network 1", "B − A", "B / A"]);
    const [accepted] = rows;
    expect(accepted.slice(0, 4)).toEqual(["Accepted load", "phits/cycle per sender", 0.25, 0.35]);
    expect([accepted[4], accepted[5]].map(Number)).toEqual([expect.closeTo(0.1), expect.closeTo(1.4)]);
    expect(rows.find(([name]) => name === "Links")?.slice(2, 4)).toEqual([112, 192]);
    expect(rows.map(([name]) => name)).not.toContain("Makespan");
    expect(rows.find(([name]) => name === "Total cost")?.slice(2, 4)).toEqual([28 * (5625 / 256) * 36 + 150 * 112, 96_300]);
    const perMoney = rows.find(([name]) => String(name).startsWith("Accepted load per"));
    expect(Number(perMoney?.[3])).toBeCloseTo((0.35 * 1000) / (96_300 / 64), 12);
    const times = ledger.table(comparedData([thin, fat], () => ({ results: resultsWith(0.25, 60, 3000) }))).rows;
    expect(times.find(([name]) => name === "Makespan × cost per terminal")?.[3]).toBe((3000 * 96_300) / 64);
    expect(times.map(([name]) => name)).not.toContain(perMoney?.[0]);
  });

  it("measures by the baseline", () => {
    const { columns, rows } = ledger.table(comparedData([thin, fat], run, { baseline: 1 }));
    expect(columns.slice(4).map(({ title }) => title)).toEqual(["A − B", "A / B"]);
    expect(Number(rows[0][5])).toBeCloseTo(0.25 / 0.35);
    expectWording(ledger.summary(comparedData([thin, fat], run, { baseline: 1 })), "Compared with B, A accepts 0.714 times");
  });

  it("has bus bandwidth, in the units of loads, and the share of what a network allows, where collectives ran", () => {
    const collective = { operation: "allreduce", algorithm: "ring", ranks: 4, bytes: 4000, steps: 6, bytesPerRank: 6000 } as const;
    // 4000 B in 2000 cycles, times 2 · 3 / 4: 3 B per cycle, three quarters of a phit.
    const bound = { cycles: 1500, by: "latency" };
    const done = () => ({ results: { ...resultsWith(0, 30, 2000), collective: { ...collective, bound } } });
    const lines = ledgerLines(comparedData([thin, fat], done));
    const line = (title: string) => lines.find(({ measure }) => measure.title === title);
    expect(line("Bus bandwidth")!.values).toEqual([0.75, 0.75]);
    expect(line("Bus bandwidth")!.measure.write(0.75, 0.75, unitsOfResults)).toBe("0.75");
    expect(line("Least time / makespan")!.values).toEqual([0.75, 0.75]);
    expect(ledgerLines(comparedData([thin, fat], run)).map(({ measure }) => measure.title)).not.toContain("Bus bandwidth");
  });

  it("marks the best where there is one", () => {
    const lines = ledgerLines(comparedData([thin, fat], run));
    const best = (title: string) => [...(lines.find(({ measure }) => measure.title === title)?.best ?? [])];
    expect([best("Accepted load"), best("Mean latency of packets"), best("Links"), best("Terminals"), best("Worst channel load")]).toEqual([
      [1],
      [1],
      [0],
      [],
      [],
    ]);
    // Values that are written alike count as equal.
    const alike = comparedData([thin, thin], (_, i) => ({ results: resultsWith([0.4501, 0.4499][i], 30) }));
    expect([...(ledgerLines(alike)[0]?.best ?? [])]).toEqual([]);
    expectWording(ledger.summary(alike), "Compared with A, B … same load … same cost");
    // Loads that differ by less than half a percent, but are printed differently above the sentence, are only about the same.
    const nearlyAlike = comparedData([thin, thin], (_, i) => ({ results: resultsWith([0.4551, 0.4549][i], 30) }));
    expect(ledger.summary(nearlyAlike)).toMatch(/accepts about the same load at the same cost\.$/);
    // Networks of different sizes are compared per terminal.
    expectWording(ledger.summary(comparedData([fat, dragonfly], run)), "the cost per terminal");
    const { marks } = ledger.layout(comparedData([thin, fat], run), {
      width: 300,
      height: 500,
      theme: light,
      units: unitsOfResults,
    }) as MarksDrawing;
    expect(
      marks
        .filter(({ key, attributes }) => key.startsWith("value 0") && attributes["font-weight"] === strongWeight)
        .map(({ text }) => text),
    ).toEqual(["0.35"]);
  });

  it("calls no latency best that still grew when its run ended, and marks it", () => {
    const data = comparedData([thin, fat], run);
    const still = {
      ...data,
      variants: data.variants.map((each, i) =>
        i === 1 || each.results === null ? each : { ...each, results: { ...each.results, steady: { is: false, why: "" } } },
      ),
    };
    const latency = ledgerLines(still).find(({ measure }) => measure.title === "Mean latency of packets");
    expect([[...latency!.changing], [...latency!.best]]).toEqual([[0], [1]]);
    const words = (ledger.layout(still, desk) as MarksDrawing).marks.flatMap(({ text = "" }) => (text.includes("↗") ? [text] : []));
    expect(words).toEqual(["60 ↗", "↗ grows with the length of the run", "120 ↗"]);
    expect(ledger.table(still).rows.some(([title]) => String(title).includes("in A it still grew"))).toBe(true);
  });

  it.each([
    [2, 300],
    [3, 358],
    [8, 300],
    [8, 900],
    [2, 1344],
  ])("has room for %i networks in %i pixels", (count, width) => {
    const data = comparedData(networks.slice(0, count), run);
    const { height } = ledger.preferredSize?.(data, width) ?? expect.fail("no room");
    const canvas = { width, height, theme: light, units: unitsOfResults };
    const { marks } = ledger.layout(data, canvas) as MarksDrawing;
    expectWithin(marks, canvas);
    // Numbers do not touch each other, and bars do not touch numbers.
    const wide = (text: string) => [...text].reduce((sum, char) => sum + (char === "\u202f" ? 3 : 6.4), 0);
    const numbers = marks
      .filter(({ key }) => key.startsWith("value "))
      .map(({ attributes, text = "" }) => {
        const [x, y, isBehind] = [Number(attributes["x"]), Number(attributes["y"]), attributes["text-anchor"] === "end"];
        return { left: isBehind ? x - wide(text) : x, right: isBehind ? x : x + wide(text), top: y - 9, foot: y };
      });
    const bars = marks
      .filter(({ key }) => key.startsWith("track "))
      .map(({ attributes }) => {
        const [x, y, w, h] = ["x", "y", "width", "height"].map((name) => Number(attributes[name]));
        expect([w > 20, x + w <= width]).toEqual([true, true]);
        return { left: x, right: x + w, top: y, foot: y + h };
      });
    const places = [...numbers, ...bars];
    const touching = places.flatMap((p, i) =>
      places.slice(i + 1).filter((q) => p.left < q.right && q.left < p.right && p.top < q.foot && q.top < p.foot),
    );
    expect(touching).toEqual([]);
    // The largest value fills its track, and the other bars are relative to it.
    for (const [row, { values, largest }] of ledgerLines(data).entries()) {
      const own = marks.filter(({ key }) => key.startsWith(`bar ${row} `)).map(({ attributes }) => Number(attributes["width"]));
      const whole = Number(marks.find(({ key }) => key.startsWith(`track ${row} `))?.attributes["width"]);
      const parts = values.flatMap((value) => (value !== null && value > 0 ? [value / largest] : [])).sort();
      expect(own.map((long) => long / whole).sort()).toEqual(parts.map((part) => expect.closeTo(part, 1)));
    }
  });

  it("has the order of the letters whatever is better; a dead network has a number and no bar, a missing value neither", () => {
    const { layout } = ledger;
    const data = comparedData([thin, fat, torus], (_, i) => ({
      results: {
        ...resultsWith([0.2, 0, 0.3][i], 40),
        status: i === 1 ? "deadlocked" : "finished",
        deadlock: i === 1 ? ["a circle"] : null,
      },
    }));
    const { marks } = layout(data, desk) as MarksDrawing;
    const textsOf = (key: string) => marks.filter((mark) => mark.key.startsWith(key)).map(({ text }) => text);
    expect(textsOf("title ")).toEqual(["network 0", "network 1", "network 2"]);
    expect(textsOf("value 0 ")).toEqual(["0.20", "0.00", "0.30"]);
    expect(textsOf("value 1 ")).toEqual(["40", "–", "40"]);
    expect(["bar 0 ", "bar 1 ", "track 0 ", "track 1 "].map((key) => textsOf(key).length)).toEqual([2, 2, 3, 2]);
  });

  it("tells what the seed alone does, where it is known", () => {
    /** Variants whose accepted loads range over three seeds, at loads of 0.3 and 0.45. */
    const seeded = (ranges: readonly (readonly [number, number])[]) => (_: Variant, i: number) => {
      const [low, high] = ranges[i];
      const spread = { seeds: 3, accepted: [low, high] as const, latency: [20, 40] as const };
      const at = (load: number) => ({
        load,
        created: load,
        accepted: (low + high) / 2,
        latency: 30,
        steady: true,
        deadlocked: false,
        spread,
      });
      return { results: resultsWith((low + high) / 2, 30), load: 0.45, curve: { points: [at(0.3), at(0.45)], expectedPoints: 2 } };
    };
    const apart = comparedData(
      [thin, fat],
      seeded([
        [0.24, 0.26],
        [0.42, 0.44],
      ]),
    );
    expectWording(ledger.summary(apart), "over 3 seeds … accepts 0.24 … 0.26 … B 0.42 … 0.44");
    const { columns, rows } = ledger.table(apart);
    expect(columns.slice(-4).map(({ title }) => title)).toEqual([
      "A, lowest of its seeds",
      "A, highest of its seeds",
      "B, lowest of its seeds",
      "B, highest of its seeds",
    ]);
    expect(rows.find(([title]) => title === "Accepted load")?.slice(-4)).toEqual([0.24, 0.26, 0.42, 0.44]);
    expect(rows.find(([title]) => title === "Links")?.slice(-4)).toEqual(["", "", "", ""]);
    const { marks } = ledger.layout(apart, { width: 300, height: 500, theme: light, units: unitsOfResults }) as MarksDrawing;
    expect(marks.filter(({ key }) => key.startsWith("spread "))).toHaveLength(4);
    const close = comparedData(
      [thin, fat],
      seeded([
        [0.41, 0.43],
        [0.42, 0.44],
      ]),
    );
    expectWording(ledger.summary(close), "chance");
    // Only the first seed was run at this load, so nothing is known about the variation between seeds.
    expect(ledger.summary({ ...apart, variants: apart.variants.map((own) => ({ ...own, load: 0.46 })) })).not.toContain("seeds");
  });

  it("says who gives most and who takes least", () => {
    expectWording(ledger.summary(comparedData([thin, fat], run)), "Compared with A, B accepts 1.4 times … 2.47 times the cost");
    expectWording(
      ledger.summary(comparedData(networks.slice(0, 3), run)),
      "Of 3 networks, C … most … 0.45 phits/cycle … A … least … $609 per terminal",
    );
    expect(ledger.emptyMessage(viewData(thin))).toMatch(/Add a second network\.$/);
  });
});
