/** Selects the layout of a network. The grid layout, which the first screen needs, is always available; all others are loaded later. */
import type { Network } from "../../../core/network/network.ts";
import type { Variant } from "../../contract.ts";
import type * as Deadlock from "../paint/deadlock.ts";
import type * as Faults from "../paint/faults.ts";
import type * as Jobs from "../paint/jobs.ts";
import type * as Painting from "../paint/incremental-painting.ts";
import type * as Queues from "../paint/queues.ts";
import type * as Unlike from "../paint/nonuniform-channels.ts";
import { isolatedNodes } from "../isolated-nodes.ts";
import { maxSvgElements, type StageLayout } from "../scene.ts";
import { gridLayout } from "./grid/grid.ts";

/**
 * The lazily loaded layouts, which together accept every network, and the painting of large scenes, of channels with different rates, of
 * deadlocks, of queues, of jobs, and of nodes that faults have cut off.
 */
export interface Layouts
  extends
    Pick<typeof Painting, "tint" | "showScene" | "clearScene">,
    Pick<typeof Unlike, "asFast">,
    Pick<typeof Deadlock, "deadlockMarks">,
    Pick<typeof Queues, "queueMarks" | "filledBoxes">,
    Pick<typeof Jobs, "jobMarks">,
    Pick<typeof Faults, "sceneWithFaults"> {
  readonly all: readonly StageLayout[];
  /** Layout for networks with stored positions. */
  readonly manual: StageLayout;
}

export const fetchLayouts = (): Promise<Layouts> => import("./all-layouts.ts").then(({ lazyLayouts }) => lazyLayouts);

/** The layout for a network; undefined until it has been loaded. */
export function layoutFor({ axes, look }: Pick<Network, "axes" | "look">, layouts: Layouts | null): StageLayout | undefined {
  if (look !== undefined && look.places.size > 0) return layouts?.manual;
  return (layouts?.all ?? [gridLayout]).find((layout) => layout.fits(axes));
}

/**
 * Whether everything needed to draw a network has been loaded. A link has two channels, and each may be drawn in two pieces.
 * @param hasJobs whether terminals are drawn in the colors of their jobs
 */
export function isLayoutLoaded(network: Network, links: Variant["links"], hasJobs: boolean, layouts: Layouts | null): boolean {
  if (layouts !== null) return true;
  const isPlain = links === undefined && !hasJobs && isolatedNodes(network).size === 0;
  return isPlain && 2 * network.head.length + network.switches <= maxSvgElements && layoutFor(network, null) !== undefined;
}
