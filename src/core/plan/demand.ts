/**
 * What the terminals ask of the network, compiled. Open-loop traffic and a list of messages are two forms; rank
 * programs, whose next message depends on what has arrived, are a third that enters by the same door.
 */
import type { Network } from "../network/network.ts";

/** Packets without end, at random times; nothing that arrives changes what is sent. */
export interface OpenLoop {
  readonly form: "open-loop";
  /** Offered load of each sending terminal, phits per cycle. */
  readonly load: number;
  /** Destination of a source's next packet, from a fresh 32-bit draw; a source that names itself is silent. */
  readonly destination: (source: number, draw: number) => number;
  /** [T] 1 where the terminal sends at all. */
  readonly sending: Uint8Array;
  /** Probability that a packet of `source` goes to `destination`. */
  readonly share: (source: number, destination: number) => number;
  /** True when every source has one destination: then {@link share} is 0 or 1. */
  readonly permutation: boolean;
}

/** A finite list of messages, M of them, in order of time; equal times keep the order of the document. */
export interface MessageList {
  readonly form: "messages";
  /** [M] terminals */
  readonly source: Int32Array;
  /** [M] terminals, never the source */
  readonly destination: Int32Array;
  /** [M] size in packets, at least 1 */
  readonly packets: Int32Array;
  /** [M] cycle of creation */
  readonly time: Float64Array;
  /** [M] place in the document's list */
  readonly index: Int32Array;
}

export type Demand = OpenLoop | MessageList;

/** What a workload may know when it is compiled. */
export interface DemandContext {
  readonly network: Network;
  /** Bytes carried by one packet. */
  readonly packetBytes: number;
}
