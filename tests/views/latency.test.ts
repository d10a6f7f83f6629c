/** The view of the latency distribution: quantiles, axes and labels. */
import { describe, expect, it } from "vitest";
import type { Network } from "../../src/core/network/network.ts";
import { latencyBin, latencyBins, scalar } from "../../src/core/simulation/frame.ts";
import type { ViewData } from "../../src/views/contract.ts";
import { latency } from "../../src/views/latency.ts";
import { hitTestTargets } from "../../src/views/plot/hover.ts";
import { hoverTargetsOf } from "../../src/views/plot/targets.ts";
import { distributionOf } from "../../src/views/readings/distribution.ts";
import { build, busyFrame, light, viewData } from "./fixtures.ts";
import { unitsOfResults, unitsOf } from "../../src/words/units.ts";
import { expectWording } from "../wording/wording.ts";

const tree = build("thin-tree", {});
const card = { width: 296, height: 220, theme: light, units: unitsOfResults };

/**
 * View data of a run with packets of these latencies.
 * @param latencies Latency of each packet, in cycles.
 */
function withLatencies(network: Network, latencies: readonly number[], overrides: Partial<ViewData> = {}): ViewData {
  const frame = busyFrame(network);
  for (const cycles of latencies) frame.latencies[latencyBin(cycles)]++;
  frame.scalars[scalar.tagged] = latencies.length;
  frame.scalars[scalar.taggedDelivered] = latencies.length;
  return viewData(network, { frame, ...overrides });
}

const shortLatencies = Array.from({ length: 1000 }, (_, i) => 20 + (i % 10));
const longTailLatencies = [...shortLatencies, ...Array.from({ length: 200 }, (_, i) => 500 + 40 * i)];
const findMark = (data: ViewData, key: string) => latency.layout(data, card).marks.find((each) => each.key === key);

describe("latency distribution", () => {
  it("finds quantiles, and the share below any latency", () => {
    const own = distributionOf(withLatencies(tree, shortLatencies).frame?.latencies ?? new Float64Array(0));
    expect([own?.smallest, own?.largest, own?.quantile(0.5), own?.quantile(0.95), own?.quantile(1)]).toEqual([20, 29, 24, 29, 29]);
    expect([own?.shareBelow(20), own?.shareBelow(25), own?.shareBelow(30), own?.shareBelow(500)]).toEqual([0, 0.5, 1, 1]);
    expect(distributionOf(new Float64Array(latencyBins))).toBeNull();
  });

  it("takes a logarithm only where the tail needs one", () => {
    expect(findMark(withLatencies(tree, shortLatencies), "tick x0")).toBeDefined();
    expect(findMark(withLatencies(tree, longTailLatencies), "tick x0")).toBeUndefined();
    expect(findMark(withLatencies(tree, longTailLatencies), "tick x1000")).toBeDefined();
  });

  it("counts every packet once, in columns of whole cycles", () => {
    for (const latencies of [shortLatencies, longTailLatencies]) {
      const columns = hoverTargetsOf(latency.layout(withLatencies(tree, latencies), { ...card, width: 1240 }).marks);
      const shareOf = (value: string) => Number(/^[\d.]+/.exec(value)?.[0]);
      expect(Math.abs(columns.reduce((sum, { value }) => sum + shareOf(value), 0) - 100)).toBeLessThan(1);
      expect(columns.at(-1)!.name).toMatch(/^100\s% take no longer$/);
      for (const { value, width } of columns) {
        expect(value).toMatch(/% take [\d\s]+(to [\d\s]+)?cycles$/);
        expect(width).toBeGreaterThanOrEqual(5);
      }
    }
  });

  it("points at columns that have packets, those that take one cycle in the singular", () => {
    const valuesOf = (data: ViewData) => hoverTargetsOf(latency.layout(data, { ...card, width: 1240 }).marks).map(({ value }) => value);
    const latencies = [1, 1, 4, 12];
    expect(valuesOf(withLatencies(tree, latencies)).map((value) => value.replaceAll("\u00a0", " "))).toEqual([
      "50 % take 1 cycle",
      "25 % take 4 cycles",
      "25 % take 12 cycles",
    ]);
    // On a flat part of the cumulative curve, the pointer hits the target along the whole line.
    const cumulative = withLatencies(tree, latencies, { choices: { shows: "cumulative" } });
    const targets = hoverTargetsOf(latency.layout(cumulative, { ...card, width: 1240 }).marks);
    const [one, four] = targets;
    const name = hitTestTargets(targets, four.x - four.width! / 2 - 4, one.y, 8)?.name;
    expect(name).toMatch(/^50\s% take no longer$/);
  });

  it("names median and tail where they lie, apart from each other", () => {
    const data = withLatencies(tree, shortLatencies);
    expect(findMark(data, "median value ")?.text).toBe("median 24");
    expect(findMark(data, "99 % value ")?.text).toBe("99 % 29");
    const at = ["median", "95 %", "99 %"].map((name) => Number(findMark(data, `${name} value `)?.attributes["x"]));
    expect(at[1] - at[0]).toBeGreaterThan(45);
    expect(at[2] - at[1]).toBeGreaterThan(45);
    expect(at[2]).toBeLessThan(card.width);
  });

  it("lays other networks over it, and what an empty one would take", () => {
    const analysis = { zeroLoadLatency: 21.5 } as ViewData["analysis"];
    const a = { ...withLatencies(tree, shortLatencies), letter: "A", analysis };
    const data = { ...a, variants: [a, { ...withLatencies(tree, longTailLatencies), letter: "B" }] };
    expect(findMark(data, "empty name")?.text).toBe("empty network 21.5");
    expectWording(latency.summary(data), "In A … 24 cycles … 29 … in B 25 … 7");
  });

  it("says a unit again wherever it is not the one said last", () => {
    const units = unitsOf(undefined, "", 40e-6);
    const a = { ...withLatencies(tree, shortLatencies), letter: "A", units };
    const data = { ...a, variants: [a, { ...withLatencies(tree, shortLatencies), letter: "B" }] };
    expectWording(latency.summary(data).replace(/\s/g, " "), "In A … 960 µs … 1.16 ms … in B 960 µs … 1.16 ms");
    const { marks } = latency.layout(data, { ...card, units });
    const values = marks.filter(({ key }) => key.endsWith("value A")).map(({ text }) => text?.replace(/\s/g, " "));
    expect(values).toEqual(["median 960 µs", "95 % 1.16 ms", "99 % 1.16"]);
  });

  it("says of which packets it speaks while not all have arrived", () => {
    const data = withLatencies(tree, shortLatencies);
    if (data.frame !== null) data.frame.scalars[scalar.tagged] = 4000;
    expectWording(latency.summary(data), "Of the 25 % of injected packets that have arrived");
    expectWording(latency.summary(viewData(tree)), "No packet");
  });

  it("rises to 100 % where it is cumulative, and says at each place how many are no later", () => {
    const data = withLatencies(tree, shortLatencies, { choices: { shows: "cumulative" } });
    const drawn = latency.layout(data, card);
    const column = hoverTargetsOf(drawn.marks).find(({ value }) => /take 24\s(to|cycles)/.test(value))!;
    expect(hitTestTargets(hoverTargetsOf(drawn.marks), column.x + 1, 80, 8)?.name).toMatch(/^50\s% take no longer$/);
    expect(String(drawn.marks.find(({ key }) => key === "curve ")?.attributes["d"])).toContain("V20H");
    expect(latency.table(data).rows.at(-1)).toEqual([29, 29, 100, 100]);
  });
});
