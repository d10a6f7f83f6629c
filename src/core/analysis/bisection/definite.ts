/** The least eigenvalue of a symmetric matrix, from below, and for certain. */

/** Half the distance from 1 to the next number. */
const half = 2 ** -53;

/**
 * A number that no eigenvalue is below, near the least of them. That it is none is proved in floating point: where the
 * Cholesky decomposition of A − θI runs to its end, no eigenvalue of it is below −γ tr(A − θI), γ = ε (n + 2) / (1 − ε (n + 2)),
 * whatever the rounding (Demmel, LAPACK Working Note 14, 1989; Rump, BIT 46, 2006). What θ is tried hangs on estimates, and proves
 * nothing.
 * @param matrix [n × n] symmetric, positive semidefinite, entries exact; what stands above the diagonal is not read
 * @param isEnough told what is proved, and an estimate that it will not exceed; whether to try no further
 */
export function leastEigenvalue(matrix: Float64Array, n: number, isEnough: (proved: number, most: number) => boolean): number {
  const factor = new Float64Array(n * n);
  const vector = Float64Array.from({ length: n }, (_, i) => 1 + ((i * 40503) & 1023) / 1024);
  const error = ((n + 2) * half) / (1 - (n + 2) * half);
  let [proved, trial, failed] = [0, 0, Infinity];
  for (let i = 0; i < mostTrials; i++) {
    const trace = decompose(trial);
    if (trace === null) {
      failed = trial;
    } else {
      proved = Math.max(proved, trial - 2 * error * trace);
      const most = Math.max(estimate(), trial);
      if (isEnough(proved, most)) break;
      failed = Math.min(failed, most);
    }
    // Just below the estimate, or half-way to what is known to be too much.
    trial = rounded(trace === null ? (proved + failed) / 2 : failed - Math.max((failed - trial) / 64, grain));
    if (trial <= proved) break;
  }
  return proved;

  /** Decomposes A − θI; its trace, or null where it is not found positive definite. */
  function decompose(shift: number): number | null {
    let trace = 0;
    for (let i = 0; i < n; i++) {
      const row = i * n;
      for (let j = 0; j <= i; j++) {
        const other = j * n;
        let sum = i === j ? matrix[row + j] - shift : matrix[row + j];
        if (i === j) trace += sum;
        for (let k = 0; k < j; k++) sum -= factor[row + k] * factor[other + k];
        if (j < i) factor[row + j] = sum / factor[other + j];
        else if (sum > 0) factor[row + i] = Math.sqrt(sum);
        else return null;
      }
    }
    return trace;
  }

  /** An eigenvalue, about: that of the vector, after it was multiplied by the inverse of what is decomposed. */
  function estimate(): number {
    for (let times = 0; times < 8; times++) {
      for (let i = 0; i < n; i++) {
        for (let k = 0; k < i; k++) vector[i] -= factor[i * n + k] * vector[k];
        vector[i] /= factor[i * n + i];
      }
      for (let i = n - 1; i >= 0; i--) {
        vector[i] /= factor[i * n + i];
        for (let k = 0; k < i; k++) vector[k] -= factor[i * n + k] * vector[i];
      }
      const length = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
      for (let i = 0; i < n; i++) vector[i] /= length;
    }
    let value = 0;
    for (let i = 0; i < n; i++) {
      let sum = matrix[i * n + i] * vector[i];
      for (let j = 0; j < i; j++) sum += 2 * matrix[i * n + j] * vector[j];
      value += sum * vector[i];
    }
    return value;
  }
}

const mostTrials = 12;

/** Shifts are multiples of this, so that taking them from a diagonal of such multiples is exact. */
const grain = 2 ** -20;
const rounded = (x: number) => Math.floor(x / grain) * grain;
