/** What networks can be routed along dimensions; the steps themselves are in `grid-steps.ts`. */
import type { ValidationIssue } from "../base/errors.ts";
import type { Shape } from "../network/network.ts";

/** null, or what a network lacks for steps along dimensions, as a sentence. */
export function needsGrid({ axes, regular }: Shape): string | null {
  if (axes.length === 0 || !axes.every(({ kind }) => kind === "line" || kind === "ring" || kind === "full" || kind === "board")) {
    return `needs a grid with lines, rings, full rows or boards; this network has ${otherForm(axes)}`;
  }
  return regular ? null : "cannot go around faults; shortest paths, up*/down*, Valiant and UGAL can";
}

/** What a network has instead of dimensions, in a word or two. */
function otherForm(axes: Shape["axes"]): string {
  const names = { level: "levels", group: "groups", shared: "shared switches" } as const;
  for (const { kind } of axes) if (kind === "level" || kind === "group" || kind === "shared") return names[kind];
  return "no dimensions";
}

/** What speaks against a choice that is for rings, by its path. */
export function needsRings(path: string, { axes }: Shape): readonly ValidationIssue[] {
  if (axes[0]?.kind !== "board") return [];
  return [{ path, message: "this is for rings, and lines of boards are none.", remedy: "Use a dateline.", nearest: "dateline" }];
}
