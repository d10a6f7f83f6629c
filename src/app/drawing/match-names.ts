/**
 * Finds names by a text: whole names or parts of names, separated by commas. A comma in parentheses is part of a name, as in `switch (0,
 * 1)`. An exact match excludes partial ones: `switch 1` does not match `switch 12`.
 * @returns indices of the matching names, ascending
 */
export function matchNames(names: readonly string[], text: string): readonly number[] {
  const patterns = text
    .toLowerCase()
    .split(/,(?![^(]*\))/)
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== "");
  const normalized = names.map(normalizeName);
  const matches = new Set(
    patterns.flatMap((pattern) => {
      const exact = normalized.flatMap((name, i) => (name === pattern ? [i] : []));
      return exact.length > 0 ? exact : normalized.flatMap((name, i) => (name.includes(pattern) ? [i] : []));
    }),
  );
  return [...matches].sort((a, b) => a - b);
}

/** Removes the characters that isolate text direction, and converts to lower case. */
function normalizeName(name: string): string {
  return name.replaceAll(/[\u2066-\u2069]/g, "").toLowerCase();
}
