/** A text in pieces: its terms are buttons, and the one that was pressed has its card beside it. */
import "./words.css";
import { type ReactNode, useCallback, useState } from "react";
import { createPortal } from "react-dom";
import { type Entry, entryOfMeaning, piecesOf } from "./entries.ts";
import type { Meaning } from "./Told.tsx";
import { WordCard } from "./WordCard.tsx";

interface Opened {
  readonly term: Entry;
  readonly at: HTMLElement;
}

export function Words({ text }: { readonly text: string }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = useCallback(() => setOpened(null), []);
  return (
    <>
      {piecesOf(text).map(({ text: piece, term }, i) =>
        term === null ? (
          piece
        ) : (
          <button
            key={i}
            type="button"
            className="told"
            aria-haspopup="dialog"
            aria-expanded={opened?.term === term}
            onClick={(event) => {
              // What stands around the text may mean something else by a click.
              event.stopPropagation();
              setOpened({ term, at: event.currentTarget });
            }}
          >
            {piece}
          </button>
        ),
      )}
      {opened !== null && createPortal(<WordCard entry={opened.term} at={opened.at} onClose={close} />, layerOf(opened.at))}
    </>
  );
}

/** A word of the document as a button that opens its meaning. */
export function DefinedWord({ meaning, children }: { readonly meaning: Meaning; readonly children: ReactNode }) {
  const [at, setAt] = useState<HTMLElement | null>(null);
  const close = useCallback(() => setAt(null), []);
  return (
    <>
      <button
        type="button"
        className="told"
        aria-haspopup="dialog"
        aria-expanded={at !== null}
        onClick={(event) => setAt(event.currentTarget)}
      >
        {children}
      </button>
      {at !== null && createPortal(<WordCard entry={entryOfMeaning(meaning)} at={at} onClose={close} />, layerOf(at))}
    </>
  );
}

/** A dialog that stands before the page keeps its word cards; everything outside it is out of reach then. */
const layerOf = (at: HTMLElement): HTMLElement => at.closest("dialog") ?? document.body;
