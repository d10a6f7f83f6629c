/**
 * What explanations, waits and deadlocks ask about single packets, from a few answers of the engine that moves them. All of it is read
 * from the engine's state after a cycle: an engine stores nothing for it during a run.
 */
import type { Network } from "../network/network.ts";
import type { Crossing, Ends, Holder, Standing, Wait, Waiter } from "../simulation/contract.ts";

/** A packet in the queue behind a virtual channel. */
export interface QueuedPacket extends Ends {
  /** Cycle from which it might request; Infinity where its header is not there yet, or where it has been granted what it requests. */
  readonly since: number;
  /** The virtual channels that it requests itself; absent where it waits behind the head of its queue, or is the head. */
  readonly candidates?: readonly number[];
}

/**
 * How an engine answers, as the last cycle left it. Queues are numbered like the virtual channels that lead into them,
 * channel × virtual channels + class; injection slots come after those.
 */
export interface Inspected {
  /** The packet that a channel carried; null where it carried none. */
  holder(channel: number): Holder | null;
  /** The packets that request a channel, or one of several of which it is one, in any order. */
  requesting(channel: number): readonly Waiter[];
  /** The packets of a queue, its head first. */
  contents(queue: number): readonly QueuedPacket[];
  /** The virtual channels that the head of a queue requests; none while it requests nothing. */
  candidates(queue: number): readonly number[];
  /** Whose packet was on its way out of a queue; none where that is not known; null where nothing left it. */
  leaving(queue: number): readonly Ends[] | null;
  /** Whose packet had a virtual channel, or its channel; null where it could have been granted. */
  takenBy(id: number): readonly Ends[] | null;
  /** Whether there was no credit on virtual channel `id` for the head of a queue. */
  isFull(id: number, queue: number): boolean;
  /** Packets that wait for each other in a circle; empty where none do. */
  findCircle(): readonly Wait[];
}

/** An engine, as far as its answers are put together. */
interface Engine {
  readonly network: Network;
  readonly virtualChannels: number;
  /** The last cycle simulated, + 1. */
  readonly now: number;
  readonly inspected: Inspected;
}

/** The packets that wait for a channel: those that have waited longest first. */
export function waitersFor({ inspected }: Engine, channel: number): readonly Waiter[] {
  const inOrder = (a: Waiter, b: Waiter) =>
    a.since - b.since || a.channel - b.channel || a.source - b.source || a.destination - b.destination;
  return [...inspected.requesting(channel)].sort(inOrder);
}

/** The packets that wait behind a channel, and the flows whose packets held them up. */
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

/** Whose packets have what the head of a queue requests: one for each virtual channel that it may take and that has no credit or is taken. */
function holdersOf(inspected: Inspected, queue: number, candidates: readonly number[]): readonly Ends[] {
  return candidates.flatMap((id) => inspected.takenBy(id) ?? (inspected.isFull(id, queue) ? headOf(inspected, id) : []));
}

/** The flow of the head of a queue: of the packet that was leaving it, if there was one. */
function headOf(inspected: Inspected, queue: number): readonly Ends[] {
  const head = inspected.contents(queue).slice(0, 1);
  return inspected.leaving(queue) ?? head.map(({ source, destination }) => ({ source, destination }));
}

/** Whose packet a channel carried: none where it carried nothing. */
export function carriedBy(holder: Holder | null): readonly Ends[] {
  return holder === null ? [] : [{ source: holder.source, destination: holder.destination }];
}

/**
 * A deadlock, from queues each of which waits for the next.
 * @param packetIn number of the packet at the head of a queue
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

/** Whose packets cross one channel, counted while a run goes on. */
export class Crossings {
  /** The channel; −1 for none. */
  channel = -1;
  private readonly packets = new Map<number, number>();

  follow(channel: number): void {
    this.channel = channel;
    this.packets.clear();
  }

  /** A packet crosses. @param pair its destination + 65536 × source */
  note(pair: number): void {
    this.packets.set(pair, (this.packets.get(pair) ?? 0) + 1);
  }

  /** @param packetPhits phits of a packet */
  list(packetPhits: number): readonly Crossing[] {
    return [...this.packets].map(([pair, count]) => ({ source: pair >>> 16, destination: pair & 0xffff, phits: count * packetPhits }));
  }
}
