/** How lines of several networks are told apart: the one in front is solid, the others are dashed, each in its own way. */

/** Dashes of the second network and those after it, pixels. */
export const dashes = ["6 4", "2 3", "10 3 2 3", "12 4", "1 4", "8 3 2 3 2 3", "4 2"] as const;
