/** Loads in another unit: one place writes them, so one switch changes sentences, axes, tables and files. */
import { afterEach, describe, expect, test } from "vitest";
import { type LoadUnit, parseLoadUnit, phitsPerCycle, writeLoadUnit } from "../../src/core/base/load-unit.ts";
import { csvText } from "../../src/views/shared/export.ts";
import {
  formatLoad,
  formatLoadTick,
  headOf,
  inPageUnit,
  sayChannelLoad,
  sayLoad,
  toPageUnit,
  withUnit,
  writeLoadsIn,
} from "../../src/views/shared/format.ts";

afterEach(() => writeLoadsIn(phitsPerCycle));

const rate: LoadUnit = { is: "rate", channel: 400e6 };

describe("a load is told in the page's unit", () => {
  test.each<[LoadUnit, readonly string[]]>([
    [phitsPerCycle, ["0.45", "0.0031", "0.5", "0.45 phits/cycle", "0.45 of 1\u00a0phit/cycle", "MB phits/cycle per sender"]],
    [
      { is: "share" },
      ["45\u00a0%", "0.31\u00a0%", "50\u00a0%", "45\u00a0% of a channel", "45\u00a0% of what it can", "MB % of a channel per sender"],
    ],
    [rate, ["180", "1.24", "200", "180 MB/s", "180 of 400\u00a0MB/s", "MB MB/s per sender"]],
  ])("%j", (unit, said) => {
    writeLoadsIn(unit);
    expect([
      formatLoad(0.45),
      formatLoad(0.0031),
      formatLoadTick(0.5),
      sayLoad(0.45),
      sayChannelLoad(0.45),
      headOf("MB phits/cycle per sender"),
    ]).toEqual(said);
    expect(formatLoadTick(0)).toBe("0");
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
    expect(inPageUnit(table)).toEqual(table);
    writeLoadsIn({ is: "share" });
    expect(csvText(inPageUnit(table))).toBe("Channel,Load (% of a channel),Waiting (cycles)\r\na,7,3\r\n");
    writeLoadsIn(rate);
    expect(csvText(inPageUnit(table))).toBe("Channel,Load (MB/s),Waiting (cycles)\r\na,28,3\r\n");
    expect(toPageUnit(0.5, "phits/cycle per sender")).toBe(200);
    expect(toPageUnit(0.5, "%")).toBe(0.5);
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
