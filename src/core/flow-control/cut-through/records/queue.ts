/**
 * Fields of the records of virtual cut-through on any network, as word offsets: virtual channels with the queue behind them, and entries of
 * the grant log.
 */

/** 32-bit sums above this value are moved to 64-bit floats. */
export const flushThreshold = 2 ** 30;

// State of a virtual channel and its queue: four words at `stateStride` × its number. Word 0 packs the position of the queue head in the
// ring (8 bits), the packets in the queue (8 bits) and the direct requests for its channel (16 bits). Direct requests are counted in the
// first virtual channel of a channel, and only where outputs have arbiters.
export const onePacket = 256;
export const oneRequest = 65536;
/** Cycle from which the channel is free, after the last packet that took this virtual channel. */
export const vcBusyUntil = 1;
/** Cycles from which the arriving packet, and the leaving packet, have passed completely. */
export const arrivalEnd = 2;
export const departureEnd = 3;

/**
 * Entry of the grant log: queue; first virtual channel of the channel; the packet if it is consumed, else the complement of its virtual
 * channel; and a word of the allocation.
 */
export const logEntryShift = 2;

/** Words of a state. */
export const vcStateWords = 4;

// Record of a virtual channel and the queue behind it. Words 0 and 1 belong to the allocation (`allocators.ts`, `arbiters.ts`).
/** Node of the queue, and number of the queue among the node's inputs: node << inputBits | input. */
export const queueInput = 2;
/** First virtual channel of its channel; for an injection slot, of any channel of its terminal. */
export const channelFirstVc = 3;
/** Start of the inputs of the channel's tail node; the complement (negative) if the channel enters a terminal. */
export const tailNodeInputs = 4;
/** Packets carried, and cycles from injection to the header's arrival, summed over them. */
export const packetsCarried = 5;
export const injectionDelaySum = 6;
/** Cycles that packets waited in the queue. */
export const queueWaitedCycles = 7;
/** Packets of the queue, by number; the field is a ring buffer. */
export const queueRing = 8;
