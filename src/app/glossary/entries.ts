/** All entries that have cards: the terms of the field, and every pattern, program and routing. */
import type { Kind } from "../../core/base/registry.ts";
import { patterns, routings, workloads } from "../../core/kinds/all-kinds.ts";
import { finderOf, terms } from "../../glossary/index.ts";
import type { Draw } from "../../glossary/marks.ts";
import type { Picture } from "../pictogram/picture.ts";
import { pictureOf } from "../pictogram/pictures.ts";
import type { Meaning } from "./Told.tsx";

export interface Entry {
  /** Unique; for a term its title. Null if the glossary does not list the entry. */
  readonly id: string | null;
  readonly title: string;
  readonly forms: readonly string[];
  /** Noun for kinds of its registry, such as `routing`; null for a term. */
  readonly noun: string | null;
  readonly says: string;
  /** The animated picture; null for kinds, which have a pictogram. */
  readonly draw: Draw | null;
  /** Creates the pictogram; null if there is nothing to draw. */
  readonly picture: () => Picture | null;
  readonly source: string;
}

/** An entry that the glossary lists. */
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

/** Every entry: terms first, then the kinds of each registry. */
export const entries: readonly Listed[] = [
  ...terms.map((term) => ({ ...term, id: term.title, noun: null, says: term.says.join(" "), picture: () => null })),
  ...shelves.flatMap(({ noun, kinds }) => ofKinds(noun, kinds)),
];

const byId = new Map(entries.map((entry) => [entry.id, entry]));

/** The entry of a kind of that noun; undefined if its registry has no cards. */
export const entryOf = (noun: string, kind: string): Listed | undefined => byId.get(idOf(noun, kind));

/** The entry of a word of the document: that of its kind, or one made of its parameter's description. */
export function entryOfMeaning({ title, says, kind, noun = "" }: Meaning): Entry {
  const own = kind === undefined ? undefined : entryOf(noun, kind.id);
  const picture = () => (kind === undefined ? null : pictureOf(kind));
  return own ?? { id: null, title, forms: [], noun: null, says, draw: null, picture, source: kind?.source ?? "" };
}

// In running text, everyday words such as "shift" or "matrix" do not refer to kinds, so only kinds with compound names are found. If a term
// and a kind match, the term wins.
export const { piecesOf } = finderOf(entries.filter(({ noun, title }) => noun === null || /[ -]/.test(title)));
