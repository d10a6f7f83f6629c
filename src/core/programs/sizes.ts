/** The message sizes of a program under construction. */
import { type HostRules, needsRendezvous } from "./hosts.ts";
import type { MessageSizes } from "./program.ts";

/** Packets of a message; an empty message takes one packet, too. */
export function packetsFor(bytes: number, packetBytes: number): number {
  return Math.max(1, Math.ceil(bytes / packetBytes));
}

/** The distinct message sizes, by bytes and protocol. Index 0 is `noMessage`. */
export class SizeTable {
  private readonly bytes = [0];
  private readonly packets = [0];
  private readonly isRendezvous = [0];
  private readonly indexByKey = new Map<number, number>();

  /**
   * @param packetBytes payload of a packet, bytes
   * @param host decides which messages go by rendezvous
   */
  constructor(
    private readonly packetBytes: number,
    private readonly host: HostRules,
  ) {}

  /** The index of a size, which is added if it is new. Synchronous messages need at least 1 byte. */
  indexOf(bytes: number, isSynchronous = false): number {
    const isRendezvous = isSynchronous || needsRendezvous(this.host, bytes);
    const key = isRendezvous ? -bytes : bytes;
    const knownIndex = this.indexByKey.get(key);
    if (knownIndex !== undefined) return knownIndex;
    this.indexByKey.set(key, this.bytes.length);
    this.isRendezvous.push(isRendezvous ? 1 : 0);
    this.packets.push(packetsFor(bytes, this.packetBytes));
    return this.bytes.push(bytes) - 1;
  }

  /** Packets of a message with the size at an index. */
  packetsAt(index: number): number {
    return this.packets[index];
  }

  /** Whether messages with the size at an index go by rendezvous. */
  isRendezvousAt(index: number): boolean {
    return this.isRendezvous[index] === 1;
  }

  /** All sizes, for a program. */
  all(): MessageSizes {
    return {
      bytes: Float64Array.from(this.bytes),
      packets: Float64Array.from(this.packets),
      isRendezvous: Uint8Array.from(this.isRendezvous),
    };
  }
}
