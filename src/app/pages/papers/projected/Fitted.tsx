/** Scales its content to be as large as the slide allows, so that the audience need not scroll. */
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";
import { useWidth } from "../useWidth.ts";

/**
 * Combinations of zoom and width, as a fraction of the available width, in the order in which they are tried. A square figure gets lower
 * with less width; a figure made of lines gets lower with less zoom.
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
/**
 * The slide width in px for which the zooms are chosen. A smaller slide is viewed from closer, so everything is scaled down, to these
 * minimum factors.
 */
const usual = 1800;
const [leastScale, leastZoom] = [0.62, 0.8];
/** Time in ms without a change of size after which a figure counts as drawn. */
const drawing = 50;

/** Starts with the largest scale and takes the next smaller one until the content fits. */
export function Fitted({ children }: { readonly children: ReactNode }) {
  const [outer, width] = useWidth<HTMLDivElement>();
  const inner = useRef<HTMLDivElement>(null);
  const [tried, setTried] = useState({ width, turn: 0 });
  // Start again if the width of the slide changes.
  const turn = tried.width === width ? tried.turn : 0;
  const [zoom, part] = tries[turn];
  useEffect(() => {
    const [room, content] = [outer.current, inner.current];
    if (room === null || content === null || turn === tries.length - 1) return undefined;
    const look = () => {
      if (room.scrollHeight > room.clientHeight + 1 || room.scrollWidth > room.clientWidth + 1) setTried({ width, turn: turn + 1 });
    };
    // Figures are drawn after their width is known, some only after a run. Wait until the sizes are stable: a figure drawn for the previous
    // zoom may be too large for a moment.
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
