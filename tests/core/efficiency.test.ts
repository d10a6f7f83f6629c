/** Tests of performance per cost against the numbers printed in the trees report, and of its mathematical properties. */
import { describe, expect, it } from "vitest";
import { efficiencyOf, type MixTimes, relativeTimes, networkEfficienciesOf } from "../../src/core/measures/efficiency.ts";

/** Tables 4 and 5 of the report: sums and costs as printed, and the derived numbers, printed with two decimals. */
const printedTables = [
  {
    table: "4a",
    sums: [35, 46.95, 131.66, 91.17, 243.85],
    costs: [3413, 1023, 564, 1087, 566],
    phi: [1, 0.75, 0.27, 0.38, 0.14],
    ratio: [1, 2.49, 1.61, 1.21, 0.87],
  },
  {
    table: "4b, complete networks",
    sums: [35, 34.17, 55.74, 55.77, 100.1],
    costs: [3387, 1023, 743, 1087, 751],
    phi: [1, 1.02, 0.63, 0.63, 0.35],
    ratio: [1, 3.39, 2.86, 1.96, 1.58],
  },
  {
    table: "4b, used elements",
    sums: [35, 34.17, 55.74, 55.77, 100.1],
    costs: [4080, 1023, 765, 1087, 762],
    phi: [1, 1.02, 0.63, 0.63, 0.35],
    ratio: [1, 4.09, 3.35, 2.36, 1.87],
  },
  {
    table: "5a",
    sums: [10, 17, 67.43, 56.29, 160.82],
    costs: [3413, 1023, 564, 1087, 566],
    phi: [1, 0.59, 0.15, 0.18, 0.06],
    ratio: [1, 1.96, 0.9, 0.56, 0.38],
  },
  {
    table: "5b",
    sums: [7, 6.39, 10.58, 9.47, 15.19],
    costs: [4080, 1023, 765, 1087, 762],
    phi: [1, 1.09, 0.66, 0.74, 0.46],
    ratio: [1, 4.37, 3.53, 2.77, 2.47],
  },
];

describe("the report's tables", () => {
  it.each(printedTables)("are equal to the printed numbers: $table", ({ sums, costs, phi, ratio }) => {
    const worths = networkEfficienciesOf(sums, costs, 0);
    // Differences of one unit in the last place are allowed: the report computed with more digits of the sums than it printed.
    for (const [i, worth] of worths.entries()) {
      expect(Math.abs(worth.phi! - phi[i])).toBeLessThan(0.0101);
      expect(Math.abs(worth.ratio! - ratio[i])).toBeLessThan(0.0101);
    }
    const places = ratio.map((own) => 1 + ratio.filter((other) => other > own).length);
    expect(worths.map(({ rank }) => rank)).toEqual(places);
  });
});

/** Three networks, two patterns, three sizes, two seeds. */
const mix: MixTimes = {
  times: [
    [
      [
        [10, 12],
        [100, 90],
        [1000, 1100],
      ],
      [
        [20, 22],
        [50, 50],
        [400, 380],
      ],
    ],
    [
      [
        [11, 12],
        [130, 120],
        [1900, 2000],
      ],
      [
        [20, 20],
        [45, 44],
        [300, 310],
      ],
    ],
    [
      [
        [30, 33],
        [99, 99],
        [999, 990],
      ],
      [
        [10, 11],
        [90, 80],
        [800, 790],
      ],
    ],
  ],
  weights: { rows: [1, 2], columns: [3, 1, 0.5] },
  costs: [10, 4, 2],
  baseline: 0,
};
const phiOfNetworks = (mixTimes: MixTimes) => efficiencyOf(mixTimes).networks.map(({ phi }) => phi);

describe("a mix", () => {
  it("adds relative times by their weights", () => {
    const one: MixTimes = {
      times: [[[[10], [20]]], [[[15], [10]]]],
      weights: { rows: [2], columns: [1, 3] },
      costs: [8, 2],
      baseline: 0,
    };
    // Weights times relative times: 2·1·1.5 + 2·3·0.5 = 6 for the second network, 8 for the baseline.
    expect(efficiencyOf(one)).toEqual({
      cells: { of: 2, in: 2, lost: 0 },
      seeds: 1,
      networks: [
        { sum: 8, spread: [8, 8], phi: 1, cost: 1, ratio: 1, rank: 2 },
        { sum: 6, spread: [6, 6], phi: 8 / 6, cost: 0.25, ratio: 8 / 1.5, rank: 1 },
      ],
    });
  });

  it("gives each network a sum between those of its seeds", () => {
    const { networks, seeds, cells } = efficiencyOf(mix);
    expect({ seeds, cells }).toEqual({ seeds: 2, cells: { of: 6, in: 6, lost: 0 } });
    for (const { sum, spread } of networks) {
      expect(sum).toBeGreaterThanOrEqual(spread![0]);
      expect(sum).toBeLessThanOrEqual(spread![1]);
    }
    expect(networks[0].spread).toEqual([13.5, 13.5]);
  });

  it("keeps φ when all weights are scaled", () => {
    const scaled = {
      ...mix,
      weights: { rows: mix.weights.rows.map((each) => each * 7), columns: mix.weights.columns.map((each) => each / 4) },
    };
    for (const [i, phi] of phiOfNetworks(scaled).entries()) expect(phi).toBeCloseTo(phiOfNetworks(mix)[i]!, 12);
  });

  it.each([5e-324, 1e-320, 1e-300, 1e-200, 1e-100])("keeps φ and ratio when all weights are %d of what they were", (factor) => {
    const even: MixTimes = { ...mix, weights: { rows: [1, 1], columns: [1, 1, 1] } };
    const tiny = efficiencyOf({ ...even, weights: { rows: [factor, factor], columns: [factor, factor, factor] } });
    expect(tiny.cells).toEqual({ of: 6, in: 6, lost: 0 });
    for (const [i, { phi, ratio, rank, sum, spread }] of efficiencyOf(even).networks.entries()) {
      const own = tiny.networks[i];
      expect(own.phi).toBeCloseTo(phi!, 9);
      expect(own.ratio).toBeCloseTo(ratio!, 9);
      expect(own.rank).toBe(rank);
      expect(own.spread![0] / own.sum!).toBeCloseTo(spread![0] / sum!, 9);
    }
  });

  it("counts cells of very unlike weights as what they are: next to nothing, but never nothing", () => {
    const times = structuredClone(mix.times) as (number[] | null)[][][];
    const weights = { rows: [1e6, 5e-324], columns: [1e6, 5e-324, 0] };
    const [first] = mix.times[1][0];
    expect(efficiencyOf({ ...mix, weights }).cells.of).toBe(4);
    expect(phiOfNetworks({ ...mix, weights })[1]).toBeCloseTo(2 / (first![0] / 10 + first![1] / 12), 12);
    // A network that never finishes the cell of the smallest weight has an infinite sum.
    times[1][1][1] = [Infinity, Infinity];
    expect(efficiencyOf({ ...mix, weights, times }).networks[1]).toMatchObject({ sum: Infinity, phi: 0 });
    // While results of the largest cell are missing, the other cells are used.
    times[0][0][0] = times[0][0][1] = times[0][1][0] = times[1][1][1] = null;
    times[1][1][1] = [100, 100];
    expect(phiOfNetworks({ ...mix, weights, times })[1]).toBeCloseTo(0.5, 12);
  });

  it("permutes its answers when the networks are permuted", () => {
    const order = [2, 0, 1];
    const permuted = { ...mix, times: order.map((i) => mix.times[i]), costs: order.map((i) => mix.costs[i]), baseline: 1 };
    expect(efficiencyOf(permuted).networks).toEqual(order.map((i) => efficiencyOf(mix).networks[i]));
  });

  it("does not look at what has no weight", () => {
    const weights = { rows: mix.weights.rows, columns: [3, 1, 0] };
    const without = mix.times.map((rows) => rows.map((columns) => columns.slice(0, 2)));
    const late = mix.times.map((rows) => rows.map((columns) => columns.map((own, i) => (i === 2 ? null : own))));
    const own = efficiencyOf({ ...mix, weights });
    expect(efficiencyOf({ ...mix, weights: { rows: weights.rows, columns: [3, 1] }, times: without })).toEqual(own);
    expect(efficiencyOf({ ...mix, weights, times: late })).toEqual(own);
  });

  it("counts only what all networks have, and as many seeds as all have", () => {
    const late = structuredClone(mix.times) as (number[] | null)[][][];
    late[2][0][0] = null;
    late[1][1][2] = [300];
    const partial = efficiencyOf({ ...mix, times: late });
    expect({ cells: partial.cells, seeds: partial.seeds }).toEqual({ cells: { of: 6, in: 5, lost: 0 }, seeds: 1 });
    expect(partial.networks[0].sum).toBe(10.5);
    expect(efficiencyOf({ ...mix, times: [[], [], []] }).networks.map(({ sum, rank }) => [sum, rank])).toEqual(
      mix.times.map(() => [null, null]),
    );
  });

  it("gives nothing to a network that never comes to its end, and leaves out where the baseline does not", () => {
    const times = structuredClone(mix.times) as number[][][][];
    times[1][0][1] = [Infinity, Infinity];
    expect(efficiencyOf({ ...mix, times }).networks[1]).toMatchObject({ sum: Infinity, phi: 0, ratio: 0, rank: 3 });
    times[0][0][1] = [Infinity, 90];
    expect(efficiencyOf({ ...mix, times }).cells).toEqual({ of: 6, in: 5, lost: 1 });
    expect(relativeTimes({ times, baseline: 0 })[1][0][1]).toBeNull();
  });

  it("ranks by performance where costs are unknown", () => {
    const free = efficiencyOf({ ...mix, costs: [null, null, null] }).networks;
    expect(free.map(({ cost, ratio }) => [cost, ratio])).toEqual(mix.times.map(() => [null, null]));
    const order = free.toSorted((a, b) => b.phi! - a.phi!).map(({ rank }) => rank);
    expect(order).toEqual([1, 2, 3]);
  });
});

describe("relative times", () => {
  it("are 1 for the baseline, and means over seeds", () => {
    const relative = relativeTimes(mix);
    expect(relative[0]).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ]);
    expect(relative[1][0][0]).toBe((1.1 + 1) / 2);
  });
});
