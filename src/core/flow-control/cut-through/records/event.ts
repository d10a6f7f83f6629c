/** Fields of an event's record, as word offsets, and the effects of an event, which are combined as bits. */
export const shift = 3;
export const next = 0;
export const time = 1;
export const does = 2;
/** Queue that the packet leaves, or whose head becomes ready; the packet; its virtual channel, or that of the output buffer. */
export const queue = 3;
export const packet = 4;
export const output = 5;
/** The next departure from the same queue, and the cycle in which the packet began to leave. */
export const leaving = 6;
export const began = 7;
/** The channel is free, and the next packet of the queue becomes its head. */
export const setsFree = 1;
/** A slot of the queue is free. */
export const freesPlace = 2;
/** The packet is consumed. */
export const isConsumed = 4;
/** The packet has crossed the switch: the input and the output of the crossbar are free. */
export const hasCrossed = 16;
/** The channel is free, and the next packet of the output buffer becomes its head. */
export const setsBufferFree = 32;
/** The head of the output buffer may request the channel. */
export const bufferMayAsk = 128;
/** The packet left the queue through the crossbar to an output buffer. */
export const wentThrough = 256;
/** The channel carries phits into the following cycle. */
export const endsLate = 512;

// Lists of a cycle. List 0 has ends of transfers over channels and through switches. Then come returned credits, heads that may request,
// and packets that may join the queue of an output. Rare events are on the event wheel.
export const leavings = 1;
export const askings = 2;
export const joinings = 3;
export const kindShift = 2;
