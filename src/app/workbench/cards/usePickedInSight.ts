/**
 * On a phone the network and its cards are in one column. After a pick on the network its card comes into sight; after a pick elsewhere
 * the network does.
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
