/** How networks are placed: as a grid, as the first picture is, and by all other ways, once they are fetched. */
import type { Network } from "../../../core/network/network.ts";
import { grid } from "./grid.ts";
import type * as Painting from "../paint/easel.ts";
import type * as Unlike from "../paint/unlike.ts";
import type { Variant } from "../../contract.ts";
import { crowd, type Scene, type StageLayout } from "../scene.ts";

/** What some networks need in addition: painting a crowded scene onto a canvas, and drawing channels that are not all alike. */
type LatePainter = Pick<typeof Painting, "tint" | "showScene" | "clearScene"> & Pick<typeof Unlike, "unlike">;

interface Known {
  readonly layouts: readonly StageLayout[];
  /** For what people have put somewhere. */
  readonly byHand?: StageLayout;
  readonly painter: LatePainter | null;
}

let known: Known = { layouts: [grid], painter: null };
let fetching: Promise<void> | null = null;

/** How a network is placed; undefined while that has not been fetched. */
export function layoutFor({ axes, look }: Pick<Network, "axes" | "look">): StageLayout | undefined {
  if (look !== undefined && look.places.size > 0) return known.byHand;
  return known.layouts.find((layout) => layout.fits(axes));
}

/** Whether all is there that a network may need to be drawn: a link is two channels, and each may be drawn in two pieces. */
export function isDrawable(network: Network, links?: Variant["links"]): boolean {
  const needsPainter = links !== undefined || 2 * network.head.length + network.switches > crowd;
  return layoutFor(network) !== undefined && (known.painter !== null || !needsPainter);
}

/** What paints crowded scenes, and channels that are not all alike; null while it has not been fetched. */
export const latePainter = () => known.painter;

/** A placed network with lines as wide as its links are fast, and packets on their way for as long as they take. */
export function asFast(scene: Scene, { network, links, cycle }: Pick<Variant, "network" | "links" | "cycle">): Scene {
  return links === undefined || network === null ? scene : (known.painter?.unlike(scene, network, links, cycle) ?? scene);
}

/** Fetches all layouts, of which one fits any network, and what paints crowded scenes and unlike channels. */
export function fetchLayouts(): Promise<void> {
  return (fetching ??= import("./all-layouts.ts").then(({ allLayouts, handLayout, ...painter }) => {
    known = { layouts: allLayouts, byHand: handLayout, painter };
  }));
}
