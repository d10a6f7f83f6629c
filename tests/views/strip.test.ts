/** The time strip: selecting a span, and its drawing over time. */
import { describe, expect, it } from "vitest";
import { startRun } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { openFrame, scalar, statuses } from "../../src/core/simulation/frame.ts";
import type { ViewData } from "../../src/views/contract.ts";
import { pressAt, spanOfDrag } from "../../src/views/strip/strip-controller.ts";
import { flowOverTime, stripScales, timeStripMarks, flowSummaryOf } from "../../src/views/strip/paint.ts";
import { extendSpan, zoomVisibleTime } from "../../src/views/strip/keys.ts";
import { shiftSpan, spanBetween } from "../../src/views/strip/visible-time.ts";
import { timeStrip } from "../../src/views/strip/time-strip.ts";
import { build, light, viewData } from "./fixtures.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { expectWording } from "../wording/wording.ts";

const network = build("thin-tree", {});
const desk = { width: 1192, height: 84, theme: light, units: unitsOfResults };
const wholeRunTime = { end: 16_000, visibleSpan: { from: 0, to: 16_000 } };
const span = { from: 4800, to: 11_200 };
const findMark = (data: ViewData, key: string, canvas = desk) =>
  timeStripMarks(data, wholeRunTime, canvas).find((mark) => mark.key === key);

describe("a stretch of time", () => {
  it("lies between two cycles of the run, whichever way it was drawn", () => {
    expect(spanBetween(900, 300.4, 16_000)).toEqual({ from: 300, to: 900 });
    expect(spanBetween(-50, 99_999, 16_000)).toEqual({ from: 0, to: 16_000 });
    expect(spanBetween(500.2, 499.9, 16_000)).toBeNull();
  });

  it("keeps its length when it is moved, and stays in the run", () => {
    expect(shiftSpan(span, 1000, 16_000)).toEqual({ from: 5800, to: 12_200 });
    expect(shiftSpan(span, -9000, 16_000)).toEqual({ from: 0, to: 6400 });
    expect(shiftSpan(span, 9000, 16_000)).toEqual({ from: 9600, to: 16_000 });
  });

  it("grows and shrinks at its end, from the play head where there is none, and vanishes when empty", () => {
    expect(extendSpan(null, 160, 6000, 16_000)).toEqual({ from: 6000, to: 6160 });
    expect(extendSpan(null, 160, 16_000, 16_000)).toEqual({ from: 15_840, to: 16_000 });
    expect(extendSpan(span, -160, 6000, 16_000)).toEqual({ from: 4800, to: 11_040 });
    expect(extendSpan({ from: 100, to: 200 }, -160, 6000, 16_000)).toBeNull();
  });

  it("is zoomed about the play head, down to 64 cycles and up to the whole run", () => {
    const half = zoomVisibleTime(wholeRunTime, 1 / 2, 4000);
    expect(half).toEqual({ from: 2000, to: 10_000 });
    expect(zoomVisibleTime({ end: 16_000, visibleSpan: { from: 2000, to: 10_000 } }, 2, 4000)).toBeNull();
    const finest = zoomVisibleTime({ end: 16_000, visibleSpan: { from: 3990, to: 4060 } }, 1 / 2, 4000);
    expect(finest === null ? 0 : finest.to - finest.from).toBe(64);
  });
});

describe("a press on the strip", () => {
  const { x } = stripScales(wholeRunTime, desk, []);
  const drag = (from: number, to: number, chosen: typeof span | null = span) =>
    spanOfDrag(pressAt({ span: chosen, x }, x(from), 8), to, 16_000);

  it("chooses, takes hold of a grip, or moves the whole", () => {
    expect(drag(1000, 3000, null)).toEqual({ from: 1000, to: 3000 });
    expect(drag(13_000, 12_000)).toEqual({ from: 12_000, to: 13_000 });
    expect(drag(4800, 6000)).toEqual({ from: 6000, to: 11_200 });
    expect(drag(11_200, 9000)).toEqual({ from: 4800, to: 9000 });
    // A grip that is dragged past the other grip swaps start and end of the span.
    expect(drag(11_200, 2000)).toEqual({ from: 2000, to: 4800 });
    expect(drag(8000, 9000)).toEqual({ from: 5800, to: 12_200 });
  });
});

describe("time strip", () => {
  it("says what was chosen, in the drawing and in its sentence, and lets what is measured step back", () => {
    const data = viewData(network, { span });
    expect(findMark(data, "chosen name")?.text).toBe("Network and cards show 4\u202f800 to 11\u202f200");
    expectWording(timeStrip.summary(data), "show 4 800 … 11 200 … 0.27 phits/cycle … 0.45 offered … 400 packets … on average");
    expect(findMark(data, "measured")?.attributes["stroke-dasharray"]).toBeDefined();
    expect(findMark(viewData(network), "measured")?.attributes["stroke-dasharray"]).toBeUndefined();
    expect(findMark(data, "grip from")?.attributes["cx"]).toBeCloseTo(stripScales(wholeRunTime, desk, []).x(4800), 0);
    const accents = timeStripMarks(viewData(network), wholeRunTime, desk).filter(({ key }) => key.startsWith("grip"));
    expect(accents).toEqual([]);
  });

  it("says at the end of a program what was delivered in all, and that packets under way are a mean", () => {
    const run = startRun(
      readScenario({ topology: { kind: "k-ary-n-tree", k: 4, n: 2 }, workload: { kind: "permutation", message: "2 kB" } }),
    );
    run.finish();
    const frame = openFrame(run.simulation.layout, new ArrayBuffer(run.simulation.layout.byteLength));
    run.simulation.sample(frame);
    const results = run.results();
    const data = viewData(run.plan.network, { frame, results, window: null, load: null });
    const flowSummary = flowSummaryOf(data, null);
    const phits = results.messages!.reduce((sum, { packets }) => sum + packets * data.packetPhits, 0);
    expect(flowSummary).toMatchObject({ delivered: phits / (results.sending * results.cycles), isMean: true });
    // The flow of a span is a mean; the current flow of a running simulation is not.
    expect(flowSummaryOf(data, { from: 0, to: 100 })?.isMean).toBe(true);
    frame.scalars[scalar.status] = statuses.indexOf("running");
    expect(flowSummaryOf({ ...data, results: null }, null)?.isMean).toBe(false);
  });

  it("draws a second network on the same axis", () => {
    const front = viewData(network);
    const data = viewData(network, {
      variants: [
        { ...front, letter: "A" },
        { ...front, letter: "B", window: { start: 2000, end: 12_000, limit: 20_000 } },
      ],
    });
    expect(timeStripMarks(data, wholeRunTime, desk).flatMap(({ key, text }) => (/^delivered [AB]$/.test(key) ? [text] : []))).toEqual([
      "A delivers 0.27",
      "B delivers 0.27",
    ]);
    expect(timeStrip.layout(data, desk)).toMatchObject({ reach: { end: 20_000 } });
    expect(timeStrip.table(data).rows.length).toBe(120);
  });

  it("names what each of eight networks delivers, in two columns within the strip", () => {
    const front = viewData(network);
    const high = { ...desk, height: 96 };
    const named = (count: number) =>
      timeStripMarks(
        viewData(network, { variants: Array.from("ABCDEFGH".slice(0, count), (letter) => ({ ...front, letter })) }),
        wholeRunTime,
        high,
      )
        .filter(({ key }) => /^delivered [A-H]$/.test(key))
        .map(({ text, attributes: { x, y } }) => ({ text, x: Number(x), y: Number(y) }));
    const all = named(8);
    expect(all.map(({ text }) => text?.[0]).join("")).toBe("ABCDEFGH");
    expect(new Set(all.map(({ x, y }) => `${x} ${y}`)).size).toBe(8);
    expect(new Set(all.map(({ x }) => x)).size).toBe(2);
    for (const { x, text } of all) expect(x + 6 * text!.length).toBeLessThanOrEqual(high.width);
    expect(new Set(named(4).map(({ x }) => x)).size).toBe(1);
  });

  it("shows a part of the run as such: lines cut at its ends, and a bar for where it lies", () => {
    const reach = { end: 16_000, visibleSpan: { from: 1030, to: 3030 } };
    const marks = timeStripMarks(viewData(network), reach, desk);
    const { x } = stripScales(reach, desk, []);
    const line = String(marks.find(({ key }) => key === "delivered line")?.attributes["d"]);
    expect(line.startsWith(`M${x(1030)},`)).toBe(true);
    expect(line).toContain(`L${Math.round(10 * x(3030)) / 10},`);
    expect(marks.some(({ key }) => key === "part")).toBe(true);
    expect(marks.some(({ key }) => key === "now")).toBe(false);
    expect(timeStripMarks(viewData(network), wholeRunTime, desk).some(({ key }) => key === "part")).toBe(false);
  });

  it("hatches what is offered and not delivered, and says how much that is beside the play head", () => {
    const data = viewData(network);
    data.frame?.scalars.set([8000], scalar.now);
    expect(findMark(data, "gap words")?.text).toBe("0.18 not delivered");
    expect(String(findMark(data, "gap")?.attributes["d"]).length).toBeGreaterThan(100);
    expect(["offered", "delivered", "under way value"].map((key) => findMark(data, key)?.text)).toEqual([
      "offered 0.45",
      "now delivered 0.27",
      "in flight 400",
    ]);
    // A finished run shows the mean over the measurement window, as everywhere on the page.
    data.frame?.acceptedOverTime.fill(0.1, 30);
    data.frame?.scalars.set([16_000], scalar.now);
    data.frame?.scalars.set([statuses.indexOf("finished")], scalar.status);
    // 60 bins of 100 cycles. Of the 40 bins from cycle 2000 on, ten have 0.27 and thirty 0.1.
    expect(findMark(data, "delivered")?.text).toBe("delivered 0.14");
    data.frame?.scalars.set([statuses.indexOf("running")], scalar.status);
    expect(findMark(data, "delivered")?.text).toBe("now delivered 0.10");
    data.frame?.acceptedOverTime.fill(0.449);
    expect([findMark(data, "gap words"), findMark(data, "gap")]).toEqual([undefined, undefined]);
  });

  it("tells loads for each that sends: half of the terminals silent, each of the others delivers twice as much", () => {
    const half = { sending: network.terminals / 2 } as ViewData["results"];
    expect(flowOverTime(viewData(network, { results: half })).delivered[0]).toBeCloseTo(0.54, 6);
  });

  it("takes no number of senders from the answer of another document: half of its terminals sent, which says nothing of this one", () => {
    const before = { sending: network.terminals / 2 } as ViewData["results"];
    const delivered = (stale: ViewData["staleSources"]) =>
      flowOverTime({ ...viewData(network, { results: before }), staleSources: stale! }).delivered[0];
    expect(delivered(["answer"])).toBeCloseTo(0.27, 6);
    expect(delivered(["frame"])).toBeCloseTo(0.27, 6);
    expect(delivered(["answer", "frame"])).toBeCloseTo(0.54, 6);
  });

  it("says of a dead network since when nothing has moved, or when its deadlock was found, and that it delivers nothing", () => {
    const data = viewData(network);
    data.frame?.scalars.set([3214], scalar.now);
    data.frame?.scalars.set([statuses.indexOf("deadlocked")], scalar.status);
    expect(findMark(data, "gap words")?.text).toBe("deadlock found at cycle 3\u202f214");
    expect(findMark({ ...data, results: { ...data.results!, stalledSince: 2712 } }, "gap words")?.text).toBe(
      "nothing has moved since cycle 2\u202f712",
    );
    expect(findMark(data, "delivered")?.text).toBe("now delivered 0.00");
    // "Delivered 0.00" lies right above a full "under way" panel, and both labels must be readable.
    const [delivered, underWay] = ["delivered", "under way value"].map((key) => Number(findMark(data, key)?.attributes["y"]));
    expect(underWay - delivered).toBeGreaterThanOrEqual(14);
    expect(underWay).toBeLessThanOrEqual(stripScales(wholeRunTime, desk, []).bottom);
  });

  it("stays in its box on a phone, chosen or not", () => {
    const phone = { width: 250, height: 62, theme: light, units: unitsOfResults };
    for (const data of [viewData(network, { span }), viewData(network, { span: { from: 0, to: 40 } }), viewData(network)]) {
      data.frame?.scalars.set([15_990], scalar.now);
      for (const { attributes, text = "" } of timeStripMarks(data, wholeRunTime, phone)) {
        for (const value of Object.values(attributes)) expect(String(value)).not.toMatch(/NaN|undefined|Infinity/);
        if (text === "" || attributes["text-anchor"] !== undefined) continue;
        expect(Number(attributes["x"])).toBeGreaterThanOrEqual(0);
        expect(Number(attributes["x"]) + 6 * text.length).toBeLessThanOrEqual(phone.width);
      }
    }
  });
});
