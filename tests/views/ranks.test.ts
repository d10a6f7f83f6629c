/** The timeline of ranks: statistics, causes of waiting, logical steps and drawing. */
import { describe, expect, it } from "vitest";
import { idleCyclesWithin, delayChainOf, idlePeriodsOf } from "../../src/views/ranks/idle-causes.ts";
import { toLogicalSteps, maxComputationsPerRank } from "../../src/views/ranks/logical-steps.ts";
import { layoutRanks, ranksHeight } from "../../src/views/ranks/layout.ts";
import { intervalBarsOf } from "../../src/views/ranks/interval-bars.ts";
import { sayRanks, sayLogicalSteps, sayWhy } from "../../src/views/ranks/say.ts";
import { searchIntervals, intervalsMatching, conditionsOf } from "../../src/views/ranks/search.ts";
import { hitTestRanks } from "../../src/views/ranks/hit-test.ts";
import { statisticsRowsOf, statisticsOf } from "../../src/views/ranks/statistics.ts";
import { intervalAfterKey } from "../../src/views/ranks/keyboard.ts";
import { statisticsTable, intervalTable } from "../../src/views/ranks/table.ts";
import { intervalKinds, rankOfInterval, intervalAfter, type RankTimeline, rankTimelineOf } from "../../src/views/ranks/rank-timeline.ts";
import { traceDocumentOf } from "../../src/views/ranks/trace.ts";
import { timeAt } from "../../src/views/time-axis/span-rows.ts";
import type { ViewData } from "../../src/views/contract.ts";
import { ranksView } from "../../src/views/ranks/ranks.ts";
import { build, light, viewData } from "./fixtures.ts";
import { playRanks, wavefrontRun } from "./wavefront.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { expectWording } from "../wording/wording.ts";

const equalRanks = wavefrontRun(4, 8, { compute: () => 100, send: 5, transfer: 20 });
const card = { width: 560, height: ranksHeight(4, 560, 5), theme: light, units: unitsOfResults };

/**
 * Three ranks in a row, computed by hand, in cycles:
 * - rank 0 computes 0 … 100, sends to 1 (100 … 110), computes 110 … 210, sends to 1 (210 … 220)
 * - rank 1 waits 0 … 110, receives 110 … 130, computes 130 … 180, sends to 2 (180 … 190), waits 190 … 220 for the second message of rank 0,
 * receives it 220 … 240, computes 240 … 290
 * - rank 2 waits 0 … 190, receives 190 … 210, computes 210 … 260
 */
const threeRanks = playRanks(
  [
    [
      { is: "compute", task: 0 },
      { is: "send", task: 0, message: 0 },
      { is: "compute", task: 1 },
      { is: "send", task: 1, message: 1 },
    ],
    [
      { is: "receive", task: 2, message: 0 },
      { is: "compute", task: 2 },
      { is: "send", task: 2, message: 2 },
      { is: "receive", task: 3, message: 1 },
      { is: "compute", task: 3 },
    ],
    [
      { is: "receive", task: 4, message: 2 },
      { is: "compute", task: 4 },
    ],
  ],
  [
    [0, 1],
    [0, 1],
    [1, 2],
  ],
  ["A", "B", "C", "D", "E"].map((name, step) => ({ name, step })),
  { compute: (rank) => (rank === 0 ? 100 : 50), send: 10, transfer: 20 },
);
const wholeSpan = (timeline: RankTimeline) => ({ from: 0, to: timeline.end });
const findInterval = (timeline: RankTimeline, rank: number, kind: string, index = 0) =>
  Array.from(timeline.timeline.kind.keys()).filter(
    (s) => rankOfInterval(timeline.timeline, s) === rank && intervalKinds[timeline.timeline.kind[s]] === kind,
  )[index];

describe("ranks over time", () => {
  it("knows whose a stretch is, and which one goes on at a cycle", () => {
    const { timeline } = threeRanks.rankTimeline;
    expect(timeline.first).toEqual([0, 4, 11, 14]);
    expect([0, 3, 4, 10, 11, 13].map((s) => rankOfInterval(timeline, s))).toEqual([0, 0, 1, 1, 2, 2]);
    expect(intervalAfter(timeline, 1, 129)).toBe(5);
    expect(intervalAfter(timeline, 1, 130)).toBe(6);
    expect(intervalAfter(timeline, 1, 400)).toBe(11);
  });

  it("counts and sums what lies within a stretch of time", () => {
    const [compute, send, receive, wait] = statisticsOf(threeRanks.rankTimeline, wholeSpan(threeRanks.rankTimeline));
    expect(compute).toMatchObject({ count: 5, sum: 350, mean: 70, min: 50, max: 100, p95: 100, share: 350 / (3 * 290) });
    expect(send).toMatchObject({ count: 3, sum: 30 });
    expect(receive).toMatchObject({ count: 3, sum: 60 });
    expect(wait).toMatchObject({ count: 3, sum: 110 + 30 + 190, min: 30, max: 190 });
    // An interval that exceeds the span counts only with the part inside the span.
    const [inside, , , waited] = statisticsOf(threeRanks.rankTimeline, { from: 150, to: 200 }, 1);
    expect(inside).toMatchObject({ count: 1, sum: 30, share: 0.6 });
    expect(waited).toMatchObject({ count: 1, sum: 10 });
    expect(statisticsOf(threeRanks.rankTimeline, { from: 270, to: 280 }, 2)[0]).toMatchObject({ count: 0, sum: 0, p95: 0 });
  });

  it("counts what only prepares tasks, and the time after its last, as no work of a rank", () => {
    expect(statisticsRowsOf(threeRanks.rankTimeline).map(({ title }) => title)).toEqual(["compute", "send", "receive", "wait", "ended"]);
    const [, , , , start, ended] = statisticsOf(threeRanks.rankTimeline, wholeSpan(threeRanks.rankTimeline));
    expect([start.count, ended.count, ended.sum, ended.max]).toEqual([0, 2, 70 + 30, 70]);
    // In this copy of the timeline, the first compute of every rank belongs to no task.
    const { timeline } = threeRanks.rankTimeline;
    const firsts = [0, 1, 2].map((rank) => findInterval(threeRanks.rankTimeline, rank, "compute", 0));
    const prepared = { ...timeline, task: timeline.task.map((task, s) => (firsts.includes(s) ? -1 : task)) };
    const rankTimeline = rankTimelineOf(prepared, threeRanks.messages);
    expect(statisticsRowsOf(rankTimeline).map(({ title }) => title)).toEqual(["compute", "send", "receive", "wait", "start", "ended"]);
    const own = statisticsOf(rankTimeline, wholeSpan(rankTimeline));
    expect([own[0].count, own[0].sum, own[4].count, own[4].sum]).toEqual([2, 150, 3, 200]);
    for (const rank of [-1, 0, 1, 2]) {
      for (const span of [wholeSpan(rankTimeline), { from: 205, to: 275 }])
        expect(statisticsOf(rankTimeline, span, rank).reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
    }
    const keys = layoutRanks(prepared, threeRanks.messages, { ...card, height: 400 }).marks.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(["kind start", "share start", "kind ended", "share ended"]));
  });

  it("follows every wait to its cause", () => {
    const idleRows = idlePeriodsOf(threeRanks.rankTimeline).flatMap((own, rank) =>
      own.map(({ from, to, cause, peer, isComputing }) => [rank, from, to, cause, peer, isComputing]),
    );
    expect(idleRows).toEqual([
      [0, 100, 110, "transfer", -1, false],
      [0, 210, 290, "end", -1, false],
      [1, 0, 100, "filling", 0, true],
      [1, 100, 110, "filling", 0, false],
      [1, 110, 130, "transfer", 0, false],
      [1, 180, 190, "transfer", -1, false],
      // Rank 0 computes up to 210 and then sends.
      [1, 190, 210, "dependency", 0, true],
      [1, 210, 240, "transfer", 0, false],
      // Rank 1 waits for rank 0 at first, and receives its message before it computes.
      [2, 0, 130, "filling", 1, false],
      [2, 130, 180, "filling", 1, true],
      [2, 180, 190, "filling", 1, false],
      [2, 190, 210, "transfer", 1, false],
      [2, 260, 290, "end", -1, false],
    ]);
    expect(idleCyclesWithin(threeRanks.rankTimeline, wholeSpan(threeRanks.rankTimeline))).toEqual([300, 20, 90, 110]);
    expect(idleCyclesWithin(threeRanks.rankTimeline, { from: 200, to: 215 }, 1)).toEqual([0, 10, 5, 0]);
  });

  it("has a cause for every cycle in which a rank does not compute", () => {
    for (const { rankTimeline } of [
      threeRanks,
      equalRanks,
      wavefrontRun(3, 7, { compute: (rank) => 40 + 30 * rank, send: 0, transfer: 200 }),
    ]) {
      const ranks = rankTimeline.timeline.terminals.length;
      const [compute] = statisticsOf(rankTimeline, wholeSpan(rankTimeline));
      const lost = idleCyclesWithin(rankTimeline, wholeSpan(rankTimeline)).reduce((sum, each) => sum + each, 0);
      expect(lost + compute.sum).toBeCloseTo(ranks * rankTimeline.end, 6);
    }
  });

  it("follows who waits at a barrier to who comes last", () => {
    // Rank 0 computes up to 50 and waits up to 100. Rank 2 computes up to 80 and waits up to 100. Rank 1 computes up to 100. Then all
    // compute.
    const timeline = {
      terminals: [0, 1, 2],
      first: [0, 3, 5, 8],
      kind: [0, 3, 0, 0, 0, 0, 3, 0],
      from: [0, 50, 100, 0, 100, 0, 80, 100],
      to: [50, 100, 120, 100, 110, 80, 100, 120],
      task: Array.from({ length: 8 }, () => -1),
      message: Array.from({ length: 8 }, () => -1),
      source: [],
      destination: [],
      after: [],
      tasks: [],
    };
    const barrier = rankTimelineOf(timeline, []);
    expect(idlePeriodsOf(barrier).map((own) => own.map(({ from, to, cause, peer }) => [from, to, cause, peer]))).toEqual([
      [[50, 100, "dependency", 1]],
      [[110, 120, "end", -1]],
      [[80, 100, "dependency", 1]],
    ]);
    expect(delayChainOf(barrier, 2)).toMatchObject([
      { rank: 0, interval: 1, sender: 1, handoverCycle: 100, cause: "dependency", senderComputations: [3] },
    ]);
    expectWording(
      sayWhy(unitsOfResults, barrier, 1),
      "Rank 0 waits … 50 cycles … barrier for rank 1 … computing dependency … begins at rank 1",
    );
  });

  it("finds no filling and no end where no rank computes", () => {
    const mute = playRanks(
      [[{ is: "send", task: 0, message: 0 }], [{ is: "receive", task: 0, message: 0 }]],
      [[0, 1]],
      [{ name: "A", step: 0 }],
      { compute: () => 0, send: 10, transfer: 30 },
    );
    expect(idleCyclesWithin(mute.rankTimeline, wholeSpan(mute.rankTimeline))).toEqual([0, 0, 50, 30]);
    expectWording(sayLogicalSteps(unitsOfResults, mute.rankTimeline), "no rank computes");
    expect(layoutRanks(mute.timeline, mute.messages, card, { isLogical: true }).rankTimeline?.end).toBe(1);
  });

  it("goes back from a wait through messages to a rank that did not wait", () => {
    const last = findInterval(threeRanks.rankTimeline, 2, "compute");
    expect(delayChainOf(threeRanks.rankTimeline, last).map(({ rank, sender, cause }) => [rank, sender, cause])).toEqual([
      [2, 1, "filling"],
      [1, 0, "filling"],
    ]);
    const wait = findInterval(threeRanks.rankTimeline, 1, "wait", 1);
    const [link, ...rest] = delayChainOf(threeRanks.rankTimeline, wait);
    expect(link).toMatchObject({ rank: 1, interval: wait, sender: 0, cause: "dependency", isSenderWaiting: false });
    expect(link.senderComputations.map((s) => threeRanks.timeline.tasks[threeRanks.timeline.task[s]].name)).toEqual(["B"]);
    expect(rest).toEqual([]);
    // A compute that did not wait has no chain of causes.
    expect(delayChainOf(threeRanks.rankTimeline, findInterval(threeRanks.rankTimeline, 0, "compute", 1))).toEqual([]);
    // A cause never lies after its effect: the end times along a chain decrease, so the chain ends.
    for (let s = 0; s < equalRanks.timeline.kind.length; s++) {
      const froms = delayChainOf(equalRanks.rankTimeline, s).map(({ interval }) => equalRanks.timeline.to[interval]);
      expect(froms).toEqual([...froms].sort((a, b) => b - a));
    }
  });

  it("takes 22 logical steps for the wavefront on four equal nodes, where 16 are computed by each", () => {
    expect(maxComputationsPerRank(equalRanks.rankTimeline)).toBe(16);
    const steps = toLogicalSteps(equalRanks.rankTimeline);
    expect(steps.end).toBe(22);
    // A step is one compute, however long it takes and whatever messages cost.
    expect(toLogicalSteps(wavefrontRun(4, 8, { compute: (rank) => 10 + rank, send: 0, transfer: 500 }).rankTimeline).end).toBe(22);
    const [compute, send, , wait] = statisticsOf(steps, wholeSpan(steps));
    expect(compute).toMatchObject({ count: 64, sum: 64 });
    expect(send.count).toBe(0);
    expect(64 + wait.sum).toBeLessThanOrEqual(4 * 22);
  });

  it("takes what belongs to no task for no step, and for no beginning of the work", () => {
    const prepared = playRanks(
      [
        [
          { is: "compute", task: -1 },
          { is: "compute", task: 0 },
          { is: "send", task: 0, message: 0 },
        ],
        [
          { is: "compute", task: -1 },
          { is: "receive", task: 1, message: 0 },
          { is: "compute", task: 1 },
        ],
      ],
      [[0, 1]],
      ["A", "B"].map((name, step) => ({ name, step })),
      { compute: () => 100, send: 0, transfer: 20 },
    );
    expect([toLogicalSteps(prepared.rankTimeline).end, maxComputationsPerRank(prepared.rankTimeline)]).toEqual([2, 1]);
    expect(idleCyclesWithin(prepared.rankTimeline, wholeSpan(prepared.rankTimeline))).toEqual([100, 0, 20, 120]);
  });

  it("says who waits for whom, and why", () => {
    expectWording(
      sayRanks(threeRanks.rankTimeline, wholeSpan(threeRanks.rankTimeline)),
      "Rank 2 waits … 72 % … rank 1 … 58 % is pipeline filling, 21 % emptying, 17 % transfer … 4 % computing dependency",
    );
    expectWording(
      sayRanks(threeRanks.rankTimeline, wholeSpan(threeRanks.rankTimeline), 1),
      "Rank 1 communicates … waits 66 % … rank 0 … 58 % is pipeline filling, 32 % transfer … 11 % computing dependency",
    );
    expectWording(sayRanks(threeRanks.rankTimeline, { from: 20, to: 90 }, 0), "Rank 0 computes");
    expectWording(sayLogicalSteps(unitsOfResults, equalRanks.rankTimeline), "22 logical steps … 100 cycles … more than 16");
    expectWording(
      sayWhy(unitsOfResults, threeRanks.rankTimeline, findInterval(threeRanks.rankTimeline, 1, "wait", 1)),
      "Rank 1 waits 30 cycles … rank 0 … computes B … computing dependency … rank 0",
    );
    expectWording(
      sayWhy(unitsOfResults, threeRanks.rankTimeline, findInterval(threeRanks.rankTimeline, 0, "compute", 1)),
      "Rank 0 computes B … step 1 … 100 cycles",
    );
  });
});

describe("the drawing of ranks", () => {
  it("has a path for each kind, names where they fit, and statistics below", () => {
    const { marks } = layoutRanks(equalRanks.timeline, equalRanks.messages, { ...card, width: 1300 });
    const keys = marks.map(({ key }) => key);
    expect(keys).toEqual(
      expect.arrayContaining(["bars compute", "bars send", "bars receive", "bars wait", "lines wait", "label 3", "share wait"]),
    );
    expect(marks.find(({ text }) => text === "C(0, 0)" || text === "C(0,0)")).toBeDefined();
    expect(new Set(keys).size).toBe(keys.length);
    expect(
      layoutRanks(equalRanks.timeline, equalRanks.messages, card, { hasPanel: false }).marks.some(({ key }) => key === "share wait"),
    ).toBe(false);
  });

  it("draws the messages of what is picked, and the way back from a wait", () => {
    const draw = (selected: object) => layoutRanks(equalRanks.timeline, equalRanks.messages, card, { selected: selected as never });
    const compute = findInterval(equalRanks.rankTimeline, 0, "compute", 3);
    expect(draw({ is: "stretch", stretch: compute, terminal: 0 }).arrows.length).toBeGreaterThan(0);
    expect(draw({ is: "message", message: 4, source: 0, destination: 1 }).arrows.map(({ message }) => message)).toEqual([4]);
    const own = equalRanks.timeline.source.filter((from, m) => from === 2 || equalRanks.timeline.destination[m] === 2).length;
    expect(draw({ is: "terminal", terminal: 2 }).arrows).toHaveLength(own);
    const wait = findInterval(equalRanks.rankTimeline, 3, "wait", 0);
    expect(draw({ is: "stretch", stretch: wait, terminal: 3 }).marks.map(({ key }) => key)).toEqual(
      expect.arrayContaining(["chain", "picked"]),
    );
    expect(draw({ is: "nothing" }).arrows).toEqual([]);
  });

  it("draws no arrow backwards in logical steps, and picks the wait that is there", () => {
    for (const run of [equalRanks, threeRanks, wavefrontRun(3, 6, { compute: (rank) => 40 + 30 * rank, send: 3, transfer: 200 })]) {
      const draw = (selected: object) => layoutRanks(run.timeline, run.messages, card, { isLogical: true, selected: selected as never });
      for (const terminal of run.timeline.terminals) {
        const { arrows } = draw({ is: "terminal", terminal });
        expect(arrows.length).toBeGreaterThan(0);
        for (const { x1, x2 } of arrows) expect(x2).toBeGreaterThanOrEqual(x1);
      }
    }
    // Rank 2 waits 0 … 190 and receives 190 … 210. In logical steps the wait is part of the step that receives the message.
    const wait = findInterval(threeRanks.rankTimeline, 2, "wait", 0);
    const { marks } = layoutRanks(threeRanks.timeline, threeRanks.messages, card, {
      isLogical: true,
      selected: { is: "stretch", stretch: wait, terminal: 2 },
    });
    expect(Number(marks.find(({ key }) => key === "picked")?.attributes?.["width"])).toBeGreaterThan(20);
  });

  it("merges what is narrower than a pixel, and keeps every pixel of it", () => {
    const many = wavefrontRun(16, 128, { compute: () => 100, send: 5, transfer: 20 });
    const { rows, rankTimeline } = layoutRanks(many.timeline, many.messages, { ...card, height: ranksHeight(16, 560, 5) });
    if (rows === null || rankTimeline === null) throw new Error("nothing is drawn");
    const bars = intervalBarsOf(rankTimeline, 3, rows);
    expect(bars.length).toBeLessThan(2 * (rows.timeBox.right - rows.timeBox.left));
    bars.forEach(({ x, width }, i) => {
      expect(width).toBeGreaterThan(0);
      if (i > 0) expect(x).toBeGreaterThan(bars[i - 1].x);
      expect(x + width).toBeLessThanOrEqual(rows.timeBox.right + 1e-6);
    });
  });

  it("picks the stretch under the pointer", () => {
    const drawn = layoutRanks(threeRanks.timeline, threeRanks.messages, card);
    const { rows } = drawn;
    if (rows === null) throw new Error("nothing is drawn");
    const spot = hitTestRanks(drawn, timeAt(rows.timeBox, 200), rows.tops[1] + 4, 8, card);
    expect(spot).toMatchObject({
      name: "rank 1 waits for rank 0, for D (step 3)",
      more: ["computing dependency"],
      clickSelection: { is: "stretch", terminal: 1 },
    });
    expect(hitTestRanks(drawn, 5, 5, 8, card)).toBeNull();
    const own = hitTestRanks(drawn, 10, rows.tops[2] + 4, 8, card);
    expect(own?.name).toMatch(/^on terminal 2, compute 17\s%, receive 7\s%, wait 66\s%, ended 10\s%$/);
    expect(own?.clickSelection).toEqual({ is: "terminal", terminal: 2 });
  });

  it("goes from stretch to stretch by keys", () => {
    const { rankTimeline } = threeRanks;
    expect(intervalAfterKey(rankTimeline, "ArrowRight", -1, 150)).toBe(2);
    expect(intervalAfterKey(rankTimeline, "ArrowRight", 2, 150)).toBe(3);
    expect(intervalAfterKey(rankTimeline, "ArrowRight", 3, 150)).toBe(3);
    expect(intervalAfterKey(rankTimeline, "ArrowDown", 2, 0)).toBe(findInterval(rankTimeline, 1, "compute"));
    expect(intervalAfterKey(rankTimeline, "Escape", 2, 0)).toBe(-1);
    expect(intervalAfterKey(rankTimeline, "Escape", -1, 0)).toBeUndefined();
    expect(intervalAfterKey(rankTimeline, "KeyX", 2, 0)).toBeUndefined();
  });
});

describe("sorts of work", () => {
  // A pipeline of two stages: forward on the first, forward and backward on the second, backward on the first. A pass takes 100 cycles, a
  // message 20.
  const [forward, backward] = [0, 1];
  const pipeline = playRanks(
    [
      [
        { is: "compute", task: forward },
        { is: "send", task: forward, message: 0 },
        { is: "receive", task: backward, message: 1 },
        { is: "compute", task: backward },
      ],
      [
        { is: "receive", task: forward, message: 0 },
        { is: "compute", task: forward },
        { is: "compute", task: backward },
        { is: "send", task: backward, message: 1 },
      ],
    ],
    [
      [0, 1],
      [1, 0],
    ],
    ["forward", "backward"].map((name) => ({ name, step: -1 })),
    { compute: () => 100, send: 0, transfer: 20 },
  );

  it("are distinguished by their tones, and in the key", () => {
    const { marks } = layoutRanks(pipeline.timeline, pipeline.messages, card);
    const fillOf = (key: string) => marks.find((mark) => mark.key === key)?.attributes["fill"];
    const [first, second] = [fillOf("bars compute"), fillOf("bars compute backward")];
    expect(first).toBeDefined();
    expect(second).toBeDefined();
    expect(second).not.toBe(first);
    const texts = marks.flatMap((mark) => (mark.tag === "text" ? [mark.text] : []));
    expect(texts).toEqual(expect.arrayContaining(["forward", "backward", "wait"]));
    // The table adds up both kinds of computing as "compute".
    expect(texts.filter((text) => text === "compute")).toHaveLength(1);
  });

  it("are counted by themselves, and all together as computing", () => {
    const { rankTimeline } = pipeline;
    const own = statisticsOf(rankTimeline, wholeSpan(rankTimeline));
    const statisticsFor = (title: string) => own[statisticsRowsOf(rankTimeline).find((each) => each.title === title)!.index];
    expect(["compute", "forward", "backward"].map((title) => [statisticsFor(title).count, statisticsFor(title).sum])).toEqual([
      [4, 400],
      [2, 200],
      [2, 200],
    ]);
    // The kinds of work are parts of "compute", which already fills its share of the time.
    expect(statisticsFor("forward").share + statisticsFor("backward").share).toBeCloseTo(statisticsFor("compute").share, 12);
    expect(own.slice(0, -2).reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
    const rows = statisticsTable(rankTimeline, wholeSpan(rankTimeline)).rows.filter(([rank]) => rank === 1);
    expect(rows.slice(0, 3).map((row) => row.slice(1, 4))).toEqual([
      ["compute", 2, 200],
      ["forward", 1, 100],
      ["backward", 1, 100],
    ]);
  });

  it("are said, as no single thing that is waited for", () => {
    const whyText = (rank: number, kind: string, nth = 0) =>
      sayWhy(unitsOfResults, pipeline.rankTimeline, findInterval(pipeline.rankTimeline, rank, kind, nth));
    expectWording(whyText(0, "compute"), "Rank 0 computes … 100 cycles");
    expect(whyText(0, "wait")).toContain("waits 220 cycles for a message from rank 1, which");
    expect(whyText(0, "wait")).not.toMatch(/step|forward|backward/);
    expect(intervalsMatching(pipeline.rankTimeline, "backward compute")).toHaveLength(2);
  });
});

describe("finding stretches", () => {
  it("reads ranks, tasks, waves, kinds, partners and causes, all of which must be true", () => {
    const { rankTimeline } = equalRanks;
    const named = (words: string) =>
      intervalsMatching(rankTimeline, words)?.map((s) => [
        rankOfInterval(rankTimeline.timeline, s),
        intervalKinds[rankTimeline.timeline.kind[s]],
      ]);
    expect(named("rank 3")?.every(([rank]) => rank === 3)).toBe(true);
    expect(named("C(4, 1) compute")).toEqual([[0, "compute"]]);
    expect(named("c(4,1) computes")).toEqual([[0, "compute"]]);
    expect(named("wave 0")).toEqual([[0, "compute"]]);
    expect(named("waits")?.length).toBe(statisticsOf(rankTimeline, wholeSpan(rankTimeline))[3].count);
    expect(named("rank 3 wait filling")).toEqual([[3, "wait"]]);
    expect(named("receive with 2")?.every(([rank, kind]) => rank !== 2 && kind === "receive")).toBe(true);
    expect(named("nothing such")).toEqual([]);
    expect(conditionsOf("  ")).toBeNull();
  });

  it("says how many they are and how long, and goes to them in the order of time", () => {
    const { summary, hits } = searchIntervals(unitsOfResults, threeRanks.rankTimeline, "wait");
    expect(summary).toMatch(/^3\sintervals, 330\scycles in total$/);
    expect(hits.map(({ from }) => from)).toEqual([0, 0, 190]);
    expect(searchIntervals(unitsOfResults, threeRanks.rankTimeline, "wave 77").summary).toBe("none");
  });
});

describe("files of ranks", () => {
  it("tells statistics of all ranks and of each, and every stretch", () => {
    const { columns, rows } = statisticsTable(threeRanks.rankTimeline, wholeSpan(threeRanks.rankTimeline));
    expect(rows).toHaveLength(4 * 9);
    expect(rows.every((row) => row.length === columns.length)).toBe(true);
    expect(rows[0].slice(0, 4)).toEqual(["all", "compute", 5, 350]);
    expect(rows[4].slice(0, 4)).toEqual(["all", "ended", 2, 100]);
    expect(rows[5].slice(0, 4)).toEqual(["all", "pipeline filling", "", 300]);
    expect(intervalTable(threeRanks.rankTimeline).rows).toHaveLength(14);
    expect(intervalTable(threeRanks.rankTimeline).rows[4]).toEqual([1, 1, "wait", 0, 110, "C", 2, 0, 0]);
  });

  it("writes a trace whose events are in order and whose flows have both ends within a slice", () => {
    for (const { rankTimeline, messages } of [threeRanks, equalRanks, wavefrontRun(3, 6, { compute: () => 70, send: 0, transfer: 9 })]) {
      const { traceEvents, otherData } = traceDocumentOf(rankTimeline, null, "wavefront");
      expect(otherData["time"]).toContain("1 µs represents one cycle");
      const timed = traceEvents.filter(({ ph }) => ph !== "M");
      expect(timed.map(({ ts }) => ts)).toEqual(timed.map(({ ts }) => ts ?? 0).sort((a, b) => a - b));
      const slices = timed.filter(({ ph }) => ph === "X");
      expect(slices).toHaveLength(rankTimeline.timeline.kind.length);
      expect(slices.every(({ dur = -1 }) => dur >= 0)).toBe(true);
      const [starts, ends] = (["s", "f"] as const).map((end) => timed.filter(({ ph }) => ph === end));
      expect(starts).toHaveLength(messages.length);
      for (const start of starts) {
        const end = ends.find(({ id }) => id === start.id);
        if (end === undefined) throw new Error(`flow ${start.id} has no end`);
        expect(end.bp).toBe("e");
        expect(end.ts).toBeGreaterThanOrEqual(start.ts ?? Infinity);
        for (const { tid, ts = 0 } of [start, end]) {
          const isWithin = slices.some((slice) => slice.tid === tid && (slice.ts ?? 0) <= ts && ts < (slice.ts ?? 0) + (slice.dur ?? 0));
          const isOver = ts >= Math.max(...slices.filter((slice) => slice.tid === tid).map((slice) => (slice.ts ?? 0) + (slice.dur ?? 0)));
          expect(isWithin || isOver).toBe(true);
        }
      }
      expect(traceEvents.filter(({ name }) => name === "thread_name")).toHaveLength(rankTimeline.timeline.terminals.length);
    }
    const seconds = traceDocumentOf(threeRanks.rankTimeline, 2e-9, "run");
    expect(seconds.traceEvents.find(({ ph, name }) => ph === "X" && name === "A")).toMatchObject({
      ts: 0,
      dur: 0.2,
      args: { task: "A", step: 0 },
    });
  });

  it("writes a trace of a program with a start, which has a name and no step", () => {
    const { timeline, messages } = threeRanks;
    const begins = rankTimelineOf({ ...timeline, task: timeline.task.map((task, s) => (s === 0 ? -1 : task)) }, messages);
    const [first] = traceDocumentOf(begins, null, "run").traceEvents.filter(({ ph, tid }) => ph === "X" && tid === 0);
    expect(first).toMatchObject({ name: "start", args: { task: "start" } });
    expect(first.args).not.toHaveProperty("step");
  });
});

describe("the view of ranks", () => {
  const tree = build("thin-tree", {});
  const results = { timeline: threeRanks.timeline, messages: threeRanks.messages } as unknown as ViewData["results"];
  const data = (change: Partial<ViewData> = {}) => viewData(tree, { results, load: null, ...change });

  it("opens by itself where a program names its tasks", () => {
    expect(ranksView.isOpenByDefault?.(data())).toBe(true);
    expect(ranksView.isOpenByDefault?.(data({ results: { messages: [] } as unknown as ViewData["results"] }))).toBe(false);
    expect(ranksView.emptyMessage(data())).toBeNull();
    expect(ranksView.emptyMessage(viewData(tree, { load: null }))).toContain("once the whole run");
    expect(ranksView.emptyMessage(data({ results: { messages: [] } as unknown as ViewData["results"] }))).toContain("few enough messages");
  });

  it("shows the stretch of time to the cycle, and tells of the rank that is picked", () => {
    // Spans of frames end at sampled cycles nearby; the rank timeline is exact.
    const within = data({ span: { from: 100, to: 250 }, exactSpan: { from: 120, to: 210 } });
    expect(ranksView.layout(within, card).rows?.timeBox).toMatchObject({ from: 120, to: 210 });
    expectWording(ranksView.summary(within), "cycles 120 … 210 … rank 2 communicates … waits 100");
    expect(ranksView.table(within).rows[0].slice(0, 4)).toEqual(["all", "compute", 2, 90 + 50]);
    expect(ranksView.summary(data({ selected: { is: "terminal", terminal: 1 } }))).toMatch(/^Rank 1 communicates or waits/);
    expectWording(ranksView.summary(data({ selected: { is: "stretch", stretch: 8, terminal: 1 } })), "Rank 1 waits … 30 cycles");
    expect(ranksView.summary(data({ selected: { is: "message", message: 2, source: 1, destination: 2 } }))).toMatch(/^Rank 2 waits 190/);
  });

  it("places computes in logical steps, and says how many they are", () => {
    const logical = data({ choices: { time: "logical" } });
    expect(ranksView.layout(logical, card).rankTimeline?.end).toBe(3);
    expectWording(ranksView.summary(logical), "3 logical steps … 70 cycles … more than 2");
  });

  it("lights what is looked for, and offers its files", () => {
    const keys = ranksView.layout(data({ searchText: "wait" }), card).marks.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(["found", "found bars wait"]));
    expect(ranksView.search?.find(data({ searchText: "wait" })).hits).toHaveLength(3);
    const [stretches, trace] = (ranksView.files ?? []).map((file) => file.text(data()));
    expect(stretches.split("\r\n")[1]).toBe("0,0,compute,0,100,A,0,,");
    expect(JSON.parse(trace)).toMatchObject({ displayTimeUnit: "ms" });
  });
});
