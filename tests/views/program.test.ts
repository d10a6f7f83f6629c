/** The communication graph of a program: messages by step or by cycle. */
import { describe, expect, it } from "vitest";
import { causalityOf } from "../../src/core/analysis/programs/causality.ts";
import type { Program } from "../../src/core/programs/program.ts";
import { ProgramWriter } from "../../src/core/programs/program-writer.ts";
import { frameLayout, openFrame, scalar } from "../../src/core/simulation/frame.ts";
import type { ViewData } from "../../src/views/contract.ts";
import { programView as view } from "../../src/views/program/program.ts";
import { hitTestProgram, currentStepMarks } from "../../src/views/program/hit-test.ts";
import { stepAfterKey } from "../../src/views/program/step-controller.ts";
import { stepAtPoint } from "../../src/views/program/step-row.ts";
import { build, light, viewData } from "./fixtures.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { expectWording } from "../wording/wording.ts";

const tree = build("thin-tree", {});
const card = { width: 300, height: 300, theme: light, units: unitsOfResults };

/** A program whose operations `writeRank` writes rank by rank, on the terminals from 4 on. */
const programOf = (ranks: number, writeRank: (rank: number, w: ProgramWriter) => void) => {
  const writer = new ProgramWriter(1);
  for (let rank = 0; rank < ranks; rank++) {
    writeRank(rank, writer);
    writer.nextRank();
  }
  return writer.finish(Int32Array.from({ length: ranks }, (_, r) => r + 4));
};

const butterfly = (ranks: number) =>
  programOf(ranks, (rank, w) => {
    for (let d = 1; d < ranks; d *= 2) {
      w.send(rank ^ d, 1, d);
      w.receive(rank ^ d, d);
    }
  });

/** A wavefront sweep over a square mesh, repeated `times` times. */
const repeatedSweep = (side: number, times: number) =>
  programOf(side * side, (rank, writer) => {
    const [x, y] = [rank % side, Math.floor(rank / side)];
    writer.repeat(times, () => {
      if (x > 0) writer.receive(rank - 1);
      if (y > 0) writer.receive(rank - side);
      if (x < side - 1) writer.send(rank + 1, 1);
      if (y < side - 1) writer.send(rank + side, 1);
    });
  });

/**
 * View data in which the first messages have arrived and some more are in transit.
 * @param overrides Other properties of the view data.
 */
function dataOf(program: Program, overrides: Partial<ViewData> = {}, [arrived, inTransit] = [0, 0]): ViewData {
  const causality = causalityOf(program, {
    pathTime: new Float64Array(program.owner.length).fill(2),
    minPathTime: 2,
    packetTime: 16,
    terminalChannels: 1,
    isInOrder: true,
  });
  const layout = frameLayout({ channels: tree.head.length, terminals: tree.terminals, messages: causality.messages });
  const frame = openFrame(layout, new ArrayBuffer(layout.byteLength));
  frame.scalars[scalar.now] = 100;
  for (let m = 0; m < causality.messages; m++) {
    frame.messageInjected[m] = m < arrived + inTransit ? 10 : -1;
    frame.messageDelivered[m] = m < arrived ? 49 : -1;
  }
  return viewData(tree, { frame, load: null, analysis: { program: causality } as unknown as ViewData["analysis"], ...overrides });
}

const countText = (marks: readonly { key: string; attributes: Readonly<Record<string, string | number>> }[], key: string) =>
  String(marks.find((mark) => mark.key === key)?.attributes["d"] ?? "").split("M").length - 1;

describe("the communication graph", () => {
  it("has a rail for each rank and an arrow for each message, in the column of its step", () => {
    const { arrows, ranks, steps, marks, strip } = view.layout(dataOf(butterfly(8)), card);
    expect([arrows.length, ranks.length, steps]).toEqual([24, 8, 3]);
    for (const { message, column, x1, x2 } of arrows) {
      // Rank r sends its k-th message in step k.
      expect(column).toBe(message % 3);
      expect(x1).toBeLessThan(x2);
    }
    expect(new Set(arrows.filter(({ column }) => column === 1).map(({ x1 }) => x1)).size).toBe(1);
    expect(marks.filter(({ key }) => key.startsWith("count ")).map(({ text }) => text)).toEqual(["8", "8", "8"]);
    expect(stepAtPoint(strip!, steps, arrows[1].x1, strip!.top + 5)).toBe(1);
  });

  it("draws what is not sent, under way and arrived apart, and counts them", () => {
    const { marks } = view.layout(dataOf(butterfly(8), {}, [6, 2]), card);
    expect(["not sent", "in flight", "arrived"].map((state) => countText(marks, `messages ${state}`))).toEqual([16, 2, 6]);
    expect(marks.find(({ key }) => key === "name in flight")?.text).toBe("in flight 2");
  });

  it("keeps the key within a card where counts are long", () => {
    const allToAll = programOf(56, (rank, w) => {
      for (let step = 1; step < 56; step++) w.send((rank + step) % 56, 1, step);
    });
    const { marks } = view.layout(dataOf(allToAll, {}, [1344, 56]), { ...card, width: 296 });
    const keys = ["not sent", "in flight", "arrived"].map((state) => marks.find(({ key }) => key === `name ${state}`));
    expect(keys.map((key) => key?.text)).toEqual(["not sent 1\u202f680", "in flight 56", "arrived 1\u202f344"]);
    expect(Number(keys[2]?.attributes["x"]) + 5.8 * keys[2]!.text!.length).toBeLessThanOrEqual(296);
  });

  it("draws neighbours in a mesh in their places, with the number of each wave", () => {
    const wide = { ...card, width: 400 };
    const { arrows, ranks, marks } = view.layout(dataOf(repeatedSweep(4, 1)), wide);
    const [a, b] = [ranks[0], ranks[5]];
    expect([b.x - a.x, b.y - a.y].map((away) => away > 50)).toEqual([true, true]);
    expect(arrows).toHaveLength(24);
    expect(marks.find(({ key }) => key === `wave ${arrows[arrows.length - 1].message}`)?.text).toBe("6");
    const asRails = view.layout(dataOf(repeatedSweep(4, 1), { choices: { form: "rails" } }), wide);
    expect(new Set(asRails.ranks.map(({ x }) => x)).size).toBe(1);
  });

  it("gives each turn of a loop a later column where nothing comes back between them", () => {
    const { arrows, steps } = view.layout(dataOf(repeatedSweep(3, 5)), card);
    expect(steps).toBe(4 + 4);
    expect(arrows.filter(({ column }) => column === 0)).toHaveLength(2);
  });

  it("shows an excerpt of many ranks, with the rank picked in it, and says so", () => {
    const highlight = { channels: new Set<number>(), switches: new Set<number>(), terminals: new Set([204]) };
    const many = dataOf(butterfly(256), { highlight, selected: { is: "terminal", terminal: 204 } });
    const { ranks, arrows, marks } = view.layout(many, card);
    expect(countText(marks, "leaving")).toBe(64 * 2);
    expect([ranks[0].rank, ranks.length, arrows.length]).toEqual([192, 64, 64 * 6]);
    expectWording(view.summary(many), "384 messages … among 64 … 256 ranks … 128 more … receive 128");
  });

  it("draws the cycles of a run, what is under way up to now", () => {
    const data = dataOf(butterfly(8), { choices: { time: "cycle" } }, [1, 1]);
    const { arrows, strip } = view.layout(data, card);
    expect([arrows.length, strip]).toEqual([2, null]);
    // Delivered in cycle 49, so the message is complete after 50 of 100 cycles.
    const [first, second] = arrows;
    expect((first.x2 - 36) / (card.width - 12 - 36)).toBeCloseTo(0.5);
    expect(second.x2).toBeCloseTo(card.width - 12);
  });

  it("says how long the longest chain is, what it takes at least, and what it has taken", () => {
    expectWording(view.summary(dataOf(butterfly(8))), "8 ranks … send 24 messages … 3 steps … empty network … least … 54 cycles");
    const results = { makespan: 108 } as unknown as ViewData["results"];
    expectWording(view.summary(dataOf(butterfly(8), { results })), "least … 54 cycles … takes 2 times");
    expect(view.summary(dataOf(repeatedSweep(4, 3)))).toMatch(/ in 8\swaves; /);
    const never = programOf(2, (rank, w) => void (rank === 0 && w.receive(1)));
    expectWording(view.summary(dataOf(never)), "never ends … rank 0 waits");
  });

  it("tells of the message picked, and lights the chain before it", () => {
    const selected = { is: "message", message: 2, source: 4, destination: 8 } as const;
    const data = dataOf(butterfly(8), { selected });
    expectWording(view.summary(data), "Message rank 0 → rank 4 (1 packet) … chain of 2 messages");
    const { marks } = view.layout(data, card);
    expect([countText(marks, "chain lines"), countText(marks, "picked lines")]).toEqual([2, 1]);
  });

  it("names and picks the message and the rank under a pointer", () => {
    const drawn = view.layout(dataOf(butterfly(8)), card);
    const { x1, x2, y1, y2, message } = drawn.arrows[2];
    const spot = hitTestProgram(drawn, x1 + (x2 - x1) * 0.9, y1 + (y2 - y1) * 0.9, 4, card);
    expect(spot).toMatchObject({
      name: "rank 0 → rank 4, step 3, not sent",
      clickSelection: { is: "message", message, source: 4, destination: 8 },
    });
    const rank = drawn.ranks[3];
    expect(hitTestProgram(drawn, rank.x, rank.y, 8, card)?.clickSelection).toEqual({ is: "terminal", terminal: 7 });
  });

  it("goes from step to step, and lights its messages", () => {
    expect([stepAfterKey("ArrowRight", null, 3), stepAfterKey("ArrowRight", 2, 3), stepAfterKey("ArrowLeft", 1, 3)]).toEqual([0, 2, 0]);
    expect([stepAfterKey("Escape", 1, 3), stepAfterKey("Escape", null, 3), stepAfterKey("x", 1, 3)]).toEqual([null, undefined, undefined]);
    const marks = currentStepMarks(view.layout(dataOf(butterfly(8)), card), 1, card);
    expect(countText(marks, "step lines")).toBe(8);
    expect(marks.find(({ key }) => key === "step number")?.text).toBe("2");
  });

  it("has a table of the messages", () => {
    const { columns, rows } = view.table(dataOf(butterfly(4), {}, [1, 0]));
    expect(columns).toHaveLength(8);
    expect(rows.slice(0, 2)).toEqual([
      [0, 0, 1, 1, 1, "", 10, 49],
      [1, 0, 2, 1, 2, 2, "", ""],
    ]);
  });
});
