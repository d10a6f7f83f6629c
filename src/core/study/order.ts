/**
 * Decides which network is simulated next, and which need not be, on the selected axes. A network is excluded by its bound if the bound is
 * below the measurement, less its error, of a network that is not more expensive; or if it is not significantly above the front, once the
 * front is certain up to its price.
 */
import type { Given, View } from "./axes.ts";
import type { Candidate } from "./candidates.ts";
import { frontOf } from "./front.ts";
import { type Known, knownOf, type Measured } from "./known.ts";

/** A candidate relative to the others on the selected axes. */
export interface Standing extends Known {
  /**
   * Its price on the horizontal axis, and its value on the vertical axis; null if it has none. Such a network is not drawn, and run only if
   * it is selected.
   */
  readonly pays: number | null;
  readonly given: Given | null;
  /** True if even its bound is below the front of the measurements. */
  readonly isBeaten: boolean;
  /** True if it cannot be run. */
  readonly isFaulty: boolean;
}

/** The status of all networks and the order of the runs. */
export interface Plan {
  readonly standings: readonly Standing[];
  /** Indices of the Pareto front within the budget, cheapest first. */
  readonly front: readonly number[];
  /** Indices of the networks still to be run, in order. */
  readonly next: readonly number[];
  /** Indices of the networks within the budget that need not be run. */
  readonly spared: readonly number[];
  /** The axes of the plan. */
  readonly view: View;
}

/** What determines the order of the runs. */
export interface Wish {
  /** US$ per terminal needed; more expensive networks are not run. */
  readonly budget: number;
  /** The required throughput: the front is measured near it first. Ignored on axes of other quantities. */
  readonly asked: number;
  /** Ids of the networks that the user has selected: they are run first, whatever their price. */
  readonly picked?: readonly string[];
  /** Whether networks excluded by their bound are run as well. */
  readonly isAll?: boolean;
  /** Reasons why networks cannot be run, by id. Such a network remains at its bound, and is no answer. */
  readonly faults?: ReadonlyMap<string, string>;
  /** The selected axes. */
  readonly view: View;
}

/** The status of all networks, their Pareto front, and the order of the runs. */
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
  /**
   * The benefit of a network, more being better; −∞ if it has no value.
   * @param errors number of errors by which the benefit is reduced
   */
  const worth = (i: number, errors = 0) => {
    const { given } = standings[i];
    return given === null ? -Infinity : (up.isMoreBetter ? given.value : -given.value) - errors * given.error;
  };
  const pays = (i: number) => standings[i].pays ?? Infinity;
  const byPrice = [...standings.keys()].filter((i) => pays(i) < Infinity).sort((a, b) => pays(a) - pays(b));
  /** The maximum benefit that any measurement guarantees up to this price. */
  let most = -Infinity;
  /** The benefit of the front up to this price, as long as no unknown value can change it; null afterwards. */
  let reached: number | null = -Infinity;
  /** The benefit of the last network of the front up to this price, by measurements alone. */
  let drawn = -Infinity;
  // A network above the budget excludes no other, even if it is cheap on this axis.
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
  /** How far a network is below the front at its price. */
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
