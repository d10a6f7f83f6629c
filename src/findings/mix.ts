/** The conclusion of a mix in one sentence: which network gives the most performance for its cost, with both numbers. */
import { countOf, formatRatio, sayPercent } from "../words/numbers.ts";
import type { Finding } from "./traffic.ts";
import { type MixTable, phiRange, type Reckoning, sayNetwork, type WorthRow, worthRows } from "../core/measures/mix.ts";

/** A conclusion with its evidence. */
export interface Conclusion extends Finding {
  /** True until all cells have results. */
  readonly isPartial: boolean;
}

/** Ratios that differ from 1 by no more than this are called the same: chance alone changes sums of relative times by as much. */
const same = 0.05;
/** Largest relative error for which a ratio is called by the name of a fraction. */
const near = 0.03;

const fractions: readonly (readonly [number, string])[] = [
  [9 / 10, "nine tenths"],
  [4 / 5, "four fifths"],
  [3 / 4, "three quarters"],
  [2 / 3, "two thirds"],
  [3 / 5, "three fifths"],
  [1 / 2, "half"],
  [2 / 5, "two fifths"],
  [1 / 3, "a third"],
  [3 / 10, "three tenths"],
  [1 / 4, "a quarter"],
  [1 / 5, "a fifth"],
  [1 / 6, "a sixth"],
  [1 / 8, "an eighth"],
  [1 / 10, "a tenth"],
];

/** The answer for a mix in which all weights are 0. */
export const nothingCounts = "All weights are 0, so nothing counts.";

/**
 * Compares the best network with the baseline, or with the second best if it is the baseline itself. Null until two networks have results.
 */
export function concludeMix(mix: MixTable, reckoning: Reckoning = mix.reckonings[0]): Conclusion | null {
  const { cells, seeds } = reckoning.efficiency;
  if (cells.of === 0) return { answer: nothingCounts, evidence: ["Raise one."], isPartial: false };
  const known = worthRows(mix, reckoning).filter(({ worth }) => worth.phi !== null);
  const base = known.find(({ isBaseline }) => isBaseline);
  if (base === undefined || known.length < 2) return null;
  const [best, next] = known;
  const isPartial = cells.in + cells.lost < cells.of;
  const over = `Over ${cells.in} of ${countOf(cells.of, "cell", "cells")}${seeds > 1 ? ` with ${seeds} seeds` : ""}`;
  if (best.isBaseline) {
    const answer = `${sayNetwork(best.network)} ${hasCost(best) ? "gives most for its cost" : "performs best"}; ${sayNetwork(next.network)}: ${sayAgainst(next)}.`;
    return { answer, evidence: [`${over}, ${sayNumbers(next, base)}.`], isPartial };
  }
  return { answer: `${sayNetwork(best.network)}: ${sayAgainst(best)}.`, evidence: [`${over}, ${sayNumbers(best, base)}.`], isPartial };
}

const hasCost = ({ worth }: WorthRow) => worth.ratio !== null;

/** `the same performance, a quarter of the cost`. */
function sayAgainst({ worth: { phi, cost } }: WorthRow): string {
  const performance = phi === 0 ? "some of it never ends" : sayPart(phi ?? 0, "performance");
  return cost === null ? performance : `${performance}, ${sayPart(cost, "cost")}`;
}

/** A ratio in words: `half the cost`, `the same performance`, `1.40 times the performance`. */
export function sayPart(part: number, of: string): string {
  if (Math.abs(part - 1) <= same) return `the same ${of}`;
  if (part > 1) return `${formatRatio(part)} times the ${of}`;
  const name = fractions.find(([value]) => Math.abs(part - value) <= near * value)?.[1];
  return name === undefined ? `${sayPercent(part)} of the ${of}` : `${name}${name === "half" ? "" : " of"} the ${of}`;
}

/** The numbers behind the fractions: `B has 0.75 of the performance of A (fat tree) at 0.30 of its cost: 2.49 times as much for the money`. */
function sayNumbers({ network, worth }: WorthRow, base: WorthRow): string {
  const { phi, spread, cost, ratio, sum } = worth;
  const phis =
    spread === null || sum === null || spread[0] === spread[1] ? "" : ` (${phiRange(worth, base)?.map(formatRatio).join(" to ")} by seed)`;
  const money =
    ratio === null || cost === null ? "" : ` at ${formatRatio(cost)} of its cost: ${formatRatio(ratio)} times as much for the money`;
  return `${network.letter} has ${formatRatio(phi ?? 0)}${phis} of the performance of ${sayNetwork(base.network)}${money}`;
}
