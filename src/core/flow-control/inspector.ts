/**
 * Queries about single packets for explanations, waits and deadlocks, built on a few answers of the engine. All answers come from the
 * engine's state after a cycle; an engine stores nothing for them during a run.
 */
import type { Network } from "../network/network.ts";
import type { Crossing, Ends, Holder, Standing, Wait, Waiter } from "../simulation/contract.ts";

/** A packet in the queue behind a virtual channel. */
export interface QueuedPacket extends Ends {
  /** Cycle from which it may request. Infinity if its header has not arrived, or if it has been granted its request. */
  readonly since: number;
  /** The virtual channels that it requests itself; absent for the head of a queue and for packets behind it. */
  readonly candidates?: readonly number[];
}

/**
 * View into an engine in the state after the last cycle. Queues are numbered like the virtual channels that lead into them, channel × vcs +
 * virtual channel; injection slots follow.
 */
export interface Inspected {
  /** The packet that a channel carried; null for none. */
  holder(channel: number): Holder | null;
  /** The packets that request a channel, possibly among other candidates, in any order. */
  requesting(channel: number): readonly Waiter[];
  /** The packets of a queue, head first. */
  contents(queue: number): readonly QueuedPacket[];
  /** The virtual channels that the head of a queue requests; none if it requests nothing. */
  candidates(queue: number): readonly number[];
  /** Source and destination of the packets that were leaving a queue; empty if that is not known, null if none was leaving. */
  leaving(queue: number): readonly Ends[] | null;
  /** Source and destination of the packet that occupied a virtual channel or its channel; null if it could have been granted. */
  takenBy(id: number): readonly Ends[] | null;
  /** Whether the head of a queue had no credit for virtual channel `vc`. */
  isFull(id: number, queue: number): boolean;
  /** Packets that wait for each other in a cycle; empty if there is no deadlock. */
  findCircle(): readonly Wait[];
}

/** The part of an engine that the queries need. */
interface Engine {
  readonly network: Network;
  readonly virtualChannels: number;
  /** The number of cycles simulated. */
  readonly now: number;
  readonly inspected: Inspected;
}

/** The packets that wait for a channel, the longest wait first. */
export function waitersFor({ inspected }: Engine, channel: number): readonly Waiter[] {
  const inOrder = (a: Waiter, b: Waiter) =>
    a.since - b.since || a.channel - b.channel || a.source - b.source || a.destination - b.destination;
  return [...inspected.requesting(channel)].sort(inOrder);
}

/** The packets that are blocked behind a channel, and the flows of the packets that block them. */
export function standingBehind({ network, virtualChannels, now, inspected }: Engine, channel: number): readonly Standing[] {
  if (network.head[channel] < network.terminals && !network.forwards) return [];
  const found: Standing[] = [];
  for (let queue = channel * virtualChannels; queue < (channel + 1) * virtualChannels; queue++) {
    const queued = inspected.contents(queue);
    if (queued.length === 0) continue;
    const beforeHead = inspected.leaving(queue) ?? holdersOf(inspected, queue, inspected.candidates(queue));
    for (const { source, destination, since, candidates } of queued) {
      if (since >= now) continue;
      const behind = candidates === undefined ? beforeHead : holdersOf(inspected, queue, candidates);
      found.push({ source, destination, since, behind });
    }
  }
  return found;
}

/** The flows that block the head of a queue, for each of its candidates that is occupied or has no credit. */
function holdersOf(inspected: Inspected, queue: number, candidates: readonly number[]): readonly Ends[] {
  return candidates.flatMap((id) => inspected.takenBy(id) ?? (inspected.isFull(id, queue) ? headOf(inspected, id) : []));
}

/** The flow of the head of a queue; of the packet that is leaving it, if there is one. */
function headOf(inspected: Inspected, queue: number): readonly Ends[] {
  const head = inspected.contents(queue).slice(0, 1);
  return inspected.leaving(queue) ?? head.map(({ source, destination }) => ({ source, destination }));
}

/** The flow of the packet that a channel carried; empty for none. */
export function carriedBy(holder: Holder | null): readonly Ends[] {
  return holder === null ? [] : [{ source: holder.source, destination: holder.destination }];
}

/**
 * The waits of a deadlock, given queues each of which waits for the next.
 * @param packetIn Number of the packet at the head of a queue.
 */
export function waitsAround(
  circle: readonly number[],
  virtualChannels: number,
  packetIn: (queue: number) => number,
  endsOf: (packet: number) => Ends,
): readonly Wait[] {
  return circle.map((queue, i) => {
    const next = circle[(i + 1) % circle.length];
    const wait = {
      channel: Math.floor(queue / virtualChannels),
      class: queue % virtualChannels,
      waitsFor: Math.floor(next / virtualChannels),
      waitsForClass: next % virtualChannels,
      ...endsOf(packetIn(queue)),
    };
    return packetIn(queue) === packetIn(next) ? { ...wait, goesOn: true as const } : wait;
  });
}

/** Counts the packets of each flow that cross one channel during a run. */
export class Crossings {
  /** The tracked channel; −1 for none. */
  channel = -1;
  private readonly packets = new Map<number, number>();

  follow(channel: number): void {
    this.channel = channel;
    this.packets.clear();
  }

  /** Counts a crossing. @param pair Destination + 65536 × source of the packet. */
  note(pair: number): void {
    this.packets.set(pair, (this.packets.get(pair) ?? 0) + 1);
  }

  /** @param packetPhits Phits of a packet. */
  list(packetPhits: number): readonly Crossing[] {
    return [...this.packets].map(([pair, count]) => ({ source: pair >>> 16, destination: pair & 0xffff, phits: count * packetPhits }));
  }
}
