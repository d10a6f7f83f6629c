/** Conclusions of the Three Quads exhibits, tested with made-up results, so that every conclusion can be seen to fail. */
import { describe, expect, test } from "vitest";
import { light } from "../../views/fixtures.ts";
import { layoutGrowth } from "../../../src/app/pages/papers/figures/line-chart.ts";
import { layoutNetwork } from "../../../src/app/pages/papers/figures/network-drawing.ts";
import { layoutTimes } from "../../../src/app/pages/papers/figures/time-bars.ts";
import { hitTestTargets } from "../../../src/views/plot/hover.ts";
import { hoverTargetsOf } from "../../../src/views/plot/targets.ts";
import type { Results } from "../../../src/core/measures/results.ts";
import { scenarioHash } from "../../../src/core/scenario/canonical.ts";
import { cellsOf } from "../../../src/core/scenario/document.ts";
import { parseDocument } from "../../../src/core/scenario/read-document.ts";
import { neighborhoodOf } from "../../../src/app/workbench/structure/neighborhood.ts";
import type { ExhibitFigure, RunResults } from "../../../src/reproductions/contract.ts";
import { printed, printedAs, paraphrased } from "../../../src/reproductions/numbers.ts";
import { documentOfRow, computeOutcome, type ScenarioRunner, shownValueOf } from "../../../src/reproductions/outcome.ts";
import {
  quadsConstants,
  exchangeGroupOf,
  exchangeGroups,
  nodeOfBlock,
  threeQuadsDocument,
  enterpriseSwitchDocument,
  separatedPairsOf,
  reassignedDocument,
} from "../../../src/reproductions/quads/machine.ts";
import { makespanSecondsOf } from "../../../src/reproductions/rows.ts";
import { quadsFigure3, quadsFigure4 } from "../../../src/reproductions/quads/figures-3-4.ts";
import { quadsFigure1 } from "../../../src/reproductions/quads/figure-1.ts";
import { quadsTable1 } from "../../../src/reproductions/quads/table-1.ts";
import { quadsSection42 } from "../../../src/reproductions/quads/section-4-2.ts";
import { threeQuadsNetwork } from "../../../src/reproductions/quads/network.ts";
import { quadsSection5 } from "../../../src/reproductions/quads/cost.ts";
import { sayPublished } from "../../../src/reproductions/report.ts";
import { sayStatements, verdictOfExhibit } from "../../../src/reproductions/verdict.ts";
import { compile } from "../../../src/core/run/compile.ts";
import { run } from "../../../src/core/run/run.ts";
import { madeUpInputs } from "../made-up-inputs.ts";

describe("every sentence on times can hold and can fail", () => {
  type Times = readonly [quadsHalf: number, quadsFull: number, switchHalf: number, switchFull: number, half: number, full: number];
  /** Made-up results with these run times in seconds. */
  const world =
    ([quadsHalf, quadsFull, switchHalf, switchFull, half, full]: Times): RunResults =>
    (id) => {
      const seconds: Readonly<Record<string, number>> = {
        "quads half": quadsHalf,
        "quads full": quadsFull,
        "switch half": switchHalf,
        "switch full": switchFull,
        "reassigned half": half,
        "reassigned full": full,
      };
      return { makespan: seconds[id], cycleSeconds: 1 } as Results;
    };
  const worlds = [world([19.2, 11.8, 13.2, 10.4, 11.2, 10.1]), world([30, 29, 14, 10, 14.5, 10.5]), world([10, 9, 13, 10, 12, 6])];
  test.each((quadsSection42.statements ?? []).filter(({ runs }) => runs.length > 0).map((each) => [each.id, each] as const))(
    "%s",
    (_, { check }) => {
      const found = worlds.map((results) => check(madeUpInputs({ results })));
      for (const { because } of found) expect(because).toMatch(/^[^a-z].*\.$/);
      expect(new Set(found.map(({ holds }) => holds)).size).toBe(2);
    },
  );
});

/** Results of a transposition in which each rank's two steps take the given time, by rank and step. */
function resultsWithSteps(stepTime: (rank: number, stepNumber: 1 | 2) => number): Results {
  const ranks = Array.from({ length: 64 }, (_, rank) => rank);
  const group = (rank: number) => exchangeGroups.indexOf(exchangeGroupOf(rank));
  const firstStep = ranks.map((rank) => (group(rank) % 2 === 1 ? stepTime(rank, 1) : 0));
  const longest = Math.max(...firstStep);
  const secondStep = ranks.map((rank) => (group(rank) >= 2 ? stepTime(rank, 2) : 0));
  const phases = [
    { name: "initialisation", cycles: ranks.map(() => 1) },
    { name: "step 1", cycles: firstStep },
    { name: "waiting", cycles: firstStep.map((own) => longest - own) },
    { name: "step 2", cycles: secondStep },
  ];
  return { makespan: 1 + longest + Math.max(...secondStep), cycleSeconds: 1, ranks: { count: 64, phases } } as unknown as Results;
}

describe("every sentence on Figures 3 and 4 but the one on printed numbers can hold and can fail", () => {
  const worlds = [
    resultsWithSteps(() => 5),
    resultsWithSteps((rank, which) => 5 * which + rank / 64),
    resultsWithSteps((rank, which) => (exchangeGroupOf(rank) === "both steps" ? 4 : 6) * which),
  ];
  const all = [quadsFigure3, quadsFigure4].flatMap(({ id, statements = [] }) =>
    statements.map((each) => [`${id} ${each.id}`, each] as const),
  );
  test.each(all.filter(([, { id }]) => id !== "fits"))("%s", (_, { check }) => {
    const found = worlds.map((results) => check(madeUpInputs({ results: () => results })));
    for (const { because } of found) expect(because).toMatch(/^[^a-z].*\.$/);
    expect(new Set(found.map(({ holds }) => holds)).size).toBe(2);
  });
});

test("nodes are where Section 4.1.1 puts them, and in the group that their block says", () => {
  expect([nodeOfBlock(0, 0), nodeOfBlock(0, 4), nodeOfBlock(4, 0), nodeOfBlock(7, 7), nodeOfBlock(1, 2)]).toEqual([0, 16, 32, 63, 6]);
  expect([0, 1, 4, 5].map(exchangeGroupOf)).toEqual(["no communication", "step 1 only", "step 2 only", "both steps"]);
});

test("a moved constant is in the documents that it concerns, and in no other", () => {
  const [memory, port, intake] = quadsConstants.map(({ putValue }) => putValue!);
  expect(port(enterpriseSwitchDocument("full"), 117.7)).toMatchObject({ host: { bothWays: "125.0 MB/s" } });
  expect(memory(threeQuadsDocument("half"), 500)).toMatchObject({ workload: { memory: "500 MB/s", duplex: "half" } });
  expect(intake(enterpriseSwitchDocument("half"), 1000)).toMatchObject({ topology: { intake: 8.4972 } });
  expect(intake(threeQuadsDocument("half"), 1000)).toEqual(threeQuadsDocument("half"));
});

test("the bars of Figure 3 are sorted, group by group, and say which node they are", async () => {
  const { times } = await computeOutcome(quadsFigure3, { run: (scenario) => Promise.resolve(run(scenario)) });
  const { nodes } = times!.get("half")!;
  const sums = nodes.map(({ seconds }) => seconds.reduce((sum, own) => sum + own, 0));
  sums.slice(1).forEach((sum, i) => expect(sum).toBeGreaterThan(sums[i] - 2e-3));
  expect([...new Set(nodes.map(({ group }) => group))]).toEqual(["group 1", "group 2", "group 3", "group 4"]);
  const figure = quadsFigure3.figures!.find((each) => each.is === "times" && each.run === "half") as Extract<
    ExhibitFigure,
    { is: "times" }
  >;
  const outcome = { values: new Map(), checked: new Map(), isComplete: true, times: times! };
  const drawn = layoutTimes({ figure, outcome }, { width: 640, theme: light })!;
  const targets = hoverTargetsOf(drawn.marks);
  const spot = hitTestTargets(targets, 35, 150, 8)!;
  expect(spot.name).toMatch(/^node \d+, block \d, \d, no communication$/);
  expect(spot.value).toBe("10.07 s in all");
  expect(spot.more?.[0]).toBe("initialisation 0.48 s");
  expect(hitTestTargets(targets, 5, 150, 8)).toBeNull();
});

/** A runner that simulates each scenario once and caches its results. */
function cachingRunner(): ScenarioRunner {
  const cache = new Map<string, Results>();
  return (scenario) => {
    const name = scenarioHash(scenario);
    const results = cache.get(name) ?? run(scenario);
    cache.set(name, results);
    return Promise.resolve(results);
  };
}

test("whatever the prices, all that Section 5 says is a number, and its first sentences follow them", async () => {
  const { constants: own = [], lede } = quadsSection5;
  const bench = { run: cachingRunner() };
  const ledes = new Set<string>();
  for (let choice = 0; choice < 2 ** own.length; choice++) {
    const moved = new Map(own.map(({ id, min, max }, i) => [id, (choice >> i) & 1 ? max : min]));
    const outcome = await computeOutcome(quadsSection5, bench, moved);
    for (const [id, { value }] of outcome.values) expect(value, id).toSatisfy((each: number) => Number.isFinite(each) && each > 0);
    expect(lede(outcome)).not.toMatch(/NaN|Infinity/);
    ledes.add(lede(outcome));
  }
  expect(ledes.size).toBe(2 ** own.length);
});

test("all that moves with the prices is called assumed, and nothing else; the verdict says that it is not of these", async () => {
  const bench = { run: cachingRunner() };
  expect(verdictOfExhibit(quadsSection5, await computeOutcome(quadsSection5, bench))?.sentence).toBe(
    "All 4 numbers of the text are exact; 43 more numbers depend on assumed values and cannot be judged.",
  );
  const { values } = await computeOutcome(quadsSection5, bench);
  const moved = await computeOutcome(quadsSection5, bench, new Map((quadsSection5.constants ?? []).map(({ id, max }) => [id, max])));
  for (const { id, provenance } of quadsSection5.rows)
    expect(moved.values.get(id)!.value !== values.get(id)!.value, id).toBe(provenance.is === "assumed");
});

test("a ratio of Section 5 is that of the numbers shown beside it, within its own rounding", async () => {
  const { values } = await computeOutcome(quadsSection5, { run: cachingRunner() });
  const shown = (id: string) =>
    shownValueOf(
      quadsSection5.rows.find((row) => row.id === id)!,
      values.get(id)!,
    );
  const half = (text: string) => 0.5 / 10 ** (text.split(".")[1] ?? "").length;
  for (const duplex of ["half", "full"]) {
    const [speed, cost, worth] = [`speed ${duplex}`, `cost Three Quads, ${duplex === "half" ? "HD" : "FD"}`, `worth ${duplex}`].map(shown);
    expect(Math.abs(Number(speed) / Number(cost) - Number(worth))).toBeLessThanOrEqual(half(worth));
  }
});

test("a step of the transpose takes as long whatever m is, on Three Quads and on a fat tree; on a torus longer", async () => {
  const { values } = await computeOutcome(quadsSection5, { run: cachingRunner() });
  const times = (name: string) => [4, 9].map((m) => values.get(`time ${name} ${m}`)!.value);
  const [quads, tree, torus] = ["Three Quads", "fat tree", "torus"].map(times);
  expect(quads[1] / quads[0]).toBeCloseTo(1, 3);
  expect(tree[1] / tree[0]).toBeCloseTo(1, 3);
  expect(torus[1]).toBeGreaterThan(2 * torus[0]);
  // One step instead of two, with the same time before it.
  expect(quads[0] - tree[0]).toBeCloseTo(tree[0] - 0.95, 1);
});

test("what no constant concerns is said to be as it was, so that it need not be run again", async () => {
  const movedFlags: boolean[] = [];
  const running = cachingRunner();
  const recordingRunner: ScenarioRunner = (scenario, isMoved) => {
    movedFlags.push(isMoved);
    return running(scenario, isMoved, false);
  };
  await computeOutcome(quadsSection5, { run: recordingRunner }, new Map([["port", 20]]));
  expect(movedFlags).not.toContain(true);
  movedFlags.length = 0;
  await computeOutcome(quadsFigure4, { run: recordingRunner }, new Map([["port", 150]]));
  expect(movedFlags).not.toContain(false);
});

test("the drawing of Figure 1 names its switches, and says of each node which three it is on", () => {
  const drawing = layoutNetwork(threeQuadsNetwork(), null, 400, null, { width: 640, theme: light })!;
  const names = drawing.marks.filter(({ key }) => key.startsWith("name "));
  expect(names.map(({ text }) => text)).toEqual(["X", "Y", "Z"].flatMap((name) => [0, 1, 2, 3].map((i) => `${name}${i}`)));
  expect(drawing.nodeTargets).toHaveLength(64 + 12);
  const targetOf = (node: number) => drawing.nodeTargets.find((each) => each.node === node)!;
  expect(targetOf(22)).toMatchObject({ value: "node 22 (z 1, y 1, x 2)", name: "is on Z1, Y1, X2" });
  expect(targetOf(64)).toMatchObject({ value: "SW-X0", name: expect.stringMatching(/^serves the nodes 0, 4, 8, /) });
  for (const { path, value } of drawing.nodeTargets) expect(path, value).toMatch(/^M/);
});

test("what the paper divides by itself is not judged", () => {
  const judged = quadsSection42.rows.filter(({ published }) => published !== null);
  expect(judged.every(({ runs }) => runs.length > 0)).toBe(true);
  expect(judged).toHaveLength(8);
});

test("what is quoted as printed is printed so; what is read into words is not quoted", () => {
  expect(sayPublished(printed("13.2"))).toBe("“13.2” is printed");
  expect(sayPublished({ ...printed("12"), isDerived: true })).toBe("12 is derived");
  expect(sayPublished(printedAs("N/2", 2048))).toBe("the paper has N/2");
  expect(sayPublished(paraphrased("100", "any exchange does", 100))).toBe("the paper says that any exchange does");
});

test("a measurement that the model lacks is not reproduced, and is distinguished from a contradiction in the paper", async () => {
  const outcome = await computeOutcome(quadsFigure4, { run: cachingRunner() });
  expect(sayStatements(quadsFigure4, outcome)).toBe("1 of 3 statements holds, 1 not reproduced, 1 contradicts Table 1.");
});

test("the growth of cost is drawn between gridlines, with names that do not meet", async () => {
  const outcome = await computeOutcome(quadsSection5, { run: (scenario) => Promise.resolve(run(scenario)) });
  const figure = quadsSection5.figures?.find(({ is }) => is === "growth") as Extract<ExhibitFigure, { is: "growth" }>;
  for (const width of [340, 700]) {
    const { marks } = layoutGrowth({ figure, exhibit: quadsSection5, outcome }, { width, theme: light });
    const numbers = (keys: RegExp, attribute: "x" | "y") =>
      marks
        .filter(({ key }) => keys.test(key))
        .map(({ attributes }) => Number(attributes[attribute]))
        .toSorted((a, b) => a - b);
    // The baseline of a label is 4 px below its tick.
    const ticks = numbers(/^tick \d/, "y").map((y) => y - 4);
    const heights = hoverTargetsOf(marks).map(({ y }) => y);
    expect(Math.max(...heights)).toBeLessThanOrEqual(ticks.at(-1)!);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(ticks[0]);
    const names = numbers(/^name /, "y");
    expect(names.length).toBeGreaterThan(1);
    names.slice(1).forEach((y, i) => expect(y - names[i]).toBeGreaterThanOrEqual(14.9));
    const across = numbers(/^tick x/, "x");
    across.slice(1).forEach((x, i) => expect(x - across[i]).toBeGreaterThanOrEqual(30));
  }
});

test("what Table 1 opens is the very run that gave the number, and for the mean all draws", async () => {
  const running = cachingRunner();
  const { values } = await computeOutcome(quadsTable1, { run: running });
  for (const row of quadsTable1.rows) {
    const value = values.get(row.id)!;
    const runs = await Promise.all(
      cellsOf(parseDocument(documentOfRow(quadsTable1, row, value))).map(({ scenario }) => running(scenario, false, false)),
    );
    expect(runs).toHaveLength(value.spread?.draws ?? 1);
    expect(runs.reduce((sum, each) => sum + makespanSecondsOf(each), 0) / runs.length, row.id).toBeCloseTo(value.value, 9);
  }
});

test("what Figure 1 opens shows its numbers around the terminal that is picked", () => {
  /** Ids of the facts about the terminal that the row selects, and the number of other terminals in four of them. */
  const around = (id: string) => {
    const { document, picked } = quadsFigure1.rows.find((row) => row.id === `facts ${id}`)!;
    if (document === undefined || picked?.is !== "terminal") throw new Error(`${id} opens nothing`);
    const facts = neighborhoodOf(compile(parseDocument(document)).plan.network, picked.terminal);
    const others = (fact: string) => (facts.find((each) => each.id === fact)?.highlight.terminals.size ?? 1) - 1;
    return {
      ids: facts.map((fact) => fact.id),
      ...Object.fromEntries(["ring 1", "ring 2", "torus", "nineteen-point"].map((each) => [each, others(each)])),
    };
  };
  expect(around("diameter, hops").ids.filter((id) => /^(ring|beyond|lost)/.test(id))).toEqual(["ring 1", "ring 2"]);
  expect(around("other nodes in one hop")).toMatchObject({ "ring 1": 36, torus: 6, "nineteen-point": 18 });
  expect(around("nodes in two hops, any switch dead")).toMatchObject({ "ring 1": 27, "ring 2": 36 });
  expect(around("nodes in two hops, any subnetwork dead")).toMatchObject({ "ring 1": 27, "ring 2": 36 });
});

test("of the 28 pairs all share a module where nodes are reassigned, and otherwise only some", () => {
  expect(separatedPairsOf(reassignedDocument("half"))).toEqual({ pairs: 28, separatedPairs: 0 });
  expect(separatedPairsOf(enterpriseSwitchDocument("half")).separatedPairs).toBeGreaterThan(14);
});

test("what Section 4.2 says first follows the constants that are moved", async () => {
  const running = cachingRunner();
  const sentenceFor = async (moved: ReadonlyMap<string, number>) =>
    quadsSection42.lede(await computeOutcome(quadsSection42, { run: running }, moved));
  expect(await sentenceFor(new Map())).toMatch(/ours are equal\.$/);
  expect(await sentenceFor(new Map([["intake", 1900]]))).toMatch(/ours by \d\.\d s\.$/);
});
