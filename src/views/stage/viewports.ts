/**
 * How the reader of a page looks at its networks. It is no part of the document, of undo, or of links. Networks of one form
 * share a viewport, so that a new run keeps it.
 */
import { once } from "../../core/base/once.ts";
import type { Network } from "../../core/network/network.ts";
import type { Canvas } from "../contract.ts";
import type { FrameLoop } from "../frame-loop.ts";
import { type Viewport, whole } from "./viewport.ts";

/** Time without a change after which a viewport rests, milliseconds. */
const settled = 120;

export class Viewports {
  private readonly byForm = new Map<string, Viewport>();
  private movedAt = -Infinity;
  private settling: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly frameLoop: FrameLoop) {}

  /** The viewport of a network in a drawing of that size. It is kept in parts of the size, which need not stay the same. */
  of(network: Network, width: number, height: number): Viewport {
    const viewport = this.kept(network);
    return viewport.x === 0 && viewport.y === 0 ? viewport : { ...viewport, x: viewport.x * width, y: viewport.y * height };
  }

  /** The viewport of a network, shifts as parts of the drawing's size: the same object until it is changed. */
  kept(network: Network): Viewport {
    return this.byForm.get(formOf(network)) ?? whole;
  }

  /** Changes the viewport of a network, and draws the network again. */
  set(network: Network, viewport: Viewport, { width, height }: Pick<Canvas, "width" | "height">): void {
    this.byForm.set(formOf(network), { ...viewport, x: viewport.x / width, y: viewport.y / height });
    this.movedAt = performance.now();
    clearTimeout(this.settling);
    this.settling = setTimeout(this.frameLoop.markDirty, settled + 10);
    this.frameLoop.markDirty();
  }

  /** Whether the reader is moving a viewport right now: slow layouts wait until it rests. */
  get isMoving(): boolean {
    return performance.now() - this.movedAt < settled;
  }

  /** Shows all of every network again; what is open stays open. */
  fit(): void {
    for (const [form, viewport] of this.byForm) this.byForm.set(form, { ...whole, opened: viewport.opened });
    this.frameLoop.markDirty();
  }
}

/** What networks have in common that share a viewport. */
const formOf = once(({ terminals, switches, head, axes }: Network): string => {
  return `${terminals} ${switches} ${head.length} ${axes.map(({ kind, size }) => `${kind} ${size}`).join()}`;
});
