/**
 * What is simulated next, and what need not be, on the axes in view. A bound is a promise: a network is out where it lies below what one
 * that pays no more was measured to give, less its error; and, where the front is sure up to its price, below what would count as more.
 */
import type { Given, View } from "./axes.ts";
import type { Candidate } from "./candidates.ts";
import { frontOf } from "./front.ts";
import { type Known, knownOf, type Measured } from "./known.ts";

/** A network as it stands among the others, on the axes in view. */
export interface Standing extends Known {
  /** What it has to pay across, and what it gives up; null where it has no such number, and then it is not drawn, and run only if it is picked. */
  readonly pays: number | null;
  readonly given: Given | null;
  /** Even its bound is too little for the front, by what was measured. */
  readonly isBeaten: boolean;
  /** It cannot be run here. */
  readonly isFaulty: boolean;
}

export interface Plan {
  readonly standings: readonly Standing[];
  /** Indices of those nothing beats within the budget, those that pay least first. */
  readonly front: readonly number[];
  /** Indices of those still to be run, the next one first. */
  readonly next: readonly number[];
  /** Indices of those within the budget that need not be run. */
  readonly spared: readonly number[];
  /** The axes that it is made on. */
  readonly view: View;
}

/** What decides the order. */
export interface Wish {
  /** US$ for each terminal needed: what costs more is not run. */
  readonly budget: number;
  /** The throughput asked for: the front is made sure near it first. Axes that show something else pass it over. */
  readonly asked: number;
  /** Ids of what the reader has picked: these are run first, whatever they cost. */
  readonly picked?: readonly string[];
  /** Whether what is beaten by its bound is run, too. */
  readonly isAll?: boolean;
  /** What cannot be run, by id: it stays where its bound is, and is no answer. */
  readonly faults?: ReadonlyMap<string, string>;
  /** The axes in view: what counts is what they show. */
  readonly view: View;
}

/** How all networks stand, which of them nothing beats, and what is run next. */
export function planOf(
  candidates: readonly Candidate[],
  measured: ReadonlyMap<string, Measured>,
  { budget, asked, picked = [], isAll = false, faults = new Map(), view }: Wish,
): Plan {
  const { across, up } = view;
  const standings = candidates.map((candidate): Standing => {
    const known = knownOf(candidate, measured.get(candidate.id));
    return { ...known, pays: across.of(known), given: up.of(known), isBeaten: false, isFaulty: faults.has(candidate.id) };
  });
  const isSure = (i: number) => standings[i].given === null || standings[i].given.isMeasured;
  /** What a network gives, so that more is better; nothing where it has no number, and less by its error where that is asked for. */
  const worth = (i: number, errors = 0) => {
    const { given } = standings[i];
    return given === null ? -Infinity : (up.isMoreBetter ? given.value : -given.value) - errors * given.error;
  };
  const pays = (i: number) => standings[i].pays ?? Infinity;
  const byPrice = [...standings.keys()].filter((i) => pays(i) < Infinity).sort((a, b) => pays(a) - pays(b));
  /** The most that anything measured gives for sure, up to this price. */
  let most = -Infinity;
  /** What the front gives up to this price, as long as nothing that is still unknown can change it. */
  let reached: number | null = -Infinity;
  /** What the last network of the front gives up to this price, were it drawn by what is measured. */
  let drawn = -Infinity;
  // What is too dear for the budget beats nothing, whatever else it pays little of.
  const isPayable = (i: number) => standings[i].candidate.perTerminal <= budget;
  for (let k = 0; k < byPrice.length;) {
    const price = pays(byPrice[k]);
    const same: number[] = [];
    while (k < byPrice.length && pays(byPrice[k]) === price) same.push(byPrice[k++]);
    const known = same.filter((i) => isPayable(i) && isSure(i));
    most = Math.max(most, ...known.map((i) => worth(i, 1)));
    for (const i of same) {
      const isBelow = worth(i) < most || (reached !== null && worth(i) < reached + up.equal);
      if (!isSure(i) && isBelow) standings[i] = { ...standings[i], isBeaten: true };
    }
    if (!same.every((i) => !isPayable(i) || isSure(i) || standings[i].isBeaten || standings[i].isFaulty)) reached = null;
    const [best] = known.sort((a, b) => worth(b) - worth(a));
    if (best !== undefined && worth(best) >= drawn + up.equal) {
      drawn = worth(best);
      if (reached !== null) reached = worth(best, 1);
    }
  }
  const left = byPrice.filter((i) => isPayable(i) && standings[i].given !== null && !standings[i].isBeaten && !standings[i].isFaulty);
  const front = frontOf(
    left.map((i) => ({ pays: pays(i), worth: worth(i) })),
    up.equal,
  ).map((i) => left[i]);
  const isFront = new Set(front);
  const height = (i: number) => (up.isThroughput ? Math.abs(worth(i) - asked) : 0);
  /** How far below the front a network lies: what the front gives for its price, less its own. */
  const below = (i: number) => {
    const before = front.filter((j) => pays(j) <= pays(i)).at(-1);
    return before === undefined ? 0 : worth(before) - worth(i);
  };
  const isPicked = (i: number) => picked.includes(standings[i].candidate.id);
  const rank = (i: number) => (isPicked(i) ? 0 : isFront.has(i) ? 1 : 2);
  const next = [...standings.keys()]
    .filter((i) => (pays(i) < Infinity && isPayable(i)) || isPicked(i))
    .filter((i) => !isSure(i) && !standings[i].isFaulty && (isAll || !standings[i].isBeaten || isPicked(i)))
    .map((i) => ({ i, rank: rank(i), by: rank(i) < 2 ? height(i) : below(i) }))
    .sort((a, b) => a.rank - b.rank || a.by - b.by || standings[a.i].candidate.cost - standings[b.i].candidate.cost)
    .map(({ i }) => i);
  const spared = byPrice.filter((i) => isPayable(i) && standings[i].isBeaten && !standings[i].isFaulty && !next.includes(i));
  return { standings, front, next, spared, view };
}
