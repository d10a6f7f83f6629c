/** A proved lower bound of the least eigenvalue of a symmetric matrix. */

/** Unit roundoff of double precision: half the distance from 1 to the next number. */
const unitRoundoff = 2 ** -53;

/**
 * A lower bound near the least eigenvalue. It is proved in floating point: if the Cholesky decomposition of A − θI completes, all its
 * eigenvalues are at least −γ tr(A − θI), γ = ε (n + 2) / (1 − ε (n + 2)), independent of rounding (Demmel, LAPACK Working Note 14, 1989;
 * Rump, BIT 46, 2006). The choice of θ uses estimates, which do not affect the proof.
 * @param matrix [n × n] Symmetric, positive semidefinite, with exact entries; entries above the diagonal are not read.
 * @param isEnough Whether to stop, given the proved bound and an estimate of the eigenvalue.
 */
export function leastEigenvalueBound(
  matrix: Float64Array,
  n: number,
  isEnough: (proved: number, upperEstimate: number) => boolean,
): number {
  const factor = new Float64Array(n * n);
  const vector = Float64Array.from({ length: n }, (_, i) => 1 + ((i * 40503) & 1023) / 1024);
  const errorFactor = ((n + 2) * unitRoundoff) / (1 - (n + 2) * unitRoundoff);
  let [proved, trialShift, upperLimit] = [0, 0, Infinity];
  for (let i = 0; i < maxTrials; i++) {
    const trace = decompose(trialShift);
    if (trace === null) {
      upperLimit = trialShift;
    } else {
      proved = Math.max(proved, trialShift - 2 * errorFactor * trace);
      const upperEstimate = Math.max(estimateEigenvalue(), trialShift);
      if (isEnough(proved, upperEstimate)) break;
      upperLimit = Math.min(upperLimit, upperEstimate);
    }
    // Slightly below the estimate, or halfway to a shift that is too large.
    trialShift = roundToStep(trace === null ? (proved + upperLimit) / 2 : upperLimit - Math.max((upperLimit - trialShift) / 64, shiftStep));
    if (trialShift <= proved) break;
  }
  return proved;

  /** Decomposes A − θI and returns its trace; null if it is not positive definite. */
  function decompose(shift: number): number | null {
    let trace = 0;
    for (let i = 0; i < n; i++) {
      const row = i * n;
      for (let j = 0; j <= i; j++) {
        const otherRow = j * n;
        let sum = i === j ? matrix[row + j] - shift : matrix[row + j];
        if (i === j) trace += sum;
        for (let k = 0; k < j; k++) sum -= factor[row + k] * factor[otherRow + k];
        if (j < i) factor[row + j] = sum / factor[otherRow + j];
        else if (sum > 0) factor[row + i] = Math.sqrt(sum);
        else return null;
      }
    }
    return trace;
  }

  /**
   * Estimates an eigenvalue of `matrix` [n × n] by eight steps of inverse iteration with the current Cholesky factor; returns the Rayleigh
   * quotient of the resulting vector. The vector is used again by the next estimate.
   */
  function estimateEigenvalue(): number {
    for (let iteration = 0; iteration < 8; iteration++) {
      // Solve L Lᵀ x = v for the factor L, forward and then backward, in place.
      for (let i = 0; i < n; i++) {
        for (let k = 0; k < i; k++) vector[i] -= factor[i * n + k] * vector[k];
        vector[i] /= factor[i * n + i];
      }
      for (let i = n - 1; i >= 0; i--) {
        vector[i] /= factor[i * n + i];
        for (let k = 0; k < i; k++) vector[k] -= factor[i * n + k] * vector[i];
      }
      const norm = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
      for (let i = 0; i < n; i++) vector[i] /= norm;
    }
    // The Rayleigh quotient xᵀ A x of the unit vector x; only the lower triangle of A is read.
    let value = 0;
    for (let i = 0; i < n; i++) {
      let sum = matrix[i * n + i] * vector[i];
      for (let j = 0; j < i; j++) sum += 2 * matrix[i * n + j] * vector[j];
      value += sum * vector[i];
    }
    return value;
  }
}

const maxTrials = 12;

/** Shifts are multiples of this, so that subtracting them from the diagonal is exact. */
const shiftStep = 2 ** -20;
const roundToStep = (x: number) => Math.floor(x / shiftStep) * shiftStep;
