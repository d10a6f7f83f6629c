/** The page's single animation-frame scheduler: everything that draws does so here, together, when there is news. */

const drawings = new Set<() => void>();
let dirty = false;
let requested = 0;

/**
 * Registers a drawing; it is called once per animation frame in which something has changed, never while the page is
 * hidden. Returns the way to stop that.
 */
export function onFrame(draw: () => void): () => void {
  drawings.add(draw);
  markDirty();
  return () => {
    drawings.delete(draw);
  };
}

/** Says that something to be drawn has changed: a new frame of a run, a size, the theme, a selection. */
export function markDirty(): void {
  dirty = true;
  // Layouts are also worked out where there is no page.
  if (requested === 0 && typeof document !== "undefined" && !document.hidden) requested = requestAnimationFrame(drawAll);
}

function drawAll(): void {
  requested = 0;
  if (!dirty || document.hidden) return;
  dirty = false;
  for (const draw of drawings) draw();
}

// What changed while the page was hidden is drawn when it is seen again.
if (typeof document !== "undefined") {
  document.addEventListener("visibilitychange", () => {
    if (dirty) markDirty();
  });
}
