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

/** Fetches what follows pointers and keys when one of them is first there; what cannot be fetched is asked for again by the next one. */
function followLater(group: SVGGElement, into: SVGGElement): void {
  const box = into.closest<HTMLElement>(".view-box") ?? into.ownerSVGElement;
  const types = ["pointermove", "pointerdown", "focusin"];
  const fetch = async (event: Event) => {
    const { followPlot, pointFrom } = await import("./hover.ts");
    for (const type of types) box?.removeEventListener(type, begin);
    const { shown } = dataOf<Plotted>(group)!;
    bind<Plotted>(group, { shown, follow: followPlot });
    if (!into.isConnected) return;
    followPlot(...shown);
    // A finger that began it has gone by now.
    if (event instanceof PointerEvent) pointFrom(event, into);
  };
  const begin = (event: Event) => void fetch(event).catch(() => undefined);
  for (const type of types) box?.addEventListener(type, begin);
}
