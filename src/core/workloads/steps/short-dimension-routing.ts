/**
 * Short dimension routing: which pairs of a permutation send by way of a third rank, and by which one, so that the long
 * dimensions of a torus have more ways to choose from. (Chakaravarthy, Jain, Sabharwal (torus transpose), §4)
 */
import type { Axis } from "../../network/network.ts";

/** What is chosen by hand. */
export interface RelayRule {
  /** α: the part of all pairs that is relayed at most, 0 … 1. */
  readonly part: number;
  /** γ: pairs whose distance along the long dimension is less than this send directly. */
  readonly nearby: number;
  /** δ: a rank whose place is taken is looked for within less than this distance of it; 0 where ranks relay for any number of pairs. */
  readonly apart: number;
  /** How many of the shortest dimensions are relayed along; 0 as the rule for the shape of the network has it. */
  readonly along: number;
  /** Which pairs come first: those near each other along the long dimension, or those far from each other. */
  readonly order: "ascending" | "descending";
}

/** Where ranks stand on a grid. */
export interface Places {
  /** Its D dimensions. */
  readonly axes: readonly Pick<Axis, "kind" | "size">[];
  /** [R × D] Coordinates of each rank. */
  readonly at: Int32Array;
}

/**
 * The dimensions that are relayed along, the shortest first; of equally long ones, the later comes first. By the rule,
 * those at most half as long as the longest (§4.3: X = Y = 2Z relays along Z, X = 2Y = 2Z along Y and Z, a cube along none);
 * in two dimensions, the shorter one (§4.1). A dimension of one switch is none.
 * @param along how many, at most all but one; 0 for the rule
 */
export function shortDimensions(sizes: readonly number[], along = 0): readonly number[] {
  const order = sizes.map((_, d) => d).filter((d) => sizes[d] > 1);
  order.sort((a, b) => sizes[a] - sizes[b] || b - a);
  const longest = Math.max(...sizes);
  const fits = (d: number) => (order.length === 2 ? sizes[d] < longest : 2 * sizes[d] <= longest);
  const count = along === 0 ? order.filter(fits).length : Math.min(along, Math.max(0, order.length - 1));
  return order.slice(0, count);
}

/** The dimensions whose links are to be relieved: the longest of those that are not relayed along. */
function longDimensions(sizes: readonly number[], short: readonly number[]): readonly number[] {
  const others = sizes.map((_, d) => d).filter((d) => !short.includes(d));
  const longest = Math.max(...others.map((d) => sizes[d]));
  return others.filter((d) => sizes[d] === longest);
}

/** Links between two places along one dimension: D_X. */
export function distanceAlong({ kind, size }: Pick<Axis, "kind" | "size">, a: number, b: number): number {
  const straight = Math.abs(a - b);
  return kind === "ring" ? Math.min(straight, size - straight) : straight;
}

/** Where a pair's messages are to go first: the sender's place, but half a dimension beyond the receiver along the short ones (§4.1, §4.3). */
export function intermediatePlace(
  axes: readonly Pick<Axis, "size">[],
  short: readonly number[],
  from: ArrayLike<number>,
  to: ArrayLike<number>,
): readonly number[] {
  return axes.map(({ size }, d) => (short.includes(d) ? (to[d] + Math.floor(size / 2)) % size : from[d]));
}

/**
 * By which rank each rank sends: [R] a rank, or −1 for those that send directly.
 *
 * Pairs with a distance below γ are dropped; the others are sorted by it, and the first ⌊α · pairs⌋ of them are to be
 * relayed, where pairs counts all that send (§4.2, §4.4; that γ comes first is our reading). With two long dimensions,
 * the distance is the smaller one. Pairs of equal distance come in the order of their ranks. Where a relay is taken, the
 * nearest rank that is free takes its place, of equally near ones the one further ahead in the first dimension, then in
 * the next; a pair that finds none sends directly, and so does one whose sender or receiver stands there itself.
 * @param partner [R] the rank that each sends to; itself, or −1, where it sends to none
 */
export function relaysOf({ axes, at }: Places, partner: ArrayLike<number>, rule: RelayRule): Int32Array {
  const ranks = partner.length;
  const relay = new Int32Array(ranks).fill(-1);
  const sizes = axes.map(({ size }) => size);
  const short = shortDimensions(sizes, rule.along);
  const long = longDimensions(sizes, short);
  const placeOf = (r: number) => at.subarray(r * axes.length, (r + 1) * axes.length);
  const distance = (r: number) => Math.min(...long.map((d) => distanceAlong(axes[d], placeOf(r)[d], placeOf(partner[r])[d])));
  const sending = Array.from(relay.keys()).filter((r) => partner[r] >= 0 && partner[r] !== r);
  // A part such as 0.3 is a little less than it says.
  const most = short.length === 0 ? 0 : Math.floor(rule.part * sending.length + 1e-9);
  if (most === 0) return relay;
  const sign = rule.order === "ascending" ? 1 : -1;
  const chosen = sending
    .map((r) => ({ r, d: distance(r) }))
    .filter(({ d }) => d >= rule.nearby)
    .sort((a, b) => sign * (a.d - b.d) || a.r - b.r)
    .slice(0, most);
  const nearest = new NearestFree({ axes, at }, rule.apart);
  for (const { r } of chosen) {
    const place = intermediatePlace(axes, short, placeOf(r), placeOf(partner[r]));
    relay[r] = nearest.take(place, (other) => other === r || other === partner[r]);
  }
  return relay;
}

/** Ranks that are still free to relay, found by where they stand. */
class NearestFree {
  private readonly places: Places;
  private readonly apart: number;
  /** Ranks of each place, by the place's number. */
  private readonly ranksAt = new Map<number, number[]>();
  private readonly taken = new Set<number>();
  /** [D + 1] Links that ranks may be apart along a dimension and all later ones. */
  private readonly reach: readonly number[];

  constructor(places: Places, apart: number) {
    this.places = places;
    this.apart = apart;
    const { axes, at } = places;
    const D = axes.length;
    for (let r = 0; r * D < at.length; r++) {
      const number = this.numberOf(at.subarray(r * D, (r + 1) * D));
      const there = this.ranksAt.get(number);
      if (there === undefined) this.ranksAt.set(number, [r]);
      else there.push(r);
    }
    this.reach = [...axes, null].map((_, d) => axes.slice(d).reduce((sum, axis) => sum + mostAlong(axis), 0));
  }

  /** A free rank at a place or near it, which is then taken; −1 where there is none, or the first already is what it must not be. */
  take(place: readonly number[], isAmiss: (rank: number) => boolean): number {
    const here = this.ranksAt.get(this.numberOf(place)) ?? [];
    // Who stands where it should relay has no need of it.
    if (here.some(isAmiss)) return -1;
    if (this.apart === 0) return here[0] ?? -1;
    for (let away = 0; away < this.apart; away++) {
      const rank = this.freeAt(place, away, 0, 0, isAmiss);
      if (rank < 0) continue;
      this.taken.add(rank);
      return rank;
    }
    return -1;
  }

  /**
   * A free rank exactly so many links from a place along dimension `d` and all later ones, those ahead of it first; −1
   * for none.
   * @param number of what has been chosen along the dimensions before
   */
  private freeAt(place: readonly number[], away: number, d: number, number: number, isAmiss: (rank: number) => boolean): number {
    const { axes } = this.places;
    if (away > this.reach[d]) return -1;
    if (d === axes.length) return this.ranksAt.get(number)?.find((r) => !this.taken.has(r) && !isAmiss(r)) ?? -1;
    const { kind, size } = axes[d];
    const most = Math.min(away, mostAlong(axes[d]));
    for (let step = most; step >= -most; step--) {
      const x = place[d] + step;
      if (kind === "line" && (x < 0 || x >= size)) continue;
      const rank = this.freeAt(place, away - Math.abs(step), d + 1, number * size + ((x + size) % size), isAmiss);
      if (rank >= 0) return rank;
    }
    return -1;
  }

  private numberOf(place: ArrayLike<number>): number {
    return this.places.axes.reduce((number, { size }, d) => number * size + place[d], 0);
  }
}

/** Links between those furthest apart along a dimension. */
const mostAlong = ({ kind, size }: Pick<Axis, "kind" | "size">): number => (kind === "ring" ? Math.floor(size / 2) : size - 1);
