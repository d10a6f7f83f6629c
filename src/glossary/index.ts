/** The glossary: all terms, and a finder for their occurrences in a text. */
import { data } from "./data.ts";
import { performance } from "./performance.ts";
import { programs } from "./programs.ts";
import { routing } from "./routing.ts";
import type { Term } from "./term.ts";
import { topology } from "./topology.ts";
import { training } from "./training.ts";
import { waiting } from "./queues.ts";

export type { Term } from "./term.ts";

/** All terms, group by group. */
export const terms: readonly Term[] = [...data, ...waiting, ...performance, ...routing, ...topology, ...programs, ...training];

/** An entry with a title and the other forms in which a text may mention it. */
export interface Worded {
  readonly title: string;
  readonly forms: readonly string[];
}

/** A piece of a text: plain text, or an occurrence of a term as written there. */
export interface Piece<T extends Worded = Term> {
  readonly text: string;
  readonly term: T | null;
}

const plain = (form: string) => form.toLowerCase().replaceAll(/\s+/g, " ");

/**
 * Creates a finder that looks up entries by a form, and marks their occurrences in a text. If two entries share a form, the first one wins.
 */
export function finderOf<T extends Worded>(listed: readonly T[]) {
  const byForm = new Map<string, T>();
  for (const term of listed) {
    for (const form of [term.title, ...term.forms].map(plain)) if (!byForm.has(form)) byForm.set(form, term);
  }
  // Longer forms come first, so that “zero-load latency” is found before “latency”.
  const alternatives = [...byForm.keys()]
    .sort((a, b) => b.length - a.length)
    .map((form) => form.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replaceAll(" ", String.raw`\s+`))
    .join("|");
  /** An occurrence must be a whole word: no letter, digit or hyphen before or after it. */
  const pattern = String.raw`(?<![\p{L}\p{N}-])(?:${alternatives})(?![\p{L}\p{N}-])`;
  const of = (form: string): T | undefined => byForm.get(plain(form));
  return {
    /** The entry with this title or form; undefined if there is none. */
    of,
    /** Splits a text into pieces that join to the text again. Only the first occurrence of each entry is marked. */
    piecesOf(text: string): readonly Piece<T>[] {
      const pieces: Piece<T>[] = [];
      const told = new Set<T>();
      let at = 0;
      for (const match of text.matchAll(new RegExp(pattern, "giu"))) {
        const term = of(match[0]);
        if (term === undefined || told.has(term)) continue;
        told.add(term);
        if (match.index > at) pieces.push({ text: text.slice(at, match.index), term: null });
        pieces.push({ text: match[0], term });
        at = match.index + match[0].length;
      }
      if (at < text.length) pieces.push({ text: text.slice(at), term: null });
      return pieces;
    },
  };
}

/** The finder for the terms of the glossary. */
export const { of: termOf, piecesOf } = finderOf(terms);
