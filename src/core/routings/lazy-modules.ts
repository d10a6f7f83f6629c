/** Modules that only some routings need. They are loaded before a scenario that uses them is compiled. */
import { LazyModule } from "../base/lazy.ts";
import type { NetworkShape } from "../network/network.ts";

export const lazyGridSteps = new LazyModule(() => import("./grid-steps.ts"));
export const lazyShortestPaths = new LazyModule(() => import("./shortest-paths.ts"));
export const lazyNonMinimalRouting = new LazyModule(() => import("./non-minimal/non-minimal-routing.ts"));
export const lazyUpDownPaths = new LazyModule(() => import("./up-down-paths.ts"));

/** What a network lacks for non-minimal paths, as a sentence; null if it lacks nothing. */
export function reasonNonMinimalUnsupported({ axes }: NetworkShape): string | null {
  return axes.some(({ kind }) => kind === "level")
    ? "needs a network without levels; in a tree, packets already have a choice of paths up"
    : null;
}
