/** Counters → results. Pure: the same frame always gives the same numbers. */
import { defined } from "../base/defined.ts";
import { Late } from "../base/late.ts";
import { nameOfChannel, nameOfNode } from "../network/network.ts";
import type { Demand, MessageList } from "../plan/demand.ts";
import { changesWithin } from "../traffic/open-loop.ts";
import type { Plan, Precise } from "../plan/plan.ts";
import type { Wait } from "../simulation/contract.ts";
import { type Frame, latencyOfBin, scalar, statuses, verdicts } from "../simulation/frame.ts";
import { fairnessOf } from "./fairness.ts";
import { resultsOfJobs } from "./jobs.ts";
import { loadOf } from "./load.ts";
import { type EachTerminal, type Latency, messageLatency, type MessageResult, type PrecisionResult, type Results } from "./results.ts";

/** A network is overloaded if consumed packets fall short of created packets by more than this part. */
const overload = 0.03;
/** A run is not steady if mean latency differs by more than this part between the halves of the window. */
const drift = 0.15;
/** Up to this number of terminals, results list each of them. */
const mostTerminals = 128;
/** Measures of rank programs, loaded only when needed. */
export const programMeasures = new Late(() => import("./programs/program-measures.ts"));

/** All measures of a run in its current state; counts by channel only on request. */
export function measure(plan: Plan, frame: Frame, circle: readonly Wait[], isCounted = false): Results {
  const { network, demand, packetPhits } = plan;
  // Terminals of a draft that are not connected do not count.
  const terminals = network.present?.length ?? network.terminals;
  const s = frame.scalars;
  const cycles = s[scalar.windowCycles];
  const status = statuses[s[scalar.status]];
  const arrived = s[scalar.taggedDelivered];
  const verdict = verdicts[s[scalar.verdict]];
  const endless = demand.form === "open-loop";
  const sending = sendersOf(demand);
  const clients = endless ? demand.clients : undefined;
  const perCycle = (packets: number, over: number) => (cycles > 0 && over > 0 ? (packets * packetPhits) / (cycles * over) : 0);
  const latency: Latency | null =
    arrived === 0
      ? null
      : {
          mean: s[scalar.latency] / arrived,
          median: quantile(frame.latencies, arrived, 0.5),
          p95: quantile(frame.latencies, arrived, 0.95),
          p99: quantile(frame.latencies, arrived, 0.99),
          max: s[scalar.latencyMax],
          network: s[scalar.networkLatency] / arrived,
        };
  const jobs = resultsOfJobs(plan, frame);
  const offered = perCycle(s[scalar.tagged], terminals);
  const accepted = perCycle(s[scalar.accepted], terminals);
  return {
    status,
    cycles: s[scalar.now],
    fingerprint: s[scalar.fingerprint].toString(16).padStart(8, "0"),
    terminals,
    sending,
    ...defined({ clients }),
    ...(endless && demand.lost !== undefined ? { lost: demand.lost } : {}),
    offered,
    offeredPerSender: perCycle(s[scalar.tagged], clients ?? sending),
    accepted,
    acceptedPerSender: perCycle(s[scalar.accepted], clients ?? sending),
    latency,
    hops: arrived === 0 ? null : s[scalar.hops] / arrived,
    packets: s[scalar.tagged],
    arrived,
    // If nothing is delivered, packets in the network are not served.
    fairness:
      status === "deadlocked" || (endless && s[scalar.accepted] === 0)
        ? null
        : fairnessOf(frame.created, endless ? frame.sent : frame.arrivedFrom),
    load: loadOf(network, frame, plan.links),
    steady: steadiness(),
    ...defined({ precision: plan.precise && precisionOf(plan.precise) }),
    deadlock: circle.length === 0 ? null : describeCircle(),
    deadlockChannels: circle.map((wait) => wait.channel),
    messages:
      demand.form === "open-loop"
        ? []
        : demand.form === "messages"
          ? listedMessages(demand, frame)
          : programMeasures.code.sentMessages(demand, frame),
    makespan: !endless && status === "finished" ? frame.rankDone.reduce((a, b) => Math.max(a, b), s[scalar.lastArrival] + 1) : null,
    ...(endless && demand.isDivided === true && network.terminals <= mostTerminals ? { each: eachOf(frame) } : {}),
    ...(jobs === null ? {} : { jobs }),
    ...(isCounted
      ? { channels: { waiting: Array.from(frame.windowWaiting), sinceInjection: Array.from(frame.windowSinceInjection) } }
      : {}),
    ...defined({ cycleSeconds: plan.cycleSeconds }),
    ...(demand.form === "program" ? programMeasures.code.measuresOfRanks(demand, frame, plan) : {}),
  };

  function eachOf({ sent, accepted: consumed }: Frame): EachTerminal {
    const rates = (packets: Float64Array): readonly number[] => Array.from(packets, (count) => perCycle(count, 1));
    return { sent: rates(sent), accepted: rates(consumed) };
  }

  function precisionOf({ part }: Precise): PrecisionResult {
    const [latencyError, acceptedError] = [s[scalar.latencyError], s[scalar.acceptedError]];
    return {
      asked: Number((part * 100).toPrecision(6)),
      verdict,
      latency: latency === null || verdict === "full" || verdict === "going-on" ? null : latencyError,
      accepted: verdict === "going-on" ? null : (acceptedError * terminals) / (clients ?? sending),
      warmUp: s[scalar.windowStart],
      measured: cycles,
    };
  }

  /** Whether the run reached a steady state, with the reason as a sentence. */
  function steadiness(): Results["steady"] {
    if (status === "deadlocked") return { is: false, why: "The run ended in a deadlock." };
    if (!endless) return { is: true, why: "What ends has no steady state; it is measured from beginning to end." };
    if (plan.precise === undefined ? cycles < plan.window.end - plan.window.start : verdict === "going-on")
      return { is: false, why: "The measured window is not over yet." };
    // Tolerance: the relative part, chance (three standard deviations of the count), and one packet in flight per sender.
    const created = s[scalar.tagged];
    if (verdict === "full" || created - s[scalar.accepted] > overload * created + 3 * Math.sqrt(created) + sending) {
      return { is: false, why: `Overloaded: packets wait in growing source queues, so the latency depends on how long one measures.` };
    }
    if (arrived === 0) return { is: false, why: "Nothing created in the window has arrived: measure longer." };
    if (verdict === "known")
      return {
        is: true,
        why: `The mean latency is known to ± ${Number((plan.precise!.part * 100).toPrecision(6))} %, and what is offered arrives.`,
      };
    if (changesWithin(demand, plan.window.start, plan.window.end))
      return { is: true, why: "What begins or ends while it is measured has no steady state; it is measured as a whole." };
    const before = s[scalar.latencyFirstHalf] / Math.max(1, s[scalar.countFirstHalf]);
    const after = s[scalar.latencySecondHalf] / Math.max(1, s[scalar.countSecondHalf]);
    if (Math.abs(after - before) > drift * Math.min(before, after)) {
      return {
        is: false,
        why: `The mean latency changes from ${before.toFixed(1)} cycles in the first half of the window to ${after.toFixed(1)} in the second: measure longer.`,
      };
    }
    return { is: true, why: "Both halves of the window agree, and what is offered arrives." };
  }

  /** Sentences for the deadlock cycle: one per packet, which may occupy several queues. */
  function describeCircle(): readonly string[] {
    const first = circle.findIndex(({ goesOn }) => goesOn === undefined) + 1;
    const sentences: string[] = [];
    let held: Wait[] = [];
    for (const wait of [...circle.slice(first), ...circle.slice(0, first)]) {
      held.push(wait);
      if (wait.goesOn) continue;
      sentences.push(describeWait(held));
      held = [];
    }
    return sentences;
  }

  /** @param queuesOfPacket The queues that a packet occupies, the one nearest to its destination last. */
  function describeWait(held: readonly Wait[]): string {
    const nameOf = (channel: number, lane: number) => nameOfChannel(network, channel) + (plan.routing.classes > 1 ? `, class ${lane}` : "");
    const { source, destination, waitsFor, waitsForClass } = held[held.length - 1];
    const holds = held.map((wait) => nameOf(wait.channel, wait.class)).join("; ");
    return `The packet from ${nameOfNode(network, source)} to ${nameOfNode(network, destination)} holds ${holds}${held.length > 1 ? ";" : ""} and waits for ${nameOf(waitsFor, waitsForClass)}.`;
  }
}

/** Number of terminals that send anything. */
function sendersOf(demand: Demand): number {
  if (demand.form === "open-loop") return count(demand.sending);
  if (demand.form === "messages") return new Set(demand.source).size;
  const { firstMessage, beside } = demand;
  const ranks = demand.terminalOf.filter((_, rank) => firstMessage[rank + 1] > firstMessage[rank]).length;
  return ranks + (beside === undefined ? 0 : count(beside.sending));
}

/** Results of the messages of a list, in the order of the document. */
function listedMessages({ source, destination, packets, time, index }: MessageList, frame: Frame): readonly MessageResult[] {
  const results: MessageResult[] = [];
  index.forEach((place, m) => {
    const delivered = frame.messageDelivered[m];
    results[place] = {
      source: source[m],
      destination: destination[m],
      packets: packets[m],
      created: time[m],
      injected: frame.messageInjected[m],
      delivered,
      latency: messageLatency(time[m], delivered),
    };
  });
  return results;
}

/** Smallest latency such that at least a share `part` of the packets is no later, cycles; 3 % resolution above 64. */
function quantile(histogram: Float64Array, total: number, part: number): number {
  let seen = 0;
  for (let bin = 0; bin < histogram.length; bin++) {
    seen += histogram[bin];
    if (seen >= part * total) return latencyOfBin(bin);
  }
  return latencyOfBin(histogram.length - 1);
}

function count(flags: Uint8Array): number {
  return flags.reduce((sum, flag) => sum + flag, 0);
}
