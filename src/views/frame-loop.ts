/**
 * When the views of a page are drawn. Drawings are redrawn for one of two reasons. An action of the reader redraws all of
 * them in the next animation frame. A run that goes on moves its packets in every frame; the rest of a drawing, numbers and
 * means that change faster than they can be read, is redrawn at a slower pace, a few drawings in each frame.
 */

export interface FrameDrawing {
  /** Draws all of it. @param isAsked whether more has changed than that a run goes on */
  draw(isAsked: boolean): void;
  /** Draws what moves while a run goes on; nothing moves when absent. */
  move?(): void;
  /** Least time between two drawings of a run that goes on, milliseconds. */
  readonly pace?: number;
}

interface Registered extends FrameDrawing {
  /** Must be drawn in the next frame. */
  isDirty: boolean;
  /** The run has gone on since the last drawing. */
  isBehind: boolean;
  /** Instant of the last drawing, milliseconds. */
  drawnAt: number;
  /** Duration of a drawing, milliseconds. */
  cost: number;
}

const usualPace = 100;
/** A drawing of a run takes at most one part in `share` of the time. */
const share = 10;
/** Drawings of a run are spread over frames: this is their time in each of them, milliseconds. */
const budget = 5;

export class FrameLoop {
  private readonly drawings = new Set<Registered>();
  private readonly works = new Map<object, () => boolean>();
  private requested = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Registers a drawing; nothing is drawn while the page is hidden. Returns the way to stop that. */
  register(drawing: FrameDrawing): () => void {
    const own: Registered = { ...drawing, isDirty: true, isBehind: false, drawnAt: -Infinity, cost: 0 };
    this.drawings.add(own);
    this.request();
    return () => {
      this.drawings.delete(own);
    };
  }

  /** Redraws everything in the next frame: the reader has changed something, or something that was asked for has come in. */
  readonly markDirty = (): void => {
    for (const each of this.drawings) each.isDirty = true;
    this.request();
  };

  /** Redraws what moves in the next frame, and each drawing at its pace: a run has gone on. */
  markMoved(): void {
    for (const each of this.drawings) each.isBehind = true;
    this.request();
  }

  /**
   * Does long work, a part in every frame, for as long as it returns true. It replaces earlier work of the same owner.
   */
  goOn(owner: object, work: () => boolean): void {
    this.works.set(owner, work);
    this.request();
  }

  /** Draws what has changed without waiting for a frame, as printing needs. */
  drawNow(): void {
    cancelAnimationFrame(this.requested);
    this.drawAll();
  }

  /** Requests an animation frame, unless the page is hidden: `main.tsx` requests one when the page becomes visible again. */
  readonly request = (): void => {
    // Runs are also followed where no document exists, as in tests.
    if (this.requested === 0 && typeof document !== "undefined" && !document.hidden)
      this.requested = requestAnimationFrame(() => this.drawAll());
  };

  private drawAll(): void {
    this.requested = 0;
    if (document.hidden) return;
    const began = performance.now();
    const isDue = (each: Registered) => each.isDirty || (each.isBehind && each.drawnAt + paceOf(each) <= began);
    // Dirty drawings come first, then those that have waited longest.
    const due = [...this.drawings].filter(isDue).toSorted((a, b) => Number(b.isDirty) - Number(a.isDirty) || a.drawnAt - b.drawnAt);
    for (const each of due) {
      if (each.isDirty || performance.now() - began < budget) drawOne(each);
    }
    for (const each of this.drawings) each.move?.();
    for (const [owner, work] of this.works) if (!work()) this.works.delete(owner);
    if (this.works.size > 0) this.request();
    const waits = [...this.drawings].filter(({ isBehind }) => isBehind).map((each) => each.drawnAt + paceOf(each) - began);
    clearTimeout(this.timer);
    // The last frame of a run is drawn as well, although no news follows it.
    if (waits.length > 0) this.timer = setTimeout(this.request, Math.max(0, Math.min(...waits)));
  }
}

function drawOne(drawing: Registered): void {
  const began = performance.now();
  const isAsked = drawing.isDirty;
  Object.assign(drawing, { isDirty: false, isBehind: false, drawnAt: began });
  drawing.draw(isAsked);
  drawing.cost = (drawing.cost + performance.now() - began) / 2;
}

function paceOf({ pace = usualPace, cost }: Registered): number {
  return Math.max(pace, cost * share);
}
