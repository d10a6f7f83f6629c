/**
 * Reference implementation of the transpose of a block-cyclic matrix, and of short dimension routing: every element is moved individually,
 * and every rank is examined for every pair. Written from the paper alone (Chakaravarthy, Jain, Sabharwal), §2 and §4.
 */
import { times } from "./creation.ts";

/** A square matrix in blocks of b × b, distributed block-cyclically over P × Q processors; processor (p, q) has the number p·Q + q. */
export interface DistributedMatrix {
  readonly rows: number;
  readonly b: number;
  readonly P: number;
  readonly Q: number;
}

/** The processor of an element: block (r, c) is on (r mod P, c mod Q). */
export function processorOf({ b, P, Q }: DistributedMatrix, row: number, column: number): number {
  return (Math.floor(row / b) % P) * Q + (Math.floor(column / b) % Q);
}

/** [from][to] Number of elements that processor `from` has in the matrix and processor `to` has in its transpose. */
export function elementsMoved(matrix: DistributedMatrix): number[][] {
  const { rows, P, Q } = matrix;
  const moved = times(P * Q, () => times(P * Q, () => 0));
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < rows; column++) moved[processorOf(matrix, row, column)][processorOf(matrix, column, row)]++;
  }
  return moved;
}

const modulo = (a: number, n: number) => ((a % n) + n) % n;

/** Greatest common divisor. */
export function gcd(a: number, b: number): number {
  return Math.max(...times(Math.min(a, b), (i) => i + 1).filter((n) => a % n === 0 && b % n === 0));
}

/** The destination and the source of a processor in each phase, as the paper prints them: Fig. 2, line by line. */
export function figure2Phases(P: number, Q: number, number: number): readonly { readonly sendTo: number; readonly receiveFrom: number }[] {
  const [p, q] = [Math.floor(number / Q), number % Q];
  const G = gcd(P, Q);
  const L = (P * Q) / G;
  const g = modulo(q - p, G);
  const [pTilde, qTilde] = [modulo(p + g, P), modulo(q - g, Q)];
  const phases = [];
  for (let j = 0; j <= L / P - 1; j++) {
    for (let i = 0; i <= L / Q - 1; i++) {
      const sendTo = modulo(pTilde + i * G, P) * Q + modulo(qTilde - j * G, Q);
      const receiveFrom = modulo(pTilde - i * G, P) * Q + modulo(qTilde + j * G, Q);
      phases.push({ sendTo, receiveFrom });
    }
  }
  return phases;
}

/** A dimension of a mesh or torus. */
export interface Dimension {
  readonly size: number;
  readonly isRing: boolean;
}

/**
 * Parameters of short dimension routing: α, γ, δ, the number of short dimensions (0: by the paper's rule), and the order in which pairs get
 * relays.
 */
export interface RelayOptions {
  readonly part: number;
  readonly nearby: number;
  readonly apart: number;
  readonly along: number;
  readonly order: string;
}

/**
 * The short dimensions: the `along` shortest; by the paper's rule the shorter one of two (§4.1), and of more dimensions all that are at
 * most half as long as the longest (§4.3).
 */
export function shortDimensionIndices(dimensions: readonly Dimension[], along: number): readonly number[] {
  const longest = Math.max(...dimensions.map(({ size }) => size));
  // The shortest first; on a tie the dimension with the higher index; dimensions of size 1 have no links.
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

/** Links from a to b along a dimension by the shorter direction, negative for backward; forward on a tie. */
export function signedDistance({ size, isRing }: Dimension, a: number, b: number): number {
  if (!isRing) return b - a;
  const forward = modulo(b - a, size);
  return forward <= size / 2 ? forward : forward - size;
}

/** Links between two nodes along the longest dimension; the minimum over all longest dimensions if there are several (D_X). */
export function distanceAlongLongest(dimensions: readonly Dimension[], along: number, a: readonly number[], b: readonly number[]): number {
  const short = shortDimensionIndices(dimensions, along);
  const others = dimensions.map((dimension, d) => ({ ...dimension, d })).filter(({ d }) => !short.includes(d));
  const longest = Math.max(...others.map(({ size }) => size));
  const long = others.filter(({ size }) => size === longest);
  return Math.min(...long.map((dimension) => Math.abs(signedDistance(dimension, a[dimension.d], b[dimension.d]))));
}

/** u′ and u″ of §4.1 and §4.3: the coordinates of u₁, except half a ring beyond u₂ along the short dimensions. */
export function relayPosition(
  dimensions: readonly Dimension[],
  along: number,
  u1: readonly number[],
  u2: readonly number[],
): readonly number[] {
  const short = shortDimensionIndices(dimensions, along);
  return dimensions.map(({ size }, d) => (short.includes(d) ? (u2[d] + Math.floor(size / 2)) % size : u1[d]));
}

/**
 * [R] The relay of each rank; −1 if it sends directly.
 * @param coordinates [R] Coordinates of each rank.
 * @param partner [R] Destination of each rank; −1 for none.
 */
export function relaysOf(
  dimensions: readonly Dimension[],
  coordinates: readonly (readonly number[])[],
  partner: readonly number[],
  { part, nearby, apart, along, order }: RelayOptions,
): readonly number[] {
  const relay = partner.map(() => -1);
  if (shortDimensionIndices(dimensions, along).length === 0) return relay;
  const pairs = partner.flatMap((to, from) =>
    to < 0 ? [] : [{ from, to, distance: distanceAlongLongest(dimensions, along, coordinates[from], coordinates[to]) }],
  );
  // Rounds off binary representation errors: a fraction of 0.3 of ten pairs is three.
  const maxRelays = Math.floor(Number((part * pairs.length).toFixed(6)));
  const distantPairs = pairs.filter(({ distance }) => distance >= nearby);
  const sign = order === "ascending" ? 1 : -1;
  distantPairs.sort((a, b) => sign * (a.distance - b.distance) || a.from - b.from);
  for (const { from, to } of distantPairs.slice(0, maxRelays)) {
    const position = relayPosition(dimensions, along, coordinates[from], coordinates[to]);
    const steps = coordinates.map((here) => dimensions.map((dimension, d) => signedDistance(dimension, position[d], here[d])));
    const distances = steps.map((step) => step.reduce((sum, x) => sum + Math.abs(x), 0));
    // A pair sends directly if its relay would be at the source or at the destination.
    if (distances[from] === 0 || distances[to] === 0) continue;
    const canRelay = (rank: number) =>
      apart === 0 ? distances[rank] === 0 : distances[rank] < apart && rank !== from && rank !== to && !relay.includes(rank);
    const candidates = partner.map((_, rank) => rank).filter(canRelay);
    // The nearest rank; on a tie the one further ahead in the first dimension, then in the second, and so on; then the lowest rank.
    candidates.sort((a, b) => distances[a] - distances[b] || compareAhead(steps[a], steps[b]) || a - b);
    relay[from] = candidates[0] ?? -1;
  }
  return relay;
}

/** Compares positions relative to a relay position: the first dimension in which they differ decides, larger first. */
function compareAhead(a: readonly number[], b: readonly number[]): number {
  const d = a.findIndex((x, i) => x !== b[i]);
  return d < 0 ? 0 : b[d] - a[d];
}
