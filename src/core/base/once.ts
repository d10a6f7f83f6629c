/** What takes long and is asked for often. */

/** Work that is done once for each object, when somebody first asks for it, and kept as long as the object is. */
export function once<K extends object, V>(work: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (of) => {
    const found = known.get(of) ?? { value: work(of) };
    known.set(of, found);
    return found.value;
  };
}

/** Work on texts that is done once for each of the last few, which are kept. */
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
