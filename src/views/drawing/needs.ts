import type { View } from "../contract.ts";

/** null while a network is drawn, otherwise how to start. */
export const needsDraft: View["needs"] = ({ draft }) => (draft === undefined ? "Press D to draw." : null);
