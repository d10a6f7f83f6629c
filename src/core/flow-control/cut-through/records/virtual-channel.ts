/** Record of a virtual channel and of the queue behind it. */
export const shift = 4;
/** Places of the queue that are taken, as those know who fill it; packets that stand there or come, and have been given no output. */
export const held = 0;
export const standing = 1;
/** The first and the last of those packets, −1 for none; where queues are by outputs, not kept. */
export const first = 2;
export const last = 3;
/** Cycle from which the front may leave, the one before it being gone. */
export const frontFree = 4;
/** When the last packet that came into the queue began to: cycle, and parts of it. */
export const enterAt = 5;
export const enterPart = 6;
/** The first and the last of the events that set a place of the queue free, −1 for none. */
export const firstLeaving = 7;
export const lastLeaving = 8;
/** Cycles that packets waited behind the channel. */
export const waited = 9;
/** Node at which the queue stands and the input it is there, node << inputBits | input. */
export const at = 10;
/** The allocator that hands the virtual channel out, its number among the outputs there, and where the bits of it are. */
export const allocator = 11;
export const output = 12;
export const maskAt = 13;
/** Packets that find a place behind it; more than ever come, where they are consumed or their places are not looked at here. */
export const places = 14;
/** Its channel. */
export const channel = 15;
