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
