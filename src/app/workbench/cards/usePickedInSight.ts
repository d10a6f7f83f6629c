/**
 * On a phone the network and what is told of it stand in one column. Who picks something on the network is shown where it is told of;
 * who picks it elsewhere, where it is.
 */
import { useEffect } from "react";
import { usePage } from "../../hooks.ts";
import { lazyCode } from "../../ui/lazy.ts";
import type { Layout } from "./layout.ts";

const code = lazyCode(() => import("./picked-in-sight.ts"));

export function usePickedInSight(layout: Layout, rail: { readonly current: HTMLElement | null }): void {
  const { store } = usePage();
  useEffect(() => {
    if (layout !== "column") return undefined;
    let stop: (() => void) | null = () => undefined;
    void code.fetch().then(
      ({ followPicked }) => stop !== null && (stop = followPicked(store, rail)),
      () => undefined,
    );
    return () => {
      stop?.();
      stop = null;
    };
  }, [layout, rail, store]);
}
