/** Memoization of the last call for each object, for data that are needed in every frame or pointer event. */

/**
 * Memoizes the last result of `compute` for each object: it is computed again when any other argument differs from the last call. A result
 * lives as long as its object.
 */
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
