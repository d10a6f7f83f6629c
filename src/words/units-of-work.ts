/**
 * Times and bandwidths of programs in the units of the work: seconds and bytes per second first, cycles behind; and what is not modeled
 * where it would change the answer.
 */
import { phitBytes, quantityForPeople } from "../core/base/units.ts";
import { cyclesOnly } from "../core/base/time-unit.ts";
import { hosts } from "../core/hosts/registry.ts";
import { channelRateOf } from "../core/scenario/clock.ts";
import { assumedTechnology } from "../core/scenario/edits/assumed-technology.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { technologies } from "../core/technologies/registry.ts";
import { workloads } from "../core/workloads/registry.ts";
import { formatCount, formatMeasure, withUnit } from "./numbers.ts";
import { type Units, unitsOf } from "./units.ts";

/** A missing latency is mentioned if it would add at least this fraction to the time. */
const noticeableFraction = 0.01;

/** Seconds of a cycle in which times are given; null if times are written in cycles. */
function cycleSecondsIn(units: Units): number | null {
  const { name, perCycle } = units.timeUnit(Infinity);
  return name === cyclesOnly.name ? null : perCycle;
}

/**
 * A bandwidth in the unit in which it is at least 1, such as `7.81 MB/s`, if loads are written in bytes per second; otherwise as a load.
 * @param bytesPerCycle bytes per cycle
 */
export function sayBandwidth(units: Units, bytesPerCycle: number): string {
  const seconds = cycleSecondsIn(units);
  if (seconds === null || !units.unitAfter("phits/cycle").endsWith("B/s")) return units.sayLoad(bytesPerCycle / phitBytes);
  // Rounded before the unit is chosen, so that 999.9 MB/s are 1 GB/s.
  const [rate, name] = quantityForPeople(Number((bytesPerCycle / seconds).toPrecision(3)), "rate").split(" ");
  return withUnit(formatMeasure(Number(rate)), name);
}

/** A time in cycles, with the length of a cycle, after it has been given in seconds; empty if times are written in cycles. */
export function sayInCycles(units: Units, cycles: number): string {
  const seconds = cycleSecondsIn(units);
  if (seconds === null) return "";
  const length = seconds < 1e-9 ? withUnit(formatMeasure(seconds * 1e12), "ps") : units.sayTime(1);
  return `${units.sayTime(cycles)} are ${formatCount(cycles)} cycles of ${length}.`;
}

/**
 * The time of timed work without a technology, on the links that the page would assume, and its bus bandwidth: a cycle is the time of 4
 * bytes. Empty if there is a technology, or if the work is not timed.
 * @param busBandwidth bytes per cycle; null if the work has none
 */
export function sayWithTechnology(scenario: Scenario, cycles: number, busBandwidth: number | null): string {
  if (channelRateOf(scenario) !== null || workloads.get(scenario.workload.kind).isTimed !== true) return "";
  const rate = assumedTechnology.values["rate"] as number;
  const units = unitsOf({ is: "rate", channel: rate }, "", phitBytes / rate);
  const bandwidthClause = busBandwidth === null ? "" : `, ${sayBandwidth(units, busBandwidth)} of bus bandwidth`;
  return `No technology is chosen, so times are in cycles; on links of 400 Gb/s (${quantityForPeople(rate, "rate")}) without latency this is ${units.sayTime(cycles)}${bandwidthClause}.`;
}

/** Whether a scenario has a latency of messages: of its technology, its hosts or its links. */
function hasLatency({ technology, host, links }: Scenario): boolean {
  const kind = hosts.get(host.kind);
  const model = kind.model?.(host.values, channelRateOf({ technology }));
  return (
    technologies.get(technology.kind).latency(technology.values) > 0 ||
    kind.startUp(host.values) > 0 ||
    kind.overhead(host.values) > 0 ||
    (model !== undefined && model.L + model.o > 0) ||
    links.some(({ length }) => length !== 0)
  );
}

/**
 * That no latency is modeled, and what a usual latency would take at least, if this would change the time noticeably. Empty if times are in
 * cycles, or if there is a latency.
 * @param cycles the time, in cycles of the page
 * @param steps messages that depend on each other
 */
export function sayMissingLatency(units: Units, scenario: Scenario, cycles: number, steps: number): string {
  const seconds = cycleSecondsIn(units);
  if (seconds === null || hasLatency(scenario)) return "";
  const latency = assumedTechnology.values["latency"] as number;
  const added = (steps * latency * 1e-6) / seconds;
  if (added < noticeableFraction * cycles) return "";
  const stepsText = steps === 1 ? "a message" : `${formatCount(steps)} messages in a row`;
  return `No latency is modeled: the time is only that of the bytes; with ${withUnit(String(latency), "µs")} of latency, ${stepsText} would take at least ${units.sayTime(added)}.`;
}
