/** What is found in texts that come again and again in a file, as rates of links do. */

/** Most texts that are remembered; what comes later is worked out each time. */
const most = 1000;

/** The same work, done once for each of the first texts. @param work gives something for every text: null for nothing */
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
