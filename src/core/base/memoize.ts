/** Memoization of expensive functions. */

/** Memoizes a function of an object. The value is kept as long as the object is alive. */
export function memoize<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const cache = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const entry = cache.get(key) ?? { value: compute(key) };
    cache.set(key, entry);
    return entry.value;
  };
}

/** Memoizes a function of a text for the `max` most recently used texts. */
export function memoizeTexts<V>(compute: (text: string) => V, max = 4): (text: string) => V {
  const cache = new Map<string, V>();
  return (text) => {
    const value = cache.has(text) ? cache.get(text)! : compute(text);
    cache.delete(text);
    cache.set(text, value);
    if (cache.size > max) cache.delete(cache.keys().next().value!);
    return value;
  };
}
