import { useSyncExternalStore } from "react";

/** Media query: the page has a single column, as on a phone. */
export const singleColumnQuery = "(width <= 56em)";

/** Whether a media query matches; renders again when that changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
}
