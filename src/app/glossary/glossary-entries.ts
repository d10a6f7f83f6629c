/** All entries that have cards: the terms of the field, and every pattern, program and routing. */
import type { Kind } from "../../core/base/kind-registry.ts";
import { allTrafficPatterns, allRoutings, allWorkloads } from "../../core/kinds/all-kinds.ts";
import { createTermFinder, terms } from "../../glossary/index.ts";
import type { AnimatedPicture } from "../../glossary/marks.ts";
import type { PictogramData } from "../pictogram/pictogram-data.ts";
import { pictogramOf } from "../pictogram/pictograms.ts";
import type { WordMeaning } from "./GlossaryText.tsx";

export interface CardEntry {
  /** Unique id of the entry; for a term, its title. Null if the glossary does not list the entry. */
  readonly id: string | null;
  readonly title: string;
  readonly forms: readonly string[];
  /** Noun for kinds of its registry, such as `routing`; null for a term. */
  readonly noun: string | null;
  readonly says: string;
  /** The animated picture; null for kinds, which have a pictogram. */
  readonly draw: AnimatedPicture | null;
  /** Creates the pictogram; null if there is nothing to draw. */
  readonly picture: () => PictogramData | null;
  readonly source: string;
}

/** An entry that the glossary lists. */
export type ListedEntry = CardEntry & { readonly id: string };

/** The id of a kind's entry. */
const idOf = (noun: string, kind: string) => `${noun} ${kind}`;

const entriesOfKinds = (noun: string, kinds: readonly Kind[]): readonly ListedEntry[] =>
  kinds.map((kind) => ({
    id: idOf(noun, kind.id),
    title: kind.title,
    forms: [],
    noun,
    says: kind.summary,
    draw: null,
    picture: () => pictogramOf(kind),
    source: kind.source,
  }));

const registries = [allTrafficPatterns, allWorkloads, allRoutings];

/** Every entry: terms first, then the kinds of each registry. */
export const entries: readonly ListedEntry[] = [
  ...terms.map((term) => ({ ...term, id: term.title, noun: null, says: term.says.join(" "), picture: () => null })),
  ...registries.flatMap(({ noun, kinds }) => entriesOfKinds(noun, kinds)),
];

const byId = new Map(entries.map((entry) => [entry.id, entry]));

/** The entry of a kind, given the noun of its registry; undefined if the kinds of this registry have no cards. */
export const kindEntryOf = (noun: string, kind: string): ListedEntry | undefined => byId.get(idOf(noun, kind));

/**
 * The entry of a word of the document: the entry of the kind that the word names, or an entry made from the description of its parameter.
 */
export function entryOfMeaning({ title, says, kind, noun = "" }: WordMeaning): CardEntry {
  const kindEntry = kind === undefined ? undefined : kindEntryOf(noun, kind.id);
  const picture = () => (kind === undefined ? null : pictogramOf(kind));
  return kindEntry ?? { id: null, title, forms: [], noun: null, says, draw: null, picture, source: kind?.source ?? "" };
}

// In running text, everyday words such as "shift" or "matrix" do not refer to kinds, so only kinds with compound names are found. If a term
// and a kind match, the term wins.
export const { piecesOf: termSegmentsOf } = createTermFinder(entries.filter(({ noun, title }) => noun === null || /[ -]/.test(title)));
