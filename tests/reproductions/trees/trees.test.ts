/** Conclusions of the trees report exhibits, tested with made-up results, so that every conclusion can be seen to fail. */
import { describe, expect, test } from "vitest";
import { light } from "../../views/fixtures.ts";
import { layoutNetwork } from "../../../src/app/pages/papers/figures/network-drawing.ts";
import { layoutProfiles } from "../../../src/app/pages/papers/figures/small-multiples.ts";
import { hoverTargetsOf } from "../../../src/views/plot/targets.ts";
import { efficiencyOf } from "../../../src/core/measures/efficiency.ts";
import type { Results } from "../../../src/core/measures/results.ts";
import { runCount } from "../../../src/core/scenario/document.ts";
import { parseDocument } from "../../../src/core/scenario/read-document.ts";
import type { Exhibit, ExhibitFigure, RecordingResults } from "../../../src/reproductions/contract.ts";
import { exhibits } from "../../../src/reproductions/index.ts";
import { markThinTree } from "../../../src/reproductions/trees/figure-1.ts";
import { treesFigure6 } from "../../../src/reproductions/trees/figures-6-7.ts";
import { treeCountsOf, treeNetworkOf, treePartsOf } from "../../../src/reproductions/trees/networks.ts";
import { repeatedRuns, type TreePattern, treeSizes } from "../../../src/reproductions/trees/runs.ts";
import {
  allExperiments,
  allPatterns,
  relativeTimeOf,
  sizeSet,
  sumOfRelativeTimes,
  cyclesBySeed,
} from "../../../src/reproductions/trees/times.ts";
import { sizeTable, treesTable4a } from "../../../src/reproductions/trees/table-4.ts";
import { treesTable5a, treesTable5b } from "../../../src/reproductions/trees/table-5.ts";
import { efficienciesOf } from "../../../src/reproductions/trees/performance-per-cost.ts";
import { isThorough } from "../../effort.ts";
import { madeUpInputs } from "../made-up-inputs.ts";

/** Makespan of a run in cycles, by the indices of network, pattern, message size and seed. */
type MakespanOf = (network: number, pattern: TreePattern, size: number, seed: number) => number;

/** Made-up published results of both experiments, in which only the makespans are known. */
const madeUpResults =
  (makespanOf: MakespanOf): RecordingResults =>
  (id) => {
    const [sizes, seeds] = id.endsWith("all") ? [treeSizes.length, 1] : [repeatedRuns.sizes.length, repeatedRuns.count];
    return Array.from({ length: seeds }, (_s, seed) =>
      sizeSet.names.flatMap((_n, network) =>
        allPatterns.flatMap((pattern) =>
          Array.from({ length: sizes }, (_z, size) => ({ makespan: makespanOf(network, pattern, size, seed) }) as Results),
        ),
      ),
    ).flat();
  };
const memoized = (recorded: RecordingResults): RecordingResults => {
  const cache = new Map<string, readonly Results[]>();
  return (id) => cache.get(id) ?? (cache.set(id, recorded(id)).get(id) as readonly Results[]);
};

const pace = [1, 1.5, 4, 3, 7];
const plainTimes = memoized(madeUpResults((network, _p, size, seed) => pace[network] * 100 * (size + 1) * (seed + 1)));

test("what is recorded is as many runs as its document asks for, in its order", () => {
  const runs = new Map(sizeSet.recordings.map(({ id, document }) => [id, runCount(parseDocument(document))]));
  for (const [id, count] of runs) expect(plainTimes(id)).toHaveLength(count);
  const { sweep, beside } = parseDocument(sizeSet.recordings[0].document);
  expect([beside.length + 1, ...sweep.map(({ values }) => values.length)]).toEqual([5, 7, 5]);
});

test("relative times are those of the same seed, and their sums those of the workbench", () => {
  expect(relativeTimeOf(sizeSet, madeUpInputs({ recorded: plainTimes }), "8:2,4-thin-tree", "BU", "1 kB")).toEqual({
    value: 4,
    spread: { error: 0, draws: repeatedRuns.count },
  });
  expect(relativeTimeOf(sizeSet, madeUpInputs({ recorded: plainTimes }), "8:2,4-thin-tree", "BU", "100 kB")).toEqual({ value: 4 });
  const { networks } = efficiencyOf({
    times: cyclesBySeed(sizeSet, plainTimes),
    weights: { rows: allPatterns.map(() => 1), columns: treeSizes.map(() => 1) },
    costs: pace.map(() => null),
    baseline: 0,
  });
  sizeSet.names.forEach((name, i) => {
    expect(sumOfRelativeTimes(sizeSet, madeUpInputs({ recorded: plainTimes }), name, allExperiments).value).toBeCloseTo(35 * pace[i], 9);
    expect(networks[i].sum).toBeCloseTo(35 * pace[i], 9);
  });
});

test("without further seeds there is one run of each experiment, and no spread", () => {
  const alone: RecordingResults = (id) => (id.endsWith("all") ? plainTimes(id) : []);
  expect(sumOfRelativeTimes(sizeSet, madeUpInputs({ recorded: alone }), "8:2,4-thin-tree", allExperiments)).toEqual({ value: 140 });
});

test("the standard error of a sum is that of its experiments together", () => {
  const noisy = memoized(madeUpResults((network, _p, _z, seed) => (network === 1 ? 100 + 10 * seed : 100)));
  const { value, spread } = sumOfRelativeTimes(sizeSet, madeUpInputs({ recorded: noisy }), "8:4,4-thin-tree", {
    patterns: ["BU", "BT"],
    sizes: ["10 B", "1 kB"],
  });
  // Each of the four experiments has relative times of 1.0, 1.1 and 1.2: mean 1.1, standard error 0.1/√3.
  expect(value).toBeCloseTo(4.4, 9);
  expect(spread?.error).toBeCloseTo((2 * 0.1) / Math.sqrt(3), 9);
  expect(spread?.draws).toBe(3);
});

test("performance per cost is that over the cost of Table 3", () => {
  const [, thin] = efficienciesOf(sizeTable, "complete", madeUpInputs({ recorded: plainTimes }));
  expect(thin.phi).toBeCloseTo(1 / 1.5, 9);
  expect(thin.cost).toBeCloseTo(4189500 / 13977600, 6);
  expect(thin.ratio).toBeCloseTo(13977600 / 4189500 / 1.5, 6);
});

describe("every statement can hold and can fail", () => {
  /** Made-up results in which the report is right, in which it is wrong, and in which all networks are equal. */
  const worlds = [
    memoized(
      madeUpResults((network, pattern, size) => {
        const isHeavy = ["2M", "3M", "BU"].includes(pattern);
        const late = isHeavy && size >= 3;
        if (pattern === "BT" && size < 2) return [100, 100, 101, 110, 112][network];
        return (isHeavy ? [100, 95, 250, 130, 600] : late ? [100, 95, 170, 120, 300] : [100, 96, 99, 97, 101])[network];
      }),
    ),
    plainTimes,
    memoized(madeUpResults((network) => [100, 100, 130, 106, 180][network])),
    memoized(madeUpResults((network) => [100, 300, 90, 95, 80][network])),
    memoized(madeUpResults((network) => [100, 104, 300, 106, 420][network])),
    memoized(madeUpResults((network) => [100, 103, 125, 99, 150][network])),
  ];
  const all = exhibits
    .filter(({ paper }) => paper === "trees")
    .flatMap(({ id, statements = [] }) => statements.map((statement) => [`${id} ${statement.id}`, statement] as const));
  const onTimes = all.filter(([, { runs }]) => runs.some((run) => run.startsWith("4")));

  test.each(onTimes)("%s", (_, { check }) => {
    const outcomes = new Set<boolean>();
    for (const recorded of worlds) {
      const { holds, because } = check(madeUpInputs({ recorded }));
      expect(because).toMatch(/^[^a-z].*\.$/);
      outcomes.add(holds);
      // Evaluating a set of results takes long, so ordinary tests stop once the statement has held and failed.
      if (outcomes.size === 2 && !isThorough) break;
    }
    expect(outcomes.size).toBe(2);
  });
});

test("what comes in again is compared with the same runs as they were recorded, over what all networks have", () => {
  const [recorded] = [plainTimes("4a all")];
  const { compare } = treesTable4a.rerun as NonNullable<Exhibit["rerun"]>;
  expect(
    compare(
      recorded.map(() => null),
      recorded,
    ).map(({ repeated }) => repeated),
  ).toEqual([null, null, null, null, null]);
  // The first run of every network is done, and the second of all but the last network.
  const perNetwork = allPatterns.length * treeSizes.length;
  const fresh = recorded.map((each, i) => (i % perNetwork === 0 || (i % perNetwork === 1 && i < 4 * perNetwork) ? each : null));
  expect(compare(fresh, recorded)).toEqual(sizeSet.names.map((label, i) => ({ label, recorded: pace[i], repeated: pace[i] })));
});

test("a reader runs again what the numbers of a page need, and no more", () => {
  const points = allPatterns.flatMap((_p, pattern) => treeSizes.map((_s, size) => [pattern, size]));
  const needed = ({ rerun }: Exhibit) => points.filter((at) => rerun?.isNeeded?.(at) ?? true);
  expect(needed(treesTable4a)).toHaveLength(35);
  expect(needed(treesTable5a).map(([pattern]) => allPatterns[pattern])).toEqual([...Array(5).fill("BU"), ...Array(5).fill("BT")]);
  expect(needed(treesTable5b)).toEqual(allPatterns.map((_, pattern) => [pattern, treeSizes.indexOf("100 kB")]));
});

test("the scale of small panels ends at gridlines around every value, and names of columns do not meet", () => {
  const figure = treesFigure6.figures?.find(({ is }) => is === "profiles") as Extract<ExhibitFigure, { is: "profiles" }>;
  const values = new Map(treesFigure6.rows.map(({ id }, i) => [id, { value: i === 0 ? 44 : 1 }]));
  for (const width of [340, 900]) {
    const outcome = { values, checked: new Map(), isComplete: true };
    const { marks } = layoutProfiles({ figure, exhibit: treesFigure6, outcome }, { width, theme: light });
    const [panel] = figure.panels;
    const those = (prefix: string) => marks.filter(({ key }) => key.startsWith(`${prefix} ${panel} `));
    const grid = those("grid").map(({ attributes: { d } }) => Number(/ ([\d.]+)H/.exec(String(d))?.[1]));
    const heights = hoverTargetsOf(marks)
      .filter(({ name }) => name.includes(`, ${panel} `))
      .map(({ y }) => y);
    expect(Math.min(...heights)).toBeGreaterThan(Math.min(...grid));
    expect(Math.max(...heights)).toBeLessThan(Math.max(...grid));
    const columns = those("tick").filter(({ key }) => key.startsWith(`tick ${panel} x`));
    expect(columns.at(-1)?.text).toBe("100k");
    columns
      .slice(1)
      .forEach(({ attributes, text }, j) =>
        expect(Number(attributes["x"]) - Number(columns[j].attributes["x"])).toBeGreaterThan(6 * text!.length),
      );
  }
});

test("a thin tree is what is left of the fat one: as many switches and links", () => {
  const fat = treeNetworkOf("4,3-fat-tree");
  const isLeft = markThinTree(2)(fat);
  const { switches, links } = treeCountsOf(treePartsOf(treeNetworkOf("4:2,3-thin-tree"), "complete"));
  expect(isLeft.subarray(fat.terminals).reduce((sum, each) => sum + each, 0)).toBe(switches);
  expect(fat.head.filter((to, c) => isLeft[to] === 1 && isLeft[fat.tail[c]] === 1)).toHaveLength(2 * links);
  const { marks } = layoutNetwork(fat, isLeft, 200, null, { width: 400, theme: light })!;
  const count = (markKey: string) => String(marks.find(({ key }) => key === markKey)?.attributes["d"]).split("M").length - 1;
  expect(count("switches used")).toBe(switches);
  expect(count("switches used") + count("switches unused")).toBe(fat.switches);
  expect(count("links used")).toBe(links);
});
