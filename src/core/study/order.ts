/**
 * What is simulated next, and what need not be. A bound is a promise: a network is out where it lies below what one that costs no more was
 * measured to carry, less its error; and, where the front is sure up to its cost, below what would count as more than that carries.
 */
import type { Candidate } from "./candidates.ts";
import { equal, frontOf } from "./front.ts";

/** What is known of a network by runs. */
export interface Measured {
  /** By traffic, in the order of the need: the throughput and how far off it may be; null while it has not been run. */
  readonly under: readonly (Throughput | null)[];
}

export interface Throughput {
  readonly throughput: number;
  readonly error: number;
}

/** A network as it stands: measured as far as it is, bounded elsewhere. */
export interface Standing {
  readonly candidate: Candidate;
  /** By traffic, in the order of the need: what was measured; null where nothing was. */
  readonly under: readonly (Throughput | null)[];
  /** The worst over the traffic: measured where all of it is, else the least of what is known and the bounds. */
  readonly carries: number;
  readonly error: number;
  readonly isMeasured: boolean;
  /** Even its bound is too low for the front, by what was measured. */
  readonly isBeaten: boolean;
}

export interface Plan {
  readonly standings: readonly Standing[];
  /** Indices of those nothing beats within the budget, cheapest first. */
  readonly front: readonly number[];
  /** Indices of those still to be run, the next one first. */
  readonly next: readonly number[];
}

/** The worst that is known of a network. */
function standingOf(candidate: Candidate, measured: Measured | undefined): Omit<Standing, "isBeaten"> {
  let [carries, error, isMeasured] = [Infinity, 0, measured !== undefined];
  for (const [i, bound] of candidate.bounds.entries()) {
    const found = measured?.under[i] ?? null;
    const value = found === null ? bound : Math.min(found.throughput, bound);
    if (value < carries) [carries, error] = [value, found?.error ?? 0];
    isMeasured &&= found !== null;
  }
  return { candidate, under: candidate.bounds.map((_, i) => measured?.under[i] ?? null), carries, error, isMeasured };
}

/** What decides the order. */
export interface Wish {
  /** US$ for each terminal needed: what costs more is not run. */
  readonly budget: number;
  /** The throughput asked for: the front is made sure near it first. */
  readonly asked: number;
  /** Ids of what the reader has picked: these are run first, whatever they cost. */
  readonly picked?: readonly string[];
  /** Whether what is beaten by its bound is run, too. */
  readonly isAll?: boolean;
  /** What cannot be run, by id. */
  readonly faults?: ReadonlyMap<string, string>;
}

/** How all networks stand, which of them nothing beats, and what is run next. */
export function planOf(
  candidates: readonly Candidate[],
  measured: ReadonlyMap<string, Measured>,
  { budget, asked, picked = [], isAll = false, faults = new Map() }: Wish,
): Plan {
  const plain = candidates.map((candidate) => standingOf(candidate, measured.get(candidate.id)));
  const byCost = [...plain.keys()].sort((a, b) => plain[a].candidate.cost - plain[b].candidate.cost);
  const standings: Standing[] = plain.map((each) => ({ ...each, isBeaten: false }));
  /** The most that anything measured carries for sure, up to this cost. */
  let most = -Infinity;
  /** What the front carries up to this cost, as long as nothing that is still unknown can change it. */
  let reached: number | null = -Infinity;
  for (let k = 0; k < byCost.length;) {
    const { cost } = plain[byCost[k]].candidate;
    const same: number[] = [];
    while (k < byCost.length && plain[byCost[k]].candidate.cost === cost) same.push(byCost[k++]);
    const sure = Math.max(...same.map((i) => (plain[i].isMeasured ? plain[i].carries - plain[i].error : -Infinity)));
    most = Math.max(most, sure);
    for (const i of same) {
      const isBelow = plain[i].carries < most || (reached !== null && plain[i].carries < reached + equal);
      if (!plain[i].isMeasured && isBelow) standings[i] = { ...plain[i], isBeaten: true };
    }
    if (!same.every((i) => plain[i].isMeasured || standings[i].isBeaten)) reached = null;
    else if (reached !== null && sure >= reached + equal) reached = sure;
  }
  const within = [...standings.keys()].filter((i) => standings[i].candidate.perTerminal <= budget);
  const left = within.filter((i) => !standings[i].isBeaten);
  const front = frontOf(left.map((i) => ({ cost: standings[i].candidate.cost, carries: standings[i].carries }))).map((i) => left[i]);
  const isFront = new Set(front);
  const height = (i: number) => Math.abs(standings[i].carries - asked);
  /** How far below the front a network lies: what the front carries for its cost, less its own. */
  const below = (i: number) => {
    const { cost } = standings[i].candidate;
    const before = front.filter((j) => standings[j].candidate.cost <= cost).at(-1);
    return before === undefined ? 0 : standings[before].carries - standings[i].carries;
  };
  const rank = (i: number) => (isPicked(i) ? 0 : isFront.has(i) ? 1 : 2);
  const isPicked = (i: number) => picked.includes(standings[i].candidate.id);
  const next = [...standings.keys()]
    .filter((i) => standings[i].candidate.perTerminal <= budget || isPicked(i))
    .filter((i) => !standings[i].isMeasured && !faults.has(standings[i].candidate.id) && (isAll || !standings[i].isBeaten || isPicked(i)))
    .map((i) => ({ i, rank: rank(i), by: rank(i) < 2 ? height(i) : below(i) }))
    .sort((a, b) => a.rank - b.rank || a.by - b.by || standings[a.i].candidate.cost - standings[b.i].candidate.cost)
    .map(({ i }) => i);
  return { standings, front, next };
}
