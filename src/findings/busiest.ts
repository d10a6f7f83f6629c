/** Sentences about the resources closest to their capacity, as evidence of a finding. */
import type { Load } from "../core/measures/results.ts";
import { countOf, sayPercent } from "../words/numbers.ts";
import { capitalize } from "../words/params.ts";
import type { Units } from "../words/units.ts";

/** The group of channels closest to its common capacity, then the busiest channel. Empty if nothing was transmitted. */
export function sayBusiestChannels(units: Units, { worst, worstName, rate, equals = 0, fullest }: Load): readonly string[] {
  if (worst === 0) return [];
  const others = equals === 0 ? "" : `; ${countOf(equals, "other channel is", "other channels are")} equally busy`;
  const utilization = rate === undefined ? "" : `, ${sayPercent(worst)} of its capacity`;
  const channel = `Busiest channel: ${worstName}, ${units.sayLoad(worst * (rate ?? 1))}${utilization}${others}.`;
  if (fullest === undefined) return [channel];
  const { name, isInto, load, capacity } = fullest;
  return [`${capitalize(name)} ${isInto ? "receives" : "sends"} ${units.formatLoad(load)} of at most ${units.sayLoad(capacity)}.`, channel];
}
