/** What comes, by the last bits of its number; before them stands a buffer, or a packet. */

export const eventShift = 3;
/** A flit of a buffer can move on; a place in it is free, as its sender hears; its front may ask; both the first and the third. */
export const flitComes = 0;
export const creditComes = 1;
export const headerAsks = 2;
export const headerComes = 3;
/** What is granted may move; the tail of a packet is at its terminal. */
export const grantHolds = 4;
export const tailArrives = 5;
