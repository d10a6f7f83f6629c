/** How long a cycle is, from a scenario's technology. */
import { technologies } from "../technologies/index.ts";
import type { Scenario } from "./scenario.ts";

/** Bytes of a phit: 32 bits (Navaridas et al., §3.1). */
export const phitBytes = 4;

/** Bytes a second that a channel carries, all on the wire counted; null where nobody says how long a cycle is. */
export function channelRateOf({ technology }: Pick<Scenario, "technology">): number | null {
  return technologies.get(technology.kind).rate(technology.values as never);
}

/** Seconds of a cycle, in which a channel carries one phit; null where time is told in cycles. */
export function cycleSecondsOf(scenario: Pick<Scenario, "technology">): number | null {
  const rate = channelRateOf(scenario);
  return rate === null ? null : phitBytes / rate;
}
