/** The view of a matrix transposition: how blocks move between ranks, and their drawing. */
import { describe, expect, it } from "vitest";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import { startRun } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { openFrame } from "../../src/core/simulation/frame.ts";
import { blocksView, type BlocksMarks, blockStepMarks } from "../../src/views/blocks/blocks.ts";
import { blockMovesOf, blockStateOf, moveProgress } from "../../src/views/blocks/block-moves.ts";
import { moveLanesOf } from "../../src/views/blocks/lanes.ts";
import { arrowEndsOf, pointBesideArrow } from "../../src/views/blocks/paint.ts";
import { rankCell, preferredBlocksHeight, type BlocksLayout, layoutBlockMatrix } from "../../src/views/blocks/layout.ts";
import { hitTestTargets } from "../../src/views/plot/hover.ts";
import { hoverTargetsOf } from "../../src/views/plot/targets.ts";
import { desk, phone, viewData } from "./fixtures.ts";
import { expectWording } from "../wording/wording.ts";

/**
 * View data of a transposition, at a fraction of its run.
 * @param fraction Fraction of the run, 0 to 1.
 */
function transposeData(workload: object, fraction: number) {
  const scenario = readScenario({
    format: "fabricscope-scenario",
    version: 1,
    topology: { kind: "three-quads", m: 4 },
    flowControl: { kind: "fluid" },
    workload: { kind: "matrix-transpose", rows: 256, ...workload },
  });
  const wholeRun = startRun(scenario);
  wholeRun.finish();
  const results = wholeRun.results();
  const run = startRun(scenario);
  run.simulation.advance(Math.floor(results.cycles * fraction), Infinity);
  const { layout } = run.simulation;
  const frame = openFrame(layout, new ArrayBuffer(layout.byteLength));
  run.simulation.sample(frame);
  return viewData(run.plan.network, { frame, results, load: null, analysis: analyzePlan(run.plan) });
}

describe.each([
  ["two steps at half duplex", { duplex: "half" }, 2],
  ["two steps at full duplex", { duplex: "full" }, 2],
  ["fused steps", { duplex: "full", algorithm: "fused", chunks: 4 }, 2],
  ["one step", { duplex: "full", algorithm: "one-step" }, 1],
] as const)("the blocks of a transposition in %s", (_, workload, steps) => {
  const before = transposeData(workload, 0);
  const journey = blockMovesOf(before.analysis?.program, before.network) ?? expect.fail("no journey");

  it("end as the transposed matrix", () => {
    expect(journey.side).toBe(8);
    expect(journey.steps).toBe(steps);
    expect([...journey.blockOnRank[0]]).toEqual(Array.from({ length: 64 }, (_, rank) => rank));
    expect([...journey.blockOnRank[steps]]).toEqual(Array.from({ length: 64 }, (_, rank) => (rank % 8) * 8 + Math.floor(rank / 8)));
  });

  it("leave from where they stand", () => {
    for (const { step, block, from } of journey.moves) expect(journey.blockOnRank[step - 1][from]).toBe(block);
  });

  it("come to their places while the run goes on, and all have at its end", () => {
    const far = [0, 0.3, 0.7, 1].map((part) => {
      const { frame, results } = transposeData(workload, part);
      return blockStateOf(journey, frame, results?.messages ?? []);
    });
    const there = far.map(({ blockOnRank }) =>
      blockOnRank.reduce((sum, block, rank) => sum + (block === journey.blockOnRank[steps][rank] ? 1 : 0), 0),
    );
    expect(there).toEqual(there.toSorted((a, b) => a - b));
    expect(far[0].blockOnRank).toEqual(journey.blockOnRank[0]);
    expect(far[3].blockOnRank).toEqual(journey.blockOnRank[steps]);
    expect(far.some(({ arrivals }) => arrivals.some(({ progress }) => progress > 0 && progress < 1))).toBe(true);
  });
});

describe("the drawing of the matrix", () => {
  const data = transposeData({ duplex: "full" }, 0.3);

  it.each([desk, phone, { ...desk, width: 292, height: 420 }])("stays within its room, without a number that is none (%#)", (canvas) => {
    const { marks, layout } = blocksView.layout(data, canvas) as BlocksMarks & { layout: BlocksLayout };
    expect(JSON.stringify(marks)).not.toMatch(/NaN|Infinity|undefined/);
    for (const { attributes } of marks.filter(({ tag }) => tag === "text" || tag === "rect")) {
      expect(Number(attributes["x"])).toBeGreaterThanOrEqual(0);
      expect(Number(attributes["x"])).toBeLessThanOrEqual(canvas.width);
      expect(Number(attributes["y"])).toBeLessThanOrEqual(canvas.height);
    }
    const { x, y, width } = rankCell(layout, 21);
    const at = (px: number) => hitTestTargets(hoverTargetsOf(marks), px, y + width / 2, 8);
    expect(at(x + width / 2)?.clickSelection).toEqual({
      is: "terminal",
      terminal: blockMovesOf(data.analysis?.program, data.network)!.terminalOf[21],
    });
    expect(at(-1)).toBeNull();
  });

  it("says through which switches each step goes, and that nothing is shared", () => {
    expect(blocksView.summary(data)).toMatch(
      /^8 × 8 blocks: 48 move in step 1 through 4 Z switches and 32 in step 2 through 4 . switches; no two blocks of a step share a channel; /,
    );
  });

  it("has a row for every move, with its switch and its times", () => {
    const { columns, rows } = blocksView.table(data);
    expect(rows.length).toBe(48 + 32);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([columns.length]));
    expect(rows[0].slice(0, 5)).toEqual(["0, 1", 1, 1, 4, "Z switch 0"]);
    for (const row of rows) expect(Number(row[6])).toBeGreaterThan(Number(row[5]));
  });

  it("has one space between words", () => {
    expect(blocksView.summary(data)).not.toMatch(/ {2}/);
  });

  it("is asked for where a program moves no blocks", () => {
    expect(blocksView.emptyMessage({ ...data, analysis: null })).not.toBeNull();
  });
});

describe("no way crosses a word", () => {
  const journeys = [{ duplex: "full" }, { duplex: "full", algorithm: "one-step" }].map((workload) => {
    const { analysis, network } = transposeData(workload, 0);
    return { journey: blockMovesOf(analysis?.program, network) ?? expect.fail("no journey"), network };
  });
  const drawings = journeys.flatMap(({ journey, network }) =>
    Array.from({ length: journey.steps }, (_, step) => ({ journey, network, step })),
  );

  it.each([288, 358, 616, 800, 960])("at %i px", (width) => {
    for (const { journey, network, step } of drawings) {
      const height = preferredBlocksHeight(width, network);
      const places = layoutBlockMatrix(width, height, journey.side, journey.steps, network);
      const marks = blockStepMarks({ blockMoves: journey, layout: places, network }, step, "black", { ...desk, width, height });
      const words = marks.flatMap(({ key, tag, attributes, text = "" }) => {
        if (tag !== "text" || !/^(block|node) \d/.test(key)) return [];
        const [x, y, size] = ["x", "y", "font-size"].map((name) => Number(attributes[name]));
        const wide = 0.58 * size * text.length;
        const left = attributes["text-anchor"] === "end" ? x - wide : x;
        return [{ left, right: left + wide, top: y - 0.72 * size, bottom: y }];
      });
      expect(words).toHaveLength(128);
      for (const move of journey.moves.filter((each) => each.step === step + 1)) {
        const course = arrowEndsOf(places, move);
        for (let t = 0; t <= 1; t += 0.01) {
          // The line is at most 2 px wide.
          const [x, y] = pointBesideArrow(course, t, 0);
          const hit = words.some(({ left, right, top, bottom }) => x > left - 1 && x < right + 1 && y > top - 1 && y < bottom + 1);
          expect(hit, `${move.from} to ${move.to}`).toBe(false);
        }
      }
    }
  });

  it("by lanes: those that lie over each other have their own, those that change places share one", () => {
    const step = (from: number, to: number) => ({ step: 1, from, to });
    expect(moveLanesOf([step(3, 12), step(12, 3), step(6, 9), step(2, 8)], 4)).toEqual([
      { lane: -0.5, lanes: 2 },
      { lane: -0.5, lanes: 2 },
      { lane: 0.5, lanes: 2 },
      { lane: 0, lanes: 1 },
    ]);
    // Moves that follow each other on a line need no separate lanes, nor do moves of different steps.
    expect(moveLanesOf([step(7, 14), step(21, 28), { ...step(7, 28), step: 2 }], 8).map(({ lanes }) => lanes)).toEqual([1, 1, 1]);
    const { journey } = journeys[0];
    for (const { from, to, step: own, lane } of journey.moves)
      expect(journey.moves.find((back) => back.from === to && back.to === from && back.step === own)?.lane).toBe(lane);
  });
});

it("says of messages too many to be followed that they are, and shows the end when it has come", () => {
  const [under, over] = [0.5, 1].map((part) => transposeData({ duplex: "full", algorithm: "fused", chunks: 64 }, part));
  const journey = blockMovesOf(under.analysis?.program, under.network) ?? expect.fail("no journey");
  const momentIn = ({ frame, results }: typeof under) => blockStateOf(journey, frame, results?.messages ?? []);
  expect(momentIn(under).blockOnRank).toEqual(journey.blockOnRank[0]);
  expect(blocksView.summary(under)).toMatch(
    /; the 5\s120\smessages are too many to track one by one: the drawing shows the initial matrix/,
  );
  expect(momentIn(over).blockOnRank).toEqual(journey.blockOnRank[2]);
  expectWording(blocksView.summary(over), "shows the final matrix");
});

it("counts a move by time, and one without an end not at all", () => {
  expect(moveProgress({ start: 10, end: 19 }, 15)).toBeCloseTo(0.5);
  expect(moveProgress({ start: 10, end: 19 }, 20)).toBe(1);
  expect(moveProgress({ start: -1, end: -1 }, 20)).toBe(0);
  expect(moveProgress({ start: 10, end: -1 }, 20)).toBe(0);
});
