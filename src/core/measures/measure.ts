/** Counters → results. Pure: the same frame always gives the same numbers. */
import { withoutUndefined } from "../base/defined.ts";
import { LazyModule } from "../base/lazy.ts";
import { nameOfChannel, nameOfNode } from "../network/network.ts";
import type { Demand, MessageList } from "../plan/demand.ts";
import { hasChangesWithin } from "../traffic/open-loop.ts";
import type { Plan, PrecisionRequest } from "../plan/plan.ts";
import type { DeadlockWait } from "../simulation/contract.ts";
import { type Frame, latencyOfBin, scalar, statuses, verdicts } from "../simulation/frame.ts";
import { fairnessOf } from "./fairness.ts";
import { jobResultsOf } from "./jobs.ts";
import { channelLoadOf } from "./load.ts";
import { type EachTerminal, type Latency, messageLatency, type MessageResult, type PrecisionResult, type Results } from "./results.ts";

/** A network is overloaded if consumed packets fall short of created packets by more than this part. */
const overloadTolerance = 0.03;
/** A run is not steady if mean latency differs by more than this part between the halves of the window. */
const driftTolerance = 0.15;
/** Up to this number of terminals, results list each of them. */
const maxListedTerminals = 128;
/** Measures of rank programs, loaded only when needed. */
export const programMeasures = new LazyModule(() => import("./programs/program-measures.ts"));

/** All measures of a run in its current state; counts by channel only on request. */
export function measure(plan: Plan, frame: Frame, deadlockCycle: readonly DeadlockWait[], hasChannelCounts = false): Results {
  const { network, demand, packetPhits } = plan;
  // Terminals of a draft that are not connected do not count.
  const terminals = network.present?.length ?? network.terminals;
  const scalars = frame.scalars;
  const cycles = scalars[scalar.windowCycles];
  const status = statuses[scalars[scalar.status]];
  const arrived = scalars[scalar.taggedDelivered];
  const verdict = verdicts[scalars[scalar.verdict]];
  const isOpenLoop = demand.form === "open-loop";
  const senderCount = sendersOf(demand);
  const clients = isOpenLoop ? demand.clients : undefined;
  const perCycle = (packets: number, terminalCount: number) =>
    cycles > 0 && terminalCount > 0 ? (packets * packetPhits) / (cycles * terminalCount) : 0;
  const latency: Latency | null =
    arrived === 0
      ? null
      : {
          mean: scalars[scalar.latency] / arrived,
          median: quantile(frame.latencies, arrived, 0.5),
          p95: quantile(frame.latencies, arrived, 0.95),
          p99: quantile(frame.latencies, arrived, 0.99),
          max: scalars[scalar.latencyMax],
          network: scalars[scalar.networkLatency] / arrived,
        };
  const jobs = jobResultsOf(plan, frame);
  const offered = perCycle(scalars[scalar.tagged], terminals);
  const accepted = perCycle(scalars[scalar.accepted], terminals);
  return {
    status,
    cycles: scalars[scalar.now],
    fingerprint: scalars[scalar.fingerprint].toString(16).padStart(8, "0"),
    terminals,
    sending: senderCount,
    ...withoutUndefined({ clients }),
    ...(isOpenLoop && demand.lost !== undefined ? { lost: demand.lost } : {}),
    offered,
    offeredPerSender: perCycle(scalars[scalar.tagged], clients ?? senderCount),
    accepted,
    acceptedPerSender: perCycle(scalars[scalar.accepted], clients ?? senderCount),
    latency,
    hops: arrived === 0 ? null : scalars[scalar.hops] / arrived,
    packets: scalars[scalar.tagged],
    arrived,
    // If nothing is delivered, packets in the network are not served.
    fairness:
      status === "deadlocked" || (isOpenLoop && scalars[scalar.accepted] === 0)
        ? null
        : fairnessOf(frame.created, isOpenLoop ? frame.sent : frame.arrivedFrom),
    load: channelLoadOf(network, frame, plan.links),
    steady: steadiness(),
    ...withoutUndefined({ precision: plan.precision && precisionOf(plan.precision) }),
    deadlock: deadlockCycle.length === 0 ? null : describeDeadlock(),
    deadlockChannels: deadlockCycle.map((wait) => wait.channel),
    // Without a cycle of packets, ranks wait for messages that are never sent, and may compute after the last packet.
    ...(scalars[scalar.stalledSince] < 0 || deadlockCycle.length === 0 ? {} : { stalledSince: scalars[scalar.stalledSince] }),
    ...(status === "deadlocked" ? { consumed: scalars[scalar.delivered] } : {}),
    messages:
      demand.form === "open-loop"
        ? []
        : demand.form === "messages"
          ? listedMessages(demand, frame)
          : programMeasures.code.sentMessages(demand, frame),
    makespan:
      !isOpenLoop && status === "finished" ? frame.rankDone.reduce((a, b) => Math.max(a, b), scalars[scalar.lastArrival] + 1) : null,
    ...(isOpenLoop && demand.isDivided === true && network.terminals <= maxListedTerminals ? { each: terminalLoadsOf(frame) } : {}),
    ...(jobs === null ? {} : { jobs }),
    ...(hasChannelCounts
      ? { channels: { waiting: Array.from(frame.windowWaiting), sinceInjection: Array.from(frame.windowSinceInjection) } }
      : {}),
    ...withoutUndefined({ cycleSeconds: plan.cycleSeconds }),
    ...(demand.form === "program" ? programMeasures.code.measuresOfRanks(demand, frame, plan) : {}),
  };

  function terminalLoadsOf({ sent, accepted: consumed }: Frame): EachTerminal {
    const rates = (packets: Float64Array): readonly number[] => Array.from(packets, (count) => perCycle(count, 1));
    return { sent: rates(sent), accepted: rates(consumed) };
  }

  function precisionOf({ relativeHalfWidth }: PrecisionRequest): PrecisionResult {
    const [latencyError, acceptedError] = [scalars[scalar.latencyError], scalars[scalar.acceptedError]];
    return {
      asked: Number((relativeHalfWidth * 100).toPrecision(6)),
      verdict,
      latency: latency === null || verdict === "full" || verdict === "going-on" ? null : latencyError,
      accepted: verdict === "going-on" ? null : (acceptedError * terminals) / (clients ?? senderCount),
      warmUp: scalars[scalar.windowStart],
      measured: cycles,
    };
  }

  /**
   * Whether the run reached a steady state, so that its latency and load do not depend on the duration, with the reason as a sentence.
   * `verdict` is the state of a measurement that continues until a precision is reached: `going-on`, `full` for a growing source queue, or
   * `known` for a sufficiently narrow interval.
   */
  function steadiness(): Results["steady"] {
    if (status === "deadlocked") return { is: false, why: "The run ended in a deadlock." };
    if (!isOpenLoop) return { is: true, why: "What ends has no steady state; it is measured from beginning to end." };
    if (plan.precision === undefined ? cycles < plan.window.end - plan.window.start : verdict === "going-on")
      return { is: false, why: "The measured window is not over yet." };
    // Created packets must be accepted. Tolerance: the relative part, chance (three standard deviations of the count), and one packet in
    // flight per sender.
    const created = scalars[scalar.tagged];
    if (verdict === "full" || created - scalars[scalar.accepted] > overloadTolerance * created + 3 * Math.sqrt(created) + senderCount) {
      return { is: false, why: `Overloaded: packets wait in growing source queues, so the latency depends on how long one measures.` };
    }
    if (arrived === 0) return { is: false, why: "Nothing created in the window has arrived: measure longer." };
    if (verdict === "known")
      return {
        is: true,
        why: `The mean latency is known to ± ${Number((plan.precision!.relativeHalfWidth * 100).toPrecision(6))} %, and what is offered arrives.`,
      };
    if (hasChangesWithin(demand, plan.window.start, plan.window.end))
      return { is: true, why: "What begins or ends while it is measured has no steady state; it is measured as a whole." };
    const meanFirstHalf = scalars[scalar.latencyFirstHalf] / Math.max(1, scalars[scalar.countFirstHalf]);
    const meanSecondHalf = scalars[scalar.latencySecondHalf] / Math.max(1, scalars[scalar.countSecondHalf]);
    if (Math.abs(meanSecondHalf - meanFirstHalf) > driftTolerance * Math.min(meanFirstHalf, meanSecondHalf)) {
      return {
        is: false,
        why: `The mean latency changes from ${meanFirstHalf.toFixed(1)} cycles in the first half of the window to ${meanSecondHalf.toFixed(1)} in the second: measure longer.`,
      };
    }
    return { is: true, why: "Both halves of the window agree, and what is offered arrives." };
  }

  /** Sentences for the deadlock cycle: one per packet, which may occupy several queues. */
  function describeDeadlock(): readonly string[] {
    const first = deadlockCycle.findIndex(({ isSamePacket }) => isSamePacket === undefined) + 1;
    const sentences: string[] = [];
    let queuesOfPacket: DeadlockWait[] = [];
    for (const wait of [...deadlockCycle.slice(first), ...deadlockCycle.slice(0, first)]) {
      queuesOfPacket.push(wait);
      if (wait.isSamePacket) continue;
      sentences.push(describeWait(queuesOfPacket));
      queuesOfPacket = [];
    }
    return sentences;
  }

  /** @param queuesOfPacket The queues that a packet occupies, the queue nearest to its destination last. */
  function describeWait(queuesOfPacket: readonly DeadlockWait[]): string {
    const nameOf = (channel: number, vcClass: number) =>
      nameOfChannel(network, channel) + (plan.routing.vcClasses > 1 ? `, class ${vcClass}` : "");
    const { source, destination, waitsFor, waitsForClass } = queuesOfPacket[queuesOfPacket.length - 1];
    const holds = queuesOfPacket.map((wait) => nameOf(wait.channel, wait.class)).join("; ");
    return `The packet from ${nameOfNode(network, source)} to ${nameOfNode(network, destination)} holds ${holds}${queuesOfPacket.length > 1 ? ";" : ""} and waits for ${nameOf(waitsFor, waitsForClass)}.`;
  }
}

/** Number of terminals that send anything. */
function sendersOf(demand: Demand): number {
  if (demand.form === "open-loop") return countFlags(demand.isSending);
  if (demand.form === "messages") return new Set(demand.source).size;
  const { firstMessage, backgroundTraffic: background } = demand;
  const ranks = demand.terminalOf.filter((_, rank) => firstMessage[rank + 1] > firstMessage[rank]).length;
  return ranks + (background === undefined ? 0 : countFlags(background.isSending));
}

/** Results of the messages of a list, in the order of the document. */
function listedMessages({ source, destination, packets, time, index }: MessageList, frame: Frame): readonly MessageResult[] {
  const results: MessageResult[] = [];
  index.forEach((listIndex, message) => {
    const delivered = frame.messageDelivered[message];
    results[listIndex] = {
      source: source[message],
      destination: destination[message],
      packets: packets[message],
      created: time[message],
      injected: frame.messageInjected[message],
      delivered,
      latency: messageLatency(time[message], delivered),
    };
  });
  return results;
}

/** Smallest latency such that at least a share `part` of the packets is no later, cycles; 3 % resolution above 64. */
function quantile(histogram: Float64Array, total: number, part: number): number {
  let cumulative = 0;
  for (let bin = 0; bin < histogram.length; bin++) {
    cumulative += histogram[bin];
    if (cumulative >= part * total) return latencyOfBin(bin);
  }
  return latencyOfBin(histogram.length - 1);
}

function countFlags(flags: Uint8Array): number {
  return flags.reduce((sum, flag) => sum + flag, 0);
}
