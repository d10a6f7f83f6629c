/** Help text on the keys of a plot, for `View.keys`. */
export const plotKeysHelp = "Arrow keys go from point to point, Home and End to the first and the last point, Escape leaves the points.";
