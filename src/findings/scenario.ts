/** The finding of one scenario, for any workload, and of a run that ended in a deadlock: since when nothing moves, and who waits for whom. */
import type { Analysis } from "../core/analysis/analysis.ts";
import { isDeadlocked, type Results } from "../core/measures/results.ts";
import { type Scenario, scenarioFactsIfValid } from "../core/scenario/scenario.ts";
import { type Finding, findingOfTraffic } from "./traffic.ts";
import { findingOfMessages } from "./messages.ts";
import { withComponents } from "./scope.ts";
import { networkPhrase } from "../words/networks.ts";
import { trafficPhrase } from "../words/traffic.ts";
import { findingOfProgram } from "./program.ts";
import type { Units } from "../words/units.ts";
import { routings } from "../core/routings/registry.ts";
import { workloads } from "../core/workloads/registry.ts";
import { countOf, formatCount } from "../words/numbers.ts";
import { offeredLoadOf } from "./cause/bottleneck.ts";
import { type KeyFigure, keyFigureOf } from "./key-figure.ts";

/** Reasons with more words than this are evidence only. */
const maxReasonWords = 12;

/**
 * The finding of a run. A deadlock takes precedence over everything else. The analysis, if available, adds what an empty network would
 * take.
 */
export function findingOfScenario(units: Units, scenario: Scenario, results: Results, analysis: Analysis | null): Finding {
  if (results.deadlock === null && results.ranks !== undefined)
    return withComponents(scenario, findingOfProgram(units, scenario, networkPhrase(scenario), results, analysis));
  if (isDeadlocked(results)) return withComponents(scenario, findingOfDeadlock(units, scenario, results));
  return workloads.get(scenario.workload.kind).isEndless
    ? findingOfTraffic(units, scenario, results, analysis)
    : withComponents(scenario, findingOfMessages(units, networkPhrase(scenario), trafficPhrase(scenario), results));
}

/** The finding of a deadlocked run, with its cause. */
function findingOfDeadlock(units: Units, scenario: Scenario, results: Results): Finding {
  const { workload, routing } = scenario;
  const { cycles, stalledSince, consumed, offeredPerSender, packets, arrived } = results;
  const waitingPackets = results.deadlock ?? [];
  const facts = scenarioFactsIfValid(scenario);
  const routingReason = facts === null ? null : routings.get(routing.kind).reasonForDeadlock(routing.values, facts);
  const isStandstill = stalledSince !== undefined;
  const foundAt = units.sayMoment(cycles, cycles);
  const head = isStandstill
    ? `Deadlock: no packet moves after ${units.sayMoment(stalledSince, cycles)}.`
    : `Deadlock, found at ${foundAt}.`;
  const shortReason = routingReason === null || routingReason.split(" ").length > maxReasonWords ? "" : ` ${routingReason}`;
  return {
    answer: isStandstill
      ? `Under ${trafficPhrase(scenario)}, the network deadlocks: no packet moves after ${units.sayMoment(stalledSince, cycles)}, and ${sayDeadlockCycle(waitingPackets.length)}.`
      : `Under ${trafficPhrase(scenario)}, the network deadlocked: ${sayDeadlockCycle(waitingPackets.length)}, found at ${foundAt}.`,
    figure: workloads.get(workload.kind).isEndless
      ? keyFigureOfDeadlock(units, offeredLoadOf(scenario, results) ?? offeredPerSender, results)
      : { value: formatCount(arrived), words: `of ${countOf(packets, "packet", "packets")} delivered` },
    besides: { head, rest: `${sayWaitCycle(waitingPackets.length)} Other packets are blocked behind them.${shortReason}` },
    evidence: [
      ...waitingPackets.slice(0, 1),
      ...(consumed === undefined ? [] : [`${countOf(consumed, "packet was", "packets were")} delivered before.`]),
      ...(isStandstill ? [`The deadlock was found at ${foundAt}.`] : []),
      ...(routingReason === null ? [] : [routingReason]),
    ],
  };
}

/** The length of the cycle of waiting packets. It is 0 if the cycle was not found. */
function sayDeadlockCycle(packets: number): string {
  return packets === 0
    ? "no packet can move any more"
    : packets === 1
      ? "1 packet waits for itself"
      : `${countOf(packets, "packet", "packets")} wait for each other in a cycle`;
}

/** The cycle of waiting packets, as a sentence. */
function sayWaitCycle(packets: number): string {
  if (packets === 0) return "No packet can move any more.";
  return packets === 1
    ? "1 packet waits for a buffer that it holds itself."
    : `${formatCount(packets)}\u00a0packets wait in a cycle, each for a buffer that the next one holds.`;
}

/**
 * The key figure of a network that deadlocked: the packets that were delivered before, because the load that it delivers from then on is 0.
 * Results of earlier versions do not contain their number.
 */
export function keyFigureOfDeadlock(units: Units, offered: number, { consumed }: Results): KeyFigure {
  if (consumed === undefined) return keyFigureOf(units, offered, 0, false);
  return { value: countOf(consumed, "packet", "packets"), words: "delivered, then none", loads: { delivered: 0, offered } };
}
