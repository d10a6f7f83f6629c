/** Tests of the stateless random numbers: values that must never change, and their distributions. */
import { describe, expect, it } from "vitest";
import { bitCount, randomBit, nthBit } from "../../src/core/base/bits.ts";
import {
  BernoulliGaps,
  uniformBelow,
  uniformBelowSmall,
  exponentialFromDraw,
  expNegative,
  mix,
  shuffled,
  streamKey,
} from "../../src/core/base/random.ts";

describe("mix", () => {
  it("never changes", () => {
    expect(mix(0, 0, 0)).toBe(4275982561);
    expect(mix(1, 0, 0)).toBe(2659429275);
    expect(mix(0, 1, 0)).toBe(1158462437);
    expect(mix(0, 0, 1)).toBe(1097820727);
    expect(mix(-1, -1, -1)).toBe(3714188213);
    expect(mix(123456789, 987654321, 42)).toBe(3332508116);
    expect(mix(2 ** 32 - 1, 0, 2 ** 31)).toBe(2670065433);
  });

  it("takes its words modulo 2³²", () => {
    expect(mix(2 ** 32 - 1, 2 ** 32 + 5, -3)).toBe(mix(-1, 5, 2 ** 32 - 3));
  });

  it("changes half of the bits when any one bit of its input changes", () => {
    const tries = 2000;
    for (let bit = 0; bit < 96; bit++) {
      let changed = 0;
      for (let i = 0; i < tries; i++) {
        const words = [i, 3 * i + 1, 7];
        const flipped = words.map((word, w) => (w === bit >> 5 ? word ^ (1 << (bit & 31)) : word));
        changed += ones(mix(words[0], words[1], words[2]) ^ mix(flipped[0], flipped[1], flipped[2]));
      }
      // 32 × 2000 fair bits: a mean of 16 with a standard deviation of 0.063 per hash.
      expect(Math.abs(changed / tries - 16)).toBeLessThan(0.5);
    }
  });
});

describe("streams", () => {
  it("have keys that never change", () => {
    expect(streamKey(1, "traffic")).toBe(653013773);
    expect(streamKey(1, "destination")).toBe(1270574661);
    expect(streamKey(1, "selection")).toBe(2107383999);
    expect(streamKey(1, "arbitration")).toBe(-609682901);
    expect(streamKey(1, "mapping")).toBe(821735309);
    expect(streamKey(0, "traffic")).toBe(949132482);
    expect(streamKey(2 ** 32 - 1, "traffic")).toBe(465809630);
  });

  it("do not resemble each other, nor do neighbouring seeds", () => {
    const keys = [1, 2, 3, 4].flatMap((seed) =>
      (["traffic", "destination", "selection", "arbitration"] as const).map((name) => streamKey(seed, name)),
    );
    expect(new Set(keys).size).toBe(keys.length);
    const draws = keys.map((key) => Array.from({ length: 4000 }, (_, i) => mix(key, 0, i) / 2 ** 32 - 0.5));
    for (const [i, a] of draws.entries()) {
      for (const b of draws.slice(i + 1)) {
        const correlation = a.reduce((sum, each, j) => sum + each * b[j], 0) / (a.length / 12);
        expect(Math.abs(correlation)).toBeLessThan(5 / Math.sqrt(a.length));
      }
    }
  });
});

describe("a drawn bit", () => {
  it("is the one that the draw has by below", () => {
    for (let i = 0; i < 2000; i++) {
      const bits = (mix(1, i, 0) >>> (i % 32)) | (1 << (i % 31)) | 0;
      const draw = mix(2, i, 0);
      expect(randomBit(bits, draw)).toBe(nthBit(bits, uniformBelow(draw, bitCount(bits))));
    }
  });
});

describe("below", () => {
  it("is the same in whole numbers", () => {
    for (const n of [1, 2, 3, 7, 255, 2 ** 14]) {
      for (const draw of [0, 2 ** 32 - 1, ...Array.from({ length: 99 }, (_, i) => mix(3, n, i))])
        expect(uniformBelowSmall(draw, n)).toBe(uniformBelow(draw, n));
    }
  });

  it("covers 0 … n − 1 and nothing else", () => {
    for (const n of [1, 2, 3, 7, 4095, 2 ** 20]) expect([uniformBelow(0, n), uniformBelow(2 ** 32 - 1, n)]).toEqual([0, n - 1]);
  });

  it("gives each number its share", () => {
    const draws = 60_000;
    for (const n of [2, 3, 10, 63]) {
      const counts = Array.from({ length: n }, () => 0);
      for (let i = 0; i < draws; i++) counts[uniformBelow(mix(5, n, i), n)]++;
      expectShares(
        counts,
        counts.map(() => 1 / n),
        draws,
      );
    }
  });
});

describe("exponentially distributed numbers", () => {
  it("never change", () => {
    const draws = [0, 1, 2, 12345, 2 ** 31 - 1, 2 ** 31, 3037000499, 2 ** 32 - 1];
    expect(draws.map(exponentialFromDraw)).toEqual([
      22.873856958478193, 21.775244669810085, 21.264419046044097, 12.759662874731541, 0.6931471807927759, 0.6931471803271146,
      0.34657359043672264, 1.1641532183371108e-10,
    ]);
  });

  it("are −ln of the draw, to the last bits", () => {
    let worst = 0;
    for (let i = 0; i < 200_000; i++) {
      const draw = mix(9, 1, i) >>> (i % 32);
      worst = Math.max(worst, Math.abs(exponentialFromDraw(draw) / -Math.log((draw + 0.5) / 2 ** 32) - 1));
    }
    expect(worst).toBeLessThan(1e-15);
  });

  it("fall as draws grow", () => {
    for (let bit = 0; bit < 32; bit++) {
      for (const edge of [2 ** bit, Math.floor(2 ** bit * Math.SQRT2)])
        expect(exponentialFromDraw(edge)).toBeLessThan(exponentialFromDraw(edge - 1));
    }
  });

  it("have mean and deviation 1", () => {
    const count = 100_000;
    let [sum, squares] = [0, 0];
    for (let i = 0; i < count; i++) {
      const each = exponentialFromDraw(mix(4, 4, i));
      sum += each;
      squares += each ** 2;
    }
    // The variance of X is 1, that of X² is 20.
    expect(Math.abs(sum / count - 1)).toBeLessThan(4 / Math.sqrt(count));
    expect(Math.abs(squares / count - 2)).toBeLessThan(4 * Math.sqrt(20 / count));
  });
});

describe("e to the power of −x", () => {
  it("never changes", () => {
    expect([0, 0.001, 0.5, 1, 2.5, 20, 700, Infinity].map(expNegative)).toEqual([
      1, 0.999000499833375, 0.6065306597126336, 0.3678794411714426, 0.08208499862389883, 2.061153622438564e-9, 0, 0,
    ]);
  });

  it("is right to ten digits", () => {
    for (let i = 0; i < 5000; i++) {
      const x = 690 * (i / 5000) ** 4;
      if (!(Math.abs(expNegative(x) / Math.exp(-x) - 1) < 1e-10)) expect.fail(`e^−${x} is ${expNegative(x)}`);
    }
  });
});

describe("a random order", () => {
  it("never changes", () => {
    expect([...shuffled(12, streamKey(1, "mapping"))]).toEqual([4, 11, 1, 9, 0, 5, 6, 3, 10, 7, 8, 2]);
    expect([shuffled(0, 1).length, [...shuffled(1, 1)]]).toEqual([0, [0]]);
  });

  it("puts every number in every place equally often", () => {
    const orders = 8000;
    const counts = new Int32Array(49);
    for (let key = 0; key < orders; key++) shuffled(7, key).forEach((number, place) => counts[7 * place + number]++);
    expectShares(
      [...counts],
      [...counts].map(() => 1 / 7),
      orders,
    );
  });
});

describe("the gaps of a Bernoulli process", () => {
  const key = streamKey(1, "traffic");

  it("never change", () => {
    const gapsOf = (p: number) => {
      const gaps = new BernoulliGaps(p);
      return Array.from({ length: 12 }, (_, m) => gaps.gap(key, 3, m));
    };
    expect(gapsOf(1)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(gapsOf(0.5)).toEqual([1, 1, 2, 1, 1, 1, 1, 3, 2, 1, 2, 1]);
    expect(gapsOf(0.1)).toEqual([5, 5, 8, 4, 2, 6, 2, 18, 8, 4, 8, 2]);
    expect(gapsOf(0.45 / 16)).toEqual([16, 16, 30, 12, 7, 21, 7, 65, 29, 14, 30, 6]);
  });

  it("are found as by looking at every entry", () => {
    for (const p of [1, 0.9, 0.3, 0.01, 0.45 / 16, 0.001, 1e-4, 0.01 / 1024, 1e-7]) {
      const gaps = new BernoulliGaps(p);
      const length = Math.min(2 ** 20, Math.ceil(8 / p));
      for (let count = 0; count < 40; count++) {
        let expected = 0;
        for (let again = 0, isFound = false; !isFound && again < 64; again++) {
          const draw = mix(key, 5, count * 64 + again);
          let tail = 1;
          for (let i = 0; i < length && !isFound; i++) {
            tail *= 1 - p;
            isFound = draw >= Math.floor(tail * 2 ** 32);
            expected++;
          }
        }
        if (gaps.gap(key, 5, count) !== expected) expect.fail(`gap ${count} of ${p} should be ${expected}`);
        // Where gaps are long, checking every entry takes long as well.
        if (p < 1e-5 && count === 5) break;
      }
    }
  });

  it.each([0.9, 0.5, 0.1, 0.45 / 16])("are g with probability p (1 − p)^(g−1), for p = %d", (p) => {
    const draws = 60_000;
    const gaps = new BernoulliGaps(p);
    const longest = Math.ceil(8 / p);
    const counts = Array.from({ length: longest + 1 }, () => 0);
    for (let i = 0; i < draws; i++) counts[Math.min(longest, gaps.gap(key, i % 40, Math.floor(i / 40)) - 1)]++;
    const shares = counts.map((_, i) => (i < longest ? p * (1 - p) ** i : (1 - p) ** longest));
    expectShares(counts, shares, draws);
  });

  // The smallest probability of a scenario is that of load 0.01 with packets of 1024 phits.
  it.each([1, 0.5, 0.1, 0.01, 0.001, 0.0001, 0.01 / 1024])("have a mean of 1 / p, for p = %d", (p) => {
    const draws = 40_000;
    const gaps = new BernoulliGaps(p);
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < draws; i++) {
      const gap = gaps.gap(key, i % 40, Math.floor(i / 40));
      sum += gap;
      squares += gap ** 2;
    }
    const mean = sum / draws;
    const deviation = Math.sqrt(1 - p) / p;
    expect(Math.abs(mean - 1 / p)).toBeLessThanOrEqual((5 * deviation) / Math.sqrt(draws));
    // The variance of a geometric distribution is (1 − p) / p². The relative error of its estimate is about √(8 / n).
    expect(Math.abs(squares / draws - mean ** 2 - deviation ** 2)).toBeLessThanOrEqual(5 * deviation ** 2 * Math.sqrt(8 / draws) + 1e-9);
  });

  it("make the same process as a draw in every cycle", () => {
    const p = 0.3;
    const cycles = 50_000;
    const gaps = new BernoulliGaps(p);
    const byGaps = Array.from({ length: 11 }, () => 0);
    const byDraws = Array.from({ length: 11 }, () => 0);
    const events = new Set<number>();
    for (let m = 0, t = -1; t < cycles; m++) events.add((t += gaps.gap(key, 0, m)));
    for (let start = 0; start < cycles; start += 10) {
      let [counted, drawn] = [0, 0];
      for (let t = start; t < start + 10; t++) {
        if (events.has(t)) counted++;
        if (mix(7, 1, t) / 2 ** 32 < p) drawn++;
      }
      byGaps[counted]++;
      byDraws[drawn]++;
    }
    // The number of events in 10 cycles is binomial in both processes.
    const shares = byGaps.map((_, count) => choose(10, count) * p ** count * (1 - p) ** (10 - count));
    expectShares(byGaps, shares, cycles / 10);
    expectShares(byDraws, shares, cycles / 10);
  });

  it("of one terminal tell nothing of another's", () => {
    const gaps = new BernoulliGaps(0.2);
    const [a, b] = [0, 1].map((place) => Array.from({ length: 20_000 }, (_, m) => gaps.gap(key, place, m) - 5));
    const variance = 20;
    const correlation = a.reduce((sum, each, i) => sum + each * b[i], 0) / a.length / variance;
    expect(Math.abs(correlation)).toBeLessThan(5 / Math.sqrt(a.length));
  });
});

/** Checks that counts are within five standard deviations of their shares, plus five for tiny shares. */
function expectShares(counts: readonly number[], shares: readonly number[], draws: number): void {
  const outliers = counts.filter(
    (count, i) => Math.abs(count - shares[i] * draws) > 5 * Math.sqrt(draws * shares[i] * (1 - shares[i])) + 5,
  );
  expect(outliers).toEqual([]);
}

function ones(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function choose(n: number, k: number): number {
  return k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k;
}
