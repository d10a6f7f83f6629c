/**
 * Where in the papers an address is: `#paper=` or `#paper` for all five, `#paper=trees` for one, `#paper=trees-table-3a` for an
 * exhibit, `#paper=quads-table-1&port=178` for one with a constant moved.
 */

const name = "paper";
const key = `${name}=`;

/** The place that a fragment names, `""` for all papers; null where it is not about the papers. */
export function placeOf({ hash }: Pick<Location, "hash">): string | null {
  const [fragment] = hash.replace(/^#/, "").split("&");
  if (fragment === name) return "";
  return fragment.startsWith(key) ? fragment.slice(key.length) : null;
}

/** The link to a place. */
export function linkTo(place: string): string {
  return `#${key}${place}`;
}

/** What follows the place in a fragment, in its order: ids of constants and what they are moved to, as written. */
export function writtenOf({ hash }: Pick<Location, "hash">): readonly (readonly [id: string, text: string])[] {
  const [, ...rest] = hash.replace(/^#/, "").split("&");
  return [...new URLSearchParams(rest.join("&"))];
}

/** Hears of every change of the address; returns the way to stop. */
export function followAddress(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

/** Does something as soon as the workbench is what the address shows: now, or when the reader leaves the papers. */
export function whenAtTheWorkbench(act: () => void): void {
  if (placeOf(location) === null) {
    act();
    return;
  }
  const stop = followAddress(() => {
    if (placeOf(location) !== null) return;
    stop();
    act();
  });
}
