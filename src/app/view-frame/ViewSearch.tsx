/** A search field for a view: shows the number of hits, and moves from one hit to the next. */
import "./search.css";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type Actions, exactSpanOf, type Hit, type TextSearch, type ViewData } from "../../views/contract.ts";
import { formatCount } from "../../words/numbers.ts";
import { TextInput } from "../ui/fields/TextInput.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Icon } from "../ui/icons.tsx";

export interface ViewSearchProps {
  readonly title: string;
  readonly search: TextSearch;
  readonly searchText: string;
  /** Reads the newest data, including the search text. */
  readonly readData: () => ViewData;
  readonly actions: Actions;
  readonly onSearchText: (words: string) => void;
  readonly onClose: () => void;
}

/**
 * A search field for a view: shows the number of hits, and moves from one hit to the next, which the view then shows. Enter is the next
 * hit, Shift Enter the previous one, Escape closes the field.
 */
export function ViewSearch({ title, search, searchText, readData, actions: viewActions, onSearchText, onClose }: ViewSearchProps) {
  const field = useRef<HTMLInputElement>(null);
  const [hitIndex, setHitIndex] = useState(-1);
  useEffect(() => field.current?.focus(), []);
  const { summary: hitSummary, hits } = searchText.trim() === "" ? { summary: "", hits: [] } : search.find(readData());
  const moveBy = (step: 1 | -1) => {
    if (hits.length === 0) return;
    const nextIndex = hitIndex < 0 && step < 0 ? hits.length - 1 : (hitIndex + step + hits.length) % hits.length;
    setHitIndex(nextIndex);
    showHit(hits[nextIndex], readData(), viewActions);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys in this field must not trigger shortcuts.
    event.stopPropagation();
    if (event.key === "Enter") moveBy(event.shiftKey ? -1 : 1);
    if (event.key === "Escape") onClose();
    if (event.key === "Enter" || event.key === "Escape") event.preventDefault();
  };
  return (
    <div className="view-search row small" role="search" aria-label={`Find in ${title.toLowerCase()}`}>
      <TextInput
        ref={field}
        aria-label={`Find in ${title.toLowerCase()}`}
        placeholder={search.example}
        autoComplete="off"
        spellCheck={false}
        value={searchText}
        onChange={(text) => {
          setHitIndex(-1);
          onSearchText(text);
        }}
        onKeyDown={onKeyDown}
      />
      <span className="view-found" role="status">
        {hitIndex < 0 || hits.length === 0 ? hitSummary : `${formatCount(hitIndex + 1)} of ${hitSummary}`}
      </span>
      <IconButton label="Previous match" disabled={hits.length === 0} onClick={() => moveBy(-1)}>
        <Icon is="up" size={14} />
      </IconButton>
      <IconButton label="Next match" disabled={hits.length === 0} onClick={() => moveBy(1)}>
        <Icon is="down" size={14} />
      </IconButton>
    </div>
  );
}

/** Selects a hit, and moves the visible time span to it. */
function showHit({ selection, from, to }: Hit, data: ViewData, actions: Actions): void {
  const visibleSpan = exactSpanOf(data);
  actions.select(selection);
  if (visibleSpan === null || (from < visibleSpan.to && to > visibleSpan.from)) return;
  const length = visibleSpan.to - visibleSpan.from;
  const start = Math.max(0, Math.round((from + to - length) / 2));
  actions.selectSpan({ from: start, to: start + length });
}
