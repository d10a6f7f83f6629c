/** The finding: the answer in a sentence, and the evidence for it. */
import type { Analysis } from "../core/analysis/analysis.ts";
import { isDeadlocked, type Results, senderOf } from "../core/measures/results.ts";
import { routings } from "../core/routings/shelf.ts";
import { type Scenario, factsIfValid } from "../core/scenario/scenario.ts";
import { cycleSecondsOf } from "../core/scenario/clock.ts";
import type { Total } from "../core/workloads/contract.ts";
import { workloads } from "../core/workloads/shelf.ts";
import { countOf, formatCount, formatPercent } from "../words/numbers.ts";
import { askedOf, isShort } from "./bottleneck.ts";
import { allOfIt, type Figure, figureOf } from "./figure.ts";
import { sayBusiest } from "./busiest.ts";
import { withComponents } from "./in-parts.ts";
import { capital } from "../words/params.ts";
import { trafficOf } from "../words/traffic.ts";
import { wordsOfTotal } from "../words/totals.ts";
import { networkOf } from "../words/networks.ts";
import type { Units } from "../words/units.ts";

export interface Finding {
  /** The answer in a sentence. */
  readonly answer: string;
  /** The answer as a number, shown in place of the sentence; absent where no one number answers. */
  readonly figure?: Figure;
  /** What the answer says besides the number, told where the number stands for it, and why; empty where that is not known. */
  readonly besides?: { readonly head: string; readonly rest: string };
  /** The evidence, a sentence each: the first is shown muted, the others on request. */
  readonly evidence: readonly string[];
  /** What of the network it is about, where that is not connected; also the last of the evidence. */
  readonly scope?: string;
  /** True while more is coming in that may change it. */
  readonly isPartial?: boolean;
}

/** What was found of the one point of a sweep that is shown, as long as nothing is found of all. */
export function foundAt(point: string, finding: Finding): Finding {
  return point === "" ? finding : { ...finding, answer: `At ${point}: ${finding.answer}` };
}

/** A difference between the load asked for and the load created that is worth a sentence. */
const noticeable = 0.05;

/** What a run found of packets, whoever sends them. The analysis adds the empty network's latency and the bound when it is there. */
export function findingOfTraffic(units: Units, scenario: Scenario, results: Results, analysis: Analysis | null): Finding {
  const network = networkOf(scenario);
  const { endless: isEndless } = workloads.get(scenario.workload.kind);
  const found = isDeadlocked(results)
    ? deadlock(units, scenario, results)
    : isEndless
      ? endless(units, scenario, network, results, analysis)
      : finite(units, network, trafficOf(scenario), results);
  return withComponents(scenario, found);
}

function endless(units: Units, scenario: Scenario, network: string, results: Results, analysis: Analysis | null): Finding {
  const { offeredPerSender: offered, acceptedPerSender: accepted, latency, terminals, sending, lost = 0 } = results;
  const who = senderOf(results);
  const isAll = accepted >= allOfIt * offered && !isShort(results, analysis, scenario);
  const asked = askedOf(scenario, results);
  const total = totalOf(scenario);
  const painted = total === null ? null : wordsOfTotal(total);
  const waiting = total === null ? 0 : totalOf(scenario, false)!.load - total.load;
  const write = loadWriter(units, scenario, results);
  const nominal = asked ?? (total === null || lost > 0 ? offered : total.load / sending);
  const lead =
    painted !== null
      ? `Of ${painted.whole} of ${trafficOf(scenario)},`
      : asked === null
        ? `The jobs created ${trafficOf(scenario)} of ${units.sayLoad(offered)} per ${who};`
        : `Offered ${trafficOf(scenario)} of ${units.sayLoad(asked)} per ${who},`;
  const whole = Math.abs(offered - nominal) > noticeable * nominal ? offered : nominal;
  const known = figureOf(units, whole, accepted, isAll);
  // The number beside it says how much it is: what is told as another one is not told as all.
  const isTold = isAll && (painted !== null || write(Math.min(accepted, whole)) === write(whole));
  const delivered = lost === 0 && isTold ? "all of it" : write(accepted);
  const figure =
    painted === null ? known : { ...known, value: write(known.loads!.delivered), words: `of ${painted.say(whole * sending)} delivered` };
  const apart = lost === 0 ? "" : sayLost(write, lost, isAll ? null : offered);
  const answer = `${lead} ${network} delivers ${delivered}${apart}.`;
  const evidence = [
    latency === null ? "None of the packets created while measuring has arrived." : latencySentence(units, results, analysis),
    knownSentence(units, results),
    lost === 0 && Math.abs(offered - nominal) > noticeable * nominal
      ? `${scenario.workload.values["process"] === "in-step" ? "In whole messages" : "By chance"}, ${write(offered)} was created in the measured window.`
      : "",
    waiting > 0 ? `${painted!.say(waiting)} more is painted for terminals that are not connected yet.` : "",
    ...sayBusiest(units, results.load),
    sending < terminals ? silentSentence(terminals - sending, terminals, painted === null ? units.formatLoad(results.accepted) : null) : "",
  ];
  return { answer, figure, evidence: evidence.filter((each) => each !== "") };
}

/**
 * How loads per sender are written in the finding of a scenario, and beside it: as they are, or, where the traffic is painted as rates of pairs, as
 * the total of all senders.
 */
export function loadWriter(units: Units, scenario: Scenario, { sending }: Pick<Results, "sending">): (perSender: number) => string {
  const total = totalOf(scenario);
  const painted = total === null ? null : wordsOfTotal(total);
  return painted === null ? units.formatLoad : (load) => painted.write(load * sending);
}

/** What a scenario asks for in all, where that is no load of each terminal: of those that take part, or of those still to be connected, too. */
function totalOf(scenario: Scenario, isOfThose = true): Total | null {
  const { kind, values } = scenario.workload;
  const facts = factsIfValid(scenario);
  if (facts === null) return null;
  const { present, ...all } = facts;
  const site = isOfThose && present !== undefined ? facts : all;
  return workloads.get(kind).total?.(values, site, cycleSecondsOf(scenario)) ?? null;
}

/** What a network that has fallen apart cannot carry at all; and the rest of what was offered, where it does not deliver all of that either. */
function sayLost(write: (load: number) => string, lost: number, left: number | null): string {
  const part = `no path is left for ${formatPercent(lost)}\u00a0% of the traffic`;
  return left === null ? `: ${part}` : ` of ${write(left)}; ${part}`;
}

/** The part of the packets created while measuring that must have arrived for their mean latency to be shown. */
const tooFew = 0.25;

function latencySentence(
  units: Units,
  { latency, steady, packets, arrived, accepted, offered }: Results,
  analysis: Analysis | null,
): string {
  const mean = `A packet takes ${units.sayTime(Math.round(latency!.mean))} on average`;
  if (arrived < packets) {
    const part = formatPercent(arrived / packets);
    const share = arrived < 0.005 * packets ? "less than 1" : part === "100" ? "more than 99" : `only ${part}`;
    const those = `The queues grow: ${share}\u00a0% of the packets created while measuring arrived before the run ended`;
    // The first to arrive are the luckiest: the mean of a few says nothing.
    return arrived < tooFew * packets ? `${those}.` : `${those}, after ${units.sayTime(Math.round(latency!.mean))} on average.`;
  }
  if (!steady.is)
    return accepted < allOfIt * offered ? `${mean}, and the queues grow.` : `${mean}, and that is still changing: measure longer.`;
  return analysis === null
    ? `${mean}.`
    : `${mean}, ${units.sayTimeAfter(Math.round(analysis.zeroLoadLatency), latency!.mean)} in an empty network.`;
}

/** How well the means are known, where a precision was asked for; empty where none was, and while it goes on. */
function knownSentence(units: Units, { precision, latency, acceptedPerSender: mean }: Results): string {
  if (precision === undefined || precision.verdict === "going-on") return "";
  const { verdict, asked, warmUp, measured } = precision;
  const errors = [
    ...(precision.latency === null || latency === null ? [] : [precision.latency / latency.mean]),
    ...(precision.accepted === null || mean === 0 ? [] : [precision.accepted / mean]),
  ];
  const reached = errors.length === 0 ? null : formatPercent(Math.max(...errors));
  const after = `${units.sayTime(warmUp)} of warm-up and ${units.sayTime(measured)} measured`;
  if (verdict === "full") return `The accepted load is known to ±\u00a0${reached ?? asked}\u00a0%, after ${after}.`;
  if (verdict === "known") return `Both means are known to ±\u00a0${reached ?? asked}\u00a0%, after ${after}.`;
  return `±\u00a0${asked}\u00a0% was asked for; after ${after}, all that may be, ${reached === null ? "nothing is known" : `it is ±\u00a0${reached}\u00a0%`}.`;
}

/** Who sends nothing; and what is delivered for each terminal, where that is told for each that sends. */
function silentSentence(silent: number, terminals: number, delivered: string | null): string {
  const who = `${formatCount(silent)} of ${formatCount(terminals)} terminals ${silent === 1 ? "sends" : "send"} nothing`;
  return delivered === null ? `${who}.` : `${who}; averaged over all ${formatCount(terminals)}, ${delivered} is delivered.`;
}

function finite(units: Units, network: string, traffic: string, results: Results): Finding {
  const { packets, arrived, makespan, latency, cycles } = results;
  const answer =
    makespan === null
      ? `After ${units.sayTime(cycles)}, ${network} has delivered ${formatCount(arrived)} of ${countOf(packets, "packet", "packets")} of ${traffic}.`
      : `${capital(network)} delivers ${packets === 1 ? "the packet" : `${packets === 2 ? "both" : `all ${formatCount(packets)}`} packets`} of ${traffic} in ${units.sayTime(makespan)}.`;
  const evidence = [
    ...(latency === null || packets === 1
      ? []
      : [
          `A packet takes ${units.sayTime(Math.round(latency.mean))} on average, ${units.sayTimeAfter(latency.max, latency.mean)} at most.`,
        ]),
    ...sayBusiest(units, results.load),
  ];
  const figure =
    makespan === null
      ? { value: formatCount(arrived), words: `of ${countOf(packets, "packet", "packets")} delivered` }
      : {
          value: units.sayTime(makespan),
          words: packets === 1 ? "to deliver the packet" : `to deliver ${countOf(packets, "packet", "packets")}`,
        };
  return { answer, figure, evidence };
}

function deadlock(units: Units, { topology, routing, ...rest }: Scenario, results: Results): Finding {
  const waiting = results.deadlock ?? [];
  const { offeredPerSender, packets, arrived } = results;
  const figure = workloads.get(rest.workload.kind).endless
    ? figureOf(units, askedOf({ topology, routing, ...rest }, results) ?? offeredPerSender, 0, false)
    : { value: formatCount(arrived), words: `of ${countOf(packets, "packet", "packets")} delivered` };
  const facts = factsIfValid({ topology, routing, ...rest });
  const why = facts === null ? null : routings.get(routing.kind).canDeadlock(routing.values, facts);
  return {
    answer: `Under ${trafficOf(rest)}, the network deadlocked at ${units.sayMoment(results.cycles, results.cycles)}: ${sayCircle(waiting.length)}.`,
    figure,
    evidence: [...waiting.slice(0, 1), ...(why === null ? [] : [why])],
  };
}

/** What waits in a deadlock; the circle is not always found. */
function sayCircle(packets: number): string {
  return packets === 0
    ? "no packet moves any more"
    : packets === 1
      ? "1 packet waits for itself in a circle"
      : `${countOf(packets, "packet", "packets")} wait for each other in a circle`;
}
