/**
 * Randomness without state: every draw is a hash of *where it is needed* (stream, place, count). Two engines that agree
 * on what they ask agree on the answer, whatever the order in which they ask, however the run is sliced, and whether or
 * not a value in between was ever needed. All arithmetic is on 32-bit integers, so the values are the same everywhere,
 * and they never change: test vectors stand in `tests/core/random.test.ts`.
 */

/**
 * Hash of three 32-bit integers to one, uniform on 0 … 2³² − 1. The finaliser is that of MurmurHash3 (Appleby, 2011),
 * applied after each word.
 */
export function mix(a: number, b: number, c: number): number {
  return mixOn(mixTwo(a, b), c);
}

/** What {@link mix} makes of its first two words: for many draws that share them. */
export function mixTwo(a: number, b: number): number {
  let h = a ^ 0x9e3779b9;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  h = (h ^ (h >>> 16) ^ b) + 0x7f4a7c15;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  return Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
}

/** What it makes of the third: mix(a, b, c) = mixOn(mixTwo(a, b), c). */
export function mixOn(h: number, c: number): number {
  h = (h ^ (h >>> 16) ^ c) + 0x94d049bb;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/**
 * Hash of one grant for fingerprints: cycle, virtual channel and source to 32 bits. Two rounds of multiplication and
 * shift: a sum of these tells two trajectories apart, at a fifth of the time of {@link mix}; nothing random hangs on it.
 */
export function trace(cycle: number, id: number, source: number): number {
  let h = Math.imul(cycle ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(id + 0x7f4a7c15, 0xc2b2ae35) ^ Math.imul(source, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Maps a 32-bit draw to 0 … n − 1, for 1 ≤ n ≤ 2²⁰, without division: the high part of draw × n. */
export function below(draw: number, n: number): number {
  return Math.floor((draw * n) / 4294967296);
}

/** The same for 1 ≤ n ≤ 2¹⁴, in whole numbers, which is faster. */
export function belowFew(draw: number, n: number): number {
  return (Math.imul(draw >>> 16, n) + (Math.imul(draw & 0xffff, n) >>> 16)) >>> 16;
}

/** The named streams. Drawing more from one never moves another. */
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

/** The key of a named stream of a scenario's seed: the first argument of {@link mix}. */
export function streamKey(seed: number, name: StreamName): number {
  let h = seed | 0;
  for (let i = 0; i < name.length; i++) h = mix(h, name.charCodeAt(i), i) | 0;
  return h;
}

/**
 * Maps a 32-bit draw to an exponentially distributed number with mean 1: −ln((draw + ½) / 2³²), from 1.2 × 10⁻¹⁰ to 22.9,
 * to 10⁻¹⁵. Only + − × / on doubles, which IEEE 754 fixes to the last bit; Math.log is not fixed and would differ
 * between browsers.
 */
export function exponential(draw: number): number {
  // draw + ½ = m × 2^e with ½ √2 ≤ m < √2 about, and ln m = 2 artanh(s), s = (m − 1) / (m + 1): |s| < 0.172.
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

/** e^−x for x ≥ 0, to 10⁻¹¹ of itself; only + × / on doubles, so it is the same everywhere. */
export function expOfMinus(x: number): number {
  if (!(x < 700)) return 0;
  let halvings = 0;
  for (; x > 0.125; x /= 2) halvings++;
  let sum = 1;
  for (let k = 12; k > 0; k--) sum = 1 - (x / k) * sum;
  for (; halvings > 0; halvings--) sum *= sum;
  return sum;
}

/** A random order of 0 … n − 1, n ≤ 2²⁰: every order with the same probability (Fisher, Yates). [n] Draws are `mix(key, i, 0)`. */
export function shuffled(n: number, key: number): Int32Array {
  const order = new Int32Array(n);
  for (let i = 1; i < n; i++) order[i] = i;
  for (let i = n - 1; i > 0; i--) {
    const j = below(mix(key, i, 0), i + 1);
    const each = order[i];
    order[i] = order[j];
    order[j] = each;
  }
  return order;
}

/** Longest table of gaps: 4 MB, and every load of single packets of up to 1024 phits fits. */
const mostGaps = 2 ** 20;
const mostGuideBits = 14;

/**
 * Gaps of a Bernoulli process with probability `p` per cycle: 1, 2, 3 …, P(gap = g) = p(1 − p)^(g−1), by inversion
 * with a table of survival probabilities. The table is filled by repeated multiplication only, which IEEE 754 fixes to
 * the last bit; logarithms are not fixed and would differ between browsers. Gaps beyond the table are continued with a
 * fresh draw, which is exact because the process has no memory.
 */
export class BernoulliGaps {
  /** survival[i] = ⌊2³² (1 − p)^(i+1)⌋: a draw below it means that the gap is longer than i + 1. */
  private readonly survival: Uint32Array;
  /** [2^bits + 1] The answer for draw b × 2^(32 − bits): that for any other draw lies between two neighbours of these. */
  private readonly guide: Int32Array;
  private readonly shift: number;

  /**
   * @param p probability of an event in a cycle, 0 < p ≤ 1: the table covers all but a part e⁻⁸ of the gaps, or a
   * million cycles. Gaps end at 64 tables, which is beyond any run where it matters.
   */
  constructor(p: number) {
    const length = Math.min(mostGaps, Math.ceil(8 / p));
    this.survival = new Uint32Array(length);
    let tail = 1;
    for (let i = 0; i < length; i++) {
      tail *= 1 - p;
      this.survival[i] = Math.floor(tail * 4294967296);
    }
    const bits = Math.min(mostGuideBits, 33 - Math.clz32(length));
    this.shift = 32 - bits;
    this.guide = new Int32Array((1 << bits) + 1);
    for (let b = (1 << bits) - 1, i = 0; b >= 0; b--) {
      while (i < length - 1 && this.survival[i] > b * 2 ** this.shift) i++;
      this.guide[b] = i;
    }
  }

  /** The gap for a place's `count`-th event. Draws are `mix(key, place, 64 count + i)`. */
  gap(key: number, place: number, count: number): number {
    const { survival, guide, shift } = this;
    const last = survival.length - 1;
    let gap = 0;
    for (let i = 0; i < 64; i++) {
      const draw = mix(key, place, count * 64 + i);
      if (draw >= survival[last]) {
        // Seldom more than a step or two: there are more guides than gaps.
        let low = guide[(draw >>> shift) + 1];
        let high = guide[draw >>> shift];
        while (low < high) {
          const middle = (low + high) >> 1;
          if (draw >= survival[middle]) high = middle;
          else low = middle + 1;
        }
        return gap + low + 1;
      }
      gap += last + 1;
    }
    return gap;
  }
}
