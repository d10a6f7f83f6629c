/** The card of one term or kind, beside the word or, where there is no room, from below. */
import { useEffect, useLayoutEffect, useRef } from "react";
import { usePage } from "../hooks.ts";
import { capital } from "../../words/params.ts";
import type { Entry } from "./entries.ts";
import { Explained } from "./Explained.tsx";

/** Pixels between the word and its card, and between the card and the edge of the window. */
const [gap, margin] = [8, 12];

export interface WordCardProps {
  readonly entry: Entry;
  /** The word that was pressed; it gets the focus back. */
  readonly at: HTMLElement;
  readonly onClose: () => void;
}

export function WordCard({ entry, at, onClose }: WordCardProps) {
  const { overlay } = usePage();
  const { id } = entry;
  const card = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = card.current;
    if (dialog === null) return;
    // Modal: it holds the focus, and the page behind it gets neither keys nor taps.
    dialog.showModal();
    const word = at.getClientRects()[0] ?? at.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = dialog;
    const below = word.bottom + gap;
    dialog.style.left = `${Math.max(margin, Math.min(word.left - 16, innerWidth - offsetWidth - margin))}px`;
    dialog.style.top = `${Math.max(margin, below + offsetHeight + margin > innerHeight ? word.top - gap - offsetHeight : below)}px`;
    return () => {
      dialog.close();
      if (at.isConnected) at.focus({ preventScroll: true });
    };
  }, [at]);
  // A page that scrolls or turns leaves the card where its word was.
  useEffect(() => {
    addEventListener("resize", onClose);
    return () => removeEventListener("resize", onClose);
  }, [onClose]);
  return (
    <dialog
      ref={card}
      className="word-card"
      aria-label={entry.title}
      onCancel={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      onKeyDown={(event) => {
        // No key of the page acts while a card is open.
        event.stopPropagation();
        if (event.key !== "Escape") return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        event.stopPropagation();
        if (event.target === card.current) onClose();
      }}
    >
      <div className="word-body">
        <h2>{capital(entry.title)}</h2>
        <Explained entry={entry} />
        <div className="row">
          {id !== null && (
            <button
              type="button"
              onClick={() => {
                onClose();
                overlay.showTerm(id);
              }}
            >
              More in the glossary
            </button>
          )}
          <button type="button" onClick={onClose}>
            Close
          </button>
        </div>
      </div>
    </dialog>
  );
}
