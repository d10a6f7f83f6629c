/**
 * The viewports of the page's networks. They are not part of the document, of undo, or of links. Networks of equal shape share a viewport,
 * so that it survives a new run.
 */
import { memoize } from "../../core/base/memoize.ts";
import type { Network } from "../../core/network/network.ts";
import type { Canvas } from "../contract.ts";
import type { FrameLoop } from "../frame-loop.ts";
import { type Viewport, fullViewport } from "./viewport.ts";

/** Time without a change after which a viewport counts as settled, milliseconds. */
const settleTime = 120;

export class Viewports {
  private readonly byShape = new Map<string, Viewport>();
  private changedAt = -Infinity;
  private settleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly frameLoop: FrameLoop) {}

  /** The viewport of a network in pixels of a drawing of that size. It is stored relative to the size, which may change. */
  of(network: Network, width: number, height: number): Viewport {
    const viewport = this.relativeViewport(network);
    return viewport.x === 0 && viewport.y === 0 ? viewport : { ...viewport, x: viewport.x * width, y: viewport.y * height };
  }

  /**
   * The stored viewport of a network, with shifts relative to the size of the drawing. The object is the same until the viewport changes.
   */
  relativeViewport(network: Network): Viewport {
    return this.byShape.get(shapeKey(network)) ?? fullViewport;
  }

  /** Sets the viewport of a network and requests a new drawing. */
  set(network: Network, viewport: Viewport, { width, height }: Pick<Canvas, "width" | "height">): void {
    this.byShape.set(shapeKey(network), { ...viewport, x: viewport.x / width, y: viewport.y / height });
    this.changedAt = performance.now();
    clearTimeout(this.settleTimer);
    this.settleTimer = setTimeout(this.frameLoop.markDirty, settleTime + 10);
    this.frameLoop.markDirty();
  }

  /** Whether the viewport has just changed. Slow layouts wait until it has settled. */
  get isChanging(): boolean {
    return performance.now() - this.changedAt < settleTime;
  }

  /** Shows the whole of every network again; expanded groups stay expanded. */
  showAll(): void {
    for (const [shape, viewport] of this.byShape) this.byShape.set(shape, { ...fullViewport, expanded: viewport.expanded });
    this.frameLoop.markDirty();
  }
}

/** The shape of a network, as a key: networks with equal keys share a viewport. */
const shapeKey = memoize(({ terminals, switches, head, axes }: Network): string => {
  return `${terminals} ${switches} ${head.length} ${axes.map(({ kind, size }) => `${kind} ${size}`).join()}`;
});
