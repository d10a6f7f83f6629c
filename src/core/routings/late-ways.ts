/** What few networks are routed by: fetched before a scenario that asks for it is compiled. */
import { Late } from "../base/late.ts";
import type { Shape } from "../network/network.ts";

export const grid = new Late(() => import("./grid-steps.ts"));
export const shortest = new Late(() => import("./shortest-ways.ts"));
export const waysRound = new Late(() => import("./detours/way-round.ts"));
export const waysUpAndDown = new Late(() => import("./up-down-ways.ts"));

/** null, or what a network lacks for ways round, as a sentence. */
export function needsWaysRound({ axes }: Shape): string | null {
  return axes.some(({ kind }) => kind === "level")
    ? "needs a network without levels; where there are any, packets already have a choice of paths up"
    : null;
}
