/**
 * Output analysis of autocorrelated series such as latencies: the confidence interval of a mean by batch means, and the length of the
 * warm-up. Pure arithmetic.
 *
 * - Batch means: A. M. Law, Simulation Modeling and Analysis (5th ed., 2015), §9.5.3; C. Alexopoulos, A. F. Seila, Output Data Analysis, in
 * J. Banks (ed.), Handbook of Simulation (1998), §7.3.2. The correlation φ that is left between neighboring batches multiplies the variance
 * of the mean by (1 + φ) / (1 − φ), as in Skart: A. Tafazzoli, J. R. Wilson, E. K. Lada, N. M. Steiger (2011). With n batches, the estimate of φ is too
 * low by (1 + 4 φ) / n (M. G. Kendall, Biometrika 41, 1954).
 * - The mean over packets is a sum of latencies divided by a count, and both vary: the ratio estimator, Law, §9.5.3 and Alexopoulos, Seila,
 * §7.2.5.
 * - Warm-up by MSER-5: K. P. White (Simulation 69, 1997); S. C. Spratt (thesis, Univ. of Virginia, 1998); K. Hoad, S. Robinson, R. Davies
 * (J. Operational Research Society 61, 2010), §3.
 */

/** Number of batches that a series is divided into. */
export const batchCount = 20;
/** Student's t for {@link batchCount} − 1 degrees of freedom, two-sided, 95 %. */
const studentT = 2.093024;
/** Correlations above this value are cut to it, so that (1 + φ) / (1 − φ) stays finite. */
const maxCorrelation = 0.97;

/** Above this correlation of neighboring batches, the batches are too short, and the estimated error of the mean is not reliable. */
export const maxBatchCorrelation = 0.3;

/** A mean, half the width of its 95 % confidence interval, and the correlation of neighboring batches, −1 to 1. */
export interface MeanEstimate {
  readonly mean: number;
  readonly halfWidth: number;
  readonly correlation: number;
}

/**
 * Batch means of the ratio Σ numerators / Σ denominators over the first `count` entries of two series: the ratio, the half width of its 95
 * % confidence interval, and the correlation of neighboring batches, by which the interval is widened. Entries at the beginning that do not
 * fill a whole batch are left out.
 * @returns null if there are fewer entries than batches, or if the denominators add up to 0
 */
export function batchMean(numerators: ArrayLike<number>, denominators: ArrayLike<number>, count: number): MeanEstimate | null {
  const batchSize = Math.floor(count / batchCount);
  if (batchSize === 0) return null;
  const sums = Array.from({ length: batchCount }, (_, b) => {
    let [sum, weight] = [0, 0];
    for (let i = count - (batchCount - b) * batchSize, end = i + batchSize; i < end; i++) {
      sum += numerators[i];
      weight += denominators[i];
    }
    return { sum, weight };
  });
  const weight = sums.reduce((total, each) => total + each.weight, 0);
  if (!(weight > 0)) return null;
  const mean = sums.reduce((total, each) => total + each.sum, 0) / weight;
  // Variance of the batches, widened by the correlation of neighboring batches, whose estimate is corrected for the small number of
  // batches.
  const residuals = sums.map((each) => each.sum - mean * each.weight);
  const squares = residuals.reduce((total, each) => total + each * each, 0);
  let products = 0;
  for (let b = 1; b < batchCount; b++) products += residuals[b] * residuals[b - 1];
  const rawCorrelation = squares > 0 ? products / squares : 0;
  const correctedCorrelation = rawCorrelation > 0 ? Math.min(maxCorrelation, rawCorrelation + (1 + 4 * rawCorrelation) / batchCount) : 0;
  const variance = ((squares / (batchCount - 1)) * ((1 + correctedCorrelation) / (1 - correctedCorrelation))) / batchCount;
  return { mean, correlation: rawCorrelation, halfWidth: (studentT * Math.sqrt(variance)) / (weight / batchCount) };
}

/** Observations per group: MSER-5 works on means of five. */
const groupSize = 5;

/**
 * Number of observations at the beginning of a series that belong to its warm-up, by MSER-5 (marginal standard error rule, on means of five
 * observations): without these observations, the mean of the remaining ones has the smallest standard error. Null if that is more than half
 * of the series: the series is too short.
 * @param count Observations of the series that count, from its beginning.
 */
export function warmUpLength(series: ArrayLike<number>, count: number): number | null {
  const groups = Math.floor(count / groupSize);
  if (groups < 4) return null;
  let [sum, squares, bestStart, leastError] = [0, 0, groups, Infinity];
  // Backward, so that each step adds one group to the sums.
  for (let first = groups - 1; first >= 0; first--) {
    let mean = 0;
    for (let i = 0; i < groupSize; i++) mean += series[first * groupSize + i] / groupSize;
    sum += mean;
    squares += mean * mean;
    const remaining = groups - first;
    // Fewer than four groups may agree by chance, so their error is not meaningful.
    if (remaining < 4) continue;
    const error = Math.max(0, squares - (sum * sum) / remaining) / (remaining * remaining);
    if (error <= leastError * (1 + 1e-12)) [bestStart, leastError] = [first, error];
  }
  return bestStart > groups / 2 ? null : bestStart * groupSize;
}
