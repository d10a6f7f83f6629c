/** Modules that only some routings need. They are loaded before a scenario that uses them is compiled. */
import { Late } from "../base/late.ts";
import type { Shape } from "../network/network.ts";

export const grid = new Late(() => import("./grid-steps.ts"));
export const shortest = new Late(() => import("./shortest-ways.ts"));
export const waysRound = new Late(() => import("./detours/way-round.ts"));
export const waysUpAndDown = new Late(() => import("./up-down-ways.ts"));

/** What a network lacks for non-minimal paths, as a sentence; null if it lacks nothing. */
export function needsWaysRound({ axes }: Shape): string | null {
  return axes.some(({ kind }) => kind === "level")
    ? "needs a network without levels; where there are any, packets already have a choice of paths up"
    : null;
}
