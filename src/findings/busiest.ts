/** Sentences about the resources closest to their capacity, as evidence of a finding. */
import type { Load } from "../core/measures/results.ts";
import { countOf, sayPercent } from "../words/numbers.ts";
import { capital } from "../words/params.ts";
import type { Units } from "../words/units.ts";

/** The group of channels closest to its common capacity, then the busiest channel. Empty if nothing was transmitted. */
export function sayBusiest(units: Units, { worst, worstName, rate, equals = 0, fullest }: Load): readonly string[] {
  if (worst === 0) return [];
  const others = equals === 0 ? "" : `; ${countOf(equals, "other is", "others are")} as busy`;
  const part = rate === undefined ? "" : `, ${sayPercent(worst)} of what it carries`;
  const channel = `Busiest channel: ${worstName}, ${units.sayLoad(worst * (rate ?? 1))}${part}${others}.`;
  if (fullest === undefined) return [channel];
  const { name, isInto, load, capacity } = fullest;
  return [
    `${capital(name)} ${isInto ? "takes in" : "gives out"} ${units.formatLoad(load)} of the ${units.sayLoad(capacity)} it can.`,
    channel,
  ];
}
