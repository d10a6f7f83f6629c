/** Fields of a channel's record, as word offsets. */
export const shift = 4;
/** When the channel may be granted again: cycle, and part of that cycle that is still occupied. */
export const freeAt = 0;
export const freePart = 1;
export const carried = 2;
/** Start of the last packet on the channel, and its source and destination. */
export const beganAt = 3;
export const beganPart = 4;
export const lastEnds = 5;
/** Packets that are leaving the queues behind the channel, and packets that cross a switch to the buffers before it. */
export const waysTaken = 6;
export const crossingTo = 7;
/**
 * Times in cycles: a packet, or 0 if that is no whole number; then a header; from end to end; a credit back; the pipeline behind the
 * channel.
 */
export const takesWhole = 8;
export const takesHead = 9;
export const takesLength = 10;
export const takesCredit = 11;
export const takesAsking = 12;
/** Sum of cycles from injection to the header's arrival here, of all packets. */
export const sinceInjection = 13;
/** 1 where the channel ends at a terminal, and 1 where it begins at a switch. */
export const toTerminal = 14;
export const fromSwitch = 15;
