/** The glossary: its terms, and where they occur in a text. */
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

/** What has a title, and other forms in which a text may write it. */
export interface Worded {
  readonly title: string;
  readonly forms: readonly string[];
}

/** A piece of a text: plain words, or a term as it is written there. */
export interface Piece<T extends Worded = Term> {
  readonly text: string;
  readonly term: T | null;
}

const plain = (form: string) => form.toLowerCase().replaceAll(/\s+/g, " ");

/** Finds what is listed: by one of its forms, and in a text. Of two that share a form the first is found. */
export function finderOf<T extends Worded>(listed: readonly T[]) {
  const byForm = new Map<string, T>();
  for (const term of listed) {
    for (const form of [term.title, ...term.forms].map(plain)) if (!byForm.has(form)) byForm.set(form, term);
  }
  // The longest form first: "zero-load latency" before "latency".
  const alternatives = [...byForm.keys()]
    .sort((a, b) => b.length - a.length)
    .map((form) => form.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replaceAll(" ", String.raw`\s+`))
    .join("|");
  /** A term stands alone: no letter or digit before or after it, and no hyphen that would make it half of another word. */
  const pattern = String.raw`(?<![\p{L}\p{N}-])(?:${alternatives})(?![\p{L}\p{N}-])`;
  const of = (form: string): T | undefined => byForm.get(plain(form));
  return {
    /** What is called so, by its title or another form; undefined for none. */
    of,
    /** A text in pieces, in order: joined they are the text. Each term is marked once, where it comes first. */
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

/** The term of a form, and a text in pieces, of the terms alone. */
export const { of: termOf, piecesOf } = finderOf(terms);
