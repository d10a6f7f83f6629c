/** The classes of an element that has several, or none. */
export function classNames(...names: readonly (string | undefined)[]): string | undefined {
  return names.filter(Boolean).join(" ") || undefined;
}
