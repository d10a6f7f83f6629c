/** Tests of message sizes in whole packets: means derived by hand, and draws that have these means. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readParams, type Values } from "../../src/core/base/params.ts";
import { mix } from "../../src/core/base/random.ts";
import { allSizes } from "../../src/core/sizes/index.ts";
import { arbitraryParams, examplesOf } from "../contracts/arbitrary.ts";
import { seed } from "../effort.ts";

function compileSize(id: string, document: Values, packetBytes: number) {
  const { params, check, compile } = allSizes.get(id);
  const values = readParams(params, document, "", []);
  expect(check(values)).toEqual([]);
  return compile(values, packetBytes);
}

describe("means by hand", () => {
  it("single packets, whatever a packet holds", () => expect(compileSize("single", {}, 4)).toEqual({ mean: 1, draw: null }));

  it("one size, rounded up", () => {
    expect(compileSize("fixed", { bytes: "64 B" }, 64).mean).toBe(1);
    expect(compileSize("fixed", { bytes: "65 B" }, 64).mean).toBe(2);
    expect(compileSize("fixed", { bytes: "1 MB" }, 64).mean).toBe(15625);
  });

  it("uniform: the mean of the rounded sizes, not the rounded mean", () => {
    // 3 … 9 bytes in packets of 4: 1 1 2 2 2 2 3.
    expect(compileSize("uniform", { min: "3 B", max: "9 B" }, 4).mean).toBeCloseTo(13 / 7, 14);
    expect(compileSize("uniform", { min: "5 B", max: "5 B" }, 4).mean).toBe(2);
    // 1 … 128 bytes in packets of 64: half of the messages have one packet, half have two.
    expect(compileSize("uniform", { min: "1 B", max: "128 B" }, 64).mean).toBe(1.5);
    // The largest possible size: 10⁸ bytes, 1562500 whole packets, Σ k × 64 = 64 × n (n + 1) / 2.
    expect(compileSize("uniform", { min: "1 B", max: "100 MB" }, 64).mean).toBeCloseTo((1562500 + 1) / 2, 6);
  });

  it("exponential: geometric, 1 / (1 − e^(−packet / mean))", () => {
    for (const [mean, packet] of [
      [100, 64],
      [1, 4096],
      [1e6, 4],
      [64, 64],
    ]) {
      const expected = -1 / Math.expm1(-packet / mean);
      expect(compileSize("exponential", { mean: `${mean} B` }, packet).mean / expected).toBeCloseTo(1, 9);
    }
  });

  it("two kinds", () => {
    // 8 bytes are one packet, 200 bytes are four packets of 64.
    expect(compileSize("bimodal", { small: "8 B", large: "200 B", share: 0.25 }, 64).mean).toBe(1.75);
    expect(compileSize("bimodal", { small: "8 B", large: "60 B", share: 0.3 }, 64)).toEqual({ mean: 1, draw: null });
  });
});

it("bounds in the wrong order are refused", () => {
  const uniform = allSizes.get("uniform");
  expect(uniform.check({ min: 9, max: 8 })).toMatchObject([{ path: "max", nearest: 9 }]);
  expect(allSizes.get("bimodal").check({ small: 9, large: 8, share: 0 })).toMatchObject([{ path: "large", nearest: 9 }]);
});

describe.each(allSizes.kinds)("$id", (size) => {
  const values = fc.oneof(
    fc.constantFrom(...examplesOf(size).map((example) => example.values)),
    arbitraryParams(size.params, { span: 600, length: 3 }),
  );

  it("draws whole packets, at least one, with the mean it says", () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 40 }), (values, phits) => {
        fc.pre(size.check(values).length === 0);
        const { mean, draw } = size.compile(values, 4 * phits);
        expect(mean).toBeGreaterThanOrEqual(1);
        if (draw === null) {
          expect(Number.isInteger(mean)).toBe(true);
          return;
        }
        const count = 4000;
        let [sum, squares] = [0, 0];
        for (let i = 0; i < count; i++) {
          const packets: number = draw(mix(seed, phits, i));
          if (!Number.isInteger(packets) || packets < 1) expect.fail(`a message of ${packets} packets`);
          sum += packets;
          squares += packets ** 2;
        }
        const found = sum / count;
        // Four standard deviations of the mean, estimated from the draws. All draws may be equal if a share is tiny.
        const deviation = Math.sqrt(Math.max(0, squares / count - found ** 2));
        expect(Math.abs(found - mean)).toBeLessThanOrEqual(
          (4 * deviation) / Math.sqrt(count) + 1e-9 + (deviation === 0 ? (5 * mean) / count : 0),
        );
      }),
      { numRuns: 60 },
    );
  });
});
