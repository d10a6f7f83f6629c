/** The record of a buffer of wormhole flow control, and of the virtual channel that leads into it; of an injection slot, what applies. */
export const bufferShift = 4;
/** Flits in it. */
export const flits = 0;
/** Buffer whose front packet holds the virtual channel, −1 while nobody does. */
export const heldBy = 1;
/** Virtual channel that the front packet holds, −1 for none. */
export const output = 2;
/** Flits of the front packet that have gone. */
export const gone = 3;
/** Place of the front packet in the ring, and packets in the ring: from their grant on, until their tails have gone. */
export const front = 4;
export const packets = 5;
/** Cycle in which a tail went out last, and in which the virtual channel was granted last. */
export const leftAt = 6;
export const grantedAt = 7;
/** The packet that was granted the virtual channel last; 1 where the channel leads to its destination. */
export const holderOf = 8;
export const arrives = 9;
/** Cycle in which the virtual channel carried a flit last, and how many it has carried. */
export const servedAt = 10;
export const carried = 11;
/** Its channel. */
export const channelAt = 12;
