/** The transpose of a matrix dealt out in blocks, in turn, to a grid of processors: whom each one sends to in which phase, and how much. */

const modulo = (a: number, n: number) => ((a % n) + n) % n;

export function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** A grid of P × Q processors: (p, q) is rank p·Q + q. */
export interface ProcessGrid {
  readonly P: number;
  readonly Q: number;
}

/** Phases of the algorithm: L/P × L/Q, with L the least common multiple of P and Q (§2). */
export function phasesOf({ P, Q }: ProcessGrid): number {
  const G = greatestCommonDivisor(P, Q);
  return (P / G) * (Q / G);
}

/**
 * The rank that (p, q) sends to in a phase, from 0: the send line of Fig. 2, with i in the inner loop. The receive line as
 * it is printed is its inverse only where P = Q or where P and Q have no common divisor; who receives from whom follows
 * from the sends.
 * (Chakaravarthy, Jain, Sabharwal (torus transpose), §2, Fig. 2)
 */
export function partnerIn(grid: ProcessGrid, phase: number, rank: number): number {
  const { P, Q } = grid;
  const G = greatestCommonDivisor(P, Q);
  // L/Q turns of the inner loop: L = P·Q/G.
  const inner = P / G;
  const [j, i] = [Math.floor(phase / inner), phase % inner];
  const [p, q] = [Math.floor(rank / Q), rank % Q];
  const g = modulo(q - p, G);
  return modulo(p + g + i * G, P) * Q + modulo(q - g - j * G, Q);
}

/** Rows of a matrix, in blocks of b, that are dealt to p of P and, as columns, to q of Q. */
export function rowsOfBoth(rows: number, b: number, { P, Q }: ProcessGrid, p: number, q: number): number {
  const L = (P / greatestCommonDivisor(P, Q)) * Q;
  const blocks = Math.ceil(rows / b);
  let sum = 0;
  // Of every L blocks in a row, one at most belongs to both.
  for (let n = p; n < Math.min(L, blocks); n += P) {
    if (n % Q !== q) continue;
    const count = Math.floor((blocks - 1 - n) / L) + 1;
    const last = n + (count - 1) * L;
    sum += count * b - (last === blocks - 1 ? blocks * b - rows : 0);
  }
  return sum;
}
