/** A cache for the intermediate results of an exhibit. It lives as long as one computation of the outcome. */

/**
 * Calls a function, or returns the cached result of an earlier call with the same arguments. Functions and arguments are compared by
 * identity.
 */
export type Memoized = <Of extends readonly unknown[], Found>(find: (...of: Of) => Found, ...of: Of) => Found;

interface CacheNode {
  readonly next: Map<unknown, CacheNode>;
  result?: { readonly is: unknown };
}

/** Creates an empty cache. */
export function createMemo(): Memoized {
  const newNode = (): CacheNode => ({ next: new Map() });
  const root = newNode();
  return <Of extends readonly unknown[], Found>(compute: (...of: Of) => Found, ...of: Of): Found => {
    let node = root;
    for (const key of [compute, ...of]) {
      const next = node.next.get(key) ?? newNode();
      node.next.set(key, next);
      node = next;
    }
    node.result ??= { is: compute(...of) };
    return node.result.is as Found;
  };
}
