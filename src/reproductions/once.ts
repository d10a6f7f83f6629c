/** A cache for the intermediate results of an exhibit. It lives as long as one computation of the outcome. */

/**
 * Calls a function, or returns the cached result of an earlier call with the same arguments. Functions and arguments are compared by
 * identity.
 */
export type Once = <Of extends readonly unknown[], Found>(find: (...of: Of) => Found, ...of: Of) => Found;

interface Place {
  readonly next: Map<unknown, Place>;
  found?: { readonly is: unknown };
}

/** Creates an empty cache. */
export function rememberer(): Once {
  const empty = (): Place => ({ next: new Map() });
  const all = empty();
  return <Of extends readonly unknown[], Found>(find: (...of: Of) => Found, ...of: Of): Found => {
    let place = all;
    for (const key of [find, ...of]) {
      const next = place.next.get(key) ?? empty();
      place.next.set(key, next);
      place = next;
    }
    place.found ??= { is: find(...of) };
    return place.found.is as Found;
  };
}
