/** What networks can be routed along dimensions; the steps themselves are in `grid-steps.ts`. */
import type { Shape } from "../network/network.ts";

/** null, or what a network lacks for steps along dimensions, as a sentence. */
export function needsGrid({ axes, regular }: Shape): string | null {
  if (axes.length === 0 || !axes.every(({ kind }) => kind === "line" || kind === "ring" || kind === "full")) {
    return `needs a grid of switches with lines, rings or full rows; this network has ${otherForm(axes)}`;
  }
  return regular ? null : "cannot go around faults; shortest paths, up*/down*, Valiant and UGAL can";
}

/** What a network has instead of dimensions, in a word or two. */
function otherForm(axes: Shape["axes"]): string {
  const names = { level: "levels", group: "groups", shared: "shared switches" } as const;
  for (const { kind } of axes) if (kind === "level" || kind === "group" || kind === "shared") return names[kind];
  return "no dimensions";
}
