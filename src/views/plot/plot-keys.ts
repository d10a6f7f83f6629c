/** How the keys of a plot work, for `View.keys`. */
export const plotKeys = "Arrow keys go from one point to the next, Home and End to the first and the last, Escape lets go.";
