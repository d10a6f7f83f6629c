/**
 * Queries about single packets for explanations, waits and deadlocks, built on a few answers of the engine. All answers come from the
 * engine's state after a cycle; an engine stores nothing for them during a run.
 */
import type { Network } from "../network/network.ts";
import type { ChannelCrossing, FlowEnds, ChannelHolder, BlockedPacket, DeadlockWait, WaitingPacket } from "../simulation/contract.ts";

/** A packet in the queue behind a virtual channel. */
export interface QueuedPacket extends FlowEnds {
  /** Cycle from which the packet may request. Infinity if its header has not arrived, or if its request has been granted. */
  readonly since: number;
  /** The virtual channels that the packet requests itself; absent for the head of a queue and for packets behind it. */
  readonly candidates?: readonly number[];
}

/**
 * View into an engine in the state after the last cycle. Queues are numbered like the virtual channels that lead into them, channel × vcs +
 * virtual channel; injection slots follow.
 */
export interface Inspector {
  /** The packet that a channel carried; null for none. */
  holderOf(channel: number): ChannelHolder | null;
  /** The packets that request a channel, possibly among other candidates, in any order. */
  requestersOf(channel: number): readonly WaitingPacket[];
  /** The packets of a queue, head first. */
  queueContents(queue: number): readonly QueuedPacket[];
  /** The virtual channels that the head of a queue requests; none if it requests nothing. */
  candidates(queue: number): readonly number[];
  /** Source and destination of the packets that were leaving a queue; empty if that is not known, null if none was leaving. */
  departingFrom(queue: number): readonly FlowEnds[] | null;
  /**
   * Source and destination of the packet that occupied a virtual channel or its channel; null if the virtual channel could have been
   * granted.
   */
  occupantsOf(vc: number): readonly FlowEnds[] | null;
  /** Whether the head of a queue had no credit for virtual channel `vc`. */
  isOutOfCredit(vc: number, queue: number): boolean;
  /** Packets that wait for each other in a cycle; empty if there is no deadlock. */
  findWaitCycle(): readonly DeadlockWait[];
}

/** The part of an engine that the queries need. */
interface InspectedEngine {
  readonly network: Network;
  readonly virtualChannels: number;
  /** The number of cycles simulated. */
  readonly now: number;
  readonly inspector: Inspector;
}

/** The packets that wait for a channel, the longest wait first. */
export function sortedWaitersFor({ inspector }: InspectedEngine, channel: number): readonly WaitingPacket[] {
  const inOrder = (a: WaitingPacket, b: WaitingPacket) =>
    a.since - b.since || a.channel - b.channel || a.source - b.source || a.destination - b.destination;
  return [...inspector.requestersOf(channel)].sort(inOrder);
}

/**
 * The packets that are blocked in the queues behind a channel, each with the flows (pairs of source and destination) of the packets that
 * block it. A packet for which no candidates are known waits for what the head of its queue waits for.
 */
export function packetsWaitingBehind(
  { network, virtualChannels, now, inspector }: InspectedEngine,
  channel: number,
): readonly BlockedPacket[] {
  if (network.head[channel] < network.terminals && !network.forwards) return [];
  const waiting: BlockedPacket[] = [];
  for (let queue = channel * virtualChannels; queue < (channel + 1) * virtualChannels; queue++) {
    const queued = inspector.queueContents(queue);
    if (queued.length === 0) continue;
    const headBlockers = inspector.departingFrom(queue) ?? blockersOf(inspector, queue, inspector.candidates(queue));
    for (const { source, destination, since, candidates } of queued) {
      if (since >= now) continue;
      const blockers = candidates === undefined ? headBlockers : blockersOf(inspector, queue, candidates);
      waiting.push({ source, destination, since, behind: blockers });
    }
  }
  return waiting;
}

/** The flows that block the head of a queue, for each of its candidates that is occupied or has no credit. */
function blockersOf(inspected: Inspector, queue: number, candidates: readonly number[]): readonly FlowEnds[] {
  return candidates.flatMap((vc) => inspected.occupantsOf(vc) ?? (inspected.isOutOfCredit(vc, queue) ? flowOfHead(inspected, vc) : []));
}

/** The flow of the head of a queue; of the packet that is leaving it, if there is one. */
function flowOfHead(inspected: Inspector, queue: number): readonly FlowEnds[] {
  const head = inspected.queueContents(queue).slice(0, 1);
  return inspected.departingFrom(queue) ?? head.map(({ source, destination }) => ({ source, destination }));
}

/** The flow of the packet that a channel carried; empty for none. */
export function flowOfHolder(holder: ChannelHolder | null): readonly FlowEnds[] {
  return holder === null ? [] : [{ source: holder.source, destination: holder.destination }];
}

/**
 * The waits of a deadlock as records for the page: in each, the channel and virtual channel that a packet occupies, the channel and virtual
 * channel that it waits for, and its source and destination.
 * @param queues Queues, numbered channel × virtualChannels + virtual channel, each of which waits for the next, the last for the first.
 * @param packetIn Number of the packet at the head of a queue.
 */
export function waitsOfCycle(
  queues: readonly number[],
  virtualChannels: number,
  packetIn: (queue: number) => number,
  endsOf: (packet: number) => FlowEnds,
): readonly DeadlockWait[] {
  return queues.map((queue, i) => {
    const next = queues[(i + 1) % queues.length];
    const wait = {
      channel: Math.floor(queue / virtualChannels),
      class: queue % virtualChannels,
      waitsFor: Math.floor(next / virtualChannels),
      waitsForClass: next % virtualChannels,
      ...endsOf(packetIn(queue)),
    };
    return packetIn(queue) === packetIn(next) ? { ...wait, isSamePacket: true as const } : wait;
  });
}

/** Counts the packets of each flow that cross one channel during a run. */
export class CrossingCounter {
  /** The tracked channel; −1 for none. */
  channel = -1;
  private readonly packetsByPair = new Map<number, number>();

  track(channel: number): void {
    this.channel = channel;
    this.packetsByPair.clear();
  }

  /** Counts a crossing. @param pair Destination + 65536 × source of the packet. */
  count(pair: number): void {
    this.packetsByPair.set(pair, (this.packetsByPair.get(pair) ?? 0) + 1);
  }

  /** @param packetPhits Phits of a packet. */
  toCrossings(packetPhits: number): readonly ChannelCrossing[] {
    return [...this.packetsByPair].map(([pair, packets]) => ({
      source: pair >>> 16,
      destination: pair & 0xffff,
      phits: packets * packetPhits,
    }));
  }
}
