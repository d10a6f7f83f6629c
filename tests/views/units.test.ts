/** Loads in another unit: one module formats them, so one setting changes sentences, axes, tables and files. */
import { describe, expect, test } from "vitest";
import { type LoadUnit, parseLoadUnit, phitsPerCycle, writeLoadUnit } from "../../src/core/base/load-unit.ts";
import { csvText } from "../../src/views/export/export.ts";
import { withUnit } from "../../src/words/numbers.ts";
import { unitsOfResults, unitsOf } from "../../src/words/units.ts";

const rateUnit: LoadUnit = { is: "rate", channel: 400e6 };

describe("a load is given in the page's unit", () => {
  test.each<[LoadUnit, readonly string[]]>([
    [phitsPerCycle, ["0.45", "0.0031", "0.5", "0.45 phits/cycle", "0.45 of 1\u00a0phit/cycle", "MB phits/cycle per sender"]],
    [
      { is: "share" },
      ["45\u00a0%", "0.31\u00a0%", "50\u00a0%", "45\u00a0% of a channel", "45\u00a0% of its capacity", "MB % of a channel per sender"],
    ],
    [rateUnit, ["180", "1.24", "200", "180 MB/s", "180 of 400\u00a0MB/s", "MB MB/s per sender"]],
  ])("%j", (unit, expectedTexts) => {
    const units = unitsOf(unit);
    expect([
      units.formatLoad(0.45),
      units.formatLoad(0.0031),
      units.formatLoadTick(0.5),
      units.sayLoad(0.45),
      units.sayChannelLoad(0.45),
      units.headOf("MB phits/cycle per sender"),
    ]).toEqual(expectedTexts);
    expect(units.formatLoadTick(0)).toBe("0");
    expect(withUnit("12", "cycles")).toBe("12\u00a0cycles");
  });

  test("a table and its file have numbers and heads of the unit, and nothing else changes", () => {
    const table = {
      columns: [
        { title: "Channel", unit: "" },
        { title: "Load", unit: "phits/cycle" },
        { title: "Waiting", unit: "cycles" },
      ],
      rows: [["a", 0.07, 3]],
    };
    expect(unitsOfResults.inPageUnit(table)).toEqual(table);
    const inShares = unitsOf({ is: "share" });
    expect(csvText(inShares.inPageUnit(table))).toBe("Channel,Load (% of a channel),Waiting (cycles)\r\na,7,3\r\n");
    const inRates = unitsOf(rateUnit);
    expect(csvText(inRates.inPageUnit(table))).toBe("Channel,Load (MB/s),Waiting (cycles)\r\na,28,3\r\n");
    expect(inRates.toPageUnit(0.5, "phits/cycle per sender")).toBe(200);
    expect(inRates.toPageUnit(0.5, "%")).toBe(0.5);
  });
});

describe("a time is given in seconds where a cycle has any", () => {
  /** Gigabit Ethernet, in seconds per cycle. */
  const cycle = 32e-9;
  const inSeconds = unitsOf(phitsPerCycle, "", cycle);

  test.each<[number | null, number, string]>([
    [null, 12_800, "12\u202f800\u00a0cycles"],
    [null, 1, "1\u00a0cycle"],
    [null, 27.44, "27.4\u00a0cycles"],
    [cycle, 600e6, "19.2\u00a0s"],
    [cycle, 142.5e6, "4.56\u00a0s"],
    [cycle, 50e9, "1\u202f600\u00a0s"],
    [cycle, 6500, "208\u00a0µs"],
    [cycle, 1e6, "32\u00a0ms"],
    [cycle, 31_249_999, "1\u00a0s"],
    [cycle, 1, "32\u00a0ns"],
    [4e-12, 1, "0.004\u00a0ns"],
    [cycle, 0, "0\u00a0s"],
    [cycle, -6500, "−208\u00a0µs"],
  ])("with %s s a cycle, %d cycles are %s", (seconds, cycles, expectedText) => {
    const units = unitsOf(phitsPerCycle, "", seconds);
    expect(units.sayTime(cycles)).toBe(expectedText);
  });

  test("times of one picture share the unit of the largest", () => {
    expect([unitsOfResults.formatTime(6500, 600e6), unitsOfResults.timeUnit(600e6).name, unitsOfResults.headOf("latency, cycles")]).toEqual(
      ["6\u202f500", "cycles", "latency, cycles"],
    );

    expect([inSeconds.formatTime(6_500_000, 600e6), inSeconds.timeUnit(600e6).name, inSeconds.headOf("latency, cycles", 6500)]).toEqual([
      "0.208",
      "s",
      "latency, µs",
    ]);
    expect(inSeconds.headOf("phits/cycle per sender", 600e6)).toBe("phits/cycle per sender");
    expect(inSeconds.sayOf(6500, "cycles/packet", inSeconds.formatTime)).toBe("208\u00a0µs/packet");
    expect(inSeconds.sayOf(0.5, "phits/cycle", inSeconds.formatLoad)).toBe("0.50\u00a0phits/cycle");
  });

  test("moments of a run have the decimals of its length", () => {
    expect([unitsOfResults.sayMoment(12_800, 600e6), unitsOfResults.sayStretch(100, 200, 600e6)]).toEqual([
      "cycle 12\u202f800",
      "between cycles 100 and 200",
    ]);

    expect([inSeconds.sayMoment(142.5e6, 600e6), inSeconds.sayStretch(0, 142.5e6, 600e6)]).toEqual([
      "4.56\u00a0s",
      "between 0.00 and 4.56\u00a0s",
    ]);
    expect(inSeconds.sayMoment(6500, 12_500)).toBe("208.0\u00a0µs");
    // At 32 ns per cycle this run takes 64 000 s.
    expect(inSeconds.sayMoment(668e9, 2e12)).toBe("21\u202f376\u00a0s");
  });

  test("every column of a table has the unit of its largest", () => {
    const table = {
      columns: [
        { title: "Rank", unit: "" },
        { title: "Done", unit: "cycle" },
        { title: "Latency", unit: "cycles" },
      ],
      rows: [
        [1, 600e6, 6500],
        [2, 6500, ""],
      ],
    };
    expect(unitsOfResults.inPageUnit(table)).toEqual(table);

    expect(csvText(inSeconds.inPageUnit(table))).toBe("Rank,Done (s),Latency (µs)\r\n1,19.2,208\r\n2,0.000208,\r\n");
  });
});

describe("a unit as a text", () => {
  test.each(["phits", "share", "400MB/s", "12500MB/s", "1B/s"])("%s is read and written", (text) => {
    const unit = parseLoadUnit(text);
    expect(typeof unit === "string" ? unit : writeLoadUnit(unit)).toBe(text);
  });

  test.each([
    ["", /is not a quantity/],
    ["400", /has no unit/],
    ["400 MB", /"MB" is not a unit of a rate; expected one of B\/s, kB\/s, MB\/s, GB\/s/],
    ["0 MB/s", /between 1 B\/s and/],
    ["1e999 GB/s", /between 1 B\/s and/],
    ["__proto__", /is not a quantity/],
    ["9".repeat(10_000), /is not a quantity/],
  ])("%s is refused with a sentence", (text, why) => expect(parseLoadUnit(text)).toMatch(why));
});
