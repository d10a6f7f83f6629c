/** Help text on the keys of a plot, for `View.keyboardHelp`. */
export const plotKeysHelp = "Arrow keys go from one point to the next, Home and End to the first and the last, Escape lets go.";
