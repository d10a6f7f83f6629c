/**
 * Which of some names are meant by a text: names or parts of names, with commas between them. A comma in brackets is part of a
 * name, as in `switch (0, 1)`. A whole name means no other that holds it: `switch 1` is not `switch 12`.
 * @returns their numbers, in order
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

/** Without the marks that keep a text's direction. */
function bare(name: string): string {
  return name.replaceAll(/[\u2066-\u2069]/g, "").toLowerCase();
}
