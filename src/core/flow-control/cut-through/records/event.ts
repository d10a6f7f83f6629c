/** An event, and what it does: in any combination. */
export const shift = 3;
export const next = 0;
export const time = 1;
export const does = 2;
/** The queue that is left, or comes to have a front; a packet; the channel's first virtual channel, or the buffer. */
export const queue = 3;
export const packet = 4;
export const output = 5;
/** The next event that sets a place of the same queue free, and the cycle in which the packet began to leave. */
export const leaving = 6;
export const began = 7;
/** The channel is free again, and the front of the queue. */
export const setsFree = 1;
/** A place of the queue is free. */
export const freesPlace = 2;
/** The packet is consumed. */
export const isConsumed = 4;
/** The switch has been crossed: who was crossed to and from is free. */
export const hasCrossed = 16;
/** The channel is free again, and the front of its buffer. */
export const setsBufferFree = 32;
/** The front of the buffer may ask. */
export const bufferMayAsk = 128;
/** The packet left the queue through the switch to a buffer. */
export const wentThrough = 256;
/** The channel carries something into the cycle after. */
export const endsLate = 512;

// What the lists of a cycle are of: first, what ends, over a channel or through a switch; then places that are known to be free, heads
// that may ask, and packets that may join the queue of an output. What is seldom is on the wheel.
export const leavings = 1;
export const askings = 2;
export const joinings = 3;
export const kindShift = 2;
