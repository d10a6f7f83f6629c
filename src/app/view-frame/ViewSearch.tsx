/** A search field for a view: shows the number of hits, and moves from one to the next. */
import "./search.css";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type Actions, exactSpanOf, type Hit, type Search, type ViewData } from "../../views/contract.ts";
import { formatCount } from "../../words/numbers.ts";
import { TextInput } from "../ui/fields/TextInput.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Icon } from "../ui/icons.tsx";

export interface ViewSearchProps {
  readonly title: string;
  readonly search: Search;
  readonly words: string;
  /** Reads the newest data, including the search text. */
  readonly read: () => ViewData;
  readonly act: Actions;
  readonly onWords: (words: string) => void;
  readonly onClose: () => void;
}

export function ViewSearch({ title, search, words, read, act, onWords, onClose }: ViewSearchProps) {
  const field = useRef<HTMLInputElement>(null);
  const [at, setAt] = useState(-1);
  useEffect(() => field.current?.focus(), []);
  const { said, hits } = words.trim() === "" ? { said: "", hits: [] } : search.find(read());
  const go = (by: 1 | -1) => {
    if (hits.length === 0) return;
    const next = at < 0 && by < 0 ? hits.length - 1 : (at + by + hits.length) % hits.length;
    setAt(next);
    goTo(hits[next], read(), act);
  };
  const press = (event: KeyboardEvent) => {
    // Keys in this field must not trigger shortcuts.
    event.stopPropagation();
    if (event.key === "Enter") go(event.shiftKey ? -1 : 1);
    if (event.key === "Escape") onClose();
    if (event.key === "Enter" || event.key === "Escape") event.preventDefault();
  };
  return (
    <div className="view-search row small" role="search" aria-label={`Find in ${title.toLowerCase()}`}>
      <TextInput
        ref={field}
        aria-label={`Find in ${title.toLowerCase()}`}
        placeholder={search.hint}
        autoComplete="off"
        spellCheck={false}
        value={words}
        onChange={(text) => {
          setAt(-1);
          onWords(text);
        }}
        onKeyDown={press}
      />
      <span className="view-found" role="status">
        {at < 0 || hits.length === 0 ? said : `${formatCount(at + 1)} of ${said}`}
      </span>
      <IconButton label="Previous one" disabled={hits.length === 0} onClick={() => go(-1)}>
        <Icon is="up" size={14} />
      </IconButton>
      <IconButton label="Next one" disabled={hits.length === 0} onClick={() => go(1)}>
        <Icon is="down" size={14} />
      </IconButton>
    </div>
  );
}

/** Selects a hit, and moves the visible time span to it. */
function goTo({ picks, from, to }: Hit, data: ViewData, act: Actions): void {
  const sight = exactSpanOf(data);
  act.pick(picks);
  if (sight === null || (from < sight.to && to > sight.from)) return;
  const length = sight.to - sight.from;
  const start = Math.max(0, Math.round((from + to - length) / 2));
  act.choose({ from: start, to: start + length });
}
