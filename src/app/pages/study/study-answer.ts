/**
 * The answer of a study in words: the number of networks that fit, and the cheapest that meets the need. If there is none, the reason and a
 * remedy.
 */
import type { Candidate } from "../../../core/study/candidates.ts";
import { candidatesOf } from "../../../core/study/candidates.ts";
import { type StudyNeed, studyNeedParams } from "../../../core/study/need.ts";
import type { MeasuredThroughput } from "../../../core/study/assessment.ts";
import type { StudyPlan, CandidateStatus } from "../../../core/study/study-plan.ts";
import { candidateName } from "../../../words/study-candidates.ts";
import { countOf, formatCount, formatMoney, formatRatio } from "../../../words/numbers.ts";
import { stepNeed } from "./need-steps.ts";

/** A change of the requirements after which a network meets them, with the text of the button that makes the change. */
export interface Remedy {
  readonly label: string;
  readonly change: Partial<StudyNeed>;
}

export interface StudyAnswer {
  /** The sentence before and after the required throughput, which the reader can drag in place. */
  readonly before: string;
  readonly after: string;
  /** Muted text that says whether the throughput is measured or a bound. */
  readonly certainty: string;
  /** The number of networks on the Pareto front; provisional while simulations are left. */
  readonly frontText: string;
  readonly status: CandidateStatus | null;
  readonly remedy: Remedy | null;
}

/**
 * The cheapest network within the budget with at least this throughput, compared as rounded for display. Networks that can be simulated are
 * preferred.
 */
function cheapestWith({ statuses }: StudyPlan, { budget }: StudyNeed, throughput: number): CandidateStatus | null {
  let best: CandidateStatus | null = null;
  for (const each of statuses) {
    if (each.candidate.perTerminal > budget || toHundredths(each.worstThroughput) < toHundredths(throughput)) continue;
    const isBetter =
      best === null || (each.isUnrunnable === best.isUnrunnable ? each.candidate.cost < best.candidate.cost : best.isUnrunnable);
    if (isBetter) best = each;
  }
  return best;
}

/** A throughput in hundredths, as displayed. */
const toHundredths = (throughput: number) => Math.round(throughput * 100);

/**
 * Ids of the networks that the sentence names and that are not simulated yet. They have to be simulated, even if the Pareto front does not
 * need them.
 */
export function networksToConfirm(plan: StudyPlan, need: StudyNeed): readonly string[] {
  const namedNetworks = [cheapestWith(plan, need, need.carried), cheapestWith(plan, need, need.carried / 2)];
  return namedNetworks.flatMap((each) => (each === null || each.isMeasured || each.isUnrunnable ? [] : [each.candidate.id]));
}

const sayTrafficCount = (count: number) =>
  count === 1 ? "" : count === 2 ? " under both" : ` under all ${["three", "four", "five", "six"][count - 3] ?? count}`;
const nameOf = ({ topology }: Candidate) => candidateName(topology);

/** An error in hundredths, at least 0.01, so that it is never written as zero. */
export const sayThroughputError = (error: number) => formatRatio(Math.max(0.01, error));

/** The throughput of a network, measured or as a bound: `0.92 ± 0.01`, `at most 1.00`. */
export function sayKnownThroughput({ worstThroughput, error, isMeasured }: CandidateStatus): string {
  return isMeasured ? sayMeasuredThroughput({ throughput: worstThroughput, error }) : `at most ${formatRatio(worstThroughput)}`;
}

/** A measured throughput with its error: `0.92 ± 0.01`. */
export const sayMeasuredThroughput = ({ throughput, error }: MeasuredThroughput) =>
  `${formatRatio(throughput)}${error > 0 ? ` ± ${sayThroughputError(error)}` : ""}`;

/** The number of networks that fit the requirements, and the number of these networks that are within the budget. */
function sayFittingCount(fittingCount: number, affordableCount: number): string {
  const text = countOf(fittingCount, "network fits", "networks fit");
  return affordableCount < fittingCount
    ? `${text}, ${formatCount(affordableCount)} of them within the budget`
    : `${text}, ${fittingCount === 1 ? "" : "all "}within the budget`;
}

const sayPrice = ({ perTerminal }: Candidate) => `${formatMoney(Math.round(perTerminal))} a terminal`;

/**
 * The answer of a study in words: the cheapest network within the budget that delivers the required throughput, or the reason why there is
 * none: no network fits the other requirements, none is within the budget, or none delivers this throughput. `before` and `after` surround
 * the required throughput, which is a word that the reader can change.
 */
export function answerStudy(plan: StudyPlan, need: StudyNeed): StudyAnswer {
  const emptyAnswer = { before: "", after: "", certainty: "", frontText: "", status: null, remedy: null };
  if (plan.statuses.length === 0) return { ...emptyAnswer, ...answerWithoutNetworks(need) };
  // No network is within the budget: name the cheapest.
  const affordable = plan.statuses.filter(({ candidate }) => candidate.perTerminal <= need.budget);
  if (affordable.length === 0) {
    const cheapestStatus = plan.statuses.reduce((a, b) => (b.candidate.cost < a.candidate.cost ? b : a));
    const price = formatMoney(Math.ceil(cheapestStatus.candidate.perTerminal));
    return {
      ...emptyAnswer,
      after: `${countOf(plan.statuses.length, "network fits", "networks fit")}, but none within the budget. The cheapest is ${nameOf(cheapestStatus.candidate)}, at ${price} a terminal.`,
      remedy: budgetRemedy(cheapestStatus),
    };
  }
  // No affordable network delivers the required throughput: say how much the best of them delivers.
  const best = affordable.reduce((a, b) => (b.worstThroughput > a.worstThroughput ? b : a));
  const cheapest = cheapestWith(plan, need, need.carried);
  const intro = sayFittingCount(plan.statuses.length, affordable.length);
  if (cheapest === null) {
    // Suggest to require what the best network delivers, rounded down to a step of the parameter.
    const { min, step } = studyNeedParams.carried;
    const carried = Number((Math.floor(best.worstThroughput / step + 1e-9) * step).toFixed(2));
    return {
      ...emptyAnswer,
      before: `${intro}. None of these networks delivers `,
      after: `${sayTrafficCount(need.under.length)}. The highest throughput, ${sayKnownThroughput(best)}, is that of ${nameOf(best.candidate)}, at ${sayPrice(best.candidate)}.`,
      // If even the best network carries less than the smallest throughput that can be required, only a larger budget helps.
      remedy:
        carried >= min
          ? { label: `Require ${formatRatio(carried)}`, change: { carried } }
          : budgetRemedy(cheapestWith(plan, { ...need, budget: Infinity }, need.carried)),
    };
  }
  // There is an answer. For comparison, it names the cheapest network with half of the required throughput.
  const halfStatus = cheapestWith(plan, need, need.carried / 2);
  const halfText =
    halfStatus === null || halfStatus.candidate.cost >= cheapest.candidate.cost
      ? ""
      : ` Half of the required throughput ${halfStatus.isMeasured ? "costs" : "may cost as little as"} ${sayPrice(halfStatus.candidate)} with ${nameOf(halfStatus.candidate)}, which delivers ${sayKnownThroughput(halfStatus)}.`;
  const certaintyOfThroughput = () => {
    if (cheapest.isMeasured) return "";
    return cheapest.isUnrunnable ? ", and cannot be simulated here" : ", and is not simulated yet";
  };
  return {
    before: `${intro}. The cheapest network that ${cheapest.isMeasured ? "delivers" : "may deliver"} `,
    after: `${sayTrafficCount(need.under.length)} is ${nameOf(cheapest.candidate)}, at ${sayPrice(cheapest.candidate)}.`,
    certainty: `It delivers ${sayKnownThroughput(cheapest)}${certaintyOfThroughput()}.${halfText}`,
    frontText: sayFront(plan),
    status: cheapest,
    remedy: null,
  };
}

/** The number of networks on the Pareto front; provisional while simulations are left. */
function sayFront({ front, next, view }: StudyPlan): string {
  const provisional = next.length > 0 ? " so far" : "";
  return `${countOf(front.length, "network is", "networks are")} on the Pareto front${provisional}; differences below ${view.up.equalWords} are ignored.`;
}

/** The remedy that raises the budget to the price of a network, rounded up; null if the price exceeds the largest possible budget. */
function budgetRemedy(status: CandidateStatus | null): Remedy | null {
  if (status === null) return null;
  const { perTerminal } = status.candidate;
  const budget = stepNeed("budget", studyNeedParams.budget, Math.ceil(perTerminal) - 1, 1);
  return budget < perTerminal ? null : { label: `Spend ${formatMoney(budget)}`, change: { budget } };
}

/**
 * Says that no network fits the requirements, and the smallest number of ports with which a network fits. With the largest switches there
 * are networks of any size.
 */
function answerWithoutNetworks(need: StudyNeed): Pick<StudyAnswer, "after" | "remedy"> {
  let { ports } = need;
  do ports = stepNeed("ports", studyNeedParams.ports, ports, 1);
  while (ports < studyNeedParams.ports.max && candidatesOf({ ...need, ports }).length === 0);
  return {
    after: `No topology here connects ${formatCount(need.terminals)} terminals with switches of at most ${formatCount(need.ports)} ports.`,
    remedy: { label: `Use ${formatCount(ports)} ports`, change: { ports } },
  };
}
