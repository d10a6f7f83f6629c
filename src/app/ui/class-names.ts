/** Joins class names; undefined if there are none. */
export function classNames(...names: readonly (string | undefined)[]): string | undefined {
  return names.filter(Boolean).join(" ") || undefined;
}
