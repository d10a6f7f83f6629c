/** The glossary: its terms, and where they occur in a text. */
import { data } from "./data.ts";
import { performance } from "./performance.ts";
import { programs } from "./programs.ts";
import { routing } from "./routing.ts";
import type { Term } from "./term.ts";
import { topology } from "./topology.ts";
import { waiting } from "./queues.ts";

export type { Term } from "./term.ts";

/** All terms, group by group. */
export const terms: readonly Term[] = [...data, ...waiting, ...performance, ...routing, ...topology, ...programs];

const plain = (form: string) => form.toLowerCase().replaceAll(/\s+/g, " ");
const byForm = new Map(terms.flatMap((term) => [term.title, ...term.forms].map((form) => [plain(form), term] as const)));
// The longest form first: "zero-load latency" before "latency".
const alternatives = [...byForm.keys()]
  .sort((a, b) => b.length - a.length)
  .map((form) => form.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replaceAll(" ", String.raw`\s+`))
  .join("|");
/** A term stands alone: no letter or digit before or after it, and no hyphen that would make it half of another word. */
const pattern = String.raw`(?<![\p{L}\p{N}-])(?:${alternatives})(?![\p{L}\p{N}-])`;

/** The term of a title or another of its forms; undefined for none. */
export const termOf = (form: string): Term | undefined => byForm.get(plain(form));

/** A piece of a text: plain words, or a term as it is written there. */
export interface Piece {
  readonly text: string;
  readonly term: Term | null;
}

/** A text in pieces, in order: joined they are the text. Each term is marked once, where it comes first. */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const told = new Set<Term>();
  let at = 0;
  for (const match of text.matchAll(new RegExp(pattern, "giu"))) {
    const term = termOf(match[0]);
    if (term === undefined || told.has(term)) continue;
    told.add(term);
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), term: null });
    pieces.push({ text: match[0], term });
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), term: null });
  return pieces;
}
