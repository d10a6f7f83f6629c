/** Fields of the record of a virtual channel and the queue behind it, as word offsets, for the engine of links and switches. */
export const vcFieldsShift = 4;
/** Slots taken as seen by the sender; and packets that are in the queue or arrive, and have no output yet. */
export const queueSlotsTaken = 0;
export const queuedPackets = 1;
/** First and last packet that is in the queue or arrives and has no output yet, −1 for none; not kept where queues are by output. */
export const queueFirst = 2;
export const queueLast = 3;
/** Cycle from which the head may leave, after the packet before it. */
export const queueHeadFreeAt = 4;
/** Start of the last packet that entered the queue: cycle, and part of the cycle. */
export const entryStart = 5;
export const entryStartPart = 6;
/** First and last departure event of the queue whose credit is still under way, −1 for none. */
export const firstDeparture = 7;
export const lastDeparture = 8;
/** Cycles that packets waited behind the channel. */
export const waitedCycles = 9;
/** Node of the queue, and number of the queue among the node's inputs: node << inputBits | input. */
export const nodeInput = 10;
/** Allocator of the virtual channel, its number among that allocator's outputs, and the index of its output masks. */
export const outputAllocator = 11;
export const outputNumber = 12;
export const outputMaskAt = 13;
/**
 * Slots of the queue behind the virtual channel. Practically unlimited where packets are consumed, or where slots are checked elsewhere.
 */
export const queueSlots = 14;
/** The channel of the virtual channel. */
export const vcChannel = 15;
