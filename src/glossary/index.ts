/** The glossary: all terms, and a finder for their occurrences in a text. */
import { dataTerms } from "./data.ts";
import { performanceTerms } from "./performance.ts";
import { programTerms } from "./programs.ts";
import { routingTerms } from "./routing.ts";
import type { Term } from "./term.ts";
import { topologyTerms } from "./topology.ts";
import { trainingTerms } from "./training.ts";
import { queueTerms } from "./queues.ts";

export type { Term } from "./term.ts";

/** All terms, group by group. */
export const terms: readonly Term[] = [
  ...dataTerms,
  ...queueTerms,
  ...performanceTerms,
  ...routingTerms,
  ...topologyTerms,
  ...programTerms,
  ...trainingTerms,
];

/** An entry with a title and the other forms in which a text may mention it. */
export interface GlossaryEntry {
  readonly title: string;
  readonly forms: readonly string[];
}

/** A piece of a text: plain text, or an occurrence of a term as written there. */
export interface TextPiece<T extends GlossaryEntry = Term> {
  readonly text: string;
  readonly term: T | null;
}

const normalizedForm = (form: string) => form.toLowerCase().replaceAll(/\s+/g, " ");

/**
 * Creates a finder of glossary entries: it looks up an entry by a form (its title or another spelling, such as the plural) and marks the
 * occurrences of forms in a text. If two entries share a form, the first one wins.
 */
export function createTermFinder<T extends GlossaryEntry>(entries: readonly T[]) {
  const entryByForm = new Map<string, T>();
  for (const term of entries) {
    for (const form of [term.title, ...term.forms].map(normalizedForm)) if (!entryByForm.has(form)) entryByForm.set(form, term);
  }
  // Longer forms come first, so that “zero-load latency” is found before “latency”.
  const alternatives = [...entryByForm.keys()]
    .sort((a, b) => b.length - a.length)
    .map((form) => form.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replaceAll(" ", String.raw`\s+`))
    .join("|");
  /** An occurrence must be a whole word: no letter, digit or hyphen before or after it. */
  const pattern = String.raw`(?<![\p{L}\p{N}-])(?:${alternatives})(?![\p{L}\p{N}-])`;
  const entryOf = (form: string): T | undefined => entryByForm.get(normalizedForm(form));
  return {
    /** The entry with this title or form; undefined if there is none. */
    termOf: entryOf,
    /** Splits a text into pieces that join to the text again. Only the first occurrence of each entry is marked. */
    piecesOf(text: string): readonly TextPiece<T>[] {
      const pieces: TextPiece<T>[] = [];
      const marked = new Set<T>();
      let position = 0;
      for (const match of text.matchAll(new RegExp(pattern, "giu"))) {
        const term = entryOf(match[0]);
        if (term === undefined || marked.has(term)) continue;
        marked.add(term);
        if (match.index > position) pieces.push({ text: text.slice(position, match.index), term: null });
        pieces.push({ text: match[0], term });
        position = match.index + match[0].length;
      }
      if (position < text.length) pieces.push({ text: text.slice(position), term: null });
      return pieces;
    },
  };
}

/** The finder for the terms of the glossary. */
export const { termOf, piecesOf } = createTermFinder(terms);
