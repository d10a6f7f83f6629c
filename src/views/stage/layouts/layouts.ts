/** How networks are placed: by levels, which the first picture needs, and by all other ways, once they are fetched. */
import type { Axis } from "../../../core/network/network.ts";
import { levels } from "./levels.ts";
import type { StageLayout } from "../scene.ts";

let known: readonly StageLayout[] = [levels];
let fetching: Promise<void> | null = null;

/** How a network with these axes is placed; undefined while that has not been fetched. */
export function layoutFor(axes: readonly Axis[]): StageLayout | undefined {
  return known.find((layout) => layout.fits(axes));
}

/** Fetches all layouts, of which one fits any network. */
export function fetchLayouts(): Promise<void> {
  return (fetching ??= import("./all-layouts.ts").then(({ allLayouts }) => void (known = allLayouts)));
}
