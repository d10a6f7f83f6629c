/** Makers of notes, by whose they are: each takes texts by their titles. */
import type { Note, NoteKind } from "./contract.ts";

const notesOf =
  (kind: NoteKind) =>
  (texts: Readonly<Record<string, string>>): readonly Note[] =>
    Object.entries(texts).map(([title, text]) => ({ title, kind, text }));

export const ourModel = notesOf("our model");
export const inTheSource = notesOf("in the source");
export const erratum = notesOf("erratum in the source");
export const stillOpen = notesOf("still open");
