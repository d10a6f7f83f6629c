/** What headers and tails touch of a buffer and of the virtual channel that leads into it; of an injection slot, those that apply to it. */

export const bufferShift = 3;
/** Place of the front packet in the ring, and packets in the ring: from their grant on, until their tails have gone. */
export const front = 0;
export const packets = 1;
/** Cycle in which a tail went out last, and in which the virtual channel was granted last. */
export const leftAt = 2;
export const grantedAt = 3;
/** The packet that was granted the virtual channel last. */
export const holderOf = 4;
/** How many tails went out in the cycle in which one did last, where several can. */
export const leftCount = 5;
