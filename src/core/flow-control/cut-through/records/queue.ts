/** Records of virtual cut-through on any network: a virtual channel with the queue behind it, and an entry of the log. */

/** Sums grow beyond 32 bits: from here on they are moved to where they have 53. */
export const fullSum = 2 ** 30;

// State of a virtual channel and the queue behind it: four numbers at `stateStride` × its number. First: place of the queue
// head in the ring + 256 · packets in the queue + 65536 · requests for its channel and no other; the last in a channel's
// first virtual channel, and only where packets request.
export const onePacket = 256;
export const oneAsking = 65536;
/** Cycle from which the channel is free again, after its last packet that took this virtual channel. */
export const busyUntil = 1;
/** Cycles from which the packet that comes into the queue, and the one that goes out of it, has passed whole. */
export const entering = 2;
export const leaving = 3;

/**
 * Entries of the log: queue, first virtual channel of the channel, packet if it is consumed then, else the complement of
 * the virtual channel; and a number of the allocation's own.
 */
export const logShift = 2;

/** Numbers of a state. */
export const stateSize = 4;

// Record of a virtual channel and the queue behind it. The first two numbers are the allocation's own (`allocators.ts`, `arbiters.ts`).
/** Node at which the queue stands, and the input it is there: node << inputBits | input. */
export const at = 2;
/** First virtual channel of its channel; of an injection slot, of any channel of its terminal. */
export const base = 3;
/** Where the inputs of the node that the channel leaves begin; the complement (negative) when the channel enters a terminal. */
export const from = 4;
/** Packets carried, and cycles from injection to the header's arrival. */
export const carried = 5;
export const sinceInjection = 6;
/** Cycles that packets waited in the queue. */
export const waited = 7;
/** Packets in the queue, by number. */
export const ring = 8;
