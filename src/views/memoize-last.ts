/** Memoization of the last call for each object, for data that are needed in every frame or pointer event. */

/**
 * Memoizes the last result of `compute` for each object: it is computed again when any other argument differs from the last call. A result
 * lives as long as its object.
 */
export function memoizeLast<K extends object, A extends readonly unknown[], V>(
  compute: (object: K, ...args: A) => V,
): (object: K, ...args: A) => V {
  const cache = new WeakMap<K, { readonly by: A; readonly value: V }>();
  return (object, ...args) => {
    const cached = cache.get(object);
    if (cached?.by.length === args.length && args.every((each, i) => each === cached.by[i])) return cached.value;
    const value = compute(object, ...args);
    cache.set(object, { by: args, value });
    return value;
  };
}
