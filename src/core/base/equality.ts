/** Whether two values of a document are equal in content. Identical references are equal without a comparison, however large they are. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const keys = Object.keys(a);
  const other = b as Record<string, unknown>;
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => key in other && isSameValue((a as Record<string, unknown>)[key], other[key]))
  );
}
