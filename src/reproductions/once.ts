/** Remembering what was worked out, for as long as somebody holds on to it. */

/** Calls a function, but with the same arguments only once: then it gives what it found before. Arguments are compared by identity. */
export type Once = <Of extends readonly unknown[], Found>(find: (...of: Of) => Found, ...of: Of) => Found;

interface Place {
  readonly next: Map<unknown, Place>;
  found?: { readonly is: unknown };
}

/** One that has nothing to remember yet. */
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
