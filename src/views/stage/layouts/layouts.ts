/** How networks are placed: as a grid, as the first picture is, and by all other ways, once they are fetched. */
import type { Network } from "../../../core/network/network.ts";
import { grid } from "./grid.ts";
import type * as Painting from "../paint/easel.ts";
import { crowd, type StageLayout } from "../scene.ts";

/** What large networks need in addition: painting a crowded scene onto a canvas. */
type CrowdPainter = Pick<typeof Painting, "tint" | "showScene" | "clearScene">;

interface Known {
  readonly layouts: readonly StageLayout[];
  /** For what people have put somewhere. */
  readonly byHand?: StageLayout;
  readonly painter: CrowdPainter | null;
}

let known: Known = { layouts: [grid], painter: null };
let fetching: Promise<void> | null = null;

/** How a network is placed; undefined while that has not been fetched. */
export function layoutFor({ axes, look }: Pick<Network, "axes" | "look">): StageLayout | undefined {
  if (look !== undefined && look.places.size > 0) return known.byHand;
  return known.layouts.find((layout) => layout.fits(axes));
}

/** Whether all is there that a network may need to be drawn: a link is two channels, and each may be drawn in two pieces. */
export function isDrawable(network: Network): boolean {
  return layoutFor(network) !== undefined && (known.painter !== null || 2 * network.head.length + network.switches <= crowd);
}

/** What paints crowded scenes; null while it has not been fetched. */
export const crowdPainter = () => known.painter;

/** Fetches all layouts, of which one fits any network, and what paints crowded scenes. */
export function fetchLayouts(): Promise<void> {
  return (fetching ??= import("./all-layouts.ts").then(({ allLayouts, handLayout, ...painter }) => {
    known = { layouts: allLayouts, byHand: handLayout, painter };
  }));
}
