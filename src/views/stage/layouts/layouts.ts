/** How the stage places networks: as a grid, as the first picture is, and in all other ways, once they are fetched. */
import type { Network } from "../../../core/network/network.ts";
import type { Variant } from "../../contract.ts";
import type * as Painting from "../paint/easel.ts";
import type * as Unlike from "../paint/unlike.ts";
import { crowd, type StageLayout } from "../scene.ts";
import { grid } from "./grid/grid.ts";

/** All layouts, of which one fits any network, and what paints crowded scenes and channels that are not all alike. */
export interface Layouts extends Pick<typeof Painting, "tint" | "showScene" | "clearScene">, Pick<typeof Unlike, "asFast"> {
  readonly all: readonly StageLayout[];
  /** For networks in which something was put somewhere. */
  readonly byHand: StageLayout;
}

export const fetchLayouts = (): Promise<Layouts> => import("./all-layouts.ts").then(({ layouts }) => layouts);

/** How a network is placed; undefined while that has not been fetched. */
export function layoutFor({ axes, look }: Pick<Network, "axes" | "look">, layouts: Layouts | null): StageLayout | undefined {
  if (look !== undefined && look.places.size > 0) return layouts?.byHand;
  return (layouts?.all ?? [grid]).find((layout) => layout.fits(axes));
}

/** Whether all is there that a network may need to be drawn: a link is two channels, and each may be drawn in two pieces. */
export function isDrawable(network: Network, links: Variant["links"], layouts: Layouts | null): boolean {
  const isPlain = links === undefined && 2 * network.head.length + network.switches <= crowd;
  return layouts !== null || (isPlain && layoutFor(network, null) !== undefined);
}
