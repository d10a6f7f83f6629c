/** The address as far as it is about the papers. */
import { readFragment } from "../../../links/fragment.ts";

/** The place that an address names, `""` for all papers; null where it is not about the papers. */
export function placeOf({ hash }: Pick<Location, "hash">): string | null {
  return readFragment(hash).paper;
}

/** Hears of every change of the address; returns the way to stop. */
export function followAddress(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

/** Does something as soon as the workbench is what the address shows: now, or when the reader leaves the papers. */
export function whenAtTheWorkbench(act: () => void): void {
  if (placeOf(location) === null) return act();
  const stop = followAddress(() => {
    if (placeOf(location) !== null) return;
    stop();
    act();
  });
}
