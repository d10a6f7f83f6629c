/** The comparison of collective algorithms over message sizes: which algorithm is fastest in which range, and its drawing. */
import { array, assert, constantFrom, integer, property, string, tuple } from "fast-check";
import { describe, expect, test } from "vitest";
import { winnersOf, contestOf, intersectionOf, winningRangesOf, contestAxesOf } from "../../src/core/measures/contest.ts";
import type { Results } from "../../src/core/measures/results.ts";
import type { SweepAxis, SweepTable } from "../../src/core/measures/sweep.ts";
import { findingOfSweep } from "../../src/findings/sweep.ts";
import { choiceOf, availableChoices } from "../../src/views/contract.ts";
import type { ViewData } from "../../src/views/contract.ts";
import type { Mark } from "../../src/views/marks/marks.ts";
import { strongWeight, textWidth } from "../../src/views/plot/text-width.ts";
import { wrapName } from "../../src/views/sweep/names.ts";
import { hoverTargetsOf } from "../../src/views/plot/targets.ts";
import { sweepView } from "../../src/views/sweep/sweep.ts";
import { sayLead } from "../../src/words/contest.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { build, dark, desk, phone, tablet, viewData } from "./fixtures.ts";
import { expectWording } from "../wording/wording.ts";

const sizes = Array.from({ length: 9 }, (_, i) => 64 * 4 ** i);
const labels = ["64 B", "256 B", "1 KiB", "4 KiB", "16 KiB", "64 KiB", "256 KiB", "1 MiB", "4 MiB"];
const sizeAxis: SweepAxis = {
  title: "Message",
  unit: "",
  labels,
  phrases: labels.map((each) => `messages of ${each}`),
  numbers: sizes,
  isWorkAmount: true,
};
const algorithms = ["recursive doubling", "ring", "Rabenseifner"];
const algorithmAxis: SweepAxis = {
  title: "Algorithm",
  unit: "",
  labels: algorithms,
  phrases: algorithms.map((each) => `algorithm ${each}`),
  numbers: null,
  isWorkAmount: true,
};

/** Start-up time in cycles and time per byte of an algorithm: the α and β of a linear cost model. */
type CostLine = readonly [start: number, perByte: number];
/** Three algorithms. Two of them take equal time at (α₂ − α₁) / (β₁ − β₂) bytes. */
const costLines: readonly CostLine[] = [
  [100, 3],
  [3000, 1],
  [600, 1.5],
];

const runOf = (bytes: number, time: number) =>
  ({
    makespan: time,
    deadlock: null,
    collective: { operation: "allreduce", algorithm: "", ranks: 16, bytes, steps: 1, bytesPerRank: bytes },
  }) as unknown as Results;

/** The sweep table of networks with the given cost lines, one per algorithm. */
function tableOf(networks: readonly (readonly CostLine[])[], axis = algorithmAxis): SweepTable {
  const points = networks.flatMap((networkLines, variant) =>
    sizes.flatMap((bytes, i) =>
      networkLines.map(([start, perByte], algorithmIndex) => ({
        variant,
        indices: [i, algorithmIndex],
        runs: [runOf(bytes, start + perByte * bytes)],
      })),
    ),
  );
  return { axes: [sizeAxis, axis], points, expectedPoints: points.length };
}
const table = tableOf([costLines]);
const winnersFor = (ownTable: SweepTable, variant = 0) => winnersOf(contestOf(ownTable, contestAxesOf(ownTable)!, variant));

describe("a contest", () => {
  test("is one where all ways do the same at each size, in both orders of the axes", () => {
    expect(contestAxesOf(table)).toEqual({ sizeAxis: 0, contenderAxis: 1 });
    const turned = {
      ...table,
      axes: [algorithmAxis, sizeAxis],
      points: table.points.map((each) => ({ ...each, indices: each.indices.toReversed() })),
    };
    expect(contestAxesOf(turned)).toEqual({ sizeAxis: 1, contenderAxis: 0 });
    expect(winnersFor(turned)).toEqual(winnersFor(table));
    // Excluded: runs with different numbers of ranks do different work, programs are not collective operations, and loads are not sizes.
    const others = table.points.map(({ runs: [run], ...each }) => ({
      ...each,
      runs: [{ ...run, collective: { ...run.collective!, ranks: 4 + each.indices[1] } }],
    }));
    expect(contestAxesOf({ ...table, points: others })).toBeNull();
    const plain = table.points.map(({ runs: [run], ...each }) => ({
      ...each,
      runs: [{ ...run, collective: undefined } as unknown as Results],
    }));
    expect(contestAxesOf({ ...table, points: plain })).toBeNull();
    expect(contestAxesOf({ ...table, axes: [{ ...sizeAxis, isWorkAmount: false }, algorithmAxis] })).toBeNull();
  });

  test("is won at each size by the least time, and its reigns lie between the sizes where lines cross", () => {
    assert(
      property(array(tuple(integer({ min: 1, max: 1e5 }), integer({ min: 1, max: 50 })), { minLength: 2, maxLength: 8 }), (own) => {
        const axis = { ...algorithmAxis, labels: own.map(String), phrases: own.map(String) };
        const those = winnersFor(tableOf([own], axis));
        expect(those.map(({ size }) => size)).toEqual([...sizes.keys()]);
        for (const { size, contender, time, ties } of those) {
          const times = own.map(([start, perByte]) => start + perByte * sizes[size]);
          expect(time).toBe(times[contender]);
          expect(time).toBeLessThanOrEqual(1.001 * Math.min(...times));
          expect(ties.every((each) => times[each] <= 1.001 * Math.min(...times))).toBe(true);
        }
        const reigns = winningRangesOf(those);
        expect(reigns[0].from).toBe(0);
        expect(reigns.at(-1)!.until).toBe(sizes.length - 1);
        for (const [i, { contender, until }] of reigns.slice(0, -1).entries()) {
          const next = reigns[i + 1];
          expect(next.from).toBe(until + 1);
          const [[a, b], [c, d]] = [own[contender], own[next.contender]];
          const meet = (c - a) / (b - d);
          // An algorithm keeps its range while it is at most a thousandth slower than the best.
          expect(meet).toBeGreaterThan(0.98 * sizes[until] - (0.001 * (a + c)) / Math.abs(b - d));
          expect(meet).toBeLessThanOrEqual(sizes[next.from]);
        }
      }),
    );
  });

  test("leaves out a size that is not in whole, and a way that never ends", () => {
    const some = { ...table, points: table.points.filter(({ indices: [i, k] }) => i !== 3 || k !== 1) };
    expect(winnersFor(some).map(({ size }) => size)).toEqual([0, 1, 2, 4, 5, 6, 7, 8]);
    const stuck = table.points.map((each) => (each.indices[1] === 0 ? { ...each, runs: [{ ...each.runs[0], makespan: null }] } : each));
    expect(winnersFor({ ...table, points: stuck }).every(({ contender }) => contender !== 0)).toBe(true);
  });

  test("finds where straight lines cross, and halfway where they do not", () => {
    expect(intersectionOf([0, 4], [2, 2])).toBe(0.5);
    expect(intersectionOf([0, 10], [1, 1])).toBeCloseTo(0.1);
    expect(intersectionOf([0, 1], [2, 3])).toBe(0.5);
    expect(intersectionOf([1, 1], [1, 1])).toBe(0.5);
  });
});

describe("the picture of one network", () => {
  const data = viewData(build("thin-tree", {}), { sweep: table });
  const keys = (start: string, canvas = desk) => sweepView.layout(data, canvas).marks.filter(({ key }) => key.startsWith(start));
  test("names who is fastest from where to where, in its band and in a sentence", () => {
    // 100 + 3n and 600 + 1.5n meet at 333 B, 600 + 1.5n and 3000 + n at 4800 B.
    expect(keys("reign name").map(({ text }) => text)).toEqual(["recursive doubling", "Rabenseifner", "ring"]);
    expect(keys("overtaken at").map(({ text }) => text)).toEqual(["256 B to 1 KiB", "4 KiB to 16 KiB"]);
    expectWording(sweepView.summary(data), "256 B, recursive doubling … 1 KiB … 4 KiB, Rabenseifner … 16 KiB on, ring");
    expect(findingOfSweep(unitsOfResults, table, [{ letter: "", name: "the thin tree", curve: null }])).toEqual({
      answer: "Up to 256 B, recursive doubling is fastest; from 1 KiB to 4 KiB, Rabenseifner; from 16 KiB on, ring.",
      evidence: ["At 4 MiB, ring takes 4\u202f197\u202f304\u00a0cycles; the slowest, recursive doubling, takes 3 times as long."],
      isPartial: false,
    });
  });
  test.each([desk, tablet, phone, { ...phone, theme: dark, width: 292 }])(
    "joins its reigns where the lines cross, and stays in its room",
    (canvas) => {
      const reigns = keys("reign ", canvas).filter(({ tag }) => tag === "rect");
      const crossings = keys("crossing ", canvas).map(({ attributes }) => Number(attributes["cx"]));
      expect(crossings).toHaveLength(2);
      for (const [i, { attributes }] of reigns.slice(1).entries()) expect(attributes["x"]).toBe(crossings[i]);
      for (const { key, tag, attributes, text = "" } of sweepView.layout(data, canvas).marks) {
        if (tag !== "text" || attributes["text-anchor"] !== undefined) continue;
        expect(Number(attributes["x"]) + 6 * text.length, key).toBeLessThanOrEqual(canvas.width + 1);
      }
      expect(JSON.stringify(sweepView.layout(data, canvas).marks)).not.toMatch(/NaN|undefined|Infinity/);
    },
  );
  test("spreads sizes by factors, and counts many cycles in powers of ten", () => {
    const xs = labels.map((_, i) => keys(`tick x${sizes[i]}`)[0]).filter((mark) => mark !== undefined);
    const at = xs.map(({ attributes }) => Number(attributes["x"]));
    const steps = at.slice(1).map((x, i) => x - at[i]);
    for (const step of steps) expect(step).toBeCloseTo(steps[0], 0);
    expect(keys("tick ").map(({ text }) => text)).toContain("10⁶");
  });
  test("says so far who is fastest at the sizes that are in", () => {
    const part = { ...data, sweep: { ...table, points: table.points.slice(0, 9) } };
    expectWording(sweepView.summary(part), "So far … 256 B, recursive doubling … 1 KiB, Rabenseifner … 9 of 27 points");
  });
  test("writes whose run is shown beside the names of the lines, not over them", () => {
    for (const at of [
      [0, 0],
      [8, 0],
      [8, 2],
    ]) {
      const { marks } = sweepView.layout({ ...data, sweepPoint: at }, desk);
      const shown = marks.find(({ key }) => key === "shown name")!;
      const x = Number(shown.attributes["x"]);
      const right = shown.attributes["text-anchor"] === "end" ? x : x + 7 * shown.text!.length;
      const names = marks.filter(({ key }) => key.startsWith("name ")).map(({ attributes }) => Number(attributes["x"]));
      expect(right).toBeLessThan(Math.min(...names));
    }
  });
  test("shows the run that is clicked, in both orders of the axes", () => {
    const turned = {
      ...table,
      axes: [algorithmAxis, sizeAxis],
      points: table.points.map((each) => ({ ...each, indices: each.indices.toReversed() })),
    };
    const pointsOf = (own: SweepTable) =>
      hoverTargetsOf(sweepView.layout({ ...data, sweep: own }, desk).marks).map(({ sweepPoint }) => sweepPoint!);
    expect(pointsOf(table)).toHaveLength(table.points.length);
    expect(pointsOf(turned).map((at) => at.toReversed())).toEqual(pointsOf(table));
  });
});

describe("the matrix over networks", () => {
  const first = viewData(build("thin-tree", {}));
  const names = ["fat tree", "torus", "dragonfly"];
  const variants = names.map((title, index) => ({ ...first.variants[0], index, letter: "ABC"[index], title }));
  const networks = tableOf([costLines, [costLines[0], [9000, 1], [600, 1.5]], [costLines[0], [1e9, 9], [1e9, 9]]]);
  const data = { ...first, variants, letter: "A", sweep: networks };
  /** Three sizes and two algorithms, as in the gallery: Rabenseifner wins at first, then the ring. */
  const [few, two] = [3, 2];
  const ring: SweepTable = {
    axes: [
      { ...sizeAxis, labels: labels.slice(0, few), phrases: sizeAxis.phrases.slice(0, few), numbers: sizes.slice(0, few) },
      { ...algorithmAxis, labels: algorithms.slice(1), phrases: algorithmAxis.phrases.slice(1) },
    ],
    points: tableOf(Array.from({ length: 4 }, () => [[3000, 1] as const, [600, 9] as const])).points.filter(({ indices: [i] }) => i < few),
    expectedPoints: 4 * few * two,
  };
  /** Cells that name their best algorithm in full neither in their own text nor in the legend. */
  function unnamed(own: ViewData, marks: readonly Mark[]) {
    const named = ({ sweep: table, variants: all }: ViewData) =>
      all.flatMap((_, v) =>
        winnersFor(table!, v).map(({ size, contender }) => ({ id: `${v} ${size}`, name: table!.axes[1].labels[contender] })),
      );
    const key = new Set(marks.filter(({ key: each }) => each.startsWith("name ")).map(({ text }) => text));
    return named(own).filter(({ id, name }) => {
      const lines = marks.filter(({ key: each }) => each.startsWith(`best ${id} `)).map(({ text }) => text!);
      const bare = (text: string) => text.replaceAll(/[- ]/g, "");
      return bare(lines.join("")) !== bare(name) && !key.has(name);
    });
  }
  test("is what several networks are shown as, with their lines and values on request", () => {
    const option = sweepView.options!.find(({ id }) => id === "picture")!;
    expect(choiceOf(sweepView, {}, "picture", data)).toBe("best");
    expect(availableChoices(option, data)).toEqual(["best", "values"]);
    expect(availableChoices(option, { ...data, sweep: table, variants: variants.slice(0, 1) })).toEqual(["lines", "best", "values"]);
  });
  test.each([desk, tablet, phone])("has a cell for each network and size, with the name and the value of the best", (canvas) => {
    const room = sweepView.preferredSize!(data, canvas.width);
    const { marks } = sweepView.layout(data, { ...canvas, ...room });
    const cells = marks.filter(({ key }) => key.startsWith("cell "));
    expect(cells).toHaveLength(3 * sizes.length);
    for (const { attributes } of cells) {
      expect(Number(attributes["x"]) + Number(attributes["width"])).toBeLessThanOrEqual(room.width);
      expect(Number(attributes["y"]) + Number(attributes["height"])).toBeLessThanOrEqual(room.height);
    }
    expect(marks.filter(({ key }) => key.startsWith("value "))).toHaveLength(3 * sizes.length);
    expect(unnamed(data, marks)).toEqual([]);
    // The pointer and the arrow keys find each cell. A click selects the run of the best algorithm there.
    const best = names.flatMap((_, networkIndex) =>
      winnersFor(networks, networkIndex).map(({ size, contender }) => ({ networkIndex: networkIndex, sweepPoint: [size, contender] })),
    );
    expect(hoverTargetsOf(marks)).toMatchObject(best);
    expect(JSON.stringify(marks)).not.toMatch(/NaN|undefined|Infinity/);
  });
  test.each([292, 358, 374, 500, 619, 620, 700, 900, 1400])("says of every cell who it is, in its room, %i wide", (width) => {
    for (const table of [networks, ring])
      for (const height of ["least", "height"] as const) {
        const own = { ...data, sweep: table };
        const room = sweepView.preferredSize!(own, width) as { width: number; height: number; least: number };
        const { marks } = sweepView.layout(own, { ...desk, width: room.width, height: room[height] });
        expect(unnamed(own, marks)).toEqual([]);
        for (const { key, text = "", attributes } of marks) {
          expect(Number(attributes["y"]) + Number(attributes["height"] ?? 0), key).toBeLessThanOrEqual(room[height]);
          if (!/^(best|value) /.test(key)) continue;
          const cell = marks.find((mark) => mark.key === key.replace(/^(best|value) (\d+ \d+).*/, "cell $2"))!.attributes;
          const wide = textWidth(text, { weight: Number(attributes["font-weight"] ?? 400) });
          const [x, half] = [Number(attributes["x"]), wide / 2];
          const [from, to] = { start: [x, x + wide], middle: [x - half, x + half], end: [x - wide, x] }[String(attributes["text-anchor"])]!;
          expect(from, `${key}: ${text}`).toBeGreaterThanOrEqual(Number(cell["x"]) - 1);
          expect(to, `${key}: ${text}`).toBeLessThanOrEqual(Number(cell["x"]) + Number(cell["width"]) + 1);
          // `y` is the baseline of a line of text; its letters are above it.
          expect(Number(attributes["y"]) - 9).toBeGreaterThanOrEqual(Number(cell["y"]));
          expect(Number(attributes["y"])).toBeLessThanOrEqual(Number(cell["y"]) + Number(cell["height"]));
        }
      }
  });
  test("has its rows in little height where its cells are wide, with values beside names", () => {
    const own = { ...data, sweep: ring, variants: [...variants, { ...variants[0], index: 3, letter: "D", title: "GPU rails" }] };
    const room = sweepView.preferredSize!(own, 640);
    // The height that a screen of 1024 × 768 leaves for the gallery's comparison of ring with halving and doubling.
    expect(room.least).toBeLessThanOrEqual(160);
    const { marks } = sweepView.layout({ ...own, sweep: ring }, { ...desk, width: 640, height: room.least! });
    const markOf = (key: string) => marks.find((mark) => mark.key === key)!;
    expect(markOf("best 0 0 0").attributes["y"]).toBe(markOf("value 0 0").attributes["y"]);
    expect(markOf("best 1 0 0").text).toBe("Rabenseifner");
  });
  test("parts words of names where they are longer than a line, and never loses a letter", () => {
    const style = { size: 12, weight: strongWeight };
    const wide = (text: string) => textWidth(text, style);
    expect(wrapName("Rabenseifner", wide("Rabensei"), style)).toEqual(["Raben-", "seifner"]);
    expect(wrapName("in-network reduction", wide("in-network"), style)).toEqual(["in-network", "reduction"]);
    expect(wrapName("recursive doubling", wide("recursive doubling"), style)).toEqual(["recursive doubling"]);
    expect(wrapName("Rabenseifner", wide("Rabe"), style)).toBeNull();
    assert(
      property(
        array(string({ unit: constantFrom(..."abceinrstu-"), minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 }),
        integer({ min: 6, max: 200 }),
        (words, width) => {
          const name = words.join(" ");
          const lines = wrapName(name, width, style);
          if (lines === null) return;
          expect(lines.every((each) => wide(each) <= width)).toBe(true);
          const bare = (text: string) => text.replaceAll(/[- ]/g, "");
          expect(bare(lines.join(""))).toBe(bare(name));
          if (wide(name) <= width) expect(lines).toEqual([name]);
        },
      ),
    );
  });
  test("has the same as rows in any measure, and in words", () => {
    expect(sweepView.table(data).rows[0].slice(0, 5)).toEqual(["A fat tree", 64, "recursive doubling", "", 292]);
    const { columns, rows } = sweepView.table({ ...data, choices: { measure: "bus-bandwidth" } });
    expect(columns.map(({ title }) => title)).toEqual([
      "Network",
      "Message",
      "Fastest algorithm",
      "As fast",
      "Bus bandwidth",
      "Times the next",
    ]);
    expect(rows).toHaveLength(3 * sizes.length);
    // 2(p − 1)/p · n over the time, in phits of 4 bytes.
    const [, , , , bandwidth, ahead] = rows[0];
    expect(rows[0].slice(0, 4)).toEqual(["A fat tree", 64, "recursive doubling", ""]);
    expect(bandwidth).toBeCloseTo((1.875 * 64) / 292 / 4, 12);
    expect(ahead).toBeCloseTo(696 / 292, 12);
    expectWording(sweepView.summary(data), "On A … 256 B, recursive doubling … On C, recursive doubling … 64 B … 4 MiB");
  });
  test("names the fastest where another way has more bus bandwidth, as switches that reduce have another factor", () => {
    const twice = tableOf(
      [
        [
          [0, 1],
          [0, 1.9],
          [0, 4],
        ],
      ],
      { ...algorithmAxis, labels: ["in-network", "ring", "Rabenseifner"] },
    );
    const points = twice.points.map((point) =>
      point.indices[1] > 0
        ? point
        : { ...point, runs: point.runs.map((run) => ({ ...run, collective: { ...run.collective!, inNetwork: true as const } })) },
    );
    const { rows } = sweepView.table({
      ...data,
      sweep: { ...twice, points },
      variants: variants.slice(0, 1),
      choices: { measure: "bus-bandwidth", picture: "best" },
    });
    // The in-network algorithm has a bus bandwidth of 15/17 bytes per cycle. The slower ring would have more: 30/16/1.9.
    expect(30 / 16 / 1.9).toBeGreaterThan(15 / 17);
    for (const [, algorithm, , bandwidth] of rows)
      expect([algorithm, Number(bandwidth) * 4]).toEqual(["in-network", expect.closeTo(15 / 17, 12)]);
  });
  test("says which network is fastest with the best of each", () => {
    const sweptNetworks = names.map((name, i) => ({ letter: "ABC"[i], name, curve: null }));
    const found = findingOfSweep(unitsOfResults, networks, sweptNetworks)!;
    expectWording(found.answer, "A (fat tree) … 64 B … 4 MiB");
    expect(found.evidence).toHaveLength(3);
    const part = { ...networks, points: networks.points.filter(({ variant }) => variant < 1) };
    const soFar = findingOfSweep(unitsOfResults, part, sweptNetworks)!;
    expectWording(soFar.answer, "So far, on A … 256 B … ring");
    expect(soFar.evidence).toEqual([]);
  });
  test("breaks a name at its hyphen", () => {
    const called = tableOf(
      [
        [
          [0, 1],
          [0, 2],
        ],
      ],
      { ...algorithmAxis, labels: ["in-network-reduction", "ring"] },
    );
    const own = { ...data, sweep: called, variants: variants.slice(0, 1), choices: { picture: "best" } };
    const { marks } = sweepView.layout(own, { ...tablet, ...sweepView.preferredSize!(own, 640) });
    expect(marks.filter(({ key }) => key.startsWith("best 0 0")).map(({ text }) => text)).toEqual(["in-", "network-", "reduction"]);
  });
});

test("who is ahead by less than a tenth is so by per cent, and else by times", () => {
  const best = { size: 0, contender: 0, time: 100, ties: [] };
  const leads = [1.012, 1.8].map((ahead) => sayLead({ ...best, leadFactor: ahead }, algorithms));
  expect(leads).toEqual(["1\u00a0% faster than the next", "1.8 times as fast as the next"]);
});
