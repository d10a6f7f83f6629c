/**
 * The common part of the reference simulators of packets: the sources, all counters, and the condition that ends a run.
 */
import { hashGrant } from "../../src/core/base/random.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import type { Program } from "../../src/core/programs/program.ts";
import { type ColumnName, latencyBin, latencyBins, type scalar, type Status } from "../../src/core/simulation/frame.ts";
import { type Packet, startSources, times } from "./creation.ts";
import { startGraphInterpreter } from "./graph.ts";
import { startRankInterpreter } from "./ranks.ts";

/** Counters and grants of a reference run, under the names that the frame gives to the same numbers. */
export interface ReferenceResult {
  /** `running` if the cycle limit came before the end of the run. */
  readonly status: Status;
  readonly scalars: Readonly<Partial<Record<keyof typeof scalar, number>>>;
  readonly columns: Readonly<Partial<Record<ColumnName, readonly number[]>>>;
  /** All grants in chronological order. */
  readonly grants: readonly Grant[];
  /** The requests of the last cycle that were not granted. Their `cycle` is the first in which the packet could request. */
  readonly refusedRequests: readonly RefusedRequest[];
}

/** A channel that was granted to a packet, or that a packet requests. */
export interface Grant {
  readonly channel: number;
  readonly source: number;
  readonly destination: number;
  readonly cycle: number;
}

/** A request that was not granted, with the channel by which the packet arrived at the switch; −1 at its source. */
export type RefusedRequest = Grant & { readonly inputChannel: number };

/** Cycles between two checks for deadlock. A deadlocked run ends at the next check. */
const deadlockCheckInterval = 1024;
/** Largest number of terminals for which the columns of pairs are counted. */
export const maxPairTerminals = 128;

/** All counters of a run at cycle 0, under the names that the frame gives to the same numbers. */
export function zeroCounters(channels: number, terminals: number, messages: number) {
  const perChannel = () => times(channels, () => 0);
  const perTerminal = () => times(terminals, () => 0);
  const perPair = () => times(terminals <= maxPairTerminals ? terminals ** 2 : 0, () => 0);
  const tally = {
    injected: 0,
    delivered: 0,
    tagged: 0,
    taggedDelivered: 0,
    latency: 0,
    networkLatency: 0,
    hops: 0,
    latencyMax: 0,
    accepted: 0,
    latencyFirstHalf: 0,
    countFirstHalf: 0,
    latencySecondHalf: 0,
    countSecondHalf: 0,
    lastArrival: -1,
    grants: 0,
  };
  const columns = {
    phits: perChannel(),
    waiting: perChannel(),
    sinceInjection: perChannel(),
    windowPhits: perChannel(),
    windowWaiting: perChannel(),
    windowSinceInjection: perChannel(),
    queued: perChannel(),
    acceptedSoFar: perTerminal(),
    sentSoFar: perTerminal(),
    sendingSoFar: perTerminal(),
    blockedSoFar: perTerminal(),
    accepted: perTerminal(),
    sent: perTerminal(),
    sendingCycles: perTerminal(),
    blockedCycles: perTerminal(),
    created: perTerminal(),
    arrivedFrom: perTerminal(),
    latencyFrom: perTerminal(),
    flowPackets: perPair(),
    flowLatency: perPair(),
    latencies: times(latencyBins, () => 0),
    messageInjected: times(messages, () => -1),
    messageDelivered: times(messages, () => -1),
  };
  return { tally, columns };
}

export type ReferenceRecorder = ReturnType<typeof startRecorder>;

/** Starts the sources and the counters of a run. The caller reports grants, crossings and phits; all other events are counted here. */
export function startRecorder(plan: Plan) {
  const { network, demand, window } = plan;
  const { terminals } = network;
  const channels = network.head.length;
  const interpreter =
    demand.form !== "program" ? null : demand.graph === undefined ? startRankInterpreter(demand) : startGraphInterpreter(demand);
  const createBackground =
    demand.form === "program" && demand.backgroundTraffic !== undefined
      ? startSources({ ...plan, demand: demand.backgroundTraffic })
      : () => [];
  const createAt =
    interpreter === null
      ? startSources(plan)
      : (currentCycle: number) => [...packetsSentIn(currentCycle), ...createBackground(currentCycle)];
  let taggedInFlight = demand.form === "messages" ? demand.packets.reduce((sum, packets) => sum + packets, 0) : 0;
  let fingerprint = 0;
  const messages = demand.form === "messages" ? demand.source.length : demand.form === "program" ? demand.firstMessage[demand.ranks] : 0;
  const { tally, columns } = zeroCounters(channels, terminals, messages);
  const packetsLeft = demand.form === "messages" ? [...demand.packets] : [];
  const grants: Grant[] = [];

  /** The packets that ranks send in a cycle. */
  function packetsSentIn(currentCycle: number): readonly Packet[] {
    const { terminalOf } = demand as Program;
    return interpreter!.step(currentCycle).flatMap(({ kind, message, from, to, packets }) =>
      times(packets, () => {
        const ends = { source: terminalOf[from], destination: terminalOf[to] };
        const isControl = kind === "request" || kind === "answer";
        // A request or reply of message m is not a packet of m: it carries the number −2 − m.
        const tree = message.tree === undefined ? {} : { tree: message.tree };
        return {
          ...ends,
          ...tree,
          hasPriority: isControl,
          created: currentCycle,
          message: isControl ? -2 - message.number : message.number,
          injected: -1,
          hops: 0,
        };
      }),
    );
  }

  function inWindow(cycle: number): boolean {
    return cycle >= window.start && cycle < window.end;
  }

  /** The columns of messages and ranks after `t` cycles. */
  function rankColumns(t: number, status: Status): Readonly<Record<string, readonly number[]>> {
    if (demand.form === "messages") return { messageCreated: Array.from(demand.time, (cycle) => (cycle < t ? cycle : -1)) };
    if (interpreter === null) return {};
    const { ranks } = interpreter;
    const messageCreated = times(messages, () => -1);
    for (const { number, created } of interpreter.messages) if (created < t) messageCreated[number] = created;
    return {
      messageCreated,
      rankDone: ranks.map(({ done }) => done),
      // The engine's ranks may be several waits and phases ahead of the network, so these columns are comparable only after the end of a
      // run.
      ...(status === "running"
        ? {}
        : {
            rankWaited: ranks.map(({ waited }) => waited),
            rankBusy: ranks.map(({ busy }) => busy),
            rankPhase: ranks.map(({ phase }) => phase),
            phaseCycles: ranks.flatMap((rank) => rank.phaseCycles),
          }),
    };
  }

  /** Whether every rank has ended by a cycle and every message has arrived. */
  function hasEndedBy(
    ranks: Pick<ReturnType<typeof startRankInterpreter | typeof startGraphInterpreter>, "step" | "ranks" | "messages">,
    cycle: number,
  ): boolean {
    ranks.step(cycle);
    return ranks.ranks.every(({ done }) => done >= 0) && ranks.messages.every(({ arrived }) => arrived < cycle);
  }

  return {
    /** Creates and counts the packets of cycle `t`. */
    createPackets(t: number): readonly Packet[] {
      const created = createAt(t);
      interpreter?.countCycle(t);
      for (const packet of created) {
        if (!inWindow(packet.created)) continue;
        tally.tagged++;
        columns.created[packet.source]++;
        if (demand.form === "open-loop") taggedInFlight++;
      }
      return created;
    },

    /** Counts a packet that its destination consumes in cycle `t`, and passes it on to the ranks. */
    recordConsumption({ source, destination, created, injected, message, hops }: Packet, t: number): void {
      const latency = t - created + 1;
      tally.delivered++;
      tally.lastArrival = t;
      columns.acceptedSoFar[destination]++;
      if (inWindow(t)) {
        tally.accepted++;
        columns.accepted[destination]++;
        const half = t < (window.start + window.end) / 2 ? "FirstHalf" : "SecondHalf";
        tally[`latency${half}`] += latency;
        tally[`count${half}`]++;
      }
      if (inWindow(created)) {
        taggedInFlight--;
        tally.taggedDelivered++;
        tally.latency += latency;
        tally.networkLatency += t - injected + 1;
        tally.hops += hops;
        tally.latencyMax = Math.max(tally.latencyMax, latency);
        columns.latencies[latencyBin(latency)]++;
        columns.arrivedFrom[source]++;
        columns.latencyFrom[source] += latency;
        if (terminals <= maxPairTerminals) {
          columns.flowPackets[source * terminals + destination]++;
          columns.flowLatency[source * terminals + destination] += latency;
        }
      }
      if (message < -1) interpreter!.receiveControl(-2 - message, t);
      if (message < 0) return;
      const packetsOfMessageLeft = interpreter === null ? --packetsLeft[message] : interpreter.receivePacket(message, t);
      if (packetsOfMessageLeft === 0) for (const each of interpreter?.withCopies(message) ?? [message]) columns.messageDelivered[each] = t;
    },

    /** A receiver of a reduction tree, by its index among the tree's receivers, has the complete result of the next round. */
    deliverTreeResult(tree: number, receiverIndex: number, t: number): void {
      (interpreter as ReturnType<typeof startRankInterpreter>).deliverTreeResult(tree, receiverIndex, t);
    },

    /** Packets of each message that the first contributor of a tree has sent until now: the lengths of the tree's rounds. */
    roundLengths(tree: number): readonly number[] {
      const { from } = (demand as Program).trees![tree];
      const contributed = (interpreter as ReturnType<typeof startRankInterpreter>).messages.filter(
        (each) => each.tree === tree && each.from === from[0],
      );
      return contributed.map(({ packets }) => packets);
    },

    /** Counts the grant of virtual channel `output` of a channel to a packet, and adds it to the fingerprint. */
    recordGrant({ source, destination }: Packet, channel: number, output: number, t: number): void {
      tally.grants++;
      grants.push({ channel, source, destination, cycle: t });
      fingerprint = (fingerprint + hashGrant(t, output, source)) % 2 ** 32;
    },

    /** The first phit of a packet enters the network. */
    recordInjection(packet: Packet, t: number): void {
      packet.injected = t;
      tally.injected++;
      columns.sentSoFar[packet.source]++;
      if (inWindow(t)) columns.sent[packet.source]++;
      if (packet.message < 0 || columns.messageInjected[packet.message] !== -1) return;
      for (const each of interpreter?.withCopies(packet.message) ?? [packet.message]) columns.messageInjected[each] = t;
    },

    /** A packet that arrived by a channel is granted the next one after having waited `cycles`. */
    recordWait(channel: number, cycles: number, t: number): void {
      columns.waiting[channel] += cycles;
      if (inWindow(t)) columns.windowWaiting[channel] += cycles;
    },

    /** The first phit of a packet begins to cross a channel in cycle `t`, and is at the other end in cycle `arrivalCycle`. */
    recordCrossing(packet: Packet, channel: number, t: number, arrivalCycle = t + 1): void {
      columns.sinceInjection[channel] += arrivalCycle - packet.injected;
      if (inWindow(t)) columns.windowSinceInjection[channel] += arrivalCycle - packet.injected;
    },

    recordPhit(channel: number, t: number): void {
      columns.phits[channel]++;
      if (inWindow(t)) columns.windowPhits[channel]++;
    },

    /** Counts the cycle of a terminal: it sends its own packets, or its packets wait, or neither. */
    recordTerminal(terminal: number, isSending: boolean, isWaiting: boolean, t: number): void {
      if (!isSending && !isWaiting) return;
      columns[isSending ? "sendingSoFar" : "blockedSoFar"][terminal]++;
      if (inWindow(t)) columns[isSending ? "sendingCycles" : "blockedCycles"][terminal]++;
    },

    /** Sets the number of packets that hold a credit behind each channel in this cycle. */
    recordQueued(count: (channel: number) => number): void {
      columns.queued.forEach((_, channel) => (columns.queued[channel] = count(channel)));
    },

    /**
     * The status of the run after `t` cycles.
     * @param hasDeadlock Whether some packets can never move again.
     */
    statusAfter(t: number, hasDeadlock: () => boolean): Status {
      const isTimeUp = t >= window.limit;
      if (interpreter !== null)
        return hasEndedBy(interpreter, t)
          ? "finished"
          : t % deadlockCheckInterval === 0 && (hasDeadlock() || interpreter.hasStopped(t))
            ? "deadlocked"
            : "running";
      if (demand.form === "messages" ? taggedInFlight === 0 : t >= window.end && taggedInFlight === 0) return "finished";
      if ((isTimeUp || t % deadlockCheckInterval === 0) && hasDeadlock()) return "deadlocked";
      return isTimeUp ? "finished" : "running";
    },

    result(status: Status, t: number, refusedRequests: readonly RefusedRequest[]): ReferenceResult {
      return {
        status,
        scalars: { now: t, fingerprint, ...tally },
        columns: { ...columns, ...rankColumns(t, status) },
        grants,
        refusedRequests,
      };
    },
  };
}
