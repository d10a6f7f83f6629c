/**
 * Decides when the views of a page are drawn: all of them in the next animation frame after an action of the reader. While a run is played,
 * only moving parts are drawn in every frame; numbers that change faster than they can be read are redrawn at a slower pace.
 */

export interface FrameDrawing {
  /** Draws the whole drawing. @param isDirty whether anything other than the progress of a run has changed */
  draw(isDirty: boolean): void;
  /** Draws the moving parts while a run is played; absent if nothing moves. */
  move?(): void;
  /** Minimum interval between two drawings while a run is played, milliseconds. */
  readonly minInterval?: number;
}

interface RegisteredDrawing extends FrameDrawing {
  /** Whether the drawing must be drawn in the next frame. */
  isDirty: boolean;
  /** Whether the run has advanced since the drawing was last drawn. */
  isBehind: boolean;
  /** Time of the last drawing, milliseconds. */
  drawnAt: number;
  /** Moving average of the duration of a drawing, milliseconds. */
  cost: number;
}

const defaultInterval = 100;
/** The interval between two drawings is at least this many times the duration of drawing. */
const costFactor = 10;
/** Time for redrawing in each frame while a run is played, milliseconds. Drawings that do not fit wait for a later frame. */
const frameBudget = 5;

/** One loop per page. Views register their drawings; the page reports changes. */
export class FrameLoop {
  private readonly drawings = new Set<RegisteredDrawing>();
  private readonly ongoingWork = new Map<object, () => boolean>();
  private requested = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Registers a drawing, which is drawn in the next frame. Nothing is drawn while the page is hidden. Returns a function that unregisters
   * it.
   */
  register(drawing: FrameDrawing): () => void {
    const own: RegisteredDrawing = { ...drawing, isDirty: true, isBehind: false, drawnAt: -Infinity, cost: 0 };
    this.drawings.add(own);
    this.request();
    return () => {
      this.drawings.delete(own);
    };
  }

  /** Redraws everything in the next frame: the reader changed something, or requested data arrived. */
  readonly markDirty = (): void => {
    for (const each of this.drawings) each.isDirty = true;
    this.request();
  };

  /** Redraws the moving parts in the next frame, and each drawing at its interval: a run has advanced. */
  markMoved(): void {
    for (const each of this.drawings) each.isBehind = true;
    this.request();
  }

  /** Calls `work` in every frame until it returns false. Replaces earlier work of the same owner. */
  runInFrames(owner: object, work: () => boolean): void {
    this.ongoingWork.set(owner, work);
    this.request();
  }

  /** Draws all changes immediately, for printing. */
  drawNow(): void {
    cancelAnimationFrame(this.requested);
    this.drawAll();
  }

  /** Requests an animation frame, unless the page is hidden: `main.tsx` requests one when the page becomes visible again. */
  readonly request = (): void => {
    // Runs are also played where no document exists, as in tests.
    if (this.requested === 0 && typeof document !== "undefined" && !document.hidden)
      this.requested = requestAnimationFrame(() => this.drawAll());
  };

  /**
   * One animation frame. Drawings that a run has left behind are redrawn until the time budget is used up; the others wait for a later
   * frame.
   */
  private drawAll(): void {
    this.requested = 0;
    if (document.hidden) return;
    const startTime = performance.now();
    const isDue = (each: RegisteredDrawing) => each.isDirty || (each.isBehind && each.drawnAt + intervalOf(each) <= startTime);
    // Dirty drawings come first, then those that have waited longest.
    const dueDrawings = [...this.drawings].filter(isDue).toSorted((a, b) => Number(b.isDirty) - Number(a.isDirty) || a.drawnAt - b.drawnAt);
    for (const each of dueDrawings) {
      if (each.isDirty || performance.now() - startTime < frameBudget) drawOne(each);
    }
    for (const each of this.drawings) each.move?.();
    for (const [owner, work] of this.ongoingWork) if (!work()) this.ongoingWork.delete(owner);
    if (this.ongoingWork.size > 0) this.request();
    const remainingTimes = [...this.drawings].filter(({ isBehind }) => isBehind).map((each) => each.drawnAt + intervalOf(each) - startTime);
    clearTimeout(this.timer);
    // The last frame of a run has no successor that would trigger its drawing, so a timer does.
    if (remainingTimes.length > 0) this.timer = setTimeout(this.request, Math.max(0, Math.min(...remainingTimes)));
  }
}

function drawOne(drawing: RegisteredDrawing): void {
  const began = performance.now();
  const isDirty = drawing.isDirty;
  drawing.isDirty = false;
  drawing.isBehind = false;
  drawing.drawnAt = began;
  drawing.draw(isDirty);
  drawing.cost = (drawing.cost + performance.now() - began) / 2;
}

function intervalOf({ minInterval = defaultInterval, cost }: RegisteredDrawing): number {
  return Math.max(minInterval, cost * costFactor);
}
