/** All that has a card: the terms of the field, and every pattern, program and routing. */
import type { Kind } from "../../core/base/registry.ts";
import { patterns, routings, workloads } from "../../core/kinds/all-kinds.ts";
import { finderOf, terms } from "../../glossary/index.ts";
import type { Draw } from "../../glossary/marks.ts";
import type { Picture } from "../pictogram/picture.ts";
import { pictureOf } from "../pictogram/pictures.ts";
import type { Meaning } from "./Told.tsx";

export interface Entry {
  /** Tells it from all others; a term's is its title. Null for what is not listed in the glossary. */
  readonly id: string | null;
  readonly title: string;
  readonly forms: readonly string[];
  /** What it is a kind of: `routing`; null for a term. */
  readonly noun: string | null;
  readonly says: string;
  /** A living picture; null for kinds, whose picture is drawn from what they make. */
  readonly draw: Draw | null;
  /** The pictogram; null for what makes nothing one can see. */
  readonly picture: () => Picture | null;
  readonly source: string;
}

/** An entry of the glossary. */
export type Listed = Entry & { readonly id: string };

/** The id of a kind's entry. */
const idOf = (noun: string, kind: string) => `${noun} ${kind}`;

const ofKinds = (noun: string, kinds: readonly Kind[]): readonly Listed[] =>
  kinds.map((kind) => ({
    id: idOf(noun, kind.id),
    title: kind.title,
    forms: [],
    noun,
    says: kind.summary,
    draw: null,
    picture: () => pictureOf(kind),
    source: kind.source,
  }));

const shelves = [patterns, workloads, routings];

/** Every entry: terms first, then kinds, shelf by shelf. */
export const entries: readonly Listed[] = [
  ...terms.map((term) => ({ ...term, id: term.title, noun: null, says: term.says.join(" "), picture: () => null })),
  ...shelves.flatMap(({ noun, kinds }) => ofKinds(noun, kinds)),
];

const byId = new Map(entries.map((entry) => [entry.id, entry]));

/** The entry of a kind of that noun; undefined for nouns that have no cards. */
export const entryOf = (noun: string, kind: string): Listed | undefined => byId.get(idOf(noun, kind));

/** The entry of a word of the document: its kind's own, or one made of what its parameter says. */
export function entryOfMeaning({ title, says, kind, noun = "" }: Meaning): Entry {
  const own = kind === undefined ? undefined : entryOf(noun, kind.id);
  const picture = () => (kind === undefined ? null : pictureOf(kind));
  return own ?? { id: null, title, forms: [], noun: null, says, draw: null, picture, source: kind?.source ?? "" };
}

// One everyday word, as "shift" or "matrix", means the kind only where the document says it. A term goes before a kind.
export const { piecesOf } = finderOf(entries.filter(({ noun, title }) => noun === null || /[ -]/.test(title)));
