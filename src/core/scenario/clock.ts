/** The length of a cycle, from the technology of a scenario, and the ratio of two such lengths. */
import { defaultsOf } from "../base/params.ts";
import { phitBytes } from "../base/units.ts";
import { technologies } from "../technologies/registry.ts";
import type { Scenario } from "./scenario.ts";

/** Bytes per second that a channel carries, including overhead; null if the length of a cycle is unknown. */
export function channelRateOf({ technology }: Pick<Scenario, "technology">): number | null {
  return technologies.get(technology.kind).rate(technology.values);
}

/** The first technology with a rate, which remedies suggest. */
export const ratedTechnology = () => technologies.findFirst(({ params, rate }) => rate(defaultsOf(params)) !== null)!;

/** Seconds of a cycle, in which a channel carries one phit; null if time is counted in cycles only. */
export function cycleSecondsOf(scenario: Pick<Scenario, "technology">): number | null {
  const rate = channelRateOf(scenario);
  return rate === null ? null : phitBytes / rate;
}

/**
 * The cycle of a scenario in cycles of another scenario: 1 if both have the same rate, or neither has one; null if only one of them has a
 * rate, because their times are then not comparable.
 */
export function cycleRatio(scenario: Pick<Scenario, "technology">, other: Pick<Scenario, "technology">): number | null {
  const [rate, otherRate] = [channelRateOf(scenario), channelRateOf(other)];
  if (rate === null || otherRate === null) return rate === otherRate ? 1 : null;
  return otherRate / rate;
}
