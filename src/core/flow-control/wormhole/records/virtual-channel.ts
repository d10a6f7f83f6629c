/** Record that every flit touches: a virtual channel and the buffer behind it, sixteen bytes. The number of flits in a buffer is in an array apart. */

export const flowShift = 2;
/** Buffer whose first packet holds the virtual channel, −1 while it is free. */
export const heldBy = 0;
/** Flits of that packet that have not crossed it yet. */
export const toGo = 1;
/** Cycle in which it carried a flit last. */
export const servedAt = 2;
/** Virtual channel that the front packet of the buffer holds, −1 for none. */
export const output = 3;
