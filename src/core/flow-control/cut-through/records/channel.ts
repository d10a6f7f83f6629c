/** Record of a channel. */
export const shift = 4;
/** Cycle in which it may be granted again, and the part of that cycle at which it comes free. */
export const freeAt = 0;
export const freePart = 1;
export const carried = 2;
/** When the last packet began on it, and its ends. */
export const beganAt = 3;
export const beganPart = 4;
export const lastEnds = 5;
/** Packets on their way out of the queues behind it, and those that cross a switch to the buffers before it. */
export const waysTaken = 6;
export const crossingTo = 7;
/** Cycles that a packet takes, if they are a whole number, else 0; and its header, then; from end to end; credits; a header behind it. */
export const takesWhole = 8;
export const takesHead = 9;
export const takesLength = 10;
export const takesCredit = 11;
export const takesAsking = 12;
/** Cycles since their injection of packets that came over it. */
export const sinceInjection = 13;
/** 1 where it ends at a terminal, and where it begins at a switch. */
export const toTerminal = 14;
export const fromSwitch = 15;
