/** The sizes of a program's messages while it is written. */
import { type HostRules, needsRendezvous } from "./hosts.ts";
import type { MessageSizes } from "./program.ts";

/** Packets that so many bytes fill: an empty message is a packet, too. */
export function packetsFor(bytes: number, packetBytes: number): number {
  return Math.max(1, Math.ceil(bytes / packetBytes));
}

/** Each size once, by its bytes and by whether it goes by rendezvous; at place `unsent`, the first, what is no message of its own. */
export class Sizes {
  private readonly bytes = [0];
  private readonly packets = [0];
  private readonly asks = [0];
  private readonly places = new Map<number, number>();

  /**
   * @param packetBytes bytes that a packet carries
   * @param host which of them go by rendezvous
   */
  constructor(
    private readonly packetBytes: number,
    private readonly host: HostRules,
  ) {}

  /** The place of the size of so many bytes, at least 1 of those that go by rendezvous whatever hosts do. */
  placeOf(bytes: number, isSynchronous = false): number {
    const asks = isSynchronous || needsRendezvous(this.host, bytes);
    const key = asks ? -bytes : bytes;
    const known = this.places.get(key);
    if (known !== undefined) return known;
    this.places.set(key, this.bytes.length);
    this.asks.push(asks ? 1 : 0);
    this.packets.push(packetsFor(bytes, this.packetBytes));
    return this.bytes.push(bytes) - 1;
  }

  /** Packets of the size at a place. */
  packetsAt(place: number): number {
    return this.packets[place];
  }

  /** Whether the size at a place goes by rendezvous. */
  asksAt(place: number): boolean {
    return this.asks[place] === 1;
  }

  /** All of them, as programs have them. */
  all(): MessageSizes {
    return { bytes: Float64Array.from(this.bytes), packets: Float64Array.from(this.packets), asks: Uint8Array.from(this.asks) };
  }
}
