/** Fields of the record of a virtual channel's output buffer or output queue, as word offsets. */
/** Slots taken, and packets that have not been granted the channel: the first and the last of them, −1 for none. */
export const bufferSlotsTaken = 0;
export const bufferedPackets = 1;
export const bufferFirst = 2;
export const bufferLast = 3;
/** Cycle from which the head of the buffer may leave; 1 while it requests the channel; 1 while a packet crosses to the buffer. */
export const bufferHeadFreeAt = 4;
export const isHeadRequesting = 5;
export const isCrossingActive = 6;
/**
 * Of the last packet that crossed to the buffer: start of its crossing, channel by which it came to the switch, and start of its arrival
 * there.
 */
export const crossStart = 7;
export const crossInputChannel = 8;
export const crossArrival = 9;
export const crossArrivalPart = 10;
/** Start, on the channel, of the last packet that is consumed at the end of the channel. */
export const ejectStart = 11;
export const ejectStartPart = 12;
/** First and last packet of the output queue; only where switches have output queues. */
export const outputQueueFirst = 13;
export const outputQueueLast = 14;
