/** Record of the best virtual channels of a list, as they were when somebody last asked by it. */

export const bestShift = 3;
/** The cycle in which somebody last asked by the list; how many were best then; and where they begin in `ids`. */
export const askedAt = 0;
export const bestCount = 1;
export const bestStart = 2;
/** A number of the sets, and the bits there of the list's first members; where its other members begin in the lists, and end. */
export const bitsAt = 3;
export const bits = 4;
export const others = 5;
export const membersEnd = 6;
