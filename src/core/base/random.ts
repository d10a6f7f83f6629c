/**
 * Random numbers without a generator state: every draw is a hash of the place where it is needed (stream, id, count). Two engines that need
 * the same draw therefore get the same value, in whatever order they compute, however the run is cut into slices, and whether or not other
 * draws were made between. All arithmetic is on 32-bit integers, so the values are the same on all platforms. They never change:
 * `tests/core/random.test.ts` has test vectors.
 */

/** Hash of three 32-bit integers, uniform on 0 … 2³² − 1. The finalizer of MurmurHash3 (Appleby, 2011) is applied after each word. */
export function mix(a: number, b: number, c: number): number {
  return mixLast(mixPrefix(a, b), c);
}

/** First part of {@link mix}, for many draws that share the first two words. */
export function mixPrefix(a: number, b: number): number {
  let h = a ^ 0x9e3779b9;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  h = (h ^ (h >>> 16) ^ b) + 0x7f4a7c15;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  return Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
}

/** Second part of {@link mix}: mix(a, b, c) = mixLast(mixPrefix(a, b), c). */
export function mixLast(h: number, c: number): number {
  h = (h ^ (h >>> 16) ^ c) + 0x94d049bb;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/**
 * Hash of one grant for fingerprints: cycle, virtual channel and source to 32 bits. It has two rounds of multiplication and shift and takes
 * a fifth of the time of {@link mix}. The sum of these hashes distinguishes trajectories; no random decision depends on it.
 */
export function hashGrant(cycle: number, id: number, source: number): number {
  let h = Math.imul(cycle ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(id + 0x7f4a7c15, 0xc2b2ae35) ^ Math.imul(source, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Maps a 32-bit draw to 0 … n − 1, for 1 ≤ n ≤ 2²⁰, without division: the high word of draw × n. */
export function uniformBelow(draw: number, n: number): number {
  return Math.floor((draw * n) / 4294967296);
}

/** Like {@link uniformBelow} for 1 ≤ n ≤ 2¹⁴, in integer arithmetic, which is faster. */
export function uniformBelowSmall(draw: number, n: number): number {
  return (Math.imul(draw >>> 16, n) + (Math.imul(draw & 0xffff, n) >>> 16)) >>> 16;
}

/** The named streams. More draws from one stream do not change the draws of another. */
export type StreamName =
  | "traffic"
  | "destination"
  | "selection"
  | "arbitration"
  | "mapping"
  | "routing"
  | "hash"
  | "size"
  | "phase"
  | "order"
  | "coin"
  | "faults"
  | "wiring"
  | "analysis";

/** Key of a named stream for a scenario's seed: the first argument of {@link mix}. */
export function streamKey(seed: number, name: StreamName): number {
  let h = seed | 0;
  for (let i = 0; i < name.length; i++) h = mix(h, name.charCodeAt(i), i) | 0;
  return h;
}

/**
 * Maps a 32-bit draw to an exponentially distributed number with mean 1: −ln((draw + ½) / 2³²), from 1.2 × 10⁻¹⁰ to 22.9, with an error of
 * 10⁻¹⁵. Only + − × / on doubles are used, because IEEE 754 defines their results exactly. Math.log differs between browsers.
 */
export function exponentialFromDraw(draw: number): number {
  // draw + ½ = m × 2^e with approximately ½ √2 ≤ m < √2, and ln m = 2 artanh(s), s = (m − 1) / (m + 1): |s| < 0.172.
  const x = draw + 0.5;
  let e = 31 - Math.clz32(draw);
  let m = draw === 0 ? 1 : x / ((1 << e) >>> 0);
  if (m > Math.SQRT2) {
    m /= 2;
    e++;
  }
  const s = (m - 1) / (m + 1);
  const z = s * s;
  let sum = 1 / 21;
  for (let k = 19; k > 0; k -= 2) sum = sum * z + 1 / k;
  return (32 - e) * Math.LN2 - 2 * s * sum;
}

/** e^−x for x ≥ 0, with a relative error of 10⁻¹¹. Only + × / on doubles are used, so the result is the same on all platforms. */
export function expNegative(x: number): number {
  if (!(x < 700)) return 0;
  let halvings = 0;
  for (; x > 0.125; x /= 2) halvings++;
  let sum = 1;
  for (let k = 12; k > 0; k--) sum = 1 - (x / k) * sum;
  for (; halvings > 0; halvings--) sum *= sum;
  return sum;
}

/** [n] A random permutation of 0 … n − 1, n ≤ 2²⁰, all with the same probability (Fisher, Yates). Its draws are `mix(key, i, 0)`. */
export function shuffled(n: number, key: number): Int32Array {
  const order = new Int32Array(n);
  for (let i = 1; i < n; i++) order[i] = i;
  for (let i = n - 1; i > 0; i--) {
    const j = uniformBelow(mix(key, i, 0), i + 1);
    const swapped = order[i];
    order[i] = order[j];
    order[j] = swapped;
  }
  return order;
}

/** Length of the longest table of gaps: 4 MB. This covers every load of single packets of up to 1024 phits. */
const maxTableLength = 2 ** 20;
const maxGuideBits = 14;

/**
 * Gaps between events of a Bernoulli process with probability `p` per cycle: P(gap = g) = p(1 − p)^(g−1) for g = 1, 2, 3 …, by inversion
 * with a table of survival probabilities. The table is filled by repeated multiplication only, because IEEE 754 defines its results exactly
 * and logarithms differ between browsers. A gap beyond the table is continued with a new draw, which is exact because the process is
 * memoryless.
 */
export class BernoulliGaps {
  /** survival[i] = ⌊2³² (1 − p)^(i+1)⌋. A draw below it means that the gap is longer than i + 1. */
  private readonly survival: Uint32Array;
  /** [2^bits + 1] Index in `survival` for draw b × 2^(32 − bits). The index for any other draw lies between two neighboring entries. */
  private readonly guide: Int32Array;
  private readonly shift: number;

  /**
   * @param p Probability of an event per cycle, 0 < p ≤ 1. The table covers all gaps but a fraction e⁻⁸, and at most a million cycles. Gaps
   * end after 64 tables, which no run reaches.
   */
  constructor(p: number) {
    const length = Math.min(maxTableLength, Math.ceil(8 / p));
    this.survival = new Uint32Array(length);
    let tail = 1;
    for (let i = 0; i < length; i++) {
      tail *= 1 - p;
      this.survival[i] = Math.floor(tail * 4294967296);
    }
    const bits = Math.min(maxGuideBits, 33 - Math.clz32(length));
    this.shift = 32 - bits;
    this.guide = new Int32Array((1 << bits) + 1);
    for (let b = (1 << bits) - 1, i = 0; b >= 0; b--) {
      while (i < length - 1 && this.survival[i] > b * 2 ** this.shift) i++;
      this.guide[b] = i;
    }
  }

  /**
   * Cycles from one event of a Bernoulli process to the next, by inversion of a random draw in a table. `survival[i]` is the limit of the
   * draws for which the gap is longer than i + 1; `guide` gives the range of `survival` to search. A draw beyond the table continues with
   * another one.
   * @param key Key of the random stream.
   * @param id Source whose event it is.
   * @param count Number of the event. Its draws are `mix(key, id, 64 count + i)`.
   */
  gap(key: number, id: number, count: number): number {
    const { survival, guide, shift } = this;
    const lastIndex = survival.length - 1;
    let gap = 0;
    for (let i = 0; i < 64; i++) {
      const draw = mix(key, id, count * 64 + i);
      if (draw >= survival[lastIndex]) {
        // Usually at most two steps: the guide has more entries than the table.
        let low = guide[(draw >>> shift) + 1];
        let high = guide[draw >>> shift];
        while (low < high) {
          const middle = (low + high) >> 1;
          if (draw >= survival[middle]) high = middle;
          else low = middle + 1;
        }
        return gap + low + 1;
      }
      gap += lastIndex + 1;
    }
    return gap;
  }
}
