/**
 * Decides which network is simulated next, and which need not be, on the selected axes. A network is excluded by its bound if the bound is
 * below the measurement, less its error, of a network that is not more expensive; or if it is not significantly above the front, once the
 * front is certain up to its price.
 */
import type { AxisValue, AxisSelection } from "./axes.ts";
import type { Candidate } from "./candidates.ts";
import { paretoFront } from "./pareto-front.ts";
import { type Assessment, assess, type Measurements } from "./assessment.ts";

/** A candidate relative to all other candidates on the selected axes. */
export interface CandidateStatus extends Assessment {
  /**
   * The candidate's price on the horizontal axis, and its value on the vertical axis; null if there is none. A candidate without price or
   * value is not drawn, and is run only if it is selected.
   */
  readonly price: number | null;
  readonly axisValue: AxisValue | null;
  /** True if even the bound of the candidate is below the front of the measurements. */
  readonly isExcluded: boolean;
  /** True if the candidate cannot be run. */
  readonly isUnrunnable: boolean;
}

/** The status of all networks and the order of the runs. */
export interface StudyPlan {
  readonly statuses: readonly CandidateStatus[];
  /** Indices of the Pareto front within the budget, cheapest first. */
  readonly front: readonly number[];
  /** Indices of the networks still to be run, in order. */
  readonly next: readonly number[];
  /** Indices of the networks within the budget that need not be run. */
  readonly excluded: readonly number[];
  /** The axes of the plan. */
  readonly view: AxisSelection;
}

/** What determines the order of the runs. */
export interface PlanOptions {
  /** Budget in US$ for each terminal that is needed; more expensive networks are not run. */
  readonly budget: number;
  /** The required throughput: the front is measured near it first. Ignored on axes of other quantities. */
  readonly requiredThroughput: number;
  /** Ids of the networks that the user has selected: they are run first, whatever their price. */
  readonly selectedIds?: readonly string[];
  /** Whether networks that their bound excludes are run, too. */
  readonly runsExcluded?: boolean;
  /** Reasons why networks cannot be run, by id. Such a network keeps its bound as its value, and is never the answer. */
  readonly faults?: ReadonlyMap<string, string>;
  /** The selected axes. */
  readonly view: AxisSelection;
}

/** The status of all networks, their Pareto front, and the order of the runs. */
export function planStudy(
  candidates: readonly Candidate[],
  measured: ReadonlyMap<string, Measurements>,
  { budget, requiredThroughput, selectedIds = [], runsExcluded = false, faults = new Map(), view }: PlanOptions,
): StudyPlan {
  const { across, up } = view;
  const statuses = candidates.map((candidate): CandidateStatus => {
    const assessed = assess(candidate, measured.get(candidate.id));
    return {
      ...assessed,
      price: across.of(assessed),
      axisValue: up.of(assessed),
      isExcluded: false,
      isUnrunnable: faults.has(candidate.id),
    };
  });
  const isSure = (i: number) => statuses[i].axisValue === null || statuses[i].axisValue.isMeasured;
  /**
   * The benefit of a network, more being better; −∞ if it has no value.
   * @param errors number of errors by which the benefit is reduced
   */
  const benefit = (i: number, errors = 0) => {
    const { axisValue } = statuses[i];
    return axisValue === null ? -Infinity : (up.isMoreBetter ? axisValue.value : -axisValue.value) - errors * axisValue.error;
  };
  const priceOf = (i: number) => statuses[i].price ?? Infinity;
  const byPrice = [...statuses.keys()].filter((i) => priceOf(i) < Infinity).sort((a, b) => priceOf(a) - priceOf(b));
  /** The maximum benefit that any measurement guarantees up to this price. */
  let guaranteed = -Infinity;
  /** The benefit of the front up to this price, as long as no unknown value can change the front; null afterwards. */
  let certainFront: number | null = -Infinity;
  /** The benefit of the last network of the front up to this price, by measurements only. */
  let measuredFront = -Infinity;
  // A network above the budget does not exclude other networks, even if it is cheap on this axis.
  const isPayable = (i: number) => statuses[i].candidate.perTerminal <= budget;
  for (let k = 0; k < byPrice.length;) {
    const price = priceOf(byPrice[k]);
    const samePrice: number[] = [];
    while (k < byPrice.length && priceOf(byPrice[k]) === price) samePrice.push(byPrice[k++]);
    const assessed = samePrice.filter((i) => isPayable(i) && isSure(i));
    guaranteed = Math.max(guaranteed, ...assessed.map((i) => benefit(i, 1)));
    for (const i of samePrice) {
      const isBoundTooLow = benefit(i) < guaranteed || (certainFront !== null && benefit(i) < certainFront + up.equal);
      if (!isSure(i) && isBoundTooLow) statuses[i] = { ...statuses[i], isExcluded: true };
    }
    if (!samePrice.every((i) => !isPayable(i) || isSure(i) || statuses[i].isExcluded || statuses[i].isUnrunnable)) certainFront = null;
    const [best] = assessed.sort((a, b) => benefit(b) - benefit(a));
    if (best !== undefined && benefit(best) >= measuredFront + up.equal) {
      measuredFront = benefit(best);
      if (certainFront !== null) certainFront = benefit(best, 1);
    }
  }
  const contenders = byPrice.filter(
    (i) => isPayable(i) && statuses[i].axisValue !== null && !statuses[i].isExcluded && !statuses[i].isUnrunnable,
  );
  const front = paretoFront(
    contenders.map((i) => ({ price: priceOf(i), benefit: benefit(i) })),
    up.equal,
  ).map((i) => contenders[i]);
  const isFront = new Set(front);
  const distanceToRequirement = (i: number) => (up.isThroughput ? Math.abs(benefit(i) - requiredThroughput) : 0);
  /** How far a network is below the front at its price. */
  const gapToFront = (i: number) => {
    const frontNetwork = front.filter((j) => priceOf(j) <= priceOf(i)).at(-1);
    return frontNetwork === undefined ? 0 : benefit(frontNetwork) - benefit(i);
  };
  const isSelected = (i: number) => selectedIds.includes(statuses[i].candidate.id);
  const priority = (i: number) => (isSelected(i) ? 0 : isFront.has(i) ? 1 : 2);
  const next = [...statuses.keys()]
    .filter((i) => (priceOf(i) < Infinity && isPayable(i)) || isSelected(i))
    .filter((i) => !isSure(i) && !statuses[i].isUnrunnable && (runsExcluded || !statuses[i].isExcluded || isSelected(i)))
    .map((i) => ({ i, rank: priority(i), by: priority(i) < 2 ? distanceToRequirement(i) : gapToFront(i) }))
    .sort((a, b) => a.rank - b.rank || a.by - b.by || statuses[a.i].candidate.cost - statuses[b.i].candidate.cost)
    .map(({ i }) => i);
  const excluded = byPrice.filter((i) => isPayable(i) && statuses[i].isExcluded && !statuses[i].isUnrunnable && !next.includes(i));
  return { statuses, front, next, excluded, view };
}
