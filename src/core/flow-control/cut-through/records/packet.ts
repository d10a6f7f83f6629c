/**
 * Fields of a packet's second record, as word offsets, for the engine of links and switches. The first record is that of the packet pool.
 */
export const shift = 3;
/** Next and previous packet in its list, −1 for none. */
export const next = 0;
export const previous = 1;
/** Cycle in which it began to request at its node, −1 before. */
export const joined = 2;
/** Start of its arrival: cycle, and part of the cycle. */
export const cameAt = 3;
export const camePart = 4;
/** The virtual channel by which it came, −1 at its source. */
export const cameBy = 5;
/** Cycle from which it can go on without underrun; −1 before that has been computed. */
export const notBefore = 6;
/** The virtual channel whose output buffer or output queue it is in. */
export const goesTo = 7;
