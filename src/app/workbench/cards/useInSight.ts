/** Keeps the reader's place in view. The code is loaded after the first screen. */
import { type RefObject, useEffect } from "react";
import { usePage } from "../../hooks.ts";
import { lazyCode } from "../../ui/lazy.ts";
import type { Layout } from "./layout.ts";

const code = lazyCode(() => import("./in-sight.ts"));

export function useInSight(layout: Layout, rail: RefObject<HTMLElement | null>): void {
  const { store } = usePage();
  useEffect(() => {
    const element = rail.current!;
    let stop: (() => void) | null = () => undefined;
    const begin = () =>
      void code.fetch().then(
        ({ keepInSight }) => stop !== null && (stop = keepInSight(layout, store, element)),
        () => undefined,
      );
    // In a rail it is needed once an element there has the focus.
    if (layout === "column") begin();
    else element.addEventListener("focusin", begin, { once: true });
    return () => {
      element.removeEventListener("focusin", begin);
      stop?.();
      stop = null;
    };
  }, [layout, rail, store]);
}
