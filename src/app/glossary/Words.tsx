/** Text divided into segments: terms are buttons that open their cards. */
import "./words.css";
import { type ReactNode, useCallback, useState } from "react";
import { createPortal } from "react-dom";
import { type Entry, entryOfMeaning, piecesOf } from "./entries.ts";
import type { Meaning } from "./Told.tsx";
import { Button } from "../ui/Button.tsx";
import { WordCard } from "./WordCard.tsx";

export function Words({ text }: { readonly text: string }) {
  return piecesOf(text).map(({ text: piece, term }) =>
    term === null ? (
      piece
    ) : (
      <Word key={term.id} entry={() => term}>
        {piece}
      </Word>
    ),
  );
}

/** A word of the document as a button that opens its explanation. */
export function DefinedWord({ meaning, children }: { readonly meaning: Meaning; readonly children: ReactNode }) {
  return <Word entry={() => entryOfMeaning(meaning)}>{children}</Word>;
}

function Word({ entry, children }: { readonly entry: () => Entry; readonly children: ReactNode }) {
  const [at, setAt] = useState<HTMLElement | null>(null);
  const close = useCallback(() => setAt(null), []);
  return (
    <>
      <Button
        className="told"
        aria-haspopup="dialog"
        aria-expanded={at !== null}
        onClick={(event) => {
          // The surrounding element may handle the same click.
          event.stopPropagation();
          setAt(event.currentTarget);
        }}
      >
        {children}
      </Button>
      {at !== null && createPortal(<WordCard entry={entry()} at={at} onClose={close} />, layerOf(at))}
    </>
  );
}

/** The element that contains the card: a modal dialog makes everything outside of it inert, so cards of its words must be inside. */
const layerOf = (at: HTMLElement): HTMLElement => at.closest("dialog") ?? document.body;
