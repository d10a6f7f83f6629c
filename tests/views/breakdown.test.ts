/** The view of where time goes, for terminals, ranks and phases. */
import { describe, expect, it } from "vitest";
import { frameLayout, openFrame, scalar } from "../../src/core/simulation/frame.ts";
import { availableChoices, type ViewData } from "../../src/views/contract.ts";
import { breakdownView, type BreakdownMarks } from "../../src/views/breakdown/breakdown.ts";
import { hitTestTargets, nextTarget } from "../../src/views/plot/hover.ts";
import { hoverTargetsOf } from "../../src/views/plot/targets.ts";
import type { MarksDrawing } from "../../src/views/marks/marks.ts";
import type { HoverTarget } from "../../src/views/marks/hover-target.ts";
import { nameOfNode } from "../../src/core/network/network.ts";
import { barBox, barsFor } from "../../src/views/bars/bars.ts";
import { roundParts } from "../../src/views/bars/round-parts.ts";
import { groupBracketMarks, placedGroupNames, patternIn, type Phase, stackedBarMarks } from "../../src/views/bars/stacked-bars.ts";
import { build, busyFrame, light, viewData } from "./fixtures.ts";
import { phitsPerCycle } from "../../src/core/base/load-unit.ts";
import { unitsOfResults, unitsOf } from "../../src/words/units.ts";
import { expectWording } from "../wording/wording.ts";

const tree = build("thin-tree", {});
const card = { width: 296, height: 190, theme: light, units: unitsOfResults };

/** View data in which terminal t sends for 1000 of 4000 cycles and is blocked for 40 t of them. */
function sendingTimesData(overrides: Partial<ViewData> = {}): ViewData {
  const frame = busyFrame(tree);
  frame.sendingCycles.fill(1000);
  frame.blockedCycles.forEach((_, t) => (frame.blockedCycles[t] = 40 * t));
  return viewData(tree, { frame, ...overrides });
}

describe("where the time goes", () => {
  it("accounts for all of every terminal's time", () => {
    const { rows, bars, timeBreakdown } = breakdownView.layout(sendingTimesData(), { ...card, width: 1240 });
    expect([rows.length, bars.length, timeBreakdown?.cycles]).toEqual([64, 64, 4000]);
    for (const { parts } of rows) expect(parts.reduce((sum, part) => sum + part.cycles, 0)).toBeCloseTo(4000, 6);
    expect(rows[10].parts).toEqual([
      { phase: "sending", cycles: 1000 },
      { phase: "idle", cycles: 2600 },
      { phase: "blocked", cycles: 400 },
    ]);
  });

  it("sorts by how long terminals are busy, and picks the one under the pointer in either order", () => {
    const sorted = breakdownView.layout(sendingTimesData({ choices: { order: "sorted" } }), card);
    expect([...sorted.order.subarray(0, 3)]).toEqual([63, 62, 61]);
    const bar = sorted.bars[2];
    const at = (x: number, { marks }: MarksDrawing) => hitTestTargets(hoverTargetsOf(marks), x, 100, 8);
    expect(at(bar.x + 1, sorted)?.clickSelection).toEqual({ is: "terminal", terminal: 61 });
    const plain = breakdownView.layout(sendingTimesData(), card);
    expect(at(plain.bars[9].x + 1, plain)).toMatchObject({ name: "terminal 9: sending 25, idle 66, blocked 9 %" });
    expect(at(5, plain)).toBeNull();
  });

  it("says who waits longest, and takes the run so far before the window begins", () => {
    expectWording(breakdownView.summary(sendingTimesData()), "send 25 % … blocked 32 % … 63 % … terminal 63 … 1 terminal");
    const early = sendingTimesData();
    if (early.frame !== null) {
      early.frame.scalars[scalar.windowCycles] = 0;
      early.frame.sendingSoFar.fill(3000);
    }
    expectWording(breakdownView.summary(early), "send 50 % … never");
    expect(breakdownView.table(sendingTimesData()).rows[63]).toEqual([63, 1000, 480, 2520, 63]);
  });

  it("merges bars where there are more terminals than pixels", () => {
    const many = barsFor(4096, 30, 290);
    expect(many.length).toBe(130);
    expect(many[0].from).toBe(0);
    expect(many[129].to).toBe(4096);
    many.slice(1).forEach(({ from, x }, i) => expect([from, x]).toEqual([many[i].to, many[i].x + many[i].width]));
    expect(barBox(many, 0, 0, 10)).toEqual({ x: 31, y: 5, width: 2, height: 10 });
  });
});

describe("where the time of ranks goes", () => {
  /** Four ranks on terminals 8 to 11 of a program with two phases, after 1000 cycles. Rank 3 is not done. */
  function ranked(kind: string): ViewData {
    const layout = frameLayout({ channels: tree.head.length, terminals: tree.terminals, messages: 0, ranks: 4, phaseEntries: 8 });
    const frame = openFrame(layout, new ArrayBuffer(layout.byteLength));
    frame.scalars[scalar.now] = 1000;
    frame.rankBusy.set([100, 0, 0, 0]);
    frame.rankDone.set([400, 600, 800, -1]);
    frame.phaseCycles.set([100, 300, 200, 400, 300, 500, 400, 500]);
    const program = { ranks: 4, terminalOf: Int32Array.from([8, 9, 10, 11]), phases: ["sweep", "return"] };
    return viewData(tree, { frame, analysis: { program } as unknown as ViewData["analysis"], choices: { of: kind } });
  }
  it("tells of ranks first where packets go past the channels of terminals", () => {
    const { frame, ...data } = ranked("ranks");
    const own = {
      ...data,
      frame,
      analysis: { program: { ...data.analysis!.program, phases: [] } } as unknown as ViewData["analysis"],
      choices: {},
    };
    expect(breakdownView.layout(own, card).timeBreakdown?.noun).toBe("terminal");
    frame!.sentSoFar[8] = 1;
    expect(breakdownView.layout(own, card).timeBreakdown?.noun).toBe("rank");
    frame!.sendingSoFar[8] = 16;
    expect(breakdownView.layout(own, card).timeBreakdown?.noun).toBe("terminal");
  });

  const timesOfRow = (kind: string, r: number) =>
    breakdownView.layout(ranked(kind), { ...card, width: 600 }).rows[r].parts.map(({ cycles }) => cycles);

  it("tells what they compute, wait for and have done, or in which phase they are, and nothing twice", () => {
    const choices = (data: ViewData) => availableChoices(breakdownView.options![0], data);
    expect(choices(ranked("ranks"))).toEqual(["terminals", "ranks", "phases"]);
    expect(choices(sendingTimesData())).toEqual(["terminals"]);
    expect(timesOfRow("ranks", 0)).toEqual([100, 300, 600]);
    expect(timesOfRow("ranks", 3)).toEqual([0, 1000, 0]);
    expect(timesOfRow("phases", 1)).toEqual([200, 400, 400]);
    expect(breakdownView.layout(ranked("terminals"), card).timeBreakdown?.noun).toBe("terminal");
  });

  it("says where their time goes, and who has to do longest", () => {
    expectWording(breakdownView.summary(ranked("ranks")), "spends 68 % … 3 % … rank 3 … 100 %");
    expect(breakdownView.table(ranked("phases")).columns.map(({ title }) => title)).toEqual(["Rank", "Sweep", "Return", "Done", "Done"]);
  });

  it("picks the terminal of a rank", () => {
    const drawn = breakdownView.layout(ranked("ranks"), card);
    expect(hitTestTargets(hoverTargetsOf(drawn.marks), drawn.bars[2].x + 1, 100, 8)?.clickSelection).toEqual({
      is: "terminal",
      terminal: 10,
    });
  });
});

describe("the phases of a program", () => {
  /** Gigabit Ethernet: 32 ns per cycle. */
  const units = unitsOf(phitsPerCycle, "", 32e-9);
  const quads = build("three-quads", { m: 2 });
  /**
   * Four ranks on terminals 0 to 3 after 1 s. Rank 0 communicates with no other rank, ranks 1 and 2 meet in the second phase, 2 and 3 in
   * the third.
   */
  function phased(change: Partial<ViewData> = {}): ViewData {
    const layout = frameLayout({ channels: quads.head.length, terminals: quads.terminals, messages: 0, ranks: 4, phaseEntries: 12 });
    const frame = openFrame(layout, new ArrayBuffer(layout.byteLength));
    frame.scalars[scalar.now] = 31_250_000;
    const [local, step] = [3_125_000, 9_375_000];
    frame.phaseCycles.set([local, 0, 0, local, step, 0, local, step, 2 * step, local, 0, 2 * step]);
    frame.rankDone.set([local, local + step, 31_250_000, 31_250_000 - step]);
    const path = [quads.firstOut[1], quads.reverse[quads.firstOut[2]]];
    const meetings = {
      phases: 3,
      firstExchange: Int32Array.from([0, 0, 0, 0, 0, 1, 1, 1, 2, 3, 3, 3, 4]),
      partner: Int32Array.from([2, 1, 3, 2]),
      sent: Float64Array.from([100, 100, 50, 50]),
      received: Float64Array.from([100, 100, 50, 50]),
      choices: Int32Array.from([1, 1, 2, 0]),
      pathFirst: Int32Array.from([0, 2, 4, 4, 4]),
      channels: Int32Array.from([...path, ...path]),
    };
    const program = { ranks: 4, terminalOf: Int32Array.from([0, 1, 2, 3]), phases: ["local", "step 1", "step 2"], meetings };
    return viewData(quads, { frame, packetPhits: 16, analysis: { program } as unknown as ViewData["analysis"], ...change });
  }
  const wide = { width: 900, height: 360, theme: light, units: unitsOfResults };
  /** Hover targets of a bar, from bottom to top. */
  const partsOf = ({ marks, bars }: BreakdownMarks, bar: number) =>
    hoverTargetsOf(marks).filter(({ x }) => x > bars[bar].x && x < (bars[bar + 1]?.x ?? Infinity));
  const texts = (data: ViewData) =>
    breakdownView.layout(data, { ...wide, units: data.units }).marks.flatMap(({ text }) => (text === undefined ? [] : [text]));

  it("are reported first, with their ranks in groups by when these communicate, those who are done first first", () => {
    const { rows, order, isTimed, isSorted } = breakdownView.layout(phased(), wide);
    expect([isTimed, isSorted]).toEqual([true, true]);
    expect([...order]).toEqual([0, 1, 3, 2]);
    expect(rows.map(({ group }) => group)).toEqual(["no communication · 1", "step 1 only · 1", "step 2 only · 1", "step 1 and step 2 · 1"]);
    expect(texts(phased())).toEqual(expect.arrayContaining(["no communication · 1", "step 1 only · 1"]));
  });

  it("stand on an axis of cycles, of seconds where there are any, or of per cent", () => {
    expect(texts(phased())).toEqual(expect.arrayContaining(["10\u202f000\u202f000", "cycles"]));
    expect(texts(phased({ units }))).toEqual(expect.arrayContaining(["0.2", "s", "step 1 up to 300\u00a0ms"]));
    expect(texts(phased({ units, choices: { axis: "percent" } }))).toEqual(expect.arrayContaining(["50", "100", "% of the time"]));
  });

  it("say how long each group has something to do, and how long each phase takes at most", () => {
    expectWording(
      breakdownView.summary(phased({ units })),
      "Of 4 ranks … 1 … after 100 ms … 1 communicates … step 1 … 400 ms … 1 communicates … step 2 … 700 ms … 1 communicates … step 1 … step 2 … 1 s … step 1 … 300 ms … step 2 … 600 ms",
    );
  });

  it("name under the pointer with whom, through what, and how fast, and pick both", () => {
    const drawn = breakdownView.layout(phased({ units }), { ...wide, units });
    const middle = (bar: number, part: number) => partsOf(drawn, bar)[part];
    const spot = middle(1, 1);
    expect(hitTestTargets(hoverTargetsOf(drawn.marks), spot.x, spot.y, 8)).toBe(spot);
    // There is no target above the last part.
    const last = partsOf(drawn, 1).at(-1)!;
    expect(hitTestTargets(hoverTargetsOf(drawn.marks), last.x, last.y - last.height! / 2 - 2, 8)).toBeNull();
    expect([spot?.value, spot?.name, spot?.clickSelection]).toEqual([
      "step 1: 300\u00a0ms, 0.00034 phits/cycle",
      `rank 1 with rank 2 through ${nameOfNode(quads, quads.head[quads.firstOut[1]])}`,
      { is: "flow", source: 1, destination: 2 },
    ]);
    expect(middle(3, 2)?.name).toBe("rank 2 with rank 3 without a switch, one of 2 paths");
    expect(middle(2, 1)?.name).toBe("rank 3 with rank 2 over random paths");
    expect([middle(0, 0)?.value, middle(0, 0)?.clickSelection]).toEqual(["local: 100\u00a0ms", { is: "terminal", terminal: 0 }]);
  });

  it("tell no rate of a rank that is not done, as what it has sent so far is less than what it will have sent", () => {
    const data = phased({ units });
    data.frame?.rankDone.fill(-1);
    const drawn = breakdownView.layout(data, { ...wide, units });
    const spot = partsOf(drawn, 1)[1];
    expect([spot?.value, spot?.name]).toEqual(["step 1: 300\u00a0ms", expect.stringMatching(/^rank 1 with rank 2 through /)]);
  });

  it("make pale whose messages do not go through the switch picked", () => {
    const dimmed = (node: number) =>
      breakdownView.layout(phased({ selected: { is: "switch", node } }), wide).marks.find(({ key }) => key === "dimmed")?.attributes["d"];
    expect(String(dimmed(quads.head[quads.firstOut[1]])).match(/M/g)).toHaveLength(2);
    expect(dimmed(quads.terminals + quads.switches - 1)).toBeUndefined();
  });

  it("have in their table whom each rank meets, and the means of the groups", () => {
    const { columns, rows } = breakdownView.table(phased());
    expect(columns.map(({ title }) => title)).toEqual([
      "Rank",
      "Terminal",
      "Communicates in",
      "Local",
      "Step 1",
      "Step 2",
      "Done",
      "All but done",
      "Step 1, with",
      "Step 1, through",
      "Step 2, with",
      "Step 2, through",
    ]);
    expect(rows).toHaveLength(8);
    expect(rows[1].slice(0, 9)).toEqual([1, 1, "step 1 only", 3_125_000, 9_375_000, 0, 18_750_000, 12_500_000, "2"]);
    expect(rows[4].slice(0, 5)).toEqual(["mean of 1", "", "no communication", 3_125_000, 0]);
  });

  it("are gone through by keys, bar by bar and part by part", () => {
    const drawn = breakdownView.layout(phased(), wide);
    const [first, second] = [0, 1].map((bar) => partsOf(drawn, bar));
    const go = (from: HoverTarget | null, key: string) => nextTarget(hoverTargetsOf(drawn.marks), from, key);
    expect(go(null, "ArrowRight")).toBe(first.at(-1));
    expect(go(first[0], "ArrowRight")).toBe(second[0]);
    expect(go(second[0], "ArrowUp")).toBe(second[1]);
    expect(go(second[0], "ArrowDown")).toBeNull();
  });
});

describe("parts that are rounded together", () => {
  it("add up to their rounded sum, each within one unit of itself", () => {
    const times = [0.475, 0.475, 9.121];
    expect(roundParts(times, 0.01)).toEqual([48, 47, 912]);
    expect(roundParts([1 / 3, 1 / 3, 1 / 3], 0.01)).toEqual([34, 33, 33]);
    expect([roundParts([], 1), roundParts([0, 2], 1)]).toEqual([[], [0, 2]]);
  });

  it("say how a bar is divided", () => {
    const data = sendingTimesData();
    data.frame?.sendingCycles.fill(1018);
    data.frame?.blockedCycles.fill(1018);
    const drawn = breakdownView.layout(data, card);
    expect(hoverTargetsOf(drawn.marks)[0].name).toMatch(/: sending 26, idle 49, blocked 25 %$/);
  });
});

describe("stacked bars", () => {
  const phases: readonly Phase[] = (["solid", "outlined", "hatched", "dotted", "lined"] as const).map((pattern, i) => ({
    id: `p${i}`,
    title: `phase ${i}`,
    fill: "#888",
    pattern,
  }));
  const rows = [4, 3, 2, 2].map((cycles, r) => ({
    label: `node ${r}`,
    parts: phases.map(({ id }) => ({ phase: id, cycles })),
    group: r < 2 ? "diagonal" : "others",
  }));
  const box = { bars: [0, 40, 80, 120].map((x) => ({ x, width: 36 })), top: 10, bottom: 110, maxCycles: 20 };

  it("take any phases, each with a different tone and pattern", () => {
    const marks = stackedBarMarks(rows, phases, box, light);
    expect(marks.map(({ key }) => key)).toEqual([
      "phase p0",
      "phase p1",
      "phase p2",
      "pattern p2",
      "phase p3",
      "pattern p3",
      "phase p4",
      "pattern p4",
    ]);
    expect(String(marks[7].attributes["d"])).not.toBe("");
    expect(() => stackedBarMarks([{ label: "", parts: [{ phase: "sleep", cycles: 1 }] }], phases, box, light)).toThrow("sleep");
  });

  it("keep their patterns within their bars", () => {
    for (const pattern of ["hatched", "dotted", "lined"] as const) {
      const numbers = patternIn(pattern, 17, 12, 33, 58.5).match(/[\d.]+/g) ?? [];
      expect(numbers.length).toBeGreaterThan(6);
    }
    for (const [, x, y] of patternIn("hatched", 17, 12, 33, 58.5).matchAll(/[ML]([\d.]+) ([\d.]+)/g)) {
      expect(Number(x)).toBeGreaterThanOrEqual(17);
      expect(Number(x)).toBeLessThanOrEqual(29);
      expect(Number(y)).toBeGreaterThanOrEqual(33);
      expect(Number(y)).toBeLessThanOrEqual(58.5);
    }
  });

  it("name their groups below", () => {
    const marks = groupBracketMarks(rows, box, light);
    expect(marks.flatMap(({ text }) => (text === undefined ? [] : [text]))).toEqual(["diagonal", "others"]);
    expect(marks[0].attributes["d"]).toBe("M0.5 114v3H75.5v-3");
  });

  it("place the names of all groups in two lines where one has no room", () => {
    const groups = ["none · 8", "step 1 only · 24", "step 2 only · 8", "step 1 + step 2 · 24"];
    const sizes = [8, 24, 8, 24];
    const many = groups.flatMap((group, g) => Array.from({ length: sizes[g] }, () => ({ label: "", parts: [], group })));
    const bars = many.map((_, i) => ({ x: 34 + 4 * i, width: 3 }));
    expect(placedGroupNames(many, bars).length).toBeLessThan(4);
    const names = placedGroupNames(many, bars, { lines: 2 });
    expect(names.map(({ text }) => text)).toEqual(groups);
    expect(names.map(({ line }) => line).toSorted()).toEqual([0, 0, 0, 1]);
  });
});
