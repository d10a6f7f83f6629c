/** Caches a loader by name. A failed load is not cached, so the next call tries again. */
export function cachedLoader<T>(load: (name: string) => Promise<T>): (name?: string) => Promise<T> {
  const loads = new Map<string, Promise<T>>();
  return (name = "") => {
    const cached = loads.get(name);
    if (cached !== undefined) return cached;
    const loading = load(name);
    loads.set(name, loading);
    loading.catch(() => loads.delete(name));
    return loading;
  };
}
