/**
 * The answer of a study in words: the number of networks that fit, and the cheapest that meets the need. If there is none, the reason and a
 * remedy.
 */
import type { Candidate } from "../../../core/study/candidates.ts";
import { candidatesOf } from "../../../core/study/candidates.ts";
import { type Need, needParams } from "../../../core/study/need.ts";
import type { Throughput } from "../../../core/study/known.ts";
import type { Plan, Standing } from "../../../core/study/order.ts";
import { nameOfNetwork } from "../../../words/candidates.ts";
import { countOf, formatCount, formatMoney, formatRatio } from "../../../words/numbers.ts";
import { stepOn } from "./steps.ts";

/** A change of the need that would help, with the text of its button. */
export interface Remedy {
  readonly words: string;
  readonly change: Partial<Need>;
}

export interface Answer {
  /** The sentence before and after the required throughput, which the reader can drag in place. */
  readonly before: string;
  readonly after: string;
  /** Muted text that says whether the throughput is measured or a bound. */
  readonly rest: string;
  /** The number of networks on the Pareto front; provisional while simulations are left. */
  readonly front: string;
  readonly standing: Standing | null;
  readonly remedy: Remedy | null;
}

/**
 * The cheapest network within the budget with at least this throughput, compared as rounded for display. Networks that can be simulated are
 * preferred.
 */
function cheapest({ standings }: Plan, { budget }: Need, carried: number): Standing | null {
  let found: Standing | null = null;
  for (const each of standings) {
    if (each.candidate.perTerminal > budget || toldAs(each.carries) < toldAs(carried)) continue;
    const isBetter = found === null || (each.isFaulty === found.isFaulty ? each.candidate.cost < found.candidate.cost : found.isFaulty);
    if (isBetter) found = each;
  }
  return found;
}

/** In hundredths, as displayed. */
const toldAs = (throughput: number) => Math.round(throughput * 100);

/**
 * Ids of the networks that the sentence names and that are not simulated yet. They have to be simulated, even if the Pareto front does not
 * need them.
 */
export function namedIn(plan: Plan, need: Need): readonly string[] {
  const those = [cheapest(plan, need, need.carried), cheapest(plan, need, need.carried / 2)];
  return those.flatMap((each) => (each === null || each.isMeasured || each.isFaulty ? [] : [each.candidate.id]));
}

const underAll = (count: number) =>
  count === 1 ? "" : count === 2 ? " under both" : ` under all ${["three", "four", "five", "six"][count - 3] ?? count}`;
const named = ({ topology }: Candidate) => nameOfNetwork(topology);

/** An error in hundredths, at least 0.01, so that it is never written as zero. */
export const sayError = (error: number) => formatRatio(Math.max(0.01, error));

/** The throughput of a network, measured or as a bound: `0.92 ± 0.01`, `at most 1.00`. */
export function sayCarries({ carries, error, isMeasured }: Standing): string {
  return isMeasured ? sayThroughput({ throughput: carries, error }) : `at most ${formatRatio(carries)}`;
}

/** A measured throughput with its error: `0.92 ± 0.01`. */
export const sayThroughput = ({ throughput, error }: Throughput) => `${formatRatio(throughput)}${error > 0 ? ` ± ${sayError(error)}` : ""}`;

/** The number of networks that fit, and of those within the budget. */
function sayFit(all: number, within: number): string {
  const fit = countOf(all, "network fits", "networks fit");
  return within < all ? `${fit}, ${formatCount(within)} of them within the budget` : `${fit}, ${all === 1 ? "" : "all "}within the budget`;
}

const sayPrice = ({ perTerminal }: Candidate) => `${formatMoney(Math.round(perTerminal))} a terminal`;

/**
 * The answer, in four cases: no network fits, none is within the budget, none carries the required throughput, or the cheapest that does.
 */
export function answerOf(plan: Plan, need: Need): Answer {
  const nothing = { before: "", after: "", rest: "", front: "", standing: null, remedy: null };
  if (plan.standings.length === 0) return { ...nothing, ...withoutAny(need) };
  const within = plan.standings.filter(({ candidate }) => candidate.perTerminal <= need.budget);
  if (within.length === 0) {
    const least = plan.standings.reduce((a, b) => (b.candidate.cost < a.candidate.cost ? b : a));
    const price = formatMoney(Math.ceil(least.candidate.perTerminal));
    return {
      ...nothing,
      after: `${countOf(plan.standings.length, "network fits", "networks fit")}, but none within the budget. The cheapest is ${named(least.candidate)}, at ${price} a terminal.`,
      remedy: spendFor(least),
    };
  }
  // Some networks are affordable. If none carries the required throughput, say how much the best one carries.
  const best = within.reduce((a, b) => (b.carries > a.carries ? b : a));
  const found = cheapest(plan, need, need.carried);
  const head = sayFit(plan.standings.length, within.length);
  if (found === null) {
    const { min, step } = needParams.carried;
    const carried = Number((Math.floor(best.carries / step + 1e-9) * step).toFixed(2));
    return {
      ...nothing,
      before: `${head}. None of these carries `,
      after: `${underAll(need.under.length)}. The most is ${sayCarries(best)}, by ${named(best.candidate)}, at ${sayPrice(best.candidate)}.`,
      // If even the best network carries less than the smallest throughput that can be required, only a larger budget helps.
      remedy:
        carried >= min
          ? { words: `Ask for ${formatRatio(carried)}`, change: { carried } }
          : spendFor(cheapest(plan, { ...need, budget: Infinity }, need.carried)),
    };
  }
  // For comparison, the cheapest network with half of the required throughput.
  const half = cheapest(plan, need, need.carried / 2);
  const less =
    half === null || half.candidate.cost >= found.candidate.cost
      ? ""
      : ` Half of that throughput ${half.isMeasured ? "costs" : "may cost as little as"} ${sayPrice(half.candidate)}: ${named(half.candidate)}, which carries ${sayCarries(half)}.`;
  return {
    before: `${head}. The cheapest that ${found.isMeasured ? "carries" : "may carry"} `,
    after: `${underAll(need.under.length)} is ${named(found.candidate)}, at ${sayPrice(found.candidate)}.`,
    rest: `It carries ${sayCarries(found)}${found.isMeasured ? "" : found.isFaulty ? ", and cannot be simulated here" : ", and is not simulated yet"}.${less}`,
    front: sayFront(plan),
    standing: found,
    remedy: null,
  };
}

/** The number of networks on the Pareto front; provisional while simulations are left. */
function sayFront({ front, next, view }: Plan): string {
  const so = next.length > 0 ? " so far" : "";
  return `${countOf(front.length, "network is", "networks are")} on the Pareto front${so}; differences below ${view.up.equalWords} are ignored.`;
}

/** The remedy of a budget that pays for a network, rounded up; null if no budget is that large. */
function spendFor(standing: Standing | null): Remedy | null {
  if (standing === null) return null;
  const { perTerminal } = standing.candidate;
  const budget = stepOn("budget", needParams.budget, Math.ceil(perTerminal) - 1, 1);
  return budget < perTerminal ? null : { words: `Spend ${formatMoney(budget)}`, change: { budget } };
}

/**
 * Says that no network fits, and the smallest number of ports with which one does. With the largest switches there are networks of any
 * size.
 */
function withoutAny(need: Need): Pick<Answer, "after" | "remedy"> {
  let { ports } = need;
  do ports = stepOn("ports", needParams.ports, ports, 1);
  while (ports < needParams.ports.max && candidatesOf({ ...need, ports }).length === 0);
  return {
    after: `No family here makes ${formatCount(need.terminals)} terminals from switches of at most ${formatCount(need.ports)} ports.`,
    remedy: { words: `Use ${formatCount(ports)} ports`, change: { ports } },
  };
}
