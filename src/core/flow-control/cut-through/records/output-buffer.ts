/** Record of what is before a virtual channel's channel, where switches have buffers, or queues of outputs. */
/** Places of the buffer that are taken, and packets that have not been given the channel: the first and the last, −1 for none. */
export const held = 0;
export const standing = 1;
export const first = 2;
export const last = 3;
/** Cycle from which the front of the buffer may leave; 1 while it asks for the channel, and while a packet crosses to the buffer. */
export const frontFree = 4;
export const asks = 5;
export const isCrossed = 6;
/** Cycle in which the last packet began to cross to it; by which channel, and when, it had begun to come to the switch. */
export const crossAt = 7;
export const crossFrom = 8;
export const crossCame = 9;
export const crossCamePart = 10;
/** When the last packet that is consumed at the other end began on the channel. */
export const ejectAt = 11;
export const ejectPart = 12;
/** The first and the last packet of the queue of this output, where queues are by outputs and not by inputs, too. */
export const outFirst = 13;
export const outLast = 14;
