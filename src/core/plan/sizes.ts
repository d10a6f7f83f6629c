/** The sizes of a program's messages while it is written. */
import type { MessageSizes } from "./program.ts";

/** Packets that so many bytes fill: an empty message is a packet, too. */
export function packetsFor(bytes: number, packetBytes: number): number {
  return Math.max(1, Math.ceil(bytes / packetBytes));
}

/** Each size once, by its bytes; at place `unsent`, the first, what is no message of its own. */
export class Sizes {
  private readonly bytes = [0];
  private readonly packets = [0];
  private readonly places = new Map<number, number>();

  /** @param packetBytes bytes that a packet carries */
  constructor(private readonly packetBytes: number) {}

  /** The place of the size of so many bytes. */
  placeOf(bytes: number): number {
    const known = this.places.get(bytes);
    if (known !== undefined) return known;
    this.places.set(bytes, this.bytes.length);
    this.packets.push(packetsFor(bytes, this.packetBytes));
    return this.bytes.push(bytes) - 1;
  }

  /** Packets of the size at a place. */
  packetsAt(place: number): number {
    return this.packets[place];
  }

  /** All of them, as programs have them. */
  all(): MessageSizes {
    return { bytes: Float64Array.from(this.bytes), packets: Float64Array.from(this.packets) };
  }
}
