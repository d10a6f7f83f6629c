/** A cache for functions of texts that recur in a file, such as rates of links. */

/** Maximum number of cached results; later texts are computed each time. */
const maxCached = 1000;

/** Caches the results of a function for the first {@link maxCached} texts. @param compute must return an object for every text, or null */
export function cacheByText<V extends object | null>(compute: (text: string) => V): (text: string) => V {
  const cache = new Map<string, V>();
  return (text) => {
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    const result = compute(text);
    if (cache.size < maxCached) cache.set(text, result);
    return result;
  };
}
