/** Draws something as large as its place allows, so that nothing has to be scrolled on a projector. */
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";

/**
 * How much larger than on a page, and over which part of the width a figure is drawn, from the largest on: what is as wide as it is tall gets lower
 * where it is narrower, what has so many lines gets lower where it is smaller.
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
  [1.45, 0.5],
  [1.3, 1],
  [1.3, 0.7],
  [1.3, 0.5],
  [1.15, 1],
  [1, 1],
];

export function Fitted({ children }: { readonly children: ReactNode }) {
  const outer = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const [turn, setTurn] = useState(0);
  const [zoom, part] = tries[turn];
  useEffect(() => {
    const [room, content] = [outer.current, inner.current];
    if (room === null || content === null) return undefined;
    let size = `${room.clientWidth} ${room.clientHeight}`;
    const look = () => {
      const now = `${room.clientWidth} ${room.clientHeight}`;
      if (now !== size) {
        size = now;
        setTurn(0);
      } else if (room.scrollHeight > room.clientHeight + 1) setTurn((before) => Math.min(tries.length - 1, before + 1));
    };
    // Figures are drawn after they know their width: so it is looked at again whenever something has changed its size.
    const sizes = new ResizeObserver(look);
    sizes.observe(room);
    sizes.observe(content);
    return () => sizes.disconnect();
  }, []);
  return (
    <div className="fitted" ref={outer}>
      <div ref={inner} style={{ zoom, "--part": `${part * 100}%` } as CSSProperties}>
        {children}
      </div>
    </div>
  );
}
