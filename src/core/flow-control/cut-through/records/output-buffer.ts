/** Fields of the record of a virtual channel's output buffer or output queue, as word offsets. */
/** Slots taken, and packets that have not been granted the channel: the first and the last of them, −1 for none. */
export const held = 0;
export const standing = 1;
export const first = 2;
export const last = 3;
/** Cycle from which the head of the buffer may leave; 1 while it requests the channel; 1 while a packet crosses to the buffer. */
export const frontFree = 4;
export const asks = 5;
export const isCrossed = 6;
/**
 * Of the last packet that crossed to the buffer: start of its crossing, channel by which it came to the switch, and start of its arrival
 * there.
 */
export const crossAt = 7;
export const crossFrom = 8;
export const crossCame = 9;
export const crossCamePart = 10;
/** Start on the channel of the last packet that is consumed at its end. */
export const ejectAt = 11;
export const ejectPart = 12;
/** First and last packet of the output queue; only where switches have output queues. */
export const outFirst = 13;
export const outLast = 14;
