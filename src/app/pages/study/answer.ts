/** What a study says: how many networks fit, and the cheapest that does what is asked; or why none does, and what would. */
import { capital } from "../../../core/base/words.ts";
import type { Candidate } from "../../../core/study/candidates.ts";
import { candidatesOf } from "../../../core/study/candidates.ts";
import { equal } from "../../../core/study/front.ts";
import { type Need, needParams } from "../../../core/study/need.ts";
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
  readonly standing: Standing | null;
  readonly remedy: Remedy | null;
}

/** The cheapest network within the budget that carries so much. */
function cheapest({ standings }: Plan, { budget }: Need, carried: number): Standing | null {
  let found: Standing | null = null;
  for (const each of standings) {
    if (each.candidate.perTerminal > budget || each.carries < carried - 1e-9) continue;
    if (found === null || each.candidate.cost < found.candidate.cost) found = each;
  }
  return found;
}

const underAll = (count: number) =>
  count === 1 ? "" : count === 2 ? " under both" : ` under all ${["three", "four", "five", "six"][count - 3] ?? count}`;
const named = ({ topology }: Candidate) => nameOfNetwork(topology);

/** How what a network carries is known: `0.92 ± 0.01`, `at most 1.00`. */
export function sayCarries({ carries, error, isMeasured }: Standing): string {
  return isMeasured ? `${formatRatio(carries)}${error > 0 ? ` ± ${formatRatio(error)}` : ""}` : `at most ${formatRatio(carries)}`;
}

export function answerOf(plan: Plan, need: Need): Answer {
  const nothing = { before: "", after: "", rest: "", standing: null, remedy: null };
  if (plan.standings.length === 0) return { ...nothing, ...withoutAny(need) };
  const within = plan.standings.filter(({ candidate }) => candidate.perTerminal <= need.budget);
  const many = countOf(plan.standings.length, "network has", "networks have");
  if (within.length === 0) {
    const least = plan.standings.reduce((a, b) => (b.candidate.cost < a.candidate.cost ? b : a));
    const price = Math.ceil(least.candidate.perTerminal);
    const budget = stepOn("budget", needParams.budget, price - 1, 1);
    return {
      ...nothing,
      after: `${many} the terminals, but none costs so little: the cheapest is ${named(least.candidate)}, at ${formatMoney(price)} a terminal.`,
      remedy: { words: `Spend ${formatMoney(budget)}`, change: { budget } },
    };
  }
  const best = within.reduce((a, b) => (b.carries > a.carries ? b : a));
  const found = cheapest(plan, need, need.carried);
  const head = `Of ${countOf(within.length, "network that fits", "networks that fit")}, ${countOf(plan.front.length, "is", "are")} best in some respect`;
  if (found === null) {
    const carried = Math.max(needParams.carried.min, Math.floor(best.carries / needParams.carried.step + 1e-9) * needParams.carried.step);
    return {
      ...nothing,
      before: `${head}; none carries `,
      after: `${underAll(need.under.length)}. The most for this money is ${sayCarries(best)}: ${named(best.candidate)}, at ${formatMoney(Math.round(best.candidate.perTerminal))} a terminal.`,
      remedy: { words: `Ask for ${formatRatio(Number(carried.toFixed(2)))}`, change: { carried: Number(carried.toFixed(2)) } },
    };
  }
  const half = cheapest(plan, need, need.carried / 2);
  const how = found.isMeasured ? `Simulated: it carries ${sayCarries(found)}.` : "By its bound: it is not simulated yet.";
  const less =
    half === null || half.candidate.cost >= found.candidate.cost
      ? ""
      : ` Half of that costs ${formatMoney(Math.round(half.candidate.perTerminal))}, ${half.isMeasured ? "simulated" : "by its bound"}: ${named(half.candidate)}.`;
  return {
    before: `${head}; the cheapest that carries `,
    after: `${underAll(need.under.length)} is ${named(found.candidate)}, at ${formatMoney(Math.round(found.candidate.perTerminal))} a terminal.`,
    rest: `${how}${less} What differs by less than ${formatRatio(equal)} counts as equal.`,
    standing: found,
    remedy: null,
  };
}

/** Why there is no network at all, and the nearest need that has one. */
function withoutAny(need: Need): Pick<Answer, "after" | "remedy"> {
  const { max } = needParams.ports;
  let ports = need.ports;
  while (ports < max) {
    ports = stepOn("ports", needParams.ports, ports, 1);
    if (candidatesOf({ ...need, ports }).length > 0) break;
  }
  const words = `No network here has ${formatCount(need.terminals)} terminals from switches of ${formatCount(need.ports)} ports.`;
  if (ports > need.ports && candidatesOf({ ...need, ports }).length > 0)
    return { after: words, remedy: { words: capital(`use ${formatCount(ports)} ports`), change: { ports } } };
  let { terminals } = need;
  while (terminals > 2) {
    terminals = stepOn("terminals", needParams.terminals, terminals, -1);
    if (candidatesOf({ ...need, terminals }).length > 0) break;
  }
  return { after: words, remedy: { words: `Ask for ${formatCount(terminals)} terminals`, change: { terminals } } };
}
