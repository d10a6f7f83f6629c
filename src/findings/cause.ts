/** The cause: why a network delivers the load it does, in at most thirty words. The numbers behind it are shown below it. */
import type { Analysis } from "../core/analysis/analysis.ts";
import type { Results } from "../core/measures/results.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { routings } from "../core/routings/shelf.ts";
import { factsIfValid, hasContention } from "../core/scenario/scenario.ts";
import { workloads } from "../core/workloads/shelf.ts";
import { countOf, formatCount, formatPercent, sayPercent } from "../words/numbers.ts";
import { capital } from "../words/params.ts";
import type { Units } from "../words/units.ts";
import { askedOf, bottleneckOf, full, isShort } from "./bottleneck.ts";
import { allOfIt } from "./figure.ts";
import type { Finding } from "./traffic.ts";

/** A cause in two parts: the head is shown in bold, the rest follows. */
export interface Cause {
  readonly head: string;
  readonly rest: string;
}

/** Packets count as waiting if their latency exceeds the zero-load latency by this factor. */
const waitsLong = 1.5;
/** Buffers count as the bottleneck if the load of a virtual channel exceeds this fraction of the rate that they allow. */
const nearly = 0.8;

/**
 * Why the scenario's run had its result. Workloads without a cause of their own get the first sentence of the evidence.
 * @param analysis of the same scenario; null while it is being computed, and the cause is then less specific
 */
export function causeOf(units: Units, scenario: Scenario, results: Results, analysis: Analysis | null, finding: Finding): Cause {
  if (results.deadlock !== null) return deadlockedIn(units, scenario, results);
  if (!workloads.get(scenario.workload.kind).endless) return finding.besides ?? { head: "", rest: finding.evidence[0] ?? "" };
  if ((results.lost ?? 0) > 0) {
    const part = `${formatPercent(results.lost!)}\u00a0%`;
    return { head: `No path is left for ${part} of the traffic.`, rest: "What has one is sent." };
  }
  if (!hasContention(scenario) && results.latency !== null) {
    return { head: "Nothing is in the way of anything.", rest: `A packet takes ${units.sayTime(Math.round(results.latency.mean))}.` };
  }
  return results.acceptedPerSender >= allOfIt * results.offeredPerSender && !isShort(results, analysis, scenario)
    ? copes(units, results, analysis)
    : fallsShort(units, scenario, results, analysis);
}

function deadlockedIn(units: Units, { topology, routing, ...rest }: Scenario, { deadlock, cycles }: Results): Cause {
  const facts = factsIfValid({ topology, routing, ...rest });
  const why = facts === null ? null : routings.get(routing.kind).canDeadlock(routing.values, facts);
  return {
    head: `Deadlock at ${units.sayMoment(cycles, cycles)}.`,
    rest: `${countOf(deadlock!.length, "packet", "packets")} wait in a circle, each for the place that the next one holds; others pile up behind them.${why === null || why.split(" ").length > 12 ? "" : ` ${why}`}`,
  };
}

/** The cause if all traffic arrives: whether packets wait, and whether their latency is above that of an empty network. */
function copes(units: Units, { latency, load, arrived, packets, steady }: Results, analysis: Analysis | null): Cause {
  if (latency === null || load.worst === 0) return { head: "No packet has arrived yet.", rest: "Measure longer." };
  const empty = analysis?.zeroLoadLatency ?? Infinity;
  const inEmpty = analysis === null ? "" : `, ${units.sayTimeAfter(Math.round(empty), latency.mean)} in an empty network`;
  const isLate = latency.mean > waitsLong * empty || arrived < allOfIt * packets;
  const head = !steady.is
    ? "The latency still changes: measure longer."
    : isLate
      ? "All arrives, but packets wait."
      : analysis === null
        ? "All arrives."
        : "Nothing waits for long.";
  return {
    head,
    rest: `A packet takes ${units.sayTime(Math.round(latency.mean))}${inEmpty}. The busiest channel is busy ${sayPercent(load.worst)} of the time.`,
  };
}

/** The cause if less arrives than is offered: channels are overloaded, or packets are blocked before any channel is full. */
function fallsShort(units: Units, scenario: Scenario, results: Results, analysis: Analysis | null): Cause {
  const { worst, fullest } = results.load;
  const { name, asked, rate, carries, overloaded } = bottleneckOf(
    results,
    analysis,
    askedOf(scenario, results) ?? results.offeredPerSender,
  );
  if (fullest !== undefined && fullest.load >= full * fullest.capacity) {
    const { isInto, load: taken, capacity } = fullest;
    return {
      head: `${capital(fullest.name)} is full.`,
      rest: `It ${isInto ? "takes in" : "gives out"} ${units.formatLoad(taken)} of the ${units.sayLoad(capacity)} it can.`,
    };
  }
  if (worst < full) {
    const short = shortOfRoom(units, analysis, askedOf(scenario, results) ?? results.offeredPerSender);
    if (short !== null) return short;
    return {
      head: "No channel is full: packets wait behind packets that wait.",
      rest: "",
    };
  }
  return asked !== null && asked > 1
    ? {
        head: `${overloaded === 1 ? "One channel is" : `${formatCount(overloaded)} channels are`} asked for more than ${overloaded === 1 ? "it carries" : "they carry"}.`,
        rest: `${capital(name)} is asked for ${units.formatLoad(asked * rate)}${carries === null ? ", the most of all" : ` and carries ${units.formatLoad(carries * rate)}`}.`,
      }
    : { head: `${capital(name)} is full.`, rest: `It carries ${units.formatLoad(worst * rate)}; what wants to cross it waits.` };
}

/** Links on which a virtual channel can hardly send its load because its buffers are shorter than a round trip; null if there are none. */
function shortOfRoom(units: Units, analysis: Analysis | null, load: number): Cause | null {
  const trips = analysis?.roundTrips?.filter(({ part, asked }) => part < 1 && asked * load > nearly * part) ?? [];
  const [short] = trips.toSorted((a, b) => b.asked / b.part - a.asked / a.part);
  if (short === undefined) return null;
  const part = short.part < 0.005 ? "less than 1\u00a0%" : sayPercent(short.part);
  return {
    head: `Buffers are too short for ${short.linkClass === "link" ? "these" : `the ${short.linkClass}`} links.`,
    rest: `In a round trip of ${units.sayTime(short.cycles)}, a virtual channel sends only what a buffer holds, ${part} of the rate.`,
  };
}
