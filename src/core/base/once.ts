/** Memoization of expensive functions. */

/** Memoizes a function of an object. The value is kept as long as the object is alive. */
export function once<K extends object, V>(work: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (of) => {
    const found = known.get(of) ?? { value: work(of) };
    known.set(of, found);
    return found.value;
  };
}

/** Memoizes a function of a text for the `max` most recently used texts. */
export function lru<V>(work: (of: string) => V, kept = 4): (of: string) => V {
  const known = new Map<string, V>();
  return (of) => {
    const found = known.has(of) ? known.get(of)! : work(of);
    known.delete(of);
    known.set(of, found);
    if (known.size > kept) known.delete(known.keys().next().value!);
    return found;
  };
}
