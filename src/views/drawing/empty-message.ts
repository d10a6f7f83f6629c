import type { View } from "../contract.ts";

/** null while a network is drawn, otherwise how to start. */
export const drawingEmptyMessage: View["emptyMessage"] = ({ draft }) => (draft === undefined ? "Press D to draw." : null);
