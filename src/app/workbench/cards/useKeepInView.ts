/** Keeps the reader's place in view. The code is loaded after the first screen. */
import { type RefObject, useEffect } from "react";
import { usePage } from "../../hooks.ts";
import { lazyCode } from "../../ui/lazy.ts";
import type { CardLayout } from "./card-layout.ts";

const keepInViewCode = lazyCode(() => import("./keep-in-view.ts"));

/**
 * Keeps the focused card in view while cards above it grow, and scrolls to the card of a new selection. The code for that is fetched when
 * it is needed: in a column at the start, in a rail (beside the stage) with the first focus.
 */
export function useKeepInView(layout: CardLayout, rail: RefObject<HTMLElement | null>): void {
  const { store } = usePage();
  useEffect(() => {
    const element = rail.current!;
    /** Removes the listeners; null once the component is unmounted. */
    let stop: (() => void) | null = () => undefined;
    const start = () =>
      void keepInViewCode.fetch().then(
        ({ keepInView }) => stop !== null && (stop = keepInView(layout, store, element)),
        () => undefined,
      );
    // In a rail the code is needed once an element there has the focus.
    if (layout === "column") start();
    else element.addEventListener("focusin", start, { once: true });
    return () => {
      element.removeEventListener("focusin", start);
      stop?.();
      stop = null;
    };
  }, [layout, rail, store]);
}
