/** Draws a plot. What follows a pointer and the keys is fetched when the first of them comes near: pages open without it. */
import type { Canvas } from "../contract.ts";
import { bind, childOf, dataOf } from "../marks/bound.ts";
import { drawMarks, type Drawing } from "../marks/marks.ts";
import type { PointingActions } from "../marks/pointing.ts";

/** Follows what points at a drawing. */
type Follow = (drawn: Drawing, into: SVGGElement, canvas: Canvas, act: PointingActions) => void;

/** The last drawing in a group, and what follows pointers there, once that is fetched. */
interface Plotted {
  readonly shown: Parameters<Follow>;
  readonly follow: Follow | null;
}

/** Draws marks, names the target that a pointer or the keys are at, and does what it says when it is chosen. */
export function drawPlot(drawn: Drawing, into: SVGGElement, canvas: Canvas, act: PointingActions): void {
  const group = childOf(into, "g", "marks");
  const before = dataOf<Plotted>(group);
  const follow = before?.follow ?? null;
  const shown = [drawn, into, canvas, act] as const;
  bind<Plotted>(group, { shown: [...shown], follow });
  if (follow !== null) follow(...shown);
  else drawMarks(drawn.marks, group);
  if (before === undefined) followLater(group, into);
}

/** Keys that go from target to target: what is pressed while their code is fetched is done then, and scrolls nothing meanwhile. */
const walking = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);

/** Fetches what follows pointers and keys when one of them is first there; what cannot be fetched is asked for again by the next one. */
function followLater(group: SVGGElement, into: SVGGElement): void {
  const box = into.closest<HTMLElement>(".view-box") ?? into.ownerSVGElement;
  const types = ["pointermove", "pointerdown", "focusin", "keydown"];
  const fetch = async (event: Event | null) => {
    const { followPlot, followFrom } = await import("./hover.ts");
    stop();
    // Another drawing may have taken its place meanwhile.
    if (!group.isConnected) return;
    const { shown } = dataOf<Plotted>(group)!;
    bind<Plotted>(group, { shown, follow: followPlot });
    followPlot(...shown);
    if (event !== null) followFrom(event, into);
  };
  const begin = (event: Event | null) => {
    if (!group.isConnected) return stop();
    if (event instanceof KeyboardEvent && walking.has(event.key)) event.preventDefault();
    void fetch(event).catch(() => undefined);
  };
  const stop = () => {
    for (const type of types) box?.removeEventListener(type, begin);
  };
  for (const type of types) box?.addEventListener(type, begin);
  // The focus may have come to the drawing before.
  if (box?.matches(":focus-within") === true) begin(null);
}
