/**
 * The transpose of a matrix dealt out in blocks, and short dimension routing, plainly: every element is moved by itself, and
 * every rank is looked at for every pair. Written from the paper alone (Chakaravarthy, Jain, Sabharwal), §2 and §4.
 */
import { times } from "./creation.ts";

/** A square matrix in blocks of b × b, dealt out to P × Q processors; (p, q) is number p·Q + q. */
export interface Dealt {
  readonly rows: number;
  readonly b: number;
  readonly P: number;
  readonly Q: number;
}

/** The processor of an element: block (r, c) is on (r mod P, c mod Q). */
export function processorOf({ b, P, Q }: Dealt, row: number, column: number): number {
  return (Math.floor(row / b) % P) * Q + (Math.floor(column / b) % Q);
}

/** [from][to] Elements that one processor has and the other one has in the transpose. */
export function elementsMoved(dealt: Dealt): number[][] {
  const { rows, P, Q } = dealt;
  const moved = times(P * Q, () => times(P * Q, () => 0));
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < rows; column++) moved[processorOf(dealt, row, column)][processorOf(dealt, column, row)]++;
  }
  return moved;
}

const mod = (a: number, n: number) => ((a % n) + n) % n;

/** The largest number that divides both. */
export function commonDivisor(a: number, b: number): number {
  return Math.max(...times(Math.min(a, b), (i) => i + 1).filter((n) => a % n === 0 && b % n === 0));
}

/** Whom a processor sends to, and whom it receives from as the figure prints it, phase by phase: Fig. 2, line for line. */
export function figure2(P: number, Q: number, number: number): readonly { readonly sendTo: number; readonly receiveFrom: number }[] {
  const [p, q] = [Math.floor(number / Q), number % Q];
  const G = commonDivisor(P, Q);
  const L = (P * Q) / G;
  const g = mod(q - p, G);
  const [pTilde, qTilde] = [mod(p + g, P), mod(q - g, Q)];
  const phases = [];
  for (let j = 0; j <= L / P - 1; j++) {
    for (let i = 0; i <= L / Q - 1; i++) {
      const sendTo = mod(pTilde + i * G, P) * Q + mod(qTilde - j * G, Q);
      const receiveFrom = mod(pTilde - i * G, P) * Q + mod(qTilde + j * G, Q);
      phases.push({ sendTo, receiveFrom });
    }
  }
  return phases;
}

/** A dimension of a grid, closed to a ring or not. */
export interface Dimension {
  readonly size: number;
  readonly isRing: boolean;
}

/** α, γ, δ, how many of the shortest dimensions are relayed along (0: by rule), and which pairs are first. */
export interface Choice {
  readonly part: number;
  readonly nearby: number;
  readonly apart: number;
  readonly along: number;
  readonly order: string;
}

/** The short dimensions: as many as are asked for; by rule the shorter one of two (§4.1), of more those at most half as long as the longest (§4.3). */
export function shortOnes(dimensions: readonly Dimension[], along: number): readonly number[] {
  const longest = Math.max(...dimensions.map(({ size }) => size));
  // The shortest first; where two are as long, the one named later; none where there is no way to go.
  const byLength = dimensions
    .map(({ size }, d) => ({ size, d }))
    .filter(({ size }) => size > 1)
    .sort((a, b) => a.size - b.size || b.d - a.d);
  if (along > 0)
    return byLength
      .slice(0, -1)
      .slice(0, along)
      .map(({ d }) => d);
  const isShort = (size: number) => (byLength.length === 2 ? size < longest : size <= longest / 2);
  return byLength.filter(({ size }) => isShort(size)).map(({ d }) => d);
}

/** Links from a to b along a dimension by the shorter way, negative for backward; where both ways are as long, forward. */
export function stepAlong({ size, isRing }: Dimension, a: number, b: number): number {
  if (!isRing) return b - a;
  const forward = mod(b - a, size);
  return forward <= size / 2 ? forward : forward - size;
}

/** Links between two places along the long dimension; along the one where they are nearer, where several are as long (D_X). */
export function longDistance(dimensions: readonly Dimension[], along: number, a: readonly number[], b: readonly number[]): number {
  const short = shortOnes(dimensions, along);
  const others = dimensions.map((dimension, d) => ({ ...dimension, d })).filter(({ d }) => !short.includes(d));
  const longest = Math.max(...others.map(({ size }) => size));
  const long = others.filter(({ size }) => size === longest);
  return Math.min(...long.map((dimension) => Math.abs(stepAlong(dimension, a[dimension.d], b[dimension.d]))));
}

/** u′ and u″ of §4.1 and §4.3: where u₁ is, but half a ring beyond u₂ along the short dimensions. */
export function placeBetween(
  dimensions: readonly Dimension[],
  along: number,
  u1: readonly number[],
  u2: readonly number[],
): readonly number[] {
  const short = shortOnes(dimensions, along);
  return dimensions.map(({ size }, d) => (short.includes(d) ? (u2[d] + Math.floor(size / 2)) % size : u1[d]));
}

/**
 * By whom each rank sends; −1 for directly.
 * @param at where each rank stands
 * @param partner whom it sends to; −1 for nobody
 */
export function relaysPlainly(
  dimensions: readonly Dimension[],
  at: readonly (readonly number[])[],
  partner: readonly number[],
  { part, nearby, apart, along, order }: Choice,
): readonly number[] {
  const relay = partner.map(() => -1);
  if (shortOnes(dimensions, along).length === 0) return relay;
  const pairs = partner.flatMap((to, from) => (to < 0 ? [] : [{ from, to, distance: longDistance(dimensions, along, at[from], at[to]) }]));
  // Parts as people write them: 0.3 of ten pairs are three.
  const most = Math.floor(Number((part * pairs.length).toFixed(6)));
  const far = pairs.filter(({ distance }) => distance >= nearby);
  const sign = order === "ascending" ? 1 : -1;
  far.sort((a, b) => sign * (a.distance - b.distance) || a.from - b.from);
  for (const { from, to } of far.slice(0, most)) {
    const place = placeBetween(dimensions, along, at[from], at[to]);
    const steps = at.map((here) => dimensions.map((dimension, d) => stepAlong(dimension, place[d], here[d])));
    const away = steps.map((step) => step.reduce((sum, x) => sum + Math.abs(x), 0));
    // Whose relay would stand where it stands itself, or where its partner stands, sends directly.
    if (away[from] === 0 || away[to] === 0) continue;
    const mayServe = (rank: number) =>
      apart === 0 ? away[rank] === 0 : away[rank] < apart && rank !== from && rank !== to && !relay.includes(rank);
    const free = partner.map((_, rank) => rank).filter(mayServe);
    // The nearest; of equally near ones who is further ahead in the first dimension, then the second …; then the first rank.
    free.sort((a, b) => away[a] - away[b] || ahead(steps[a], steps[b]) || a - b);
    relay[from] = free[0] ?? -1;
  }
  return relay;
}

function ahead(a: readonly number[], b: readonly number[]): number {
  const d = a.findIndex((x, i) => x !== b[i]);
  return d < 0 ? 0 : b[d] - a[d];
}
