/** What every flit touches of a buffer and of the virtual channel that leads into it, sixteen bytes. How many flits are in a buffer is kept apart. */

export const flowShift = 2;
/** Buffer whose front packet holds the virtual channel, −1 while nobody does. */
export const heldBy = 0;
/** Flits of that packet that have not crossed it yet. */
export const toGo = 1;
/** Cycle in which it carried a flit last. */
export const servedAt = 2;
/** Virtual channel that the front packet of the buffer holds, −1 for none. */
export const output = 3;
