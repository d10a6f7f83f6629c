/** A rule for all views: labels lie inside the frame and do not overlap, for random runs and at the sizes that the page uses. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import type { Results } from "../../src/core/measures/results.ts";
import { compile } from "../../src/core/run/compile.ts";
import { startRun } from "../../src/core/run/run.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import { openFrame } from "../../src/core/simulation/frame.ts";
import { layoutBars } from "../../src/app/pages/papers/figures/bar-chart.ts";
import type { FigureLayout } from "../../src/app/pages/papers/figures/contract.ts";
import { layoutGrowth } from "../../src/app/pages/papers/figures/line-chart.ts";
import { layoutProfiles } from "../../src/app/pages/papers/figures/small-multiples.ts";
import { layoutPerformanceCost } from "../../src/app/pages/papers/figures/performance-cost.ts";
import { allreduceAlgorithms } from "../../src/core/workloads/collectives/allreduce.ts";
import type { ExhibitFigure } from "../../src/reproductions/contract.ts";
import { exhibits } from "../../src/reproductions/index.ts";
import type { CurvePoint } from "../../src/core/measures/curve.ts";
import type { SweepTable } from "../../src/core/measures/sweep.ts";
import type { Variant, View, ViewData } from "../../src/views/contract.ts";
import { views } from "../../src/views/index.ts";
import { loadView } from "../../src/views/lazy-view.ts";
import type { Mark } from "../../src/views/marks/marks.ts";
import { sizeCanvas } from "../../src/views/sizing.ts";
import { cases } from "../effort.ts";
import { anyScenario } from "../runs/any-document.ts";
import { light, viewData } from "./fixtures.ts";
import { labelFaultsInView, labelFaultsOf, labelBoxesOf } from "./label-checks.ts";

/** Widths of a card on a phone and on a desktop, and of the stage, each with a height for views without a preferred height. */
const viewSizes = [
  { width: 326, height: 300 },
  { width: 560, height: 300 },
  { width: 1344, height: 640 },
];

/** State of a random scenario at a fraction of its run, as the page has it. */
function variantOf(scenario: Scenario, fraction: number): Variant {
  const wholeRun = startRun(scenario);
  wholeRun.finish();
  const results = wholeRun.results();
  const run = startRun(scenario);
  run.simulation.advance(Math.floor(results.cycles * fraction), Infinity);
  const { layout } = run.simulation;
  const frame = openFrame(layout, new ArrayBuffer(layout.byteLength));
  run.simulation.sample(frame);
  const analysis = analyzePlan(run.plan);
  const points = curveOf(analysis.zeroLoadLatency, results);
  const { warmUp, window, drain } = scenario.run;
  return {
    ...viewData(run.plan.network),
    frame,
    results,
    analysis,
    packetPhits: run.plan.packetPhits,
    curve: { points, expectedPoints: points.length },
    window: { start: warmUp, end: warmUp + window, limit: warmUp + window + drain },
    load: results.messages.length > 0 ? null : 0.4,
  };
}

/** Whether the scenario compiles and its network has terminals. */
function isRunnable(scenario: Scenario): boolean {
  try {
    return compile(scenario).plan.network.terminals > 0;
  } catch {
    return false;
  }
}

/**
 * A made-up load curve that saturates at the load of the busiest channel.
 * @param zeroLoadLatency Latency in the empty network, in cycles.
 */
function curveOf(zeroLoadLatency: number, { load: { worst } }: Results): readonly CurvePoint[] {
  const saturationLoad = Math.max(0.05, Math.min(1, worst));
  return Array.from({ length: 10 }, (_, i) => {
    const load = (i + 1) / 10;
    const isSteady = load <= saturationLoad;
    const latency = zeroLoadLatency * (isSteady ? 1 + load : 20 * load);
    const accepted = Math.min(load, saturationLoad);
    const spread = { seeds: 3, accepted: [0.98 * accepted, 1.01 * accepted], latency: [0.9 * latency, 1.1 * latency] } as const;
    return { load, created: load, accepted, latency, steady: isSteady, deadlocked: false, spread };
  });
}

/** The runs as a sweep over loads, optionally with routing as a second axis. */
function sweepOf(variants: readonly Variant[], hasTwoAxes: boolean): SweepTable {
  const loads = [0.1, 0.3, 0.7];
  const axis = {
    title: "Offered load",
    unit: "phits/cycle",
    labels: loads.map(String),
    phrases: loads.map((load) => `load ${load}`),
    numbers: loads,
  };
  const kinds = hasTwoAxes ? ["dimension order", "minimal adaptive", "Valiant"] : [""];
  const points = variants.flatMap(({ results }, variant) =>
    loads.flatMap((_, i) =>
      kinds.map((_kind, k) => ({ variant, indices: hasTwoAxes ? [i, k] : [i], runs: results === null ? [] : [results, results] })),
    ),
  );
  const axes = hasTwoAxes ? [axis, { title: "Routing", unit: "", labels: kinds, phrases: kinds, numbers: null }] : [axis];
  return { axes, points, expectedPoints: points.length };
}

const anyPageData: fc.Arbitrary<ViewData> = fc
  .record({
    scenarios: fc.array(anyScenario.filter(isRunnable), { minLength: 1, maxLength: 3 }),
    part: fc.constantFrom(0.3, 0.7, 1),
    hasTwo: fc.boolean(),
  })
  .map(({ scenarios, part, hasTwo }) => {
    const variants = scenarios.map((scenario, index) => ({
      ...variantOf(scenario, part),
      index,
      letter: scenarios.length > 1 ? "ABC"[index] : "",
      title: `${scenario.topology.kind} ${index}`,
    }));
    return { ...viewData(variants[0].network as never), ...variants[0], variants, sweep: sweepOf(variants, hasTwo) };
  });

/** The default choices; and for each other choice of an option, this choice with the defaults of all other options. */
function choicesOf({ options = [] }: View): readonly ViewData["choices"][] {
  return [
    {},
    ...options.flatMap(({ id, choices }) =>
      Object.keys(choices)
        .slice(1)
        .map((choice) => ({ [id]: choice })),
    ),
  ];
}

/** All views share these runs, because computing them takes most of the time. */
const sampledPages = fc.sample(anyPageData, { numRuns: cases(8) });

test.each(views.map((view) => [view.id, view] as const))("the words of %s stand inside its frame and off each other", async (_, listed) => {
  const view = await loadView(listed);
  const faults = sampledPages.flatMap((data, run) =>
    viewSizes.flatMap((size) =>
      choicesOf(view).flatMap((choices) =>
        labelFaultsInView(view, { ...data, choices }, size).map((fault) => ({ run, width: size.width, choices, fault })),
      ),
    ),
  );
  expect(faults).toEqual([]);
});

/** A sweep over the algorithms of an allreduce, each with a random start-up time and time per byte. */
const anyAlgorithmSweep = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 1e5 }), fc.integer({ min: 1, max: 6 })), {
    minLength: 2,
    maxLength: allreduceAlgorithms.length + 1,
  })
  .map((algorithms): SweepTable => {
    const bytes = [64, 4096, 262_144, 16_777_216];
    const sizeTexts = bytes.map((each) => `${each} B`);
    const titles = [...allreduceAlgorithms.map(({ title }) => title), "in-network reduction"].slice(0, algorithms.length);
    const runOf = (size: number, [start, perByte]: readonly [number, number]) =>
      ({
        makespan: start + perByte * size,
        deadlock: null,
        collective: { operation: "allreduce", algorithm: "", ranks: 16, bytes: size, steps: 1, bytesPerRank: size },
      }) as unknown as Results;
    const points = bytes.flatMap((size, i) =>
      algorithms.map((algorithm, k) => ({ variant: 0, indices: [i, k], runs: [runOf(size, algorithm)] })),
    );
    return {
      axes: [
        { title: "Vector", unit: "", labels: sizeTexts, phrases: sizeTexts, numbers: bytes, isWorkAmount: true },
        { title: "Algorithm", unit: "", labels: titles, phrases: titles, numbers: null, isWorkAmount: true },
      ],
      points,
      expectedPoints: points.length,
    };
  });

test("every line of a contest of algorithms has its name, and the first of those that end together is named first", async () => {
  const view = await loadView(views.find(({ id }) => id === "sweep")!);
  const [data] = sampledPages;
  fc.assert(
    fc.property(
      anyAlgorithmSweep,
      fc.constantFrom(...viewSizes, { width: 326, height: 220 }, { width: 470, height: 240 }),
      (sweep, size) => {
        const own = { ...data, variants: data.variants.slice(0, 1), letter: "", sweep, choices: {} };
        expect(labelFaultsInView(view, own, size)).toEqual([]);
        const algorithms = sweep.axes[1].labels;
        for (const canvas of [
          sizeCanvas(view, own, size, light, false).canvas,
          { ...sizeCanvas(view, own, size, light, false).canvas, ...size },
        ]) {
          const { marks } = view.layout(own, canvas) as { readonly marks: readonly Mark[] };
          expect(labelFaultsOf(labelBoxesOf(marks), canvas.width, canvas.height)).toEqual([]);
          const bare = (text: string) => text.replaceAll(/[- …]/g, "");
          const heightOf = (i: number) => Number(marks.find(({ key }) => key === `name ${i}`)!.attributes["y"]);
          algorithms.forEach((algorithm, i) => {
            const name = marks.filter(({ key }) => key === `name ${i}` || key.startsWith(`name ${i} `)).map(({ text }) => text!);
            expect(bare(algorithm).startsWith(bare(name.join(""))) && name.join("").length >= 4, algorithm).toBe(true);
          });
          const ends = algorithms.map((_, i) => Number(marks.find(({ key }) => key === `head ${i}`)!.attributes["cy"]));
          ends.forEach((end, i) => {
            if (i > 0 && Math.abs(end - ends[0]) < 1) expect(heightOf(0)).toBeLessThan(heightOf(i));
          });
          const lines = marks.filter(({ key }) => /^line \d+$/.test(key)).map(({ attributes: { stroke } }) => stroke);
          expect([lines.length, new Set(lines).size]).toEqual([algorithms.length, algorithms.length]);
        }
      },
    ),
    { numRuns: cases(16) },
  );
});

test("words that leave the frame or lie on each other are found", () => {
  const word = (x: number, y: number, text: string): Mark => ({ key: text, tag: "text", attributes: { x, y, "font-size": 11 }, text });
  expect(labelFaultsOf(labelBoxesOf([word(10, 20, "one"), word(60, 20, "two")]), 100, 40)).toEqual([]);
  expect(labelFaultsOf(labelBoxesOf([word(10, 20, "one"), word(18, 22, "two"), word(90, 20, "three")]), 100, 40)).toHaveLength(2);
});

const layouts = { bars: layoutBars, growth: layoutGrowth, profiles: layoutProfiles, worth: layoutPerformanceCost };

/** Every figure of the papers that is drawn from numbers. The test draws them with random numbers. */
const figures = exhibits.flatMap((exhibit) =>
  (exhibit.figures ?? []).map((figure) => ({ exhibit, figure, name: `${exhibit.id}: ${figure.title}` })),
);

test.each(figures.filter(({ figure }) => figure.is in layouts))(
  "the words of $name stand inside its frame and off each other",
  ({ exhibit, figure }) => {
    // Performance per cost is relative to one network, so its values stay near 1.
    const most = figure.is === "worth" ? 2 : 40;
    const values = fc.array(fc.double({ min: most / 100, max: most, noNaN: true }), {
      minLength: exhibit.rows.length,
      maxLength: exhibit.rows.length,
    });
    const layout = layouts[figure.is as keyof typeof layouts] as unknown as FigureLayout<ExhibitFigure["is"]>;
    fc.assert(
      fc.property(values, fc.constantFrom(300, 358, 560, 790), (all, width) => {
        const outcome = { values: new Map(exhibit.rows.map(({ id }, i) => [id, { value: all[i] }])), checked: new Map(), isComplete: true };
        const drawn = layout({ figure, exhibit, outcome }, { width, theme: light });
        expect(drawn === null ? [] : labelFaultsOf(labelBoxesOf(drawn.marks), width, drawn.height)).toEqual([]);
      }),
      { numRuns: cases(20) },
    );
  },
);
