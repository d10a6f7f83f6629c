/** The permutations of Petrini et al. (QsNET), §4.4, worked out by hand on 8 and 64 terminals. */
import { describe, expect, it } from "vitest";
import { patterns } from "../../src/core/patterns/index.ts";

/** Destination of every terminal. */
function destinations(id: string, terminals: number): readonly number[] {
  const destination = patterns.get(id).compile({} as never, terminals);
  return Array.from({ length: terminals }, (_, source) => destination(source, 0));
}

/** Some terminals of 64 in octal, two digits of three bits, and where they send. */
function expectOctal(id: string, pairs: Readonly<Record<string, string>>): void {
  const all = destinations(id, 64);
  const found = Object.keys(pairs).map((source) => [source, all[Number.parseInt(source, 8)].toString(8).padStart(2, "0")]);
  expect(Object.fromEntries(found)).toEqual(pairs);
}

describe("on 8 terminals", () => {
  it.each([
    // 000 001 010 011 100 101 110 111, read backwards.
    ["bit-reversal", [0, 4, 2, 6, 1, 5, 3, 7]],
    // First and last digit exchanged: with three digits the same as backwards.
    ["butterfly", [0, 4, 2, 6, 1, 5, 3, 7]],
    ["complement", [7, 6, 5, 4, 3, 2, 1, 0]],
    // Rotated left: 001 → 010, 100 → 001.
    ["perfect-shuffle", [0, 2, 4, 6, 1, 3, 5, 7]],
    ["neighbour", [1, 0, 3, 2, 5, 4, 7, 6]],
  ])("%s", (id, expected) => expect(destinations(id, 8)).toEqual(expected));

  it("transpose does not exist: three digits have no halves", () => {
    expect(patterns.get("transpose").needs(8)).toBe("needs an even number of binary digits; 8 terminals have 3");
  });
});

describe("on 64 terminals", () => {
  it("bit-reversal", () => expectOctal("bit-reversal", { "00": "00", "01": "40", "12": "24", "30": "06", "46": "31", "77": "77" }));
  it("butterfly", () => expectOctal("butterfly", { "00": "00", "01": "40", "40": "01", "41": "41", "36": "36", "37": "76" }));
  it("complement", () => expectOctal("complement", { "00": "77", "01": "76", "25": "52", "40": "37", "77": "00" }));
  it("transpose", () => expectOctal("transpose", { "00": "00", "01": "10", "12": "21", "35": "53", "44": "44", "70": "07" }));
  it("perfect-shuffle", () => expectOctal("perfect-shuffle", { "00": "00", "01": "02", "40": "01", "25": "52", "52": "25", "37": "76" }));
  it("neighbour", () => expectOctal("neighbour", { "00": "01", "01": "00", "36": "37", "77": "76" }));

  it("undo themselves, all but the shuffle, which comes back after six", () => {
    const after = (id: string, times: number) => {
      const once = destinations(id, 64);
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
    const fixed = (id: string) => destinations(id, 64).filter((to, from) => to === from).length;
    // Backwards: three free digits. Butterfly: first = last. Transpose: equal halves. Shuffle: all digits equal.
    expect(["bit-reversal", "butterfly", "transpose", "perfect-shuffle", "complement", "neighbour"].map(fixed)).toEqual([
      8, 32, 8, 2, 0, 0,
    ]);
  });
});

describe("numbers of terminals that have no binary digits", () => {
  it.each(["bit-reversal", "butterfly", "complement", "transpose", "perfect-shuffle"])("are refused by %s", (id) => {
    expect(patterns.get(id).needs(27)).toBe("needs a power of two terminals, to have binary coordinates; there are 27");
  });

  it("are refused by neighbour when they are odd", () => {
    expect(patterns.get("neighbour").needs(27)).toBe("needs an even number of terminals, to form pairs; there are 27");
    expect(patterns.get("neighbour").needs(6)).toBeNull();
  });
});
