/** What the engine of links and switches keeps of a packet beside the record of the pool. */
export const shift = 3;
/** Before and behind it in its list, −1 for none. */
export const next = 0;
export const previous = 1;
/** Cycle in which it began to ask where it stands, −1 before. */
export const joined = 2;
/** When it began to come in. */
export const cameAt = 3;
export const camePart = 4;
/** The virtual channel by which it came, −1 at its source. */
export const cameBy = 5;
/** Cycle from which it does not run dry; −1 as long as nobody has asked. */
export const notBefore = 6;
/** The virtual channel whose buffer or queue of an output it stands in. */
export const goesTo = 7;
