/** What a study says: how many networks fit, and the cheapest that does what is asked; or why none does, and what would. */
import type { Candidate } from "../../../core/study/candidates.ts";
import { candidatesOf } from "../../../core/study/candidates.ts";
import { type Need, needParams } from "../../../core/study/need.ts";
import type { Throughput } from "../../../core/study/known.ts";
import type { Plan, Standing } from "../../../core/study/order.ts";
import { nameOfNetwork } from "../../../words/candidates.ts";
import { countOf, formatCount, formatMoney, formatRatio } from "../../../words/numbers.ts";
import { stepOn } from "./steps.ts";

/** A change that would help, as a button says it. */
export interface Remedy {
  readonly words: string;
  readonly change: Partial<Need>;
}

export interface Answer {
  /** Before the number that is asked for, and after it; one sentence, where the number can be scrubbed. */
  readonly before: string;
  readonly after: string;
  /** Less loud: by what it is known. */
  readonly rest: string;
  /** How many networks nothing cheaper equals; provisional while anything is still to be run. */
  readonly front: string;
  readonly standing: Standing | null;
  readonly remedy: Remedy | null;
}

/** The cheapest network within the budget that carries so much in the digits that are told; one that can be simulated before any that cannot. */
function cheapest({ standings }: Plan, { budget }: Need, carried: number): Standing | null {
  let found: Standing | null = null;
  for (const each of standings) {
    if (each.candidate.perTerminal > budget || toldAs(each.carries) < toldAs(carried)) continue;
    const isBetter = found === null || (each.isFaulty === found.isFaulty ? each.candidate.cost < found.candidate.cost : found.isFaulty);
    if (isBetter) found = each;
  }
  return found;
}

/** Hundredths. */
const toldAs = (throughput: number) => Math.round(throughput * 100);

/** Ids of the networks that the sentence names and that are not simulated yet: they are run, though the front does not need them. */
export function namedIn(plan: Plan, need: Need): readonly string[] {
  const those = [cheapest(plan, need, need.carried), cheapest(plan, need, need.carried / 2)];
  return those.flatMap((each) => (each === null || each.isMeasured || each.isFaulty ? [] : [each.candidate.id]));
}

const underAll = (count: number) =>
  count === 1 ? "" : count === 2 ? " under both" : ` under all ${["three", "four", "five", "six"][count - 3] ?? count}`;
const named = ({ topology }: Candidate) => nameOfNetwork(topology);

/** An error in the digits of what it is about, and never told as nothing. */
export const sayError = (error: number) => formatRatio(Math.max(0.01, error));

/** How what a network carries is known: `0.92 ± 0.01`, `at most 1.00`. */
export function sayCarries({ carries, error, isMeasured }: Standing): string {
  return isMeasured ? sayThroughput({ throughput: carries, error }) : `at most ${formatRatio(carries)}`;
}

/** What was measured, with its error: `0.92 ± 0.01`. */
export const sayThroughput = ({ throughput, error }: Throughput) => `${formatRatio(throughput)}${error > 0 ? ` ± ${sayError(error)}` : ""}`;

/** So many networks fit, and so many of them cost no more than is allowed. */
function sayFit(all: number, within: number): string {
  const fit = countOf(all, "network fits", "networks fit");
  return within < all ? `${fit}, ${formatCount(within)} of them within the budget` : `${fit}, ${all === 1 ? "" : "all "}within the budget`;
}

const sayPrice = ({ perTerminal }: Candidate) => `${formatMoney(Math.round(perTerminal))} a terminal`;

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
      // Where this money carries less than can be asked for, only more of it helps.
      remedy:
        carried >= min
          ? { words: `Ask for ${formatRatio(carried)}`, change: { carried } }
          : spendFor(cheapest(plan, { ...need, budget: Infinity }, need.carried)),
    };
  }
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

/** How many networks nothing cheaper equals; provisional while anything is still to be run. */
function sayFront({ front, next, view }: Plan): string {
  const so = next.length > 0 ? " so far" : "";
  return `${countOf(front.length, "network is", "networks are")} on the Pareto front${so}; differences below ${view.up.equalWords} are ignored.`;
}

/** As much money as a network costs, in a round amount; null where no budget is so large. */
function spendFor(standing: Standing | null): Remedy | null {
  if (standing === null) return null;
  const { perTerminal } = standing.candidate;
  const budget = stepOn("budget", needParams.budget, Math.ceil(perTerminal) - 1, 1);
  return budget < perTerminal ? null : { words: `Spend ${formatMoney(budget)}`, change: { budget } };
}

/** Why there is no network at all, and the fewest ports that make one: of the largest switches there is one of any size. */
function withoutAny(need: Need): Pick<Answer, "after" | "remedy"> {
  let { ports } = need;
  do ports = stepOn("ports", needParams.ports, ports, 1);
  while (ports < needParams.ports.max && candidatesOf({ ...need, ports }).length === 0);
  return {
    after: `No family here makes ${formatCount(need.terminals)} terminals from switches of at most ${formatCount(need.ports)} ports.`,
    remedy: { words: `Use ${formatCount(ports)} ports`, change: { ports } },
  };
}
