/** What is nearest to all it can carry, as sentences of a finding. */
import type { Load } from "../core/measures/results.ts";
import { countOf, formatLoad, sayLoad } from "../words/numbers.ts";
import { capital } from "../words/params.ts";

/** The group of channels nearest to its common capacity, and the busiest channel; empty where nothing was carried. */
export function sayBusiest({ worst, worstName, equals = 0, fullest }: Load): string {
  if (worst === 0) return "";
  const others = equals === 0 ? "" : `, and ${countOf(equals, "other", "others")} as busy`;
  const channel = `Busiest channel: ${worstName}${others}, ${sayLoad(worst)}.`;
  if (fullest === undefined) return channel;
  const { name, isInto, load, capacity } = fullest;
  return `${capital(name)} ${isInto ? "takes in" : "gives out"} ${formatLoad(load)} of the ${sayLoad(capacity)} it can. ${channel}`;
}
