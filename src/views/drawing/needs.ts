import type { View } from "../contract.ts";

/** Only what is being drawn can be drawn on. */
export const needsDraft: View["needs"] = ({ draft }) => (draft === undefined ? "Press D to draw." : null);
