/** The finding of a run: the answer in one sentence, and the evidence for it. */
import type { Analysis } from "../core/analysis/analysis.ts";
import { type Results, senderName } from "../core/measures/results.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { formatCount, formatPercent } from "../words/numbers.ts";
import { offeredLoadOf } from "./cause/bottleneck.ts";
import { fullDeliveryFraction, type KeyFigure, keyFigureOf } from "./key-figure.ts";
import { sayBusiestChannels } from "./busiest.ts";
import { deliveryOf, loadFormatter, totalOf } from "./delivery.ts";
import { withComponents } from "./scope.ts";
import { trafficPhrase } from "../words/traffic.ts";
import { totalFormatOf } from "../words/totals.ts";
import { networkPhrase } from "../words/networks.ts";
import type { Units } from "../words/units.ts";

export interface Finding {
  /** The answer in a sentence. */
  readonly answer: string;
  /** The answer as a number, shown in place of the sentence; absent if no single number answers. */
  readonly figure?: KeyFigure;
  /** The cause that a collective operation or a deadlock provides itself, shown below the number; otherwise absent. */
  readonly besides?: { readonly head: string; readonly rest: string };
  /** Evidence, one sentence each. The page shows the first sentence muted, and all others on request. */
  readonly evidence: readonly string[];
  /** A sentence on which part of the network takes part, if the network is not connected. Also the last sentence of the evidence. */
  readonly scope?: string;
  /** True if results that may change the finding are still missing. */
  readonly isPartial?: boolean;
}

/** The finding at the shown point of a sweep, used until the sweep as a whole has a finding. */
export function findingAtPoint(point: string, finding: Finding): Finding {
  return point === "" ? finding : { ...finding, answer: `At ${point}: ${finding.answer}` };
}

/** The finding of a run with open-loop traffic that did not deadlock. The analysis, if available, adds the zero-load latency. */
export function findingOfTraffic(units: Units, scenario: Scenario, results: Results, analysis: Analysis | null): Finding {
  return withComponents(scenario, findingOfEndlessTraffic(units, scenario, results, analysis));
}

/**
 * The finding of a run with open-loop traffic: how much of the offered load the network delivers, with a key figure, and evidence such as
 * the latency. Loads are phits per cycle and sender. The *nominal* load is the specified one; by chance, the load created in the window may
 * differ.
 */
function findingOfEndlessTraffic(units: Units, scenario: Scenario, results: Results, analysis: Analysis | null): Finding {
  const { offeredPerSender: offered, acceptedPerSender: accepted, latency, terminals, sending, lost = 0 } = results;
  const senderNoun = senderName(results);
  const specifiedLoad = offeredLoadOf(scenario, results);
  const total = totalOf(scenario);
  const paintedTotal = total === null ? null : totalFormatOf(total);
  const unconnectedLoad = total === null ? 0 : totalOf(scenario, false)!.load - total.load;
  const formatPerSender = loadFormatter(units, scenario, results);
  const { nominal: nominalLoad, offered: shownOffered, extent } = deliveryOf(units, scenario, results, analysis);
  // The answer: what was offered and what is delivered.
  const introduction =
    paintedTotal !== null
      ? `Of ${paintedTotal.whole} of ${trafficPhrase(scenario)},`
      : specifiedLoad === null
        ? `The jobs offered ${trafficPhrase(scenario)} of ${units.sayLoad(offered)} per ${senderNoun};`
        : `Offered ${trafficPhrase(scenario)} of ${units.sayLoad(specifiedLoad)} per ${senderNoun},`;
  const keyFigure = keyFigureOf(units, shownOffered, accepted, extent !== "part");
  const deliveredText = lost === 0 && extent === "all" ? (paintedTotal === null ? "all of it" : "all") : formatPerSender(accepted);
  const figure =
    paintedTotal === null
      ? keyFigure
      : {
          ...keyFigure,
          value: formatPerSender(keyFigure.loads!.delivered),
          words: `of ${paintedTotal.say(shownOffered * sending)} delivered`,
        };
  const lostClause = lost === 0 ? "" : sayLostTraffic(formatPerSender, lost, extent === "all" ? null : offered);
  const answer = `${introduction} ${networkPhrase(scenario)} delivers ${deliveredText}${lostClause}.`;
  // The evidence: latency, precision, traffic that was not created, and full channels.
  const evidence = [
    latency === null ? "None of the packets created in the measurement window has arrived." : latencySentence(units, results, analysis),
    precisionSentence(units, results),
    lost === 0 && shownOffered !== nominalLoad
      ? `${scenario.workload.values["process"] === "in-step" ? "Because terminals send whole messages" : "Because injection is random"}, the offered load was ${formatPerSender(offered)} in the measurement window instead of ${formatPerSender(nominalLoad)}.`
      : "",
    unconnectedLoad > 0
      ? `${paintedTotal!.say(unconnectedLoad)} more is painted in the traffic matrix for terminals that are not connected yet.`
      : "",
    ...sayBusiestChannels(units, results.load),
    sending < terminals
      ? silentSentence(terminals - sending, terminals, paintedTotal === null ? units.formatLoad(results.accepted) : null)
      : "",
  ];
  return { answer, figure, evidence: evidence.filter((each) => each !== "") };
}

/**
 * The share of traffic without a path in a disconnected network, and the remaining offered load if that is not fully delivered either.
 * @param reachableLoad the offered load that has a path; null if all of it is delivered
 */
function sayLostTraffic(formatPerSender: (load: number) => string, lost: number, reachableLoad: number | null): string {
  const lostClause = `${formatPercent(lost)}\u00a0% of the traffic has no path`;
  return reachableLoad === null ? `: ${lostClause}` : ` of ${formatPerSender(reachableLoad)}; ${lostClause}`;
}

/** The mean latency is shown only if at least this fraction of the packets created in the measurement window has arrived. */
const leastArrivedFraction = 0.25;

/**
 * A sentence on the mean latency: compared with an empty network if all measured packets have arrived, otherwise with the share that has
 * arrived. A run is `steady` if its latency no longer changes.
 */
function latencySentence(
  units: Units,
  { latency, steady, packets, arrived, accepted, offered }: Results,
  analysis: Analysis | null,
): string {
  const meanClause = `The mean latency is ${units.sayTime(Math.round(latency!.mean))}`;
  if (arrived < packets) {
    const percentArrived = formatPercent(arrived / packets);
    const share = arrived < 0.005 * packets ? "less than 1" : percentArrived === "100" ? "more than 99" : `only ${percentArrived}`;
    const arrivalClause = `The queues grow: ${share}\u00a0% of the packets from the measurement window arrived before the run ended`;
    // The first packets to arrive are the fastest, so a mean over few arrivals is biased.
    return arrived < leastArrivedFraction * packets
      ? `${arrivalClause}.`
      : `${arrivalClause}, with a mean latency of ${units.sayTime(Math.round(latency!.mean))}.`;
  }
  if (!steady.is)
    return accepted < fullDeliveryFraction * offered
      ? `${meanClause}, and the queues grow.`
      : `${meanClause}, but the run is not yet in steady state: measure longer.`;
  return analysis === null
    ? `${meanClause}.`
    : `${meanClause}; in an empty network it is ${units.sayTimeAfter(Math.round(analysis.zeroLoadLatency), latency!.mean)}.`;
}

/** The precision that was reached, if the scenario sets one; empty if the scenario sets none, and while the run goes on. */
function precisionSentence(units: Units, { precision, latency, acceptedPerSender: mean }: Results): string {
  if (precision === undefined || precision.verdict === "going-on") return "";
  const { verdict, asked: requestedPrecision, warmUp, measured } = precision;
  const errors = [
    ...(precision.latency === null || latency === null ? [] : [precision.latency / latency.mean]),
    ...(precision.accepted === null || mean === 0 ? [] : [precision.accepted / mean]),
  ];
  const reachedPrecision = errors.length === 0 ? null : formatPercent(Math.max(...errors));
  const durationClause = `${units.sayTime(warmUp)} of warm-up and ${units.sayTime(measured)} measured`;
  if (verdict === "full")
    return `The 95\u00a0% confidence interval of the accepted load is ±\u00a0${reachedPrecision ?? requestedPrecision}\u00a0%, after ${durationClause}.`;
  if (verdict === "known")
    return `The 95\u00a0% confidence intervals of both means are at most ±\u00a0${reachedPrecision ?? requestedPrecision}\u00a0%, after ${durationClause}.`;
  return `The requested precision of ±\u00a0${requestedPrecision}\u00a0% was not reached: the longest allowed run, ${durationClause}, gives ${reachedPrecision === null ? "no confidence interval" : `±\u00a0${reachedPrecision}\u00a0%`}.`;
}

/** The number of silent terminals, and the delivered load averaged over all terminals if loads are given per sender. */
function silentSentence(silent: number, terminals: number, delivered: string | null): string {
  const subject = `${formatCount(silent)} of ${formatCount(terminals)} terminals ${silent === 1 ? "sends" : "send"} nothing`;
  return delivered === null
    ? `${subject}.`
    : `${subject}; averaged over all ${formatCount(terminals)} terminals, the accepted load is ${delivered}.`;
}
