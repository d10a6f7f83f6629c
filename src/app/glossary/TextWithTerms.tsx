/** Text divided into segments: terms are buttons that open their cards. */
import "./words.css";
import { type ReactNode, useCallback, useState } from "react";
import { createPortal } from "react-dom";
import { type CardEntry, entryOfMeaning, termSegmentsOf } from "./glossary-entries.ts";
import type { WordMeaning } from "./GlossaryText.tsx";
import { Button } from "../ui/Button.tsx";
import { WordCard } from "./WordCard.tsx";

/** Punctuation at the beginning of a segment. */
const leadingPunctuation = /^[.,;:!?)’”]*/;

export function TextWithTerms({ text }: { readonly text: string }) {
  const segments = termSegmentsOf(text);
  return segments.map(({ text: piece, term }, i) => {
    if (term === null) return i === 0 ? piece : piece.replace(leadingPunctuation, "");
    // Browsers may break a line between a button and the punctuation after it. A term of several words must be able to break.
    const [punctuation] = leadingPunctuation.exec(segments[i + 1]?.text ?? "")!;
    return (
      <span key={term.id} className={/[ -]/.test(piece) ? undefined : "unbroken"}>
        <TermButton entry={() => term}>{piece}</TermButton>
        {punctuation}
      </span>
    );
  });
}

/** A word of the document as a button that opens its explanation. */
export function DefinedWord({ meaning, children }: { readonly meaning: WordMeaning; readonly children: ReactNode }) {
  return <TermButton entry={() => entryOfMeaning(meaning)}>{children}</TermButton>;
}

/**
 * A word in a text as a button that opens a card with its glossary entry. `entry` is a function, so that the entry is only made when the
 * card opens.
 */
function TermButton({ entry, children }: { readonly entry: () => CardEntry; readonly children: ReactNode }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = useCallback(() => setAnchor(null), []);
  return (
    <>
      <Button
        className="glossary-term"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          // The surrounding element may handle the same click.
          event.stopPropagation();
          setAnchor(event.currentTarget);
        }}
      >
        {children}
      </Button>
      {anchor !== null && createPortal(<WordCard entry={entry()} anchor={anchor} onClose={close} />, cardContainerOf(anchor))}
    </>
  );
}

/** The element that contains the card: a modal dialog makes everything outside of it inert, so cards of its words must be inside. */
const cardContainerOf = (anchor: HTMLElement): HTMLElement => anchor.closest("dialog") ?? document.body;
