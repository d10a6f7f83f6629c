/** Bounded caches that drop the least recently used entry first. */

/** Approximate memory in V8: bytes of a number, a short text or a reference, and bytes of the header of an object or array. */
const [cellBytes, headerBytes] = [8, 24];

/**
 * Approximate memory of plain data, in bytes. An array is estimated from its first element, because the elements of a list are similar.
 * @param seen Objects and texts that are already counted. Pass the same set for values that share parts.
 */
export function estimateBytes(value: unknown, seen: Set<unknown> = new Set()): number {
  if (typeof value === "string") {
    if (value.length < 64) return cellBytes + value.length;
    if (seen.has(value)) return cellBytes;
    seen.add(value);
    return headerBytes + value.length;
  }
  if (typeof value !== "object" || value === null) return cellBytes;
  if (seen.has(value)) return cellBytes;
  seen.add(value);
  if (ArrayBuffer.isView(value)) return headerBytes + value.byteLength;
  if (Array.isArray(value)) return headerBytes + value.length * (value.length === 0 ? 0 : cellBytes + estimateBytes(value[0], seen));
  return Object.values(value).reduce<number>((sum, each) => sum + cellBytes + estimateBytes(each, seen), headerBytes);
}

/** A cache with a bound on the sum of the sizes of its entries. An entry that alone exceeds the bound stays until the next one is added. */
export class Lru<K, V> {
  private readonly entries = new Map<K, { readonly value: V; readonly size: number }>();
  private totalSize = 0;

  /**
   * @param capacity Bound on the sum of the sizes of all entries.
   * @param sizeOf Size of an entry, above 0: its bytes, or 1 to count entries.
   */
  constructor(
    private readonly capacity: number,
    private readonly sizeOf: (value: V) => number = () => 1,
  ) {}

  has(key: K): boolean {
    return this.entries.has(key);
  }

  get(key: K): V | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  set(key: K, value: V): this {
    this.delete(key);
    const size = this.sizeOf(value);
    this.entries.set(key, { value, size });
    this.totalSize += size;
    for (const oldest of this.entries.keys()) {
      if (this.totalSize <= this.capacity || oldest === key) break;
      this.delete(oldest);
    }
    return this;
  }

  delete(key: K): void {
    this.totalSize -= this.entries.get(key)?.size ?? 0;
    this.entries.delete(key);
  }
}

/**
 * Memoizes a function for the most recently used arguments. Use it where the arguments live long, such as parts of documents that undo
 * keeps, and the values are large, such as networks. With `memoize`, each value would live as long as its argument.
 * @param max Number of arguments whose values are kept.
 */
export function memoizeRecent<K extends object, V>(compute: (key: K) => V, max = 16): (key: K) => V {
  const cache = new Lru<K, { readonly value: V }>(max);
  return (key) => {
    const entry = cache.get(key) ?? { value: compute(key) };
    if (!cache.has(key)) cache.set(key, entry);
    return entry.value;
  };
}
