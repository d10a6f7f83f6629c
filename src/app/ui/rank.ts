/** Search by a few letters. Pure functions, so that the ranking can be tested. */

/** An item that can be searched. */
export interface Findable {
  readonly id: string;
  readonly title: string;
  /** Further words to search. */
  readonly also?: string;
}

/**
 * How well a query matches a text: higher is better, null for no match. All letters must occur in order. Letters at the start of words and
 * consecutive letters score higher, and so do short texts.
 */
export function fitOf(letters: string, text: string): number | null {
  const [wanted, within] = [plainOf(letters).replaceAll(" ", ""), plainOf(text)];
  if (wanted === "") return 0;
  const whole = within.indexOf(plainOf(letters).trim());
  if (whole >= 0) return 1000 + (whole === 0 ? 200 : within[whole - 1] === " " ? 100 : 0) - within.length;
  let fit = 0;
  let at = -1;
  for (const letter of wanted) {
    // Prefer a match at the start of a word, unless the next letter is consecutive.
    const start = within.indexOf(` ${letter}`, Math.max(0, at));
    const next = within.indexOf(letter, at + 1);
    if (next < 0) return null;
    const isStart = next === 0 || within[next - 1] === " ";
    const found = next === at + 1 || isStart || start < 0 ? next : start + 1;
    fit += found === at + 1 ? 3 : found === 0 || within[found - 1] === " " ? 4 : -1;
    at = found;
  }
  // Scattered letters would match almost any text, so a minimum score is required.
  return fit < 2 * wanted.length ? null : fit - within.length / 100;
}

const isSame = (letters: string, title: string) => plainOf(letters).trim() === plainOf(title).trim();

/** Whether a query is the name of a numbered element, such as `switch 3`, or whole words at its start. */
export function isNamed(letters: string, title: string): boolean {
  const [said, name] = [plainOf(letters).trim(), plainOf(title)];
  return /\d/.test(said) && (name === said || name.startsWith(`${said} `));
}

/** The matching items, best first; ties keep their order. An empty query lists recently used items first. */
export function ranked<Item extends Findable>(items: readonly Item[], letters: string, recent: readonly string[] = []): readonly Item[] {
  const isEmpty = letters.trim() === "";
  const place = (id: string) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  return items
    .map((item, i) => {
      const also = item.also === undefined ? null : fitOf(letters, item.also);
      const own = isSame(letters, item.title) ? Infinity : fitOf(letters, item.title);
      return { item, i, fit: own === null && also === null ? null : Math.max(own ?? -Infinity, (also ?? -Infinity) - 50) };
    })
    .filter(({ fit }) => isEmpty || fit !== null)
    .sort((a, b) => (isEmpty ? 0 : b.fit! - a.fit!) || place(a.item.id) - place(b.item.id) || a.i - b.i)
    .map(({ item }) => item);
}

/** Lower case without accents, punctuation replaced by spaces: `k-ary n-tree` is found by `kary n`. */
function plainOf(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trimStart();
}
