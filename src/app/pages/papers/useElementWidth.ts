/** Observes the width of an element, so that content can be laid out for it with its text at the normal size. */
import { type RefObject, useEffect, useRef, useState } from "react";

/** A ref to attach to an element, and the width of the element in CSS pixels; 0 until it is known. */
export function useElementWidth<E extends Element>(): readonly [RefObject<E | null>, number] {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (ref.current === null) return undefined;
    const resizeObserver = new ResizeObserver(([{ contentRect }]) => setWidth(Math.floor(contentRect.width)));
    resizeObserver.observe(ref.current);
    return () => resizeObserver.disconnect();
  }, []);
  return [ref, width];
}
