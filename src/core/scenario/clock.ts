/** How long a cycle is, from a scenario's technology, and what that is in cycles of another one. */
import { defaultsOf } from "../base/params.ts";
import { phitBytes } from "../base/units.ts";
import { technologies } from "../technologies/shelf.ts";
import type { Scenario } from "./scenario.ts";

/** Bytes a second that a channel carries, all on the wire counted; null where the length of a cycle is not known. */
export function channelRateOf({ technology }: Pick<Scenario, "technology">): number | null {
  return technologies.get(technology.kind).rate(technology.values);
}

/** The first technology that has a rate, as remedies name it. */
export const ratedTechnology = () => technologies.firstThat(({ params, rate }) => rate(defaultsOf(params)) !== null)!;

/** Seconds of a cycle, in which a channel carries one phit; null where time is told in cycles. */
export function cycleSecondsOf(scenario: Pick<Scenario, "technology">): number | null {
  const rate = channelRateOf(scenario);
  return rate === null ? null : phitBytes / rate;
}

/**
 * How long a cycle of a scenario is, in cycles of another one: 1 where both have links of one rate, or neither tells seconds;
 * null where one of them tells seconds and the other does not, so that their times cannot stand beside each other.
 */
export function cycleIn(scenario: Pick<Scenario, "technology">, other: Pick<Scenario, "technology">): number | null {
  const [rate, its] = [channelRateOf(scenario), channelRateOf(other)];
  if (rate === null || its === null) return rate === its ? 1 : null;
  return its / rate;
}
