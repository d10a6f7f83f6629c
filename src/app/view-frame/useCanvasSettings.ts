/** The size of an element on the page, and its theme, for drawings that depend on them. */
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Canvas } from "../../views/contract.ts";
import { onThemeChange, readTheme } from "../../views/marks/color.ts";

/** Size in whole CSS pixels, and the theme. */
export type CanvasSettings = Pick<Canvas, "width" | "height" | "theme">;

/**
 * A reference to attach to an element, and the size in CSS pixels and the theme (colors) with which to draw in it; null before they are
 * known. They follow changes of the element's size and of the page's theme.
 */
export function useCanvasSettings<E extends Element>(): readonly [RefObject<E | null>, CanvasSettings | null] {
  const ref = useRef<E>(null);
  const [size, setSize] = useState<Pick<CanvasSettings, "width" | "height"> | null>(null);
  const [theme, setTheme] = useState<CanvasSettings["theme"] | null>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const updateTheme = () => setTheme(readTheme(element));
    updateTheme();
    // Before printing, render synchronously in the print theme.
    const stop = onThemeChange(() => flushSync(updateTheme));
    const resizeObserver = new ResizeObserver(([{ contentRect }]) =>
      setSize({ width: Math.floor(contentRect.width), height: Math.floor(contentRect.height) }),
    );
    resizeObserver.observe(element);
    return () => {
      stop();
      resizeObserver.disconnect();
    };
  }, []);
  return [ref, useMemo(() => (size === null || theme === null ? null : { ...size, theme }), [size, theme])];
}
