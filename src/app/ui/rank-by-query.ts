/** Search by a few letters. Pure functions, so that the ranking can be tested. */

/** An item that can be searched. */
export interface SearchItem {
  readonly id: string;
  readonly title: string;
  /** Further words to search. */
  readonly keywords?: string;
}

/**
 * How well a query matches a text: higher is better, null for no match. A text that contains the query as it is scores highest; otherwise
 * all letters of the query must occur in order. Letters at the start of words and consecutive letters score higher, and so do short texts.
 */
export function matchScore(query: string, text: string): number | null {
  const [letters, words] = [normalizeText(query).replaceAll(" ", ""), normalizeText(text)];
  if (letters === "") return 0;
  const exactIndex = words.indexOf(normalizeText(query).trim());
  const isWordStart = (index: number) => index === 0 || words[index - 1] === " ";
  if (exactIndex >= 0) return 1000 + (exactIndex === 0 ? 200 : isWordStart(exactIndex) ? 100 : 0) - words.length;
  let score = 0;
  /** Index of the previous letter of the query in the text. */
  let position = -1;
  for (const letter of letters) {
    const nextIndex = words.indexOf(letter, position + 1);
    if (nextIndex < 0) return null;
    const isConsecutive = nextIndex === position + 1;
    // If the letter neither follows immediately nor starts a word here, prefer its next occurrence at the start of a word.
    const spaceBeforeWord = words.indexOf(` ${letter}`, Math.max(0, position));
    const chosenIndex = isConsecutive || isWordStart(nextIndex) || spaceBeforeWord < 0 ? nextIndex : spaceBeforeWord + 1;
    score += chosenIndex === position + 1 ? 3 : isWordStart(chosenIndex) ? 4 : -1;
    position = chosenIndex;
  }
  // Scattered letters would match almost any text, so a minimum score is required.
  return score < 2 * letters.length ? null : score - words.length / 100;
}

/** Whether each of several words of a query begins a word of a text. */
function hasAllWords(query: string, text: string): boolean {
  const [words, searched] = [normalizeText(query).trim().split(" "), ` ${normalizeText(text)}`];
  return words.length > 1 && words.every((word) => searched.includes(` ${word}`));
}

const isSameName = (letters: string, title: string) => normalizeText(letters).trim() === normalizeText(title).trim();

/** Whether a query is the name of a numbered element, such as `switch 3`, or whole words at its start. */
export function isElementName(query: string, title: string): boolean {
  const [normalizedQuery, name] = [normalizeText(query).trim(), normalizeText(title)];
  return /\d/.test(normalizedQuery) && (name === normalizedQuery || name.startsWith(`${normalizedQuery} `));
}

/**
 * The items that match a query by title or keywords, best first; items that match equally well keep their order, after those used recently.
 * An empty query lists all items.
 * @param recent Ids of items used recently, the latest first.
 */
export function rankByQuery<Item extends SearchItem>(
  items: readonly Item[],
  query: string,
  recent: readonly string[] = [],
): readonly Item[] {
  const isEmpty = query.trim() === "";
  const recentRank = (id: string) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  return items
    .map((item, i) => {
      const keywordScore = item.keywords === undefined ? null : matchScore(query, item.keywords);
      const titleScore = isSameName(query, item.title) ? Infinity : matchScore(query, item.title);
      // A match of the keywords counts less than a match of the title, and words here and there less than either, but more than letters.
      const best = Math.max(
        titleScore ?? -Infinity,
        (keywordScore ?? -Infinity) - 50,
        hasAllWords(query, `${item.title} ${item.keywords ?? ""}`) ? 500 : -Infinity,
      );
      const score = best === -Infinity ? null : best;
      return { item, i, score };
    })
    .filter(({ score }) => isEmpty || score !== null)
    .sort((a, b) => (isEmpty ? 0 : b.score! - a.score!) || recentRank(a.item.id) - recentRank(b.item.id) || a.i - b.i)
    .map(({ item }) => item);
}

/** Lower case without accents, punctuation replaced by spaces: `k-ary n-tree` is found by `kary n`. */
function normalizeText(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trimStart();
}
