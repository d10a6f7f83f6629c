/** Caches a loader by name. A failed load is not cached, so the next call tries again. */
export function once<T>(load: (name: string) => Promise<T>): (name?: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (name = "") => {
    const known = asked.get(name);
    if (known !== undefined) return known;
    const loading = load(name);
    asked.set(name, loading);
    loading.catch(() => asked.delete(name));
    return loading;
  };
}
