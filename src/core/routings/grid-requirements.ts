/** Requirements of routing along dimensions; `grid-steps.ts` computes the steps. */
import type { ValidationIssue } from "../base/errors.ts";
import type { NetworkShape } from "../network/network.ts";

/** What a network lacks for steps along dimensions, as a sentence; null if it lacks nothing. */
export function reasonGridUnsupported({ axes, regular }: NetworkShape): string | null {
  if (axes.length === 0 || !axes.every(({ kind }) => kind === "line" || kind === "ring" || kind === "full" || kind === "board")) {
    return `needs a grid with lines, rings, full rows or boards; this network has ${otherShape(axes)}`;
  }
  return regular ? null : "cannot avoid faults; shortest path, up*/down*, Valiant and UGAL routing can";
}

/** What the network has instead of dimensions. */
function otherShape(axes: NetworkShape["axes"]): string {
  const names = { level: "levels", group: "groups", shared: "shared switches" } as const;
  for (const { kind } of axes) if (kind === "level" || kind === "group" || kind === "shared") return names[kind];
  return "no dimensions";
}

/** Issues with a choice that requires rings. @param path path of the choice */
export function ringIssues(path: string, { axes }: NetworkShape): readonly ValidationIssue[] {
  if (axes[0]?.kind !== "board") return [];
  return [{ path, message: "this option is for rings, and boards have none.", remedy: "Use a dateline.", nearest: "dateline" }];
}
