/** Draws destinations from the rows of a traffic matrix, in proportion to the values of the cells. */
import type { CellRows } from "../traffic/traffic-matrix.ts";
import type { DestinationFunction } from "./contract.ts";

/** The rows of a matrix as cumulative distributions, with E cells of different pairs. */
export interface DestinationRows {
  /** [T + 1] The cells of source s are firstOf[s] … firstOf[s + 1] − 1, by destination; a silent source has none. */
  readonly firstOf: Int32Array;
  /** [E] Destination of each cell. */
  readonly destination: Uint16Array;
  /** [E] Upper limit of the 32-bit draws for this cell; the previous cell's limit is the lower limit. It is 2³² at the end of a row. */
  readonly drawLimit: Float64Array;
}

/**
 * A source is silent if less than this fraction of its messages goes to other terminals. Otherwise it would draw too often before it
 * creates a packet.
 */
const minSentFraction = 1 / 4096;

/**
 * Computes, for each source of a traffic matrix, the cumulative distribution of its destinations: destination i is drawn by random numbers
 * of 32 bits below `drawLimit[i]` and not below the previous limit. The values of a row are weights; several cells of a pair are added up.
 * A source that would send almost everything to itself has no destinations.
 */
export function destinationRows(
  { firstOf: firstCellOf, destination: cellDestination, value }: CellRows,
  terminals: number,
): DestinationRows {
  const firstOf = new Int32Array(terminals + 1);
  const destination = new Uint16Array(cellDestination.length);
  const drawLimit = new Float64Array(cellDestination.length);
  let count = 0;
  for (let s = 0; s < terminals; s++) {
    const firstOfRow = (firstOf[s] = count);
    let sum = 0;
    let sentToItself = 0;
    for (let i = firstCellOf[s] ?? 0; i < (firstCellOf[s + 1] ?? 0); i++) {
      if (count === firstOfRow || destination[count - 1] !== cellDestination[i]) destination[count++] = cellDestination[i];
      sum += value[i];
      if (cellDestination[i] === s) sentToItself += value[i];
      drawLimit[count - 1] = sum;
    }
    if (sum - sentToItself <= minSentFraction * sum) count = firstOfRow;
    // Scale to 2³²; the last limit is exact, so every draw finds a destination.
    for (let i = firstOfRow; i < count; i++) drawLimit[i] = i === count - 1 ? 4294967296 : Math.round((drawLimit[i] / sum) * 4294967296);
  }
  firstOf[terminals] = count;
  return { firstOf, destination, drawLimit };
}

/** The destination function of these distributions. */
export function destinationFunction({ firstOf, destination, drawLimit: end }: DestinationRows): DestinationFunction {
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

/**
 * Returns the probability that a message of a source goes to a destination, by binary search in the cumulative distributions. A silent
 * source has only itself as its destination.
 */
export function probabilityFunction({
  firstOf,
  destination,
  drawLimit: upperLimits,
}: DestinationRows): (source: number, destination: number) => number {
  return (source, requestedDestination) => {
    const first = firstOf[source];
    if (first === firstOf[source + 1]) return requestedDestination === source ? 1 : 0;
    let low = first;
    let high = firstOf[source + 1] - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (requestedDestination <= destination[middle]) high = middle;
      else low = middle + 1;
    }
    return destination[low] === requestedDestination ? (upperLimits[low] - (low === first ? 0 : upperLimits[low - 1])) / 4294967296 : 0;
  };
}
