/**
 * How well the mean of a series is known that depends on its own past, as latencies do: the interval by batch means, and where its
 * warm-up ends. Pure arithmetic.
 *
 * - Batch means: A. M. Law, Simulation Modeling and Analysis (5th ed., 2015), §9.5.3; C. Alexopoulos, A. F. Seila, Output Data
 *   Analysis, in J. Banks (ed.), Handbook of Simulation (1998), §7.3.2. What dependence is left between batches widens the interval by
 *   (1 + φ) / (1 − φ) with φ the correlation of neighbours, as in Skart: A. Tafazzoli, J. R. Wilson, E. K. Lada, N. M. Steiger (2011); few batches show
 *   too little of it, by (1 + 4 φ) / n (M. G. Kendall, Biometrika 41, 1954).
 * - A mean of packets is a sum of latencies over a count, both of which vary: the ratio estimator, Law, §9.5.3 and Alexopoulos, Seila, §7.2.5.
 * - Warm-up by MSER-5: K. P. White (Simulation 69, 1997); S. C. Spratt (thesis, Univ. of Virginia, 1998); K. Hoad, S. Robinson,
 *   R. Davies (J. Operational Research Society 61, 2010), §3.
 */

/** Batches that a stretch is cut into. */
export const batches = 20;
/** Student's t of {@link batches} − 1 degrees of freedom, two-sided, 95 %. */
const student = 2.093024;
/** Neighbours that are alike by more than this are taken for alike by this. */
const mostCorrelated = 0.97;

/** Batches whose neighbours are alike by more than this are too short: their error says little of that of the mean. */
export const mostAlike = 0.3;

/** A mean, half the width of its 95 % interval, and how much neighbouring batches are alike, −1 to 1. */
export interface KnownMean {
  readonly mean: number;
  readonly halfWidth: number;
  readonly alike: number;
}

/**
 * The mean Σ of / Σ over of the last whole batches of two series.
 * @returns null while there are fewer entries than batches, or nothing to divide by
 */
export function batchMean(of: ArrayLike<number>, over: ArrayLike<number>, count: number): KnownMean | null {
  const size = Math.floor(count / batches);
  if (size === 0) return null;
  const sums = Array.from({ length: batches }, (_, b) => {
    let [sum, weight] = [0, 0];
    for (let i = count - (batches - b) * size, end = i + size; i < end; i++) {
      sum += of[i];
      weight += over[i];
    }
    return { sum, weight };
  });
  const weight = sums.reduce((all, each) => all + each.weight, 0);
  if (!(weight > 0)) return null;
  const mean = sums.reduce((all, each) => all + each.sum, 0) / weight;
  const rest = sums.map((each) => each.sum - mean * each.weight);
  const squares = rest.reduce((all, each) => all + each * each, 0);
  let products = 0;
  for (let b = 1; b < batches; b++) products += rest[b] * rest[b - 1];
  const found = squares > 0 ? products / squares : 0;
  const alike = found > 0 ? Math.min(mostCorrelated, found + (1 + 4 * found) / batches) : 0;
  const variance = ((squares / (batches - 1)) * ((1 + alike) / (1 - alike))) / batches;
  return { mean, alike: found, halfWidth: (student * Math.sqrt(variance)) / (weight / batches) };
}

/** Observations that make one of those among which the end of the warm-up is looked for. */
const grouped = 5;

/**
 * How many observations at the beginning of a series belong to its warm-up, by MSER-5: leaving out so many of its means of five gives
 * the mean of the others the least standard error. Null where that is more than half of the series: then it has to be longer.
 */
export function warmUpOf(series: ArrayLike<number>, count: number): number | null {
  const groups = Math.floor(count / grouped);
  if (groups < 4) return null;
  let [sum, squares, found, least] = [0, 0, groups, Infinity];
  // From behind, so that every sum is one more than the one before.
  for (let first = groups - 1; first >= 0; first--) {
    let mean = 0;
    for (let i = 0; i < grouped; i++) mean += series[first * grouped + i] / grouped;
    sum += mean;
    squares += mean * mean;
    const left = groups - first;
    // The error of a few that happen to be alike says nothing.
    if (left < 4) continue;
    const error = Math.max(0, squares - (sum * sum) / left) / (left * left);
    if (error <= least * (1 + 1e-12)) [found, least] = [first, error];
  }
  return found > groups / 2 ? null : found * grouped;
}
