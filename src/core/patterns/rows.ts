/** A traffic matrix as destinations are drawn from it: each row by the shares of its cells. */
import type { CellRows } from "../traffic/traffic-matrix.ts";
import type { DestinationFunction } from "./contract.ts";

/** A matrix row by row, E cells of different pairs. */
export interface Rows {
  /** [T + 1] The cells of source s are firstOf[s] … firstOf[s + 1] − 1, by destination; none for a silent one. */
  readonly firstOf: Int32Array;
  /** [E] */
  readonly destination: Uint16Array;
  /** [E] Draws below this, and no earlier cell's, go here; 2³² at the end of a row. */
  readonly end: Float64Array;
}

/** A source that keeps more than all but this part to itself is silent: it would draw for ages to find a packet. */
const leastSent = 1 / 4096;

/** The rows of a matrix on so many terminals; several cells of one pair add up. */
export function rowsOf({ firstOf: from, destination: to, value }: CellRows, terminals: number): Rows {
  const firstOf = new Int32Array(terminals + 1);
  const destination = new Uint16Array(to.length);
  const end = new Float64Array(to.length);
  let count = 0;
  for (let s = 0; s < terminals; s++) {
    const first = (firstOf[s] = count);
    let sum = 0;
    let own = 0;
    for (let i = from[s] ?? 0; i < (from[s + 1] ?? 0); i++) {
      if (count === first || destination[count - 1] !== to[i]) destination[count++] = to[i];
      sum += value[i];
      if (to[i] === s) own += value[i];
      end[count - 1] = sum;
    }
    if (sum - own <= leastSent * sum) count = first;
    for (let i = first; i < count; i++) end[i] = i === count - 1 ? 4294967296 : Math.round((end[i] / sum) * 4294967296);
  }
  firstOf[terminals] = count;
  return { firstOf, destination, end };
}

/** Destinations by the shares of their cells. */
export function drawnFrom({ firstOf, destination, end }: Rows): DestinationFunction {
  return (source, draw) => {
    let low = firstOf[source];
    let high = firstOf[source + 1] - 1;
    if (high < low) return source;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (draw < end[middle]) high = middle;
      else low = middle + 1;
    }
    return destination[low];
  };
}

/** The same shares in closed form. */
export function sharesOf({ firstOf, destination, end }: Rows): (source: number, destination: number) => number {
  return (source, to) => {
    const first = firstOf[source];
    if (first === firstOf[source + 1]) return to === source ? 1 : 0;
    let low = first;
    let high = firstOf[source + 1] - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (to <= destination[middle]) high = middle;
      else low = middle + 1;
    }
    return destination[low] === to ? (end[low] - (low === first ? 0 : end[low - 1])) / 4294967296 : 0;
  };
}
