/** Record of a channel whose links or switches are not plain. */

export const channelShift = 4;
/** Units of its cycle, and those that a phit takes. */
export const units = 0;
export const phitUnits = 1;
/** Cycles that a phit is on its way beside its own, that it then stands before it can move, and that a credit takes back beside its own. */
export const delay = 2;
export const stages = 3;
export const creditDelay = 4;
/** 1 where a switch matches what goes over it with what else goes through the switch. */
export const isMatched = 5;
/** The first cycle in which it can begin to carry a flit. */
export const idleFrom = 6;
/** As an output: the buffer whose proposal is the best so far, −1 for none; the input that was taken last; 1 while it has its match. */
export const proposed = 7;
export const takenInput = 8;
export const isTaken = 9;
/** As an input: the class that passed last; 1 while it has its match. */
export const passedClass = 10;
export const hasMatch = 11;
