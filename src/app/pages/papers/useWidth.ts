/** The width that an element has on the page: figures are drawn for it, so that their words keep their size. */
import { type RefObject, useEffect, useRef, useState } from "react";

/** A reference to put on an element, and its width in CSS pixels; 0 before it is known. */
export function useWidth<E extends Element>(): readonly [RefObject<E | null>, number] {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (ref.current === null) return undefined;
    const sizes = new ResizeObserver(([{ contentRect }]) => setWidth(Math.floor(contentRect.width)));
    sizes.observe(ref.current);
    return () => sizes.disconnect();
  }, []);
  return [ref, width];
}
