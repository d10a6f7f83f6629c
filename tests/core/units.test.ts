import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatQuantity, parseQuantity, quantityForPeople } from "../../src/core/base/units.ts";

describe("reading", () => {
  it.each([
    ["64 B", 64],
    ["64B", 64],
    ["  64   B ", 64],
    ["1 kB", 1000],
    ["1 KiB", 1024],
    ["1.5 KiB", 1536],
    [".5 kB", 500],
    ["2 MB", 2e6],
    ["2 MiB", 2 * 2 ** 20],
    ["1 GB", 1e9],
    ["1 GiB", 2 ** 30],
    ["1 TB", 1e12],
    ["1.5 TiB", 1.5 * 2 ** 40],
    ["1e3 B", 1000],
    ["0 B", 0],
  ])("%s is %d bytes", (text, bytes) => expect(parseQuantity(text, "bytes")).toBe(bytes));

  it.each([
    ["64", '"64" has no unit; write "64 B"'],
    ["1e3", '"1e3" has no unit; write "1e3 B"'],
    [64, '64 has no unit; write "64 B"'],
    ["64 b", '"b" is not a unit of bytes; expected one of B, kB, MB, GB, TB, KiB, MiB, GiB, TiB'],
    ["64 mB", '"mB" is not a unit of bytes; expected one of B, kB, MB, GB, TB, KiB, MiB, GiB, TiB'],
    ["-64 B", '"-64 B" is not a quantity; expected one such as "64 B"'],
    ["", '"" is not a quantity; expected one such as "64 B"'],
    ["many", '"many" is not a quantity; expected one such as "64 B"'],
    [null, 'expected a quantity such as "64 B"'],
    [["64 B"], 'expected a quantity such as "64 B"'],
  ])("%j says what is wrong", (text, message) => expect(parseQuantity(text, "bytes")).toBe(message));

  it("keeps what it repeats of a long text short", () => {
    expect(String(parseQuantity("x".repeat(1000), "bytes")).length).toBeLessThan(120);
  });
});

describe("writing", () => {
  it.each([
    [0, "0 B"],
    [64, "64 B"],
    [999, "999 B"],
    [1000, "1 kB"],
    [1024, "1 KiB"],
    [1500, "1500 B"],
    [10_000, "10 kB"],
    [4096, "4 KiB"],
    [1e6, "1 MB"],
    [1e9, "1 GB"],
    [2 ** 30, "1 GiB"],
    [1e12, "1 TB"],
    [2 ** 40, "1 TiB"],
    [12.5, "12.5 B"],
  ])("%d bytes are %s", (bytes, text) => expect(formatQuantity(bytes, "bytes")).toBe(text));

  it("loses nothing", () => {
    const bytes = fc.oneof(
      fc.nat({ max: 1e12 }),
      fc.double({ min: 0, max: 1e9, noNaN: true }),
      fc.nat({ max: 1e6 }).map((n) => n * 1000),
    );
    fc.assert(
      fc.property(bytes, (value) => {
        expect(parseQuantity(formatQuantity(value, "bytes"), "bytes")).toBe(value);
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

describe("saying", () => {
  it.each([
    [210_300_000, "rate", "210.3 MB/s"],
    [210_343_923, "rate", "210.343923 MB/s"],
    [1.25e9, "rate", "1.25 GB/s"],
    [12.5e6, "rate", "12.5 MB/s"],
    [0, "rate", "0 B/s"],
    [1448, "bytes", "1448 B"],
    [10_000, "bytes", "10 kB"],
  ] as const)("%d as a %s is %s, and is read back", (value, dimension, text) => {
    expect(quantityForPeople(value, dimension)).toBe(text);
    expect(parseQuantity(text, dimension)).toBe(value);
  });
});
