/** Record of a round (`rounds.ts`). */

export const roundShift = 3;
/** How many wait, and where their bits begin. */
export const waiting = 0;
export const waitingAt = 1;
/** 1 while it stands among those to be looked at. */
export const isDue = 2;
/** The input that was served last. */
export const served = 3;
/** Of its node: numbers of 32 bits that hold a set of its inputs, where the set of those from terminals begins, and where its inputs do. */
export const words = 4;
export const terminalsAt = 5;
export const inputsAt = 6;
/** 1 where that is a terminal. */
export const isOfTerminal = 7;

/** More than any number of flits. */
export const never = 0x3fffffff;
