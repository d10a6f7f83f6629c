/** A cache for functions of texts that recur in a file, such as rates of links. */

/** Maximum number of cached results; later texts are computed each time. */
const most = 1000;

/** Caches the results of a function for the first texts. @param compute must return an object for every text, or null */
export function remembered<V extends object | null>(work: (text: string) => V): (text: string) => V {
  const known = new Map<string, V>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = work(text);
    if (known.size < most) known.set(text, found);
    return found;
  };
}
