/** The bars of terminals: accepted loads, created loads and latencies. */
import { describe, expect, it } from "vitest";
import type { ViewData } from "../../src/views/contract.ts";
import { hitTestTargets } from "../../src/views/plot/hover.ts";
import { hoverTargetsOf } from "../../src/views/plot/targets.ts";
import { terminalBars } from "../../src/views/terminals.ts";
import { build, busyFrame, light, viewData } from "./fixtures.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { expectWording } from "../wording/wording.ts";

const tree = build("thin-tree", {});
const card = { width: 296, height: 180, theme: light, units: unitsOfResults };

/**
 * View data in which terminal t receives 10 t packets of 16 phits in 4000 cycles, creates 100 and sends 50. Its packets take 20 + t cycles.
 */
function terminalCountersData(overrides: Partial<ViewData> = {}): ViewData {
  const frame = busyFrame(tree);
  for (let t = 0; t < 64; t++) {
    frame.accepted[t] = 10 * t;
    frame.created[t] = 100;
    frame.sent[t] = 50;
    frame.arrivedFrom[t] = 40;
    frame.latencyFrom[t] = 40 * (20 + t);
  }
  return viewData(tree, { frame, ...overrides });
}

const results = { fairness: { jain: 0.876, lowest: 0.31, highest: 1, of: "service" } } as ViewData["results"];
const barsOf = (data: ViewData, key: string) =>
  String(terminalBars.layout(data, { ...card, width: 1240 }).marks.find((mark) => mark.key === key)?.attributes["d"]).match(/M/g)?.length ??
  0;

describe("what each terminal gets", () => {
  it("has a bar for each that receives, and a ring for each that does not", () => {
    expect([barsOf(terminalCountersData(), "bars"), barsOf(terminalCountersData(), "silent")]).toEqual([63, 1]);
    expect(terminalBars.axisMaxima!(terminalCountersData(), card)[0]).toBeCloseTo((630 * 16) / 4000, 9);
  });

  it("draws what entered within what was created", () => {
    const data = terminalCountersData({ choices: { shows: "entered" } });
    expect([barsOf(data, "bars"), barsOf(data, "asked")]).toEqual([64, 64]);
    expectWording(terminalBars.summary(data), "50 % … 0.20");
    expect(hoverTargetsOf(terminalBars.layout(data, card).marks)[5].value).toMatch(/^0\.20 of 0\.40\sphits\/cycle$/);
  });

  it("names the ends, and how evenly senders are served", () => {
    expectWording(
      terminalBars.summary(terminalCountersData({ results })),
      "0.04 … terminal 1 … 2.52 phits/cycle … terminal 63 … each sender … 31 … 100 % … 0.88 … 1 is even",
    );
    expectWording(
      terminalBars.summary(terminalCountersData({ choices: { shows: "latency" } })),
      "20 … terminal 0 … 83 cycles … terminal 63",
    );
  });

  it("names no ends where all that receive get the same", () => {
    const frame = busyFrame(tree);
    frame.accepted.fill(40);
    expectWording(terminalBars.summary(viewData(tree, { frame, results })), "accepts 0.16 phits/cycle … 31 to 100 %");
  });

  it("sorts, and marks highlighted terminals wherever they stand then", () => {
    const highlight = { channels: new Set<number>(), switches: new Set<number>(), terminals: new Set([60]) };
    const { marks } = terminalBars.layout(terminalCountersData({ choices: { order: "sorted" }, highlight }), card);
    const target = hoverTargetsOf(marks)[3];
    expect(target.clickSelection).toEqual({ is: "terminal", terminal: 60 });
    expect(hitTestTargets(hoverTargetsOf(marks), target.x, 20, 8)).toBe(target);
    const number = marks.find(({ key }) => key === "highlighted 60");
    expect(number?.attributes["fill"]).toBe(light.accent);
    // The gap next to a bar belongs to the bar's target.
    expect(Math.abs(Number(number?.attributes["x"]) - target.x)).toBeLessThanOrEqual(0.5);
  });

  it("takes the latency of merged terminals from those that have any", () => {
    const data = terminalCountersData({ choices: { shows: "latency" } });
    data.frame?.arrivedFrom.forEach((_, t, column) => (column[t] = t % 2 === 0 ? 0 : 40));
    const targets = hoverTargetsOf(terminalBars.layout(data, { ...card, width: 120 }).marks);
    expect(targets[0]).toMatchObject({ name: "terminal 0", value: "nothing has arrived" });
    const pair = targets.find(({ name }) => name.startsWith("terminals ")) ?? expect.fail("no bar stands for two terminals");
    const odd = /\d*[13579]\b/.exec(pair.name)![0];
    expect(pair.value).toBe(`${20 + Number(odd)}\u00a0cycles`);
  });

  it("has a row per terminal", () => {
    expect(terminalBars.table(terminalCountersData()).rows[10]).toEqual([10, 0.4, 0.4, 0.2, 40, 30]);
    expect(terminalBars.emptyMessage({ ...terminalCountersData(), frame: null })).toMatch(/^Shows /);
  });

  it("names the rank of a terminal, and when it was done", () => {
    const rankDone = Float64Array.of(700, -1);
    const program = { ranks: 2, terminalOf: Int32Array.of(10, 3) };
    const frame = { ...terminalCountersData().frame, rankDone };
    const { columns, rows } = terminalBars.table(terminalCountersData({ frame, analysis: { program } } as unknown as Partial<ViewData>));
    expect(columns.slice(6)).toEqual([
      { title: "Rank", unit: "" },
      { title: "Rank done", unit: "cycles" },
    ]);
    expect([10, 3, 0].map((t) => rows[t].slice(6))).toEqual([
      [0, 700],
      [1, ""],
      ["", ""],
    ]);
    expect(terminalBars.table(terminalCountersData()).columns).toHaveLength(6);
  });
});
