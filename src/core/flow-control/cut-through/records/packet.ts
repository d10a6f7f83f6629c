/**
 * Fields of a packet's second record, as word offsets, for the engine of links and switches. The first record is that of the packet pool.
 */
export const packetFieldsShift = 3;
/** Next and previous packet in its list, −1 for none. */
export const nextPacket = 0;
export const previousPacket = 1;
/** Cycle in which the packet began to request at its node, −1 before. */
export const joinedAt = 2;
/** Start of the packet's arrival: cycle, and part of the cycle. */
export const arrivalStart = 3;
export const arrivalStartPart = 4;
/** The virtual channel by which the packet came, −1 at its source. */
export const arrivalVc = 5;
/** Cycle from which the packet can go on without underrun; −1 before that has been computed. */
export const earliestStart = 6;
/** The virtual channel whose output buffer or output queue the packet is in. */
export const assignedVc = 7;
