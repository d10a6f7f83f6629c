/** The card of a term or kind: beside the word, or at the bottom of a small screen. */
import { useEffect } from "react";
import { usePage } from "../hooks.ts";
import { capitalize } from "../../words/params.ts";
import type { CardEntry } from "./glossary-entries.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Button } from "../ui/Button.tsx";
import { EntryContent } from "./EntryContent.tsx";

/** Pixels between the word and its card, and between the card and the edge of the window. */
const [gap, margin] = [8, 12];

export interface WordCardProps {
  readonly entry: CardEntry;
  /** The word that was pressed; it gets the focus back. */
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

/**
 * The card with the explanation of a word, a modal dialog beside the word (`anchor`): below it, or above it if there is no room below. It
 * closes when the window changes its size.
 */
export function WordCard({ entry, anchor, onClose }: WordCardProps) {
  const { overlay } = usePage();
  const { id } = entry;
  const positionCard = (card: HTMLDialogElement) => {
    const wordRect = anchor.getClientRects()[0] ?? anchor.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = card;
    const below = wordRect.bottom + gap;
    card.style.left = `${Math.max(margin, Math.min(wordRect.left - 16, innerWidth - offsetWidth - margin))}px`;
    card.style.top = `${Math.max(margin, below + offsetHeight + margin > innerHeight ? wordRect.top - gap - offsetHeight : below)}px`;
  };
  // After a resize or rotation the word is elsewhere, so the card closes.
  useEffect(() => {
    addEventListener("resize", onClose);
    return () => removeEventListener("resize", onClose);
  }, [onClose]);
  return (
    // A modal dialog: it traps the focus, and the page behind it receives neither keys nor clicks.
    <Dialog
      title={entry.title}
      className="word-card"
      hasHead={false}
      returnFocusTo={anchor}
      onOpen={positionCard}
      onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
    >
      <div className="word-body">
        <h2>{capitalize(entry.title)}</h2>
        <EntryContent entry={entry} />
        <div className="row">
          {id !== null && (
            <Button
              variant="underlined"
              onClick={() => {
                onClose();
                overlay.showTerm(id);
              }}
            >
              More in the glossary
            </Button>
          )}
          <Button variant="underlined" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
