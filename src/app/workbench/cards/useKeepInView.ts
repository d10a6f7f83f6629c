/** Keeps the reader's place in view. The code is loaded after the first screen. */
import { type RefObject, useEffect } from "react";
import { usePage } from "../../hooks.ts";
import { lazyCode } from "../../ui/lazy.ts";
import type { CardLayout } from "./card-layout.ts";

const keepInViewCode = lazyCode(() => import("./keep-in-view.ts"));

/**
 * Keeps the focused card in view while cards above it grow, and scrolls to the card of a new selection. The code for that is fetched when
 * it is needed: in a column at the start, in a rail (beside the stage) once the reader points at something or moves the focus.
 */
export function useKeepInView(layout: CardLayout, rail: RefObject<HTMLElement | null>): void {
  const { store } = usePage();
  useEffect(() => {
    const element = rail.current!;
    /** Removes the listeners; null once the component is unmounted. */
    let stop: (() => void) | null = () => undefined;
    const firstEvent = new AbortController();
    const start = () => {
      firstEvent.abort();
      void keepInViewCode.fetch().then(
        ({ keepInView }) => stop !== null && (stop = keepInView(layout, store, element)),
        () => undefined,
      );
    };
    if (layout === "column") start();
    else for (const type of ["pointerover", "focusin"]) document.addEventListener(type, start, { signal: firstEvent.signal });
    return () => {
      firstEvent.abort();
      stop?.();
      stop = null;
    };
  }, [layout, rail, store]);
}
