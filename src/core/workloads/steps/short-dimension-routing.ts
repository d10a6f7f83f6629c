/**
 * Short dimension routing: chooses which pairs of a permutation send through a relay, and which relay, so that the long dimensions of a
 * torus have more paths. (Chakaravarthy, Jain, Sabharwal (torus transpose), §4)
 */
import type { Axis } from "../../network/network.ts";

/** The parameters of the method. */
export interface RelayRule {
  /** α: maximum fraction of all pairs that is relayed, 0 … 1. */
  readonly part: number;
  /** γ: pairs at a smaller distance along the long dimension send directly. */
  readonly nearby: number;
  /**
   * δ: if the intended relay is taken, a free rank at a distance less than this replaces it; 0 if a rank may relay for any number of pairs.
   */
  readonly apart: number;
  /** Number of shortest dimensions along which messages are relayed; 0 for the rule of the paper. */
  readonly along: number;
  /** Whether near or far pairs, along the long dimension, are relayed first. */
  readonly order: "ascending" | "descending";
}

/** The placement of ranks on a grid. */
export interface GridPlacement {
  /** The D dimensions of the grid. */
  readonly axes: readonly Pick<Axis, "kind" | "size">[];
  /** [R × D] Coordinates of each rank. */
  readonly coordinates: Int32Array;
}

/**
 * The dimensions along which messages are relayed, the shortest first; of equally long dimensions the later one comes first. By the rule of
 * the paper they are those at most half as long as the longest (§4.3: X = Y = 2Z relays along Z, X = 2Y = 2Z along Y and Z, a cube along
 * none); in two dimensions, the shorter one (§4.1). Dimensions of size 1 do not count.
 * @param along number of dimensions, at most all but one; 0 for the rule
 */
export function shortDimensions(sizes: readonly number[], along = 0): readonly number[] {
  const bySize = sizes.map((_, d) => d).filter((d) => sizes[d] > 1);
  bySize.sort((a, b) => sizes[a] - sizes[b] || b - a);
  const longest = Math.max(...sizes);
  const isShort = (d: number) => (bySize.length === 2 ? sizes[d] < longest : 2 * sizes[d] <= longest);
  const count = along === 0 ? bySize.filter(isShort).length : Math.min(along, Math.max(0, bySize.length - 1));
  return bySize.slice(0, count);
}

/** The dimensions whose links are to be relieved: the longest of the dimensions along which no messages are relayed. */
function longDimensions(sizes: readonly number[], short: readonly number[]): readonly number[] {
  const others = sizes.map((_, d) => d).filter((d) => !short.includes(d));
  const longest = Math.max(...others.map((d) => sizes[d]));
  return others.filter((d) => sizes[d] === longest);
}

/** D_X: links between two positions along one dimension. */
export function distanceAlong({ kind, size }: Pick<Axis, "kind" | "size">, a: number, b: number): number {
  const difference = Math.abs(a - b);
  return kind === "ring" ? Math.min(difference, size - difference) : difference;
}

/**
 * Coordinates of the intended relay: those of the sender, but half a dimension beyond the receiver along the short dimensions (§4.1, §4.3).
 */
export function intermediateCoordinates(
  axes: readonly Pick<Axis, "size">[],
  short: readonly number[],
  from: ArrayLike<number>,
  to: ArrayLike<number>,
): readonly number[] {
  return axes.map(({ size }, d) => (short.includes(d) ? (to[d] + Math.floor(size / 2)) % size : from[d]));
}

/**
 * Chooses for each rank the relay that passes on its message, a rank half a dimension away along the short dimensions, so that the long
 * dimensions carry less. Returns [R] the relay of each rank, or −1 if it sends directly.
 *
 * Pairs at a distance below γ (`rule.nearby`) are dropped. The others are sorted by distance, and the first ⌊α · pairs⌋ are relayed (α is
 * `rule.part`), where pairs counts all that send (§4.2, §4.4; applying γ first is our reading). With two long dimensions, the distance is
 * the smaller one. Pairs at equal distance are ordered by rank. If a relay is taken, the nearest free rank closer than `rule.apart`
 * replaces it; ties are broken by the largest positive offset in the first dimension, then in the next. A pair without a free relay sends
 * directly, and so does a pair whose sender or receiver is the intended relay.
 * @param coordinates [R × axes] coordinates of each rank
 * @param partner [R] the destination of each rank; the rank itself, or −1, if it sends nothing
 */
export function chooseRelays({ axes, coordinates }: GridPlacement, partner: ArrayLike<number>, rule: RelayRule): Int32Array {
  const ranks = partner.length;
  const relay = new Int32Array(ranks).fill(-1);
  const sizes = axes.map(({ size }) => size);
  const shortAxes = shortDimensions(sizes, rule.along);
  const longAxes = longDimensions(sizes, shortAxes);
  const coordinatesOf = (r: number) => coordinates.subarray(r * axes.length, (r + 1) * axes.length);
  const pairDistance = (r: number) =>
    Math.min(...longAxes.map((d) => distanceAlong(axes[d], coordinatesOf(r)[d], coordinatesOf(partner[r])[d])));
  const sending = Array.from(relay.keys()).filter((r) => partner[r] >= 0 && partner[r] !== r);
  // The product with a fraction such as 0.3 may be slightly less than the exact value.
  const maxRelayed = shortAxes.length === 0 ? 0 : Math.floor(rule.part * sending.length + 1e-9);
  if (maxRelayed === 0) return relay;
  const sign = rule.order === "ascending" ? 1 : -1;
  const relayedPairs = sending
    .map((sender) => ({ sender, distance: pairDistance(sender) }))
    .filter(({ distance }) => distance >= rule.nearby)
    .sort((a, b) => sign * (a.distance - b.distance) || a.sender - b.sender)
    .slice(0, maxRelayed);
  const freeRelays = new FreeRelays({ axes, coordinates }, rule.apart);
  for (const { sender } of relayedPairs) {
    const relayCoordinates = intermediateCoordinates(axes, shortAxes, coordinatesOf(sender), coordinatesOf(partner[sender]));
    relay[sender] = freeRelays.takeNearest(relayCoordinates, (other) => other === sender || other === partner[sender]);
  }
  return relay;
}

/** Ranks that are free to relay, searchable by position. */
class FreeRelays {
  private readonly placement: GridPlacement;
  private readonly maxReplacementDistance: number;
  /** Ranks at each position, by the number of the position. */
  private readonly ranksByPosition = new Map<number, number[]>();
  private readonly taken = new Set<number>();
  /** [D + 1] Maximum distance along a dimension and all later ones. */
  private readonly maxDistanceFrom: readonly number[];

  constructor(placement: GridPlacement, maxReplacementDistance: number) {
    this.placement = placement;
    this.maxReplacementDistance = maxReplacementDistance;
    const { axes, coordinates } = placement;
    const D = axes.length;
    for (let r = 0; r * D < coordinates.length; r++) {
      const positionNumber = this.positionNumber(coordinates.subarray(r * D, (r + 1) * D));
      const ranksThere = this.ranksByPosition.get(positionNumber);
      if (ranksThere === undefined) this.ranksByPosition.set(positionNumber, [r]);
      else ranksThere.push(r);
    }
    this.maxDistanceFrom = [...axes, null].map((_, dimension) =>
      axes.slice(dimension).reduce((sum, axis) => sum + maxDistanceAlong(axis), 0),
    );
  }

  /** Takes a free rank at or near a position; −1 if there is none, or if a rank that is excluded is at that position. */
  takeNearest(position: readonly number[], isExcluded: (rank: number) => boolean): number {
    const ranksHere = this.ranksByPosition.get(this.positionNumber(position)) ?? [];
    // If the sender or receiver is itself the intended relay, relaying is pointless.
    if (ranksHere.some(isExcluded)) return -1;
    if (this.maxReplacementDistance === 0) return ranksHere[0] ?? -1;
    for (let distance = 0; distance < this.maxReplacementDistance; distance++) {
      const rank = this.findFree(position, distance, 0, 0, isExcluded);
      if (rank < 0) continue;
      this.taken.add(rank);
      return rank;
    }
    return -1;
  }

  /**
   * Finds a free rank at exactly the given distance, in links, from a position, by recursion over the dimensions: it tries all offsets
   * along the dimension, positive ones first, and calls itself for the next dimension with the distance that remains. Returns −1 if there
   * is none.
   * @param position [dimensions] coordinates
   * @param positionNumber the coordinates chosen along the earlier dimensions as one number, in the mixed base of the dimensions' sizes
   * @param isExcluded whether a rank must not be used
   */
  private findFree(
    position: readonly number[],
    distance: number,
    dimension: number,
    positionNumber: number,
    isExcluded: (rank: number) => boolean,
  ): number {
    const { axes } = this.placement;
    if (distance > this.maxDistanceFrom[dimension]) return -1;
    if (dimension === axes.length) return this.ranksByPosition.get(positionNumber)?.find((r) => !this.taken.has(r) && !isExcluded(r)) ?? -1;
    const { kind, size } = axes[dimension];
    const maxStep = Math.min(distance, maxDistanceAlong(axes[dimension]));
    for (let step = maxStep; step >= -maxStep; step--) {
      const coordinate = position[dimension] + step;
      if (kind === "line" && (coordinate < 0 || coordinate >= size)) continue;
      const rank = this.findFree(
        position,
        distance - Math.abs(step),
        dimension + 1,
        positionNumber * size + ((coordinate + size) % size),
        isExcluded,
      );
      if (rank >= 0) return rank;
    }
    return -1;
  }

  private positionNumber(position: ArrayLike<number>): number {
    return this.placement.axes.reduce((positionNumber, { size }, dimension) => positionNumber * size + position[dimension], 0);
  }
}

/** Maximum distance along a dimension, links. */
const maxDistanceAlong = ({ kind, size }: Pick<Axis, "kind" | "size">): number => (kind === "ring" ? Math.floor(size / 2) : size - 1);
