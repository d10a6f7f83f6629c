/** Caches with a bound: what was used least recently goes first. */

/** Bytes of a number, a short text or a reference, and of an object or array by itself, about, as V8 holds them. */
const [cell, header] = [8, 24];

/**
 * About how many bytes a value holds that is plain data. Of an array, the first element stands for all: lists are of like things.
 * @param seen objects and texts that are not counted again: pass one set for values that share parts
 */
export function bytesOf(value: unknown, seen: Set<unknown> = new Set()): number {
  if (typeof value === "string") {
    if (value.length < 64) return cell + value.length;
    if (seen.has(value)) return cell;
    seen.add(value);
    return header + value.length;
  }
  if (typeof value !== "object" || value === null) return cell;
  if (seen.has(value)) return cell;
  seen.add(value);
  if (ArrayBuffer.isView(value)) return header + value.byteLength;
  if (Array.isArray(value)) return header + value.length * (value.length === 0 ? 0 : cell + bytesOf(value[0], seen));
  return Object.values(value).reduce<number>((sum, each) => sum + cell + bytesOf(each, seen), header);
}

/** A cache of as many entries as fit its bound; an entry that is larger than the bound by itself is kept until the next one comes. */
export class Lru<K, V> {
  private readonly entries = new Map<K, { readonly value: V; readonly size: number }>();
  private total = 0;

  /**
   * @param most sum of the sizes of all entries
   * @param sizeOf size of an entry, more than 0: its bytes, or 1 to count them
   */
  constructor(
    private readonly most: number,
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
    this.total += size;
    for (const oldest of this.entries.keys()) {
      if (this.total <= this.most || oldest === key) break;
      this.delete(oldest);
    }
    return this;
  }

  delete(key: K): void {
    this.total -= this.entries.get(key)?.size ?? 0;
    this.entries.delete(key);
  }
}

/**
 * Work that is done once for each of the last few objects. For parts of documents, which undo holds for long, and values that are as
 * large as a network: with `once`, each value would stay as long as its object.
 * @param most objects
 */
export function recently<K extends object, V>(work: (of: K) => V, most = 16): (of: K) => V {
  const known = new Lru<K, { readonly value: V }>(most);
  return (of) => {
    const found = known.get(of) ?? { value: work(of) };
    if (!known.has(of)) known.set(of, found);
    return found.value;
  };
}
