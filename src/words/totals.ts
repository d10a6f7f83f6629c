/** The total offered load of all terminals, in words. */
import type { TotalDemand } from "../core/workloads/contract.ts";
import { formatMeasure, withUnit } from "./numbers.ts";

/** Metric prefixes in steps of 1000. */
const metricPrefixes = ["", "k", "M", "G", "T", "P", "E"];

/** Returns functions that write the total offered load and parts of it, all in the unit whose metric prefix suits the total. */
export function totalFormatOf({ amount, unit, load }: TotalDemand) {
  const [, prefix, baseUnit] = /^([kMG]?)(.*\/s)$/.exec(unit) ?? [unit, "", ""];
  const prefixIndex = metricPrefixes.indexOf(prefix);
  const prefixSteps = baseUnit === "" || amount === 0 ? 0 : Math.floor(Math.log10(amount) / 3 + 1e-9);
  const shownIndex = Math.min(metricPrefixes.length - 1, Math.max(0, prefixIndex + prefixSteps));
  const shownUnit = baseUnit === "" ? unit : metricPrefixes[shownIndex] + baseUnit;
  const write = (partialLoad: number) =>
    formatMeasure((partialLoad / load) * (amount / 1000 ** (baseUnit === "" ? 0 : shownIndex - prefixIndex)));
  /** A part with its unit: `3.79 Tb/s`. */
  const say = (partialLoad: number) => withUnit(write(partialLoad), shownUnit);
  return {
    /** A total load, in phits per cycle, as a number in that unit: `3.21`. */
    write,
    say,
    /** The total with its unit. */
    whole: say(load),
  };
}
