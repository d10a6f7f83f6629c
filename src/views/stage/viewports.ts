/**
 * The viewports of the page's networks. They are not part of the document, of undo, or of links. Networks of equal shape share a viewport,
 * so that it survives a new run.
 */
import { once } from "../../core/base/once.ts";
import type { Network } from "../../core/network/network.ts";
import type { Canvas } from "../contract.ts";
import type { FrameLoop } from "../frame-loop.ts";
import { type Viewport, whole } from "./viewport.ts";

/** Time without a change after which a viewport counts as settled, milliseconds. */
const settled = 120;

export class Viewports {
  private readonly byForm = new Map<string, Viewport>();
  private movedAt = -Infinity;
  private settling: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly frameLoop: FrameLoop) {}

  /** The viewport of a network in pixels of a drawing of that size. It is stored relative to the size, which may change. */
  of(network: Network, width: number, height: number): Viewport {
    const viewport = this.kept(network);
    return viewport.x === 0 && viewport.y === 0 ? viewport : { ...viewport, x: viewport.x * width, y: viewport.y * height };
  }

  /**
   * The stored viewport of a network, with shifts relative to the size of the drawing. The object is the same until the viewport changes.
   */
  kept(network: Network): Viewport {
    return this.byForm.get(formOf(network)) ?? whole;
  }

  /** Sets the viewport of a network and requests a new drawing. */
  set(network: Network, viewport: Viewport, { width, height }: Pick<Canvas, "width" | "height">): void {
    this.byForm.set(formOf(network), { ...viewport, x: viewport.x / width, y: viewport.y / height });
    this.movedAt = performance.now();
    clearTimeout(this.settling);
    this.settling = setTimeout(this.frameLoop.markDirty, settled + 10);
    this.frameLoop.markDirty();
  }

  /** Whether the viewport has just changed. Slow layouts wait until it has settled. */
  get isMoving(): boolean {
    return performance.now() - this.movedAt < settled;
  }

  /** Shows the whole of every network again; expanded groups stay expanded. */
  fit(): void {
    for (const [form, viewport] of this.byForm) this.byForm.set(form, { ...whole, opened: viewport.opened });
    this.frameLoop.markDirty();
  }
}

/** The shape of a network, as a key: networks with equal keys share a viewport. */
const formOf = once(({ terminals, switches, head, axes }: Network): string => {
  return `${terminals} ${switches} ${head.length} ${axes.map(({ kind, size }) => `${kind} ${size}`).join()}`;
});
