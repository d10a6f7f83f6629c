/**
 * The transpose of a block-cyclic matrix on a grid of processors: the partner of each processor in each phase, and the size of the
 * messages.
 */

const modulo = (a: number, n: number) => ((a % n) + n) % n;

export function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** A grid of P × Q processors: (p, q) is rank p·Q + q. */
export interface ProcessGrid {
  readonly P: number;
  readonly Q: number;
}

/** Number of phases of the algorithm: L/P × L/Q, with L the least common multiple of P and Q (§2). */
export function phaseCount({ P, Q }: ProcessGrid): number {
  const G = greatestCommonDivisor(P, Q);
  return (P / G) * (Q / G);
}

/**
 * The destination of a rank (p, q) in a phase, from 0: the send line of Fig. 2, with i in the inner loop. The receive line as printed is
 * its inverse only if P = Q or if P and Q have no common divisor, so receives are derived from the sends. (Chakaravarthy, Jain, Sabharwal
 * (torus transpose), §2, Fig. 2)
 */
export function partnerInPhase(grid: ProcessGrid, phase: number, rank: number): number {
  const { P, Q } = grid;
  const G = greatestCommonDivisor(P, Q);
  // L/Q iterations of the inner loop, with L = P·Q/G.
  const innerIterations = P / G;
  const [j, i] = [Math.floor(phase / innerIterations), phase % innerIterations];
  const [p, q] = [Math.floor(rank / Q), rank % Q];
  const g = modulo(q - p, G);
  return modulo(p + g + i * G, P) * Q + modulo(q - g - j * G, Q);
}

/** Number of rows of a matrix, in blocks of b, that belong to processor row p of P and, as columns, to processor column q of Q. */
export function countCommonRows(rows: number, b: number, { P, Q }: ProcessGrid, p: number, q: number): number {
  const L = (P / greatestCommonDivisor(P, Q)) * Q;
  const blocks = Math.ceil(rows / b);
  let sum = 0;
  // Of every L consecutive blocks, at most one belongs to both the processor row and the processor column.
  for (let n = p; n < Math.min(L, blocks); n += P) {
    if (n % Q !== q) continue;
    const count = Math.floor((blocks - 1 - n) / L) + 1;
    const last = n + (count - 1) * L;
    sum += count * b - (last === blocks - 1 ? blocks * b - rows : 0);
  }
  return sum;
}
