/** What references of all flow controls of packets share: who sends when, what is counted of it, and when a run is over. */
import { trace } from "../../src/core/base/random.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import type { Program } from "../../src/core/programs/program.ts";
import { type ColumnName, latencyBin, latencyBins, type scalar, type Status } from "../../src/core/simulation/frame.ts";
import { type Packet, startCreating, times } from "./creation.ts";
import { startGraph } from "./graph.ts";
import { startRanks } from "./ranks.ts";

/** What a reference counts, under the names that the frame gives to the same numbers. */
export interface ReferenceResult {
  /** Running when the cycle limit came before the end of the run. */
  readonly status: Status;
  readonly scalars: Readonly<Partial<Record<keyof typeof scalar, number>>>;
  readonly columns: Readonly<Partial<Record<ColumnName, readonly number[]>>>;
  /** All grants, in order of time. */
  readonly granted: readonly Grant[];
  /** The requests of the last cycle that were not granted; the cycle is the one from which the packet could ask. */
  readonly refused: readonly Refusal[];
}

/** A packet that was given a channel, or asks for it. */
export interface Grant {
  readonly channel: number;
  readonly source: number;
  readonly destination: number;
  readonly cycle: number;
}

/** A request that was not granted, and the channel by which the packet came; −1 at its source. */
export type Refusal = Grant & { readonly cameBy: number };

/** Cycles between two looks for packets that can never move: a run in which there are some ends there. */
const lookEvery = 1024;
/** Most terminals for which pairs are counted. */
export const mostPaired = 128;

/** What is counted of a run at cycle 0, under the names that the frame gives to the same numbers. */
export function noCounts(channels: number, terminals: number, messages: number) {
  const perChannel = () => times(channels, () => 0);
  const perTerminal = () => times(terminals, () => 0);
  const perPair = () => times(terminals <= mostPaired ? terminals ** 2 : 0, () => 0);
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

export type Account = ReturnType<typeof openAccount>;

/** An account of a plan's run, at cycle 0. Channels and packets are told of as they move; all else is counted here. */
export function openAccount(plan: Plan) {
  const { network, demand, window } = plan;
  const { terminals } = network;
  const channels = network.head.length;
  const program = demand.form !== "program" ? null : demand.graph === undefined ? startRanks(demand) : startGraph(demand);
  const beside = demand.form === "program" && demand.beside !== undefined ? startCreating({ ...plan, demand: demand.beside }) : () => [];
  const create = program === null ? startCreating(plan) : (now: number) => [...sendOf(now), ...beside(now)];
  let toArrive = demand.form === "messages" ? demand.packets.reduce((sum, packets) => sum + packets, 0) : 0;
  let fingerprint = 0;
  const messages = demand.form === "messages" ? demand.source.length : demand.form === "program" ? demand.firstMessage[demand.ranks] : 0;
  const { tally, columns } = noCounts(channels, terminals, messages);
  const packetsLeft = demand.form === "messages" ? [...demand.packets] : [];
  const granted: Grant[] = [];

  /** What ranks send in a cycle, packet by packet. */
  function sendOf(now: number): readonly Packet[] {
    const { terminalOf } = demand as Program;
    return program!.step(now).flatMap(({ is, message, from, to, packets }) =>
      times(packets, () => {
        const ends = { source: terminalOf[from], destination: terminalOf[to] };
        const goesFirst = is === "request" || is === "answer";
        // Those of message m are no part of it: they have the number −2 − m.
        const tree = message.tree === undefined ? {} : { tree: message.tree };
        return {
          ...ends,
          ...tree,
          goesFirst,
          created: now,
          message: goesFirst ? -2 - message.number : message.number,
          injected: -1,
          hops: 0,
        };
      }),
    );
  }

  function inWindow(cycle: number): boolean {
    return cycle >= window.start && cycle < window.end;
  }

  function ofRanks(t: number, status: Status): Readonly<Record<string, readonly number[]>> {
    if (demand.form === "messages") return { messageCreated: Array.from(demand.time, (cycle) => (cycle < t ? cycle : -1)) };
    if (program === null) return {};
    const { ranks } = program;
    const messageCreated = times(messages, () => -1);
    for (const { number, created } of program.messages) if (created < t) messageCreated[number] = created;
    return {
      messageCreated,
      rankDone: ranks.map(({ done }) => done),
      // The engine's ranks may be ahead of the network by several waits and phases: on the way these are estimates.
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

  /** Whether every rank comes to its end by a cycle, and all that was sent has arrived. */
  function endsBy(ranks: Pick<ReturnType<typeof startRanks | typeof startGraph>, "step" | "ranks" | "messages">, cycle: number): boolean {
    ranks.step(cycle);
    return ranks.ranks.every(({ done }) => done >= 0) && ranks.messages.every(({ arrived }) => arrived < cycle);
  }

  return {
    /** The packets created in cycle `t`. */
    create(t: number): readonly Packet[] {
      const created = create(t);
      program?.count(t);
      for (const packet of created) {
        if (!inWindow(packet.created)) continue;
        tally.tagged++;
        columns.created[packet.source]++;
        if (demand.form === "open-loop") toArrive++;
      }
      return created;
    },

    /** A packet that can be consumed is. */
    consume({ source, destination, created, injected, message, hops }: Packet, t: number): void {
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
        toArrive--;
        tally.taggedDelivered++;
        tally.latency += latency;
        tally.networkLatency += t - injected + 1;
        tally.hops += hops;
        tally.latencyMax = Math.max(tally.latencyMax, latency);
        columns.latencies[latencyBin(latency)]++;
        columns.arrivedFrom[source]++;
        columns.latencyFrom[source] += latency;
        if (terminals <= mostPaired) {
          columns.flowPackets[source * terminals + destination]++;
          columns.flowLatency[source * terminals + destination] += latency;
        }
      }
      if (message < -1) program!.meet(-2 - message, t);
      if (message < 0) return;
      const left = program === null ? --packetsLeft[message] : program.arrive(message, t);
      if (left === 0) for (const each of program?.heardWith(message) ?? [message]) columns.messageDelivered[each] = t;
    },

    /** What a tree has made of a round has come, whole, to one of those that hear it. */
    comeOut(tree: number, place: number, t: number): void {
      (program as ReturnType<typeof startRanks>).comeOut(tree, place, t);
    },

    /** Packets of the messages that the first rank that contributes to a tree has given it so far. */
    contributions(tree: number): readonly number[] {
      const { from } = (demand as Program).trees![tree];
      const given = (program as ReturnType<typeof startRanks>).messages.filter((each) => each.tree === tree && each.from === from[0]);
      return given.map(({ packets }) => packets);
    },

    /** A packet is given virtual channel `output` of a channel. */
    grant({ source, destination }: Packet, channel: number, output: number, t: number): void {
      tally.grants++;
      granted.push({ channel, source, destination, cycle: t });
      fingerprint = (fingerprint + trace(t, output, source)) % 2 ** 32;
    },

    /** The first phit of a packet enters the network. */
    inject(packet: Packet, t: number): void {
      packet.injected = t;
      tally.injected++;
      columns.sentSoFar[packet.source]++;
      if (inWindow(t)) columns.sent[packet.source]++;
      if (packet.message < 0 || columns.messageInjected[packet.message] !== -1) return;
      for (const each of program?.heardWith(packet.message) ?? [packet.message]) columns.messageInjected[each] = t;
    },

    /** A packet that came by a channel is given the next one, having waited so long. */
    waited(channel: number, cycles: number, t: number): void {
      columns.waiting[channel] += cycles;
      if (inWindow(t)) columns.windowWaiting[channel] += cycles;
    },

    /** A packet's first phit begins to cross a channel in cycle `t`, and is at its other end in cycle `there`. */
    cross(packet: Packet, channel: number, t: number, there = t + 1): void {
      columns.sinceInjection[channel] += there - packet.injected;
      if (inWindow(t)) columns.windowSinceInjection[channel] += there - packet.injected;
    },

    phit(channel: number, t: number): void {
      columns.phits[channel]++;
      if (inWindow(t)) columns.windowPhits[channel]++;
    },

    /** What a terminal does in a cycle: it sends packets of its own, or has some that wait, or neither. */
    terminal(s: number, sends: boolean, waits: boolean, t: number): void {
      if (!sends && !waits) return;
      columns[sends ? "sendingSoFar" : "blockedSoFar"][s]++;
      if (inWindow(t)) columns[sends ? "sendingCycles" : "blockedCycles"][s]++;
    },

    /** Packets that hold a place behind each channel in this cycle. */
    queued(count: (channel: number) => number): void {
      columns.queued.forEach((_, channel) => (columns.queued[channel] = count(channel)));
    },

    /**
     * How the run stands when `t` cycles are over.
     * @param hasStuck whether some packets can never move again
     */
    judge(t: number, hasStuck: () => boolean): Status {
      const isTimeUp = t >= window.limit;
      if (program !== null)
        return endsBy(program, t) ? "finished" : t % lookEvery === 0 && (hasStuck() || program.isStill(t)) ? "deadlocked" : "running";
      if (demand.form === "messages" ? toArrive === 0 : t >= window.end && toArrive === 0) return "finished";
      if ((isTimeUp || t % lookEvery === 0) && hasStuck()) return "deadlocked";
      return isTimeUp ? "finished" : "running";
    },

    result(status: Status, t: number, refused: readonly Refusal[]): ReferenceResult {
      return { status, scalars: { now: t, fingerprint, ...tally }, columns: { ...columns, ...ofRanks(t, status) }, granted, refused };
    },
  };
}
