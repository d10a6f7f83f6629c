/** The size of an element on the page, and its theme, for drawings that depend on them. */
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Canvas } from "../../views/contract.ts";
import { onTheme, readTheme } from "../../views/marks/colour.ts";

/** Size in whole CSS pixels, and the theme. */
export type Surroundings = Pick<Canvas, "width" | "height" | "theme">;

/** A reference for the element, and its size and theme; null before they are known. */
export function useSurroundings<E extends Element>(): readonly [RefObject<E | null>, Surroundings | null] {
  const ref = useRef<E>(null);
  const [size, setSize] = useState<Pick<Surroundings, "width" | "height"> | null>(null);
  const [theme, setTheme] = useState<Surroundings["theme"] | null>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const read = () => setTheme(readTheme(element));
    read();
    // Before printing, render synchronously in the print theme.
    const stop = onTheme(() => flushSync(read));
    const sizes = new ResizeObserver(([{ contentRect }]) =>
      setSize({ width: Math.floor(contentRect.width), height: Math.floor(contentRect.height) }),
    );
    sizes.observe(element);
    return () => {
      stop();
      sizes.disconnect();
    };
  }, []);
  return [ref, useMemo(() => (size === null || theme === null ? null : { ...size, theme }), [size, theme])];
}
