/** Draws something as large as its place allows, so that nothing has to be scrolled on a projector. */
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";
import { useWidth } from "../useWidth.ts";

/**
 * How much larger than on a page, and over which part of the width a figure is drawn, from the largest on: what is as wide as it
 * is tall gets lower where it is narrower, what has so many lines gets lower where it is smaller.
 */
const tries: readonly (readonly [zoom: number, part: number])[] = [
  [2.1, 1],
  [1.85, 1],
  [1.85, 0.8],
  [1.7, 1],
  [1.6, 1],
  [1.6, 0.8],
  [1.6, 0.64],
  [1.45, 1],
  [1.45, 0.75],
  [1.3, 1],
  [1.3, 0.7],
  [1.3, 0.52],
  [1.15, 1],
  [1, 1],
];
/** The width that the zooms are meant for, px; a narrower room is nearer, so all is smaller in it, down to these. */
const usual = 1800;
const [leastScale, leastZoom] = [0.62, 0.8];
/** How long nothing may change its size before a figure counts as drawn, ms. */
const drawing = 50;

export function Fitted({ children }: { readonly children: ReactNode }) {
  const [outer, width] = useWidth<HTMLDivElement>();
  const inner = useRef<HTMLDivElement>(null);
  const [tried, setTried] = useState({ width, turn: 0 });
  // Another room is another beginning.
  const turn = tried.width === width ? tried.turn : 0;
  const [zoom, part] = tries[turn];
  useEffect(() => {
    const [room, content] = [outer.current, inner.current];
    if (room === null || content === null || turn === tries.length - 1) return undefined;
    const look = () => {
      if (room.scrollHeight > room.clientHeight + 1 || room.scrollWidth > room.clientWidth + 1) setTried({ width, turn: turn + 1 });
    };
    // Figures are drawn after they know their width, and some after a run. One that is drawn for the zoom before may be too large.
    let timer = setTimeout(look, drawing);
    const sizes = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(look, drawing);
    });
    sizes.observe(content);
    return () => {
      sizes.disconnect();
      clearTimeout(timer);
    };
  }, [outer, width, turn]);
  const scale = Math.min(1, Math.max(leastScale, width / usual));
  return (
    <div className="fitted" ref={outer}>
      <div ref={inner} style={{ zoom: Math.max(leastZoom, zoom * scale), "--part": `${part * 100}%` } as CSSProperties}>
        {children}
      </div>
    </div>
  );
}
