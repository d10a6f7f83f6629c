/**
 * Tests of traffic patterns derived by hand: the permutations of Petrini et al. (QsNET), §4.4, on 8 and 64 terminals, and all other
 * patterns on a few terminals.
 */
import { describe, expect, it } from "vitest";
import type { ValidationIssue } from "../../src/core/base/errors.ts";
import { readParams, type Values } from "../../src/core/base/params.ts";
import { mix } from "../../src/core/base/random.ts";
import { allTrafficPatterns } from "../../src/core/patterns/index.ts";

/** Values of a pattern from a document. */
function valuesOf(id: string, document: Values): never {
  const issues: ValidationIssue[] = [];
  const values = readParams(allTrafficPatterns.get(id).params, document, "", issues);
  expect(issues).toEqual([]);
  return values as never;
}

/** Destination of every terminal. */
function destinationsOf(id: string, terminals: number, document: Values = {}): readonly number[] {
  const destinationOf = allTrafficPatterns.get(id).compile(valuesOf(id, document), terminals);
  return Array.from({ length: terminals }, (_, source) => destinationOf(source, 0));
}

/** Shares of every pair, a row for each source. */
function sharesOf(id: string, terminals: number, document: Values): readonly (readonly number[])[] {
  const shareOf = allTrafficPatterns.get(id).share(valuesOf(id, document), terminals);
  return Array.from({ length: terminals }, (_, source) => Array.from({ length: terminals }, (_each, to) => shareOf(source, to)));
}

/** Checks the destinations of some of 64 terminals. Terminals are octal, two digits of three bits. */
function expectOctalDestinations(id: string, pairs: Readonly<Record<string, string>>): void {
  const destinations = destinationsOf(id, 64);
  const found = Object.keys(pairs).map((source) => [source, destinations[Number.parseInt(source, 8)].toString(8).padStart(2, "0")]);
  expect(Object.fromEntries(found)).toEqual(pairs);
}

describe("on 8 terminals", () => {
  it.each([
    // 000 001 010 011 100 101 110 111, with the digits reversed.
    ["bit-reversal", [0, 4, 2, 6, 1, 5, 3, 7]],
    // First and last digit exchanged. With three digits this equals the reversal.
    ["butterfly", [0, 4, 2, 6, 1, 5, 3, 7]],
    ["complement", [7, 6, 5, 4, 3, 2, 1, 0]],
    // Rotated left: 001 → 010, 100 → 001.
    ["perfect-shuffle", [0, 2, 4, 6, 1, 3, 5, 7]],
    ["neighbour", [1, 0, 3, 2, 5, 4, 7, 6]],
  ])("%s", (id, expected) => expect(destinationsOf(id, 8)).toEqual(expected));

  it("transpose does not exist: three digits have no halves", () => {
    expect(allTrafficPatterns.get("transpose").reasonUnsupported(8)).toBe(
      "needs terminal numbers with an even number of binary digits; 8 terminals have 3",
    );
  });
});

describe("on 64 terminals", () => {
  it("bit-reversal", () =>
    expectOctalDestinations("bit-reversal", { "00": "00", "01": "40", "12": "24", "30": "06", "46": "31", "77": "77" }));
  it("butterfly", () => expectOctalDestinations("butterfly", { "00": "00", "01": "40", "40": "01", "41": "41", "36": "36", "37": "76" }));
  it("complement", () => expectOctalDestinations("complement", { "00": "77", "01": "76", "25": "52", "40": "37", "77": "00" }));
  it("transpose", () => expectOctalDestinations("transpose", { "00": "00", "01": "10", "12": "21", "35": "53", "44": "44", "70": "07" }));
  it("perfect-shuffle", () =>
    expectOctalDestinations("perfect-shuffle", { "00": "00", "01": "02", "40": "01", "25": "52", "52": "25", "37": "76" }));
  it("neighbour", () => expectOctalDestinations("neighbour", { "00": "01", "01": "00", "36": "37", "77": "76" }));

  it("undo themselves, all but the shuffle, which comes back after six", () => {
    const after = (id: string, times: number) => {
      const once = destinationsOf(id, 64);
      let place = once.map((_, source) => source);
      for (let i = 0; i < times; i++) place = place.map((at) => once[at]);
      return place;
    };
    const start = after("neighbour", 0);
    for (const id of ["bit-reversal", "butterfly", "complement", "transpose", "neighbour"]) expect(after(id, 2), id).toEqual(start);
    expect(after("perfect-shuffle", 6)).toEqual(start);
    expect(after("perfect-shuffle", 2)).not.toEqual(start);
  });

  it("map as many terminals to themselves as can be counted by hand", () => {
    const fixed = (id: string) => destinationsOf(id, 64).filter((to, from) => to === from).length;
    // Reversal: three free digits. Butterfly: first = last. Transpose: equal halves. Shuffle: all digits equal.
    expect(["bit-reversal", "butterfly", "transpose", "perfect-shuffle", "complement", "neighbour"].map(fixed)).toEqual([
      8, 32, 8, 2, 0, 0,
    ]);
  });
});

describe("numbers of terminals that have no binary digits", () => {
  it.each(["bit-reversal", "butterfly", "complement", "transpose", "perfect-shuffle"])("are refused by %s", (id) => {
    expect(allTrafficPatterns.get(id).reasonUnsupported(27)).toBe(
      "needs a number of terminals that is a power of two; this network has 27",
    );
  });

  it("are refused by neighbour when they are odd", () => {
    expect(allTrafficPatterns.get("neighbour").reasonUnsupported(27)).toBe(
      "needs an even number of terminals to form pairs; this network has 27",
    );
    expect(allTrafficPatterns.get("neighbour").reasonUnsupported(6)).toBeNull();
  });
});

describe("patterns with parameters", () => {
  it("tornado: ⌈T / 2⌉ − 1 further on", () => {
    expect(destinationsOf("tornado", 8)).toEqual([3, 4, 5, 6, 7, 0, 1, 2]);
    expect(destinationsOf("tornado", 5)).toEqual([2, 3, 4, 0, 1]);
    // Two digits of radix 4: each is increased by one.
    expect(destinationsOf("tornado", 16, { radix: 4 })).toEqual([5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12, 1, 2, 3, 0]);
    expect(allTrafficPatterns.get("tornado").reasonUnsupported(2)).toBe("needs at least three terminals; this network has 2");
    const issue = (radix: number, terminals: number) =>
      allTrafficPatterns.get("tornado").check(valuesOf("tornado", { radix }), terminals)[0]?.message;
    expect(issue(2, 16)).toMatch("in radix 2 no digit can change");
    expect(issue(3, 16)).toMatch("16 terminals are not a power of 3");
    expect([issue(4, 16), issue(16, 16), issue(0, 15)]).toEqual([undefined, undefined, undefined]);
    expect(issue(256, 16)).toMatch("not a power of 256");
  });

  it("shift: by its amount, round the end", () => {
    expect(destinationsOf("shift", 5)).toEqual([1, 2, 3, 4, 0]);
    expect(destinationsOf("shift", 5, { amount: 3 })).toEqual([3, 4, 0, 1, 2]);
    expect(allTrafficPatterns.get("shift").check(valuesOf("shift", { amount: 5 }), 5)).toMatchObject([{ path: "amount", nearest: 4 }]);
  });

  it("a random permutation: every one with the same probability", () => {
    const counts = new Map<string, number>();
    const drawn = 6000;
    let fixed = 0;
    for (let seed = 0; seed < drawn; seed++) {
      const all = destinationsOf("random-permutation", 4, { seed });
      counts.set(all.join(), (counts.get(all.join()) ?? 0) + 1);
      fixed += all.filter((to, from) => to === from).length;
    }
    expect(counts.size).toBe(24);
    // Each of the 24 permutations is expected 250 times with a standard deviation of 15.5. The mean number of fixed points is one, with a
    // variance of 1.
    for (const count of counts.values()) expect(Math.abs(count - 250)).toBeLessThan(78);
    expect(Math.abs(fixed / drawn - 1)).toBeLessThan(5 / Math.sqrt(drawn));
  });

  it("bisection: any terminal of the other half", () => {
    expect(sharesOf("bisection", 4, {})).toEqual([
      [0, 0, 0.5, 0.5],
      [0, 0, 0.5, 0.5],
      [0.5, 0.5, 0, 0],
      [0.5, 0.5, 0, 0],
    ]);
    expect(allTrafficPatterns.get("bisection").reasonUnsupported(5)).toBe(
      "needs an even number of terminals for two equal halves; this network has 5",
    );
  });

  it("a matrix: weights of each row, entries of a pair added, silent rows", () => {
    const entries = [
      { source: 2, destination: 0, weight: 1 },
      { source: 0, destination: 3, weight: 2 },
      { source: 0, destination: 1, weight: 1 },
      { source: 0, destination: 3, weight: 1 },
      { source: 2, destination: 2, weight: 1 },
      { source: 1, destination: 0, weight: 0 },
    ];
    expect(sharesOf("matrix", 4, { entries })).toEqual([
      [0, 0.25, 0, 0.75],
      [0, 1, 0, 0],
      [0.5, 0, 0.5, 0],
      [0, 0, 0, 1],
    ]);
    // Messages of a source to itself are not created. A source that keeps nearly everything to itself does not send at all.
    const hermit = [
      { source: 0, destination: 0, weight: 1000 },
      { source: 0, destination: 1, weight: 0.2 },
    ];
    expect(sharesOf("matrix", 2, { entries: hermit })).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  it("a matrix says which entries name terminals that are not there", () => {
    const values = valuesOf("matrix", { entries: [{}, { source: 4, destination: 9 }] });
    expect(
      allTrafficPatterns
        .get("matrix")
        .check(values, 4)
        .map(({ path }) => path),
    ).toEqual(["entries.1.source", "entries.1.destination"]);
  });

  it("a mixture: its parts by weight", () => {
    const parts = [
      { weight: 3, pattern: { kind: "shift", amount: 1 } },
      { weight: 1, pattern: "bisection" },
    ];
    expect(sharesOf("mixture", 4, { parts })).toEqual([
      [0, 0.75, 0.125, 0.125],
      [0, 0, 0.875, 0.125],
      [0.125, 0.125, 0, 0.75],
      [0.875, 0.125, 0, 0],
    ]);
    const wrong = valuesOf("mixture", { parts: [{}, { pattern: "transpose" }, { pattern: { kind: "shift", amount: 9 } }] });
    expect(allTrafficPatterns.get("mixture").check(wrong, 8)).toMatchObject([
      {
        path: "parts.1.pattern",
        message: "matrix transpose needs terminal numbers with an even number of binary digits; 8 terminals have 3.",
        nearest: "uniform",
      },
      { path: "parts.2.pattern.amount" },
    ]);
  });

  it("a mixture draws within a part as that part would by itself", () => {
    const parts = [
      { weight: 1, pattern: "uniform" },
      { weight: 1, pattern: { kind: "hot-spot", share: 0.5, terminal: 3 } },
    ];
    const share = allTrafficPatterns.get("mixture").share(valuesOf("mixture", { parts }), 8);
    const destination = allTrafficPatterns.get("mixture").compile(valuesOf("mixture", { parts }), 8);
    const counts = new Float64Array(8);
    const drawn = 40_000;
    for (let i = 0; i < drawn; i++) counts[destination(0, mix(3, 0, i))]++;
    // Uniform: 1/7 each. Hot spot: half to terminal 3, and 1/7 of the other half to each.
    expect([share(0, 3), share(0, 1)]).toEqual([0.5 / 7 + 0.5 * (0.5 + 0.5 / 7), 0.5 / 7 + 0.25 / 7]);
    counts.forEach((count, to) => expect(Math.abs(count - share(0, to) * drawn)).toBeLessThan(5 * Math.sqrt(drawn * 0.25)));
  });
});
