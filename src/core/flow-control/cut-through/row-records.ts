/** Where the engines for rows keep their numbers. */

// Record of a channel and of the queue behind it: eight numbers, half a cache line.
/**
 * Packets in the queue (8 bits); where outputs are shared, whether a packet crosses the channel (1 bit). Above these, what never changes:
 * the channel's place in its row and its port (8 bits each), and, where packets choose for themselves, the size of its row (6 bits; at most 32).
 */
export const queueState = 0;
export const heldMask = 0xff;
export const busyShift = 8;
export const busyBit = 1 << busyShift;
export const placeShift = 9;
export const portShift = 17;
export const portMask = 0xff;
export const sizeShift = 25;
/** Cycle from which the packet that goes out of the queue has passed whole. */
export const leavesAt = 1;
/** Of the row that begins with it: which inputs of the node have a queue head that waits; or which 32 of them. */
export const waitingInputs = 2;
/** Where outputs are shared, of the row that begins with it: which of its channels are open; or which 32 of them. */
export const openChannels = 3;
/** The same place, where packets choose for themselves: cycle from which the channel is free again. What comes into the queue has passed whole then. */
export const freeFrom = 3;
/** Node of the queue, and the number of that input in 8 bits; negative where the channel enters a terminal. */
export const standsAt = 4;
/** Packets that have left the queue. */
export const departed = 5;
export const sinceInjectionSum = 6;
export const waitedSum = 7;
export const queueShift = 3;
/** The row after it on the wheel, −1 for none, in the record of its second channel: rows that sleep have two. */
export const nextRow = (1 << queueShift) + waitingInputs;

// Entry of a packet in the ring of its queue: all that a hop needs of it. Four numbers, so that four packets are one cache line.
/** Source and destination, as in the packet's own record, and the cycles of its injection and from which it may ask. */
export const entryEnds = 0;
export const entryInjected = 1;
export const entryReady = 2;
/** Number of the packet (24 bits); above it, the low 8 bits of the first channel of the row that it requests once it is at the head. */
export const entryNumber = 3;
export const entryShift = 2;
export const rowShift = 24;
export const numberMask = (1 << rowShift) - 1;

// What queue heads draw among, four numbers: a channel, the inputs that drew it, and a number with all bits set where it is open.
export const lotShift = 2;
export const lotDrawn = 1;
export const lotIsOpen = 2;

/** Grants of a cycle, beyond which what they touch is read ahead: with fewer, most of it still lies in the second cache. */
export const manyGrants = 512;
/** The same where packets choose for themselves. */
export const manyChosen = 2048;
/** How many steps ahead: what they touch fits into the first cache. */
export const readAtOnce = 48;
/** How many rows ahead, where all channels of each are read. */
export const fewRows = 16;
/** More than any fullness. */
export const never = 0x3fffffff;
