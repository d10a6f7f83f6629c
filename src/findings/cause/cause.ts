/**
 * The cause: why a network delivers the load it does, in at most thirty words. The page shows the numbers that support the cause below it.
 */
import type { Analysis } from "../../core/analysis/analysis.ts";
import type { Results } from "../../core/measures/results.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { hasContention } from "../../core/scenario/scenario.ts";
import { workloads } from "../../core/workloads/registry.ts";
import { formatCount, formatPercent, sayPercent } from "../../words/numbers.ts";
import { capitalize } from "../../words/params.ts";
import type { Units } from "../../words/units.ts";
import { offeredLoadOf, bottleneckOfRun, fullUtilization } from "./bottleneck.ts";
import { deliveryOf } from "../delivery.ts";
import { fullDeliveryFraction } from "../key-figure.ts";
import type { Finding } from "../traffic.ts";

/** A cause in two parts: the head is shown in bold, the rest follows. */
export interface Cause {
  /** What kind of cause it is, from which `deciding-settings.ts` finds the settings that it depends on. */
  readonly is: CauseKind;
  readonly head: string;
  readonly rest: string;
}

/** `finite`: the cause of a program or a list of messages, which its finding gives. `part`: a terminal or switch is full. */
export type CauseKind =
  | "deadlock"
  | "finite"
  | "unconnected"
  | "ideal"
  | "delivered"
  | "unsteady"
  | "part"
  | "buffers"
  | "blocking"
  | "channel";

/** Packets count as waiting if their latency exceeds the zero-load latency by this factor. */
const waitingFactor = 1.5;
/** Buffers count as the bottleneck if the load of a virtual channel exceeds this fraction of the rate that they allow. */
const bufferLimitedFraction = 0.8;

/**
 * Why the scenario's run had its result. Workloads for which no cause is defined get the first sentence of the evidence.
 * @param analysis of the same scenario; null while it is being computed, and the cause is then less specific
 */
export function causeOf(units: Units, scenario: Scenario, results: Results, analysis: Analysis | null, finding: Finding): Cause {
  // The finding of a deadlock or of a finite workload contains its cause.
  if (results.deadlock !== null || !workloads.get(scenario.workload.kind).isEndless)
    return { is: results.deadlock === null ? "finite" : "deadlock", ...(finding.besides ?? { head: "", rest: finding.evidence[0] ?? "" }) };
  if ((results.lost ?? 0) > 0) {
    const lostShare = `${formatPercent(results.lost!)}\u00a0%`;
    return { is: "unconnected", head: `${lostShare} of the traffic has no path.`, rest: "Only the rest is sent." };
  }
  if (!hasContention(scenario) && results.latency !== null) {
    return {
      is: "ideal",
      head: "This network has no contention.",
      rest: `The mean latency is ${units.sayTime(Math.round(results.latency.mean))}.`,
    };
  }
  const { extent } = deliveryOf(units, scenario, results, analysis);
  return extent === "part"
    ? causeOfShortfall(units, scenario, results, analysis)
    : causeOfDelivery(units, results, analysis, extent === "all" ? "All" : "Nearly all");
}

/**
 * The cause of a run's result, for display below it, if all or nearly all traffic arrives: whether packets wait, and whether their latency
 * is well above that of an empty network. A run is `steady` if its latency no longer changes. Latencies are cycles.
 * @param extent `All` or `Nearly all`, as the numbers read
 */
function causeOfDelivery(
  units: Units,
  { latency, load, arrived, packets, steady }: Results,
  analysis: Analysis | null,
  extent: string,
): Cause {
  if (latency === null || load.worst === 0) return { is: "unsteady", head: "No packet has arrived yet.", rest: "Measure longer." };
  const zeroLoadLatency = analysis?.zeroLoadLatency ?? Infinity;
  const comparisonWithEmpty =
    analysis === null ? "" : `; in an empty network it is ${units.sayTimeAfter(Math.round(zeroLoadLatency), latency.mean)}`;
  const isDelayed = latency.mean > waitingFactor * zeroLoadLatency || arrived < fullDeliveryFraction * packets;
  return {
    is: steady.is ? "delivered" : "unsteady",
    head: !steady.is
      ? "Not yet in steady state: measure longer."
      : `${extent} traffic is delivered${isDelayed ? ", but packets wait" : analysis === null ? "" : ", and packets hardly wait"}.`,
    rest: `The mean latency is ${units.sayTime(Math.round(latency.mean))}${comparisonWithEmpty}. The busiest channel is busy ${sayPercent(load.worst)} of the time.`,
  };
}

/**
 * The cause of a run's result, for display below it, if less arrives than is offered: a switch or terminal is full, buffers are too short
 * for the length of a link, channels are overloaded, or packets are blocked before any channel is full.
 */
function causeOfShortfall(units: Units, scenario: Scenario, results: Results, analysis: Analysis | null): Cause {
  const { worst, fullest } = results.load;
  const offered = offeredLoadOf(scenario, results) ?? results.offeredPerSender;
  const { name, offeredFraction, relativeRate, utilization, overloadedChannels } = bottleneckOfRun(results, analysis, offered);
  if (fullest !== undefined && fullest.load >= fullUtilization * fullest.capacity) {
    const { isInto, load: carriedLoad, capacity } = fullest;
    return {
      is: "part",
      head: `${capitalize(fullest.name)} is full.`,
      rest: `It ${isInto ? "receives" : "sends"} ${units.formatLoad(carriedLoad)} of at most ${units.sayLoad(capacity)}.`,
    };
  }
  if (worst < fullUtilization) {
    const bufferCause = causeOfShortBuffers(units, analysis, offered);
    if (bufferCause !== null) return bufferCause;
    return {
      is: "blocking",
      head: "Head-of-line blocking: no channel is full, but packets wait behind blocked ones.",
      rest: "",
    };
  }
  return offeredFraction !== null && offeredFraction > 1
    ? {
        is: "channel",
        head: overloadedChannels === 1 ? "One channel is overloaded." : `${formatCount(overloadedChannels)} channels are overloaded.`,
        rest: sayOverload(units, name, offeredFraction * relativeRate, utilization === null ? null : utilization * relativeRate),
      }
    : {
        is: "channel",
        head: `The channel ${name} is full.`,
        rest: `It carries ${units.sayLoad(worst * relativeRate)}; other packets queue for it.`,
      };
}

/** @param carried Load of the channel; null if the results do not hold it. */
function sayOverload(units: Units, name: string, offered: number, carried: number | null): string {
  return carried === null
    ? `The channel ${name} has the highest offered load, ${units.sayLoad(offered)}.`
    : `The channel ${name} is offered ${units.sayLoad(offered)} and carries ${units.formatLoad(carried)}.`;
}

/** Links on which a virtual channel can hardly send its load because its buffers are shorter than a round trip; null if there are none. */
function causeOfShortBuffers(units: Units, analysis: Analysis | null, load: number): Cause | null {
  const limitingTrips =
    analysis?.roundTrips?.filter(
      ({ part: allowedShare, asked: offeredFraction }) => allowedShare < 1 && offeredFraction * load > bufferLimitedFraction * allowedShare,
    ) ?? [];
  const [worstTrip] = limitingTrips.toSorted((a, b) => b.asked / b.part - a.asked / a.part);
  if (worstTrip === undefined) return null;
  const allowedShare = worstTrip.part < 0.005 ? "less than 1\u00a0%" : sayPercent(worstTrip.part);
  return {
    is: "buffers",
    head: `Buffers are too small for ${worstTrip.linkClass === "link" ? "these" : `the ${worstTrip.linkClass}`} links.`,
    rest: `Per round trip of ${units.sayTime(worstTrip.cycles)}, a virtual channel sends at most one full buffer: ${allowedShare} of the link rate.`,
  };
}
