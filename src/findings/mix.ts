/** The conclusion of a mix in one sentence: which network gives the most performance for its cost, with both numbers. */
import { countOf, formatRatio, sayPercent } from "../words/numbers.ts";
import type { Finding } from "./traffic.ts";
import { type MixTable, phiRange, type CostBasis, mixNetworkName, type EfficiencyRow, efficiencyRows } from "../core/measures/mix.ts";

/** A conclusion with its evidence. */
export interface MixConclusion extends Finding {
  /** True until all cells have results. */
  readonly isPartial: boolean;
}

/** Ratios that differ from 1 by no more than this are called the same: chance changes sums of relative times by as much. */
const sameTolerance = 0.05;
/** Largest relative error for which a ratio is called by the name of a fraction. */
const fractionTolerance = 0.03;

const namedFractions: readonly (readonly [number, string])[] = [
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
export const allWeightsZeroAnswer = "All weights are 0, so nothing counts.";

/**
 * The finding of a mix: the best network compared with the baseline, or with the second best if the best is the baseline itself. Efficiency
 * φ is the weighted performance relative to the baseline. Null until two networks have results.
 * @param costBasis the costs by which performance is divided
 */
export function concludeFromMix(mix: MixTable, costBasis: CostBasis = mix.costBases[0]): MixConclusion | null {
  const { cells, seeds } = costBasis.efficiency;
  if (cells.of === 0) return { answer: allWeightsZeroAnswer, evidence: ["Raise at least one weight."], isPartial: false };
  const ranked = efficiencyRows(mix, costBasis).filter(({ efficiency }) => efficiency.phi !== null);
  const base = ranked.find(({ isBaseline }) => isBaseline);
  if (base === undefined || ranked.length < 2) return null;
  const [best, secondBest] = ranked;
  const isPartial = cells.in + cells.lost < cells.of;
  const basis = `Over ${cells.in} of ${countOf(cells.of, "table cell", "table cells")}${seeds > 1 ? ` with ${seeds} seeds` : ""}`;
  if (best.isBaseline) {
    const answer = `${mixNetworkName(best.network)} ${hasCost(best) ? "has the best performance per cost" : "performs best"}; ${mixNetworkName(secondBest.network)}: ${sayPerformanceAndCost(secondBest)}.`;
    return { answer, evidence: [`${basis}, ${sayMixNumbers(secondBest, base)}.`], isPartial };
  }
  return {
    answer: `${mixNetworkName(best.network)}: ${sayPerformanceAndCost(best)}.`,
    evidence: [`${basis}, ${sayMixNumbers(best, base)}.`],
    isPartial,
  };
}

const hasCost = ({ efficiency }: EfficiencyRow) => efficiency.ratio !== null;

/** `the same performance, a quarter of the cost`. */
function sayPerformanceAndCost({ efficiency: { phi, cost } }: EfficiencyRow): string {
  const performance = phi === 0 ? "some programs never finish" : sayRatioInWords(phi ?? 0, "performance");
  return cost === null ? performance : `${performance}, ${sayRatioInWords(cost, "cost")}`;
}

/** A ratio in words: `half the cost`, `the same performance`, `1.40 times the performance`. */
export function sayRatioInWords(ratio: number, noun: string): string {
  if (Math.abs(ratio - 1) <= sameTolerance) return `the same ${noun}`;
  if (ratio > 1) return `${formatRatio(ratio)} times the ${noun}`;
  const name = namedFractions.find(([value]) => Math.abs(ratio - value) <= fractionTolerance * value)?.[1];
  return name === undefined ? `${sayPercent(ratio)} of the ${noun}` : `${name}${name === "half" ? "" : " of"} the ${noun}`;
}

/**
 * The numbers that the fractions of the answer are rounded from: `B has 0.75 times the performance of A (fat tree) at 0.30 times the cost:
 * 2.49 times the performance per cost`.
 */
function sayMixNumbers({ network, efficiency }: EfficiencyRow, base: EfficiencyRow): string {
  const { phi, spread, cost, ratio, sum } = efficiency;
  const rangeBySeed =
    spread === null || sum === null || spread[0] === spread[1]
      ? ""
      : ` (${phiRange(efficiency, base)?.map(formatRatio).join(" to ")} by seed)`;
  const costClause =
    ratio === null || cost === null ? "" : ` at ${formatRatio(cost)} times the cost: ${formatRatio(ratio)} times the performance per cost`;
  return `${network.letter} has ${formatRatio(phi ?? 0)}${rangeBySeed} times the performance of ${mixNetworkName(base.network)}${costClause}`;
}
