/** Fields of a virtual channel that every flit accesses, as word offsets: 16 bytes. Flit counts are in a separate array. */

export const vcRecordShift = 2;
/** Buffer whose first packet holds the virtual channel, −1 while it is free. */
export const holderBuffer = 0;
/** Flits of the packet that holds the virtual channel that have not crossed it yet. */
export const flitsLeft = 1;
/** Cycle in which the virtual channel carried a flit last. */
export const lastFlitAt = 2;
/** Virtual channel that the first packet of the buffer holds, −1 for none. */
export const heldOutput = 3;
