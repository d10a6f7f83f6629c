/** What is asked for again and again with the same, while a run is played or a hand rests. */

/** Work that is done anew when anything but the object differs from what was last asked of it, and kept as long as the object is. */
export function lately<K extends object, A extends readonly unknown[], V>(work: (of: K, ...by: A) => V): (of: K, ...by: A) => V {
  const last = new WeakMap<K, { readonly by: A; readonly value: V }>();
  return (of, ...by) => {
    const known = last.get(of);
    if (known?.by.length === by.length && by.every((each, i) => each === known.by[i])) return known.value;
    const value = work(of, ...by);
    last.set(of, { by, value });
    return value;
  };
}
