/**
 * Finds names by a text: whole names or parts of names, separated by commas. A comma in parentheses is part of a name, as in `switch (0,
 * 1)`. An exact match excludes partial ones: `switch 1` does not match `switch 12`.
 * @returns indices of the matching names, ascending
 */
export function named(names: readonly string[], text: string): readonly number[] {
  const wanted = text
    .toLowerCase()
    .split(/,(?![^(]*\))/)
    .map((each) => each.trim())
    .filter((each) => each !== "");
  const lower = names.map(bare);
  const found = new Set(
    wanted.flatMap((each) => {
      const whole = lower.flatMap((name, i) => (name === each ? [i] : []));
      return whole.length > 0 ? whole : lower.flatMap((name, i) => (name.includes(each) ? [i] : []));
    }),
  );
  return [...found].sort((a, b) => a - b);
}

/** Removes the characters that isolate text direction, and converts to lower case. */
function bare(name: string): string {
  return name.replaceAll(/[\u2066-\u2069]/g, "").toLowerCase();
}
