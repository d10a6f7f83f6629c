/**
 * Fields of a buffer's record that headers and tails access, including its virtual channel, as word offsets. Injection slots have no such
 * record.
 */

export const bufferShift = 3;
/** Position of the first packet in the ring, and packets in the ring: from their grant until their tails have left. */
export const headIndex = 0;
export const bufferPackets = 1;
/** Cycle in which a tail left last, and cycle in which the virtual channel was granted last. */
export const lastTailAt = 2;
export const grantedAt = 3;
/** The packet that was granted the virtual channel last. */
export const lastHolder = 4;
/** Number of tails that left in the cycle `lastTailAt`, where several can leave in one cycle. */
export const lastTailCount = 5;
